// SPDX-License-Identifier: Apache-2.0
// How long a step takes on other numbers of nodes of a machine: what each rank computes, at rates
// measured here and scaled by memory bandwidth, and what every movement costs by the machine's
// profile. docs/howto/predict.md.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simulation/prediction/rates.hpp"
#include "transport/profile/profile.hpp"

namespace thalweg::simulation {

/// The machine to predict for, and how it is used.
struct Target {
  transport::Profile profile;
  std::string name;
  int ranks_per_node = 1;
  int devices_per_node = 0;         // that compute; 0: the processors do
  bool is_this_machine = false;     // the rates were measured on a node of it, on all cores
  std::optional<double> overlap{};  // fraction of messages hidden behind work; else as measured

  /// Bytes per second of what computes on one node; 0: the profile does not say.
  double bandwidth() const;
  /// Of the processors of a node, whatever computes.
  double host_bandwidth() const { return profile.node.triad_bytes_per_second; }
};

/// A movement of a step [s].
struct PredictedMovement {
  std::string name, behind, route, basis;
  double seconds = 0, low = 0, high = 0;  // of all its exchanges, alone
  double hidden = 0;                      // of them, behind work
  double copies = 0;                      // of `seconds`, between devices and the host
  double latency = 0;                     // of `seconds`, what messages without bytes would take
  double bytes = 0, messages = 0;         // of all ranks

  double exposed() const { return seconds - hidden; }
};

/// A step on some nodes [s]. With a note there is no prediction, and the note says why.
struct PredictedStep {
  int nodes = 1, ranks = 1;
  std::string note;
  std::vector<std::pair<std::string, double>> phases;
  std::vector<PredictedMovement> movements;
  double other = 0, reductions = 0;
  double seconds = 0, low = 0, high = 0;
  double efficiency = 0;                   // against the first row that has a prediction
  std::vector<std::string> assumptions{};  // of the model
  std::vector<std::string> settings{};     // weak scaling: what makes the case larger
  std::string limit;                       // what takes most of the step, and why
  /// The ways to split the case over these ranks that were priced, and the seconds of each; this
  /// step is that of `split`, the fastest.
  std::vector<std::pair<std::string, double>> splits{};
  std::string split{};
  /// The way that a run on the target takes by itself: the cheapest by the profile alone.
  std::string split_of_run{};

  double compute() const;
};

/// By what the measured seconds of a phase are multiplied for the target's bandwidth.
double bandwidth_scale(const Rates& rates, const Target& target);

/// Throws InputError if no number of nodes can be predicted, naming why.
std::vector<PredictedStep> predict_steps(const StepModel& model, const Rates& rates,
                                         const Target& target, const std::vector<int>& nodes);

/// A case for some number of nodes, and the settings that make it from another one.
struct SizedModel {
  StepModel model;
  std::vector<std::string> settings;
};
/// Weak scaling: a case of its own for each number of nodes, asked for in turn. Efficiency is the
/// time of the first step over that of each. Throws what predict_steps() throws.
std::vector<PredictedStep> predict_weak_steps(const std::function<SizedModel(int)>& model_on,
                                              const Rates& rates, const Target& target,
                                              const std::vector<int>& nodes);

}  // namespace thalweg::simulation
