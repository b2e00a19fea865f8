// SPDX-License-Identifier: Apache-2.0
// How fast the phases of a case's step compute, as measured here or in an earlier run.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "simulation/interface/simulation.hpp"
#include "simulation/interface/step_work.hpp"
#include "simulation/setup/run_options.hpp"

namespace thalweg::simulation {

/// A phase as measured.
struct MeasuredPhase {
  std::string name;
  double seconds = 0;       // per step, mean over ranks
  double memory_share = 1;  // of its floor: moving bytes, the rest being transforms
};

struct Rates {
  std::string source;  // what was measured and where, in words
  std::string processor;
  int cores = 1;  // that were at work
  bool on_devices = false;
  int ranks = 1;
  double bandwidth = 0;  // of all ranks together, triad [bytes/s]
  std::vector<MeasuredPhase> phases;
  StepWork work;                         // of the step that was measured
  double other_seconds = 0;              // of phases that are taken not to divide among ranks
  double spread = 0;                     // standard deviation of a step's time over its median
  std::map<std::string, double> hidden;  // by movement: the fraction hidden behind the work
};

/// Add a phase: to those whose work is known, or to the rest of the step; waiting for messages, and
/// what happens once or between steps, is no part of computing.
void add_phase(Rates& rates, const MeasuredPhase& phase);

/// A standard deviation, over the median.
double spread_of(double p10, double median, double p90);

/// The fraction of a movement's time that work hides: against the exchange alone where that was
/// tried (seconds per step), else as the run saw it, which takes all of the time under way for
/// messages' time.
double hidden_part(double waited, double tried, double seen);

/// Run a few steps of the case, or of a smaller one where it is large. Collective; throws as run()
/// does before its first step.
Rates measure_rates(const RunOptions& options, const transport::Communicator& comm);

/// From the report.json of an earlier run of the same kind of case, whose effective case lies
/// beside it. Throws InputError where the file is none or of another solver. Each rank reads it.
Rates rates_of_report(const std::filesystem::path& file, const std::string& kind);

}  // namespace thalweg::simulation
