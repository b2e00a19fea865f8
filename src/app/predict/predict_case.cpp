// SPDX-License-Identifier: Apache-2.0
#include "app/predict/predict_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "app/predict/prediction_text.hpp"
#include "base/error.hpp"
#include "base/user_files.hpp"
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
  if (auto kept = transport::find_profile(here)) return *kept;
  here["ranks_per_node"] = here["cores"];
  if (auto kept = transport::find_profile(here, &why_not)) return *kept;
  throw InputError(fmt::format(
      "--profile is missing, and no profile of this machine is kept{}. Measure it with `thalweg "
      "probe`, or name a profile: {}. Nothing was run.",
      why_not.empty() ? "" : " (" + why_not + ")", fmt::join(transport::shipped_names(), ", ")));
}

/// Whether the rates were measured on a node like the profile's, by all of its cores.
bool is_machine_of(const Rates& rates, const Profile& profile) {
  const auto text = [&](const char* key) {
    const auto found = profile.fingerprint.find(key);
    return found == profile.fingerprint.end() ? std::string() : found->second;
  };
  return text("processor") == rates.processor && text("cores") == std::to_string(rates.cores);
}

Target target_of(const PredictOptions& options, const Rates& rates, Profile profile) {
  Target target;
  target.name = options.profile.empty() ? "this machine" : options.profile;
  target.devices_per_node = options.gpus_per_node.value_or(profile.node.devices);
  if (target.devices_per_node > profile.node.devices)
    throw InputError(fmt::format("--gpus-per-node {}: a node of {} has {}", target.devices_per_node,
                                 target.name, profile.node.devices));
  const int usual = target.devices_per_node > 0 ? target.devices_per_node : profile.node.ranks;
  target.ranks_per_node = options.ranks_per_node.value_or(usual);
  // A rank uses one device.
  target.devices_per_node = std::min(target.devices_per_node, target.ranks_per_node);
  target.is_this_machine = target.devices_per_node == 0 && is_machine_of(rates, profile);
  target.overlap = options.overlap;
  target.profile = std::move(profile);
  return target;
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

void predict_case(const RunOptions& run, const PredictOptions& options,
                  const transport::Communicator& comm) {
  const Profile profile = profile_of(options.profile, comm);
  Setup setup = Setup::read(run, comm);
  const StepModel model = model_of(setup);
  if (options.weak) require_growth(model, setup.kind);
  const Rates rates =
      options.rates.empty() ? measure_rates(run, comm) : rates_of_report(options.rates, setup.kind);
  const Target target = target_of(options, rates, profile);
  std::vector<PredictedStep> steps =
      options.weak ? weak_steps(run, model, rates, target, options.nodes, comm)
                   : predict_steps(model, rates, target, options.nodes);
  const Prediction prediction{setup.title, setup.kind, setup.precision, run.case_file.string(),
                              target,      rates,      options.weak,    std::move(steps)};
  if (!comm.is_root()) return;
  if (!options.out.empty()) write_whole(options.out, prediction_json(prediction));
  std::fputs(prediction_text(prediction).c_str(), stdout);
  if (!options.out.empty())
    std::fputs(fmt::format("\nin {}; draw it with:  thalweg report {}\n", options.out, options.out)
                   .c_str(),
               stdout);
}

}  // namespace thalweg::app
