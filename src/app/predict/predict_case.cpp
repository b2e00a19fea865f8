// SPDX-License-Identifier: Apache-2.0
#include "app/predict/predict_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>

#include "app/predict/prediction_text.hpp"
#include "base/error.hpp"
#include "base/user_files.hpp"
#include "io/files/together.hpp"
#include "simulation/setup/setup.hpp"
#include "transport/machine/topology.hpp"

namespace thalweg::app {

namespace {

using namespace simulation;
using transport::Profile;

/// The profile that was named, or the one that was measured of this machine: by as many ranks as
/// there are here, or as `thalweg probe` starts alone, one on each core.
Profile profile_of(const std::string& word, const transport::Communicator& comm) {
  if (!word.empty()) return transport::profile_named(word);
  transport::Texts here = transport::fingerprint(transport::Topology::discover(comm));
  std::string why_not;
  const auto kept = [&] { return transport::find_profile(here, &why_not); };
  if (const auto profile = kept()) return *profile;
  here["ranks_per_node"] = here["cores"];
  if (const auto profile = kept()) return *profile;
  throw InputError(fmt::format(
      "--profile is missing, and no profile of this machine is kept{}. Measure it with `thalweg "
      "probe`, or name a profile: {}. Nothing was run.",
      why_not.empty() ? "" : " (" + why_not + ")", fmt::join(transport::shipped_names(), ", ")));
}

/// Refuses more ranks than an int counts, as MPI does.
void require_countable(const std::vector<int>& nodes, int ranks_per_node) {
  for (const int n : nodes)
    if (std::int64_t{n} * ranks_per_node > std::numeric_limits<int>::max())
      throw InputError(fmt::format(
          "--nodes {} and --ranks-per-node {}: these are {} ranks, and MPI "
          "counts up to {}. Nothing was run.",
          n, ranks_per_node, std::int64_t{n} * ranks_per_node, std::numeric_limits<int>::max()));
}

StepModel model_of(Setup& setup) {
  const auto& make = Registry::instance().find(setup.kind)->step_model;
  if (!make)
    throw InputError(
        fmt::format("the solver \"{}\" cannot be predicted yet. Nothing was run.", setup.kind));
  return make(setup.input);
}

/// Before anything is measured: whether the case can grow.
void require_growth(const StepModel& model, const std::string& kind) {
  if (!model.grown)
    throw InputError(fmt::format("--weak: cases of the solver \"{}\" do not grow by themselves. "
                                 "Give a larger case for each number of nodes. Nothing was run.",
                                 kind));
  model.grown(2);
}

/// The case as it is on one node, N times as large on N nodes.
std::vector<PredictedStep> weak_steps(const RunOptions& run, const StepModel& on_one,
                                      const Rates& rates, const Target& target,
                                      const std::vector<int>& nodes,
                                      const transport::Communicator& comm) {
  const auto model_on = [&](int n) -> SizedModel {
    if (n == 1) return {on_one, {}};
    RunOptions larger = run;
    const std::vector<std::string> settings = on_one.grown(n);
    larger.overrides.insert(larger.overrides.end(), settings.begin(), settings.end());
    Setup setup = Setup::read(larger, comm);
    return {model_of(setup), settings};
  };
  return predict_weak_steps(model_on, rates, target, nodes);
}

}  // namespace

Target target_of(const PredictOptions& options, Profile profile) {
  Target target;
  target.name = options.profile.empty() ? "this machine" : options.profile;
  target.devices_per_node = options.gpus_per_node.value_or(profile.node.devices);
  if (target.devices_per_node > profile.node.devices)
    throw InputError(fmt::format("--gpus-per-node {}: a node of {} has {}", target.devices_per_node,
                                 target.name, profile.node.devices));
  const int usual = target.devices_per_node > 0 ? target.devices_per_node : profile.node.ranks;
  target.ranks_per_node = options.ranks_per_node.value_or(usual);
  require_countable(options.nodes, target.ranks_per_node);
  // A rank uses one device.
  target.devices_per_node = std::min(target.devices_per_node, target.ranks_per_node);
  target.overlap = options.overlap;
  target.profile = std::move(profile);
  return target;
}

bool are_rates_of(const Target& target, const Rates& rates) {
  const auto text = [&](const char* key) {
    const auto found = target.profile.fingerprint.find(key);
    return found == target.profile.fingerprint.end() ? std::string() : found->second;
  };
  return target.devices_per_node == 0 && !rates.on_devices &&
         text("processor") == rates.processor && text("cores") == std::to_string(rates.cores);
}

void predict_case(const RunOptions& run, const PredictOptions& options,
                  const transport::Communicator& comm) {
  Target target = target_of(options, profile_of(options.profile, comm));
  Setup setup = Setup::read(run, comm);
  const StepModel model = model_of(setup);
  if (options.weak) require_growth(model, setup.kind);
  if (!options.out.empty()) io::on_root(comm, [&] { require_writable(options.out); });
  const Rates rates =
      options.rates.empty() ? measure_rates(run, comm) : rates_of_report(options.rates, setup.kind);
  target.is_this_machine = are_rates_of(target, rates);
  std::vector<PredictedStep> steps =
      options.weak ? weak_steps(run, model, rates, target, options.nodes, comm)
                   : predict_steps(model, rates, target, options.nodes);
  const Prediction prediction{setup.title, setup.kind, setup.precision, run.case_file.string(),
                              target,      rates,      options.weak,    std::move(steps)};
  io::on_root(comm, [&] {
    std::fputs(prediction_text(prediction).c_str(), stdout);
    if (options.out.empty()) return;
    write_whole(options.out, prediction_json(prediction));
    std::fputs(fmt::format("\nin {}; draw it with:  thalweg report {}\n", options.out, options.out)
                   .c_str(),
               stdout);
  });
}

}  // namespace thalweg::app
