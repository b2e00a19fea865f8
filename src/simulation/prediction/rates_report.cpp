// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/user_files.hpp"
#include "simulation/prediction/choose_split.hpp"
#include "simulation/prediction/rates.hpp"
#include "simulation/setup/setup.hpp"

namespace thalweg::simulation {

namespace {

using json = nlohmann::ordered_json;

MeasuredPhase phase_of(const json& phase, double bandwidth) {
  const auto number = [&](const char* key) { return phase.at(key).get<double>(); };
  const double floor = number("floor_seconds");
  const double share =
      floor > 0 && bandwidth > 0 ? number("bytes_per_step") / bandwidth / floor : 1;
  return {phase.at("name").get<std::string>(), number("seconds_per_step"),
          std::clamp(share, 0.0, 1.0)};
}

Rates rates_of(const json& report, StepWork work) {
  Rates rates;
  const json& machine = report.at("machine");
  const double bandwidth = machine.at("triad_bytes_per_second").get<double>();
  rates.processor = machine.at("cpu").get<std::string>();
  rates.ranks = report.at("ranks").get<int>();
  rates.cores = rates.ranks * report.at("threads").get<int>();
  rates.on_devices = report.at("device").at("kind").get<std::string>() == "cuda";
  rates.bandwidth = rates.ranks * bandwidth;
  rates.work = std::move(work);
  for (const json& phase : report.at("phases")) add_phase(rates, phase_of(phase, bandwidth));
  for (const json& movement : report.at("transport")) {
    const auto number = [&](const char* key) {
      const json& value = movement.at(key);
      return value.is_null() ? 0.0 : value.get<double>();
    };
    rates.hidden[movement.at("name").get<std::string>()] =
        hidden_part(number("measured_seconds"), number("tried_seconds"), number("hidden_fraction"));
  }
  const json& seconds = report.at("seconds_per_step");
  const auto quantile = [&](const char* key) { return seconds.at(key).get<double>(); };
  rates.spread = spread_of(quantile("p10"), quantile("median"), quantile("p90"));
  return rates;
}

/// The name of how the run was split; empty where its solver knows one way only.
std::string split_of(const json& report) {
  const auto split = report.find("decomposition");
  return split == report.end() || split->is_null() ? "" : split->at("name").get<std::string>();
}

}  // namespace

Rates rates_of_report(const std::filesystem::path& file, const std::string& kind) {
  const std::string text = read_text(file);
  if (text.empty())
    throw InputError(fmt::format("--rates {}: there is no such file, or it is empty. Give the "
                                 "report.json of an earlier run.",
                                 file.string()));
  try {
    const json report = json::parse(text);
    if (const auto found = report.at("kind").get<std::string>(); found != kind)
      throw InputError(fmt::format("--rates {}: this run was of the solver \"{}\", the case is of "
                                   "\"{}\"",
                                   file.string(), found, kind));
    RunOptions options;
    options.case_file = file.parent_path() / "case.toml";
    options.device = "cpu";
    Setup setup = Setup::read(options, transport::Communicator::self());
    const StepModel model = Registry::instance().find(kind)->step_model(setup.input);
    const int ranks = report.at("ranks").get<int>();
    Rates rates = rates_of(
        report, work_of_run(model, {.nodes = 1, .ranks_per_node = ranks}, split_of(report)));
    rates.source = fmt::format("{}: {} ranks x {} threads", file.string(), ranks,
                               rates.cores / std::max(1, ranks));
    if (rates.phases.empty() || rates.bandwidth <= 0)
      throw InputError(fmt::format("--rates {}: the report has no phases of this solver or no "
                                   "bandwidth; run some steps first",
                                   file.string()));
    return rates;
  } catch (const json::exception& error) {
    throw InputError(
        fmt::format("--rates {}: this is no report.json: {}", file.string(), error.what()));
  }
}

}  // namespace thalweg::simulation
