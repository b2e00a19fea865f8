// SPDX-License-Identifier: Apache-2.0
// What one step of a case asks of each rank, from its layout alone: the input of predictions
// (prediction/prediction.hpp). Nothing is run and nothing large is allocated.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "transport/machine/placement.hpp"

namespace thalweg::simulation {

/// A phase of a step that computes, by the name that reports give it; [rank], per step.
struct PhaseWork {
  std::string name;
  std::vector<double> bytes;  // that must pass through memory
  /// What it computes, in a unit of its own that is the same on every rank and for every grid: for
  /// transforms n log2 n of each line, for an update of sites or cells their number. Predictions
  /// take ratios to a measured run alone.
  std::vector<double> operations;
  /// How often it is done in a step; below 1, what is measured is one time of it.
  double per_step = 1;
  bool is_on_host = false;  // on processors, also where ranks compute on devices
};

/// A movement of a step: the exact message lists of the real decomposition.
struct MovementWork {
  std::string name;    // as reports give it
  std::string behind;  // the phase that computes while it travels; empty: none
  double per_step = 1;
  std::vector<transport::RankLoads> chunks;  // [chunk][rank], of one exchange
  /// As profiles name it: "transpose", whose chunks leave as the phase makes them, so that the last
  /// hides behind nothing; "halo" or "migration", which travel while the phase works on what does
  /// not need them.
  std::string kind = "transpose";
  std::string route{};  // of this kind of movement, where the case says so; empty: StepModel::route
};

struct StepWork {
  std::vector<PhaseWork> phases;
  std::vector<MovementWork> movements;
  double reductions = 0;  // of a number or two over all ranks
};

/// A way to split a case over ranks.
struct Split {
  std::string name;
  std::function<StepWork()> work;
};

/// A case as predictions see it.
struct StepModel {
  int largest_rank_count = 1;
  std::string route;  // transport.route of the case
  /// As a run splits it, for at most largest_rank_count ranks.
  std::function<StepWork(const transport::Placement&)> work;
  /// Settings (key=value) that make the case small enough for a short measurement of its phases;
  /// empty: it is as it is.
  std::vector<std::string> sample;
  /// Settings for so many times the work, for weak scaling; none: the solver knows of none. Throws
  /// InputError for a case that cannot grow.
  std::function<std::vector<std::string>(double)> grown{};
  /// What of the work is assumed, in words.
  std::vector<std::string> assumptions{};
  /// Where a case can be split in several ways: those that are worth pricing, that of `work` first;
  /// none: so many ranks cannot be used, and refusal() says why.
  std::function<std::vector<Split>(const transport::Placement&)> splits{};
  std::function<std::string(const transport::Placement&)> refusal{};
};

}  // namespace thalweg::simulation
