// SPDX-License-Identifier: Apache-2.0
// report.json: what a run did, where its time went, and how far that is from the machine's floor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "simulation/checks/result.hpp"
#include "simulation/interface/simulation.hpp"
#include "simulation/setup/case_record.hpp"

namespace thalweg::simulation {

/// What came of time.until_steady.
struct SteadyState {
  double tolerance = 0;
  std::int64_t every_steps = 1;
  std::string quantity{};          // a column of the history; empty: the velocity field
  std::optional<double> change{};  // relative, over the last interval; none: there was none
  bool reached = false;
};

/// What the run loop knows and a solver does not.
struct RunFacts {
  std::string case_file, kind, title, precision, device, device_name;
  std::string status;  // "done", "stopped by SIGTERM", ...
  int ranks = 1, threads = 1;
  std::vector<double> step_seconds;     // averaged over ranks
  std::vector<double> phase_slowest{};  // seconds of each phase on the rank that took longest in it
  std::string profile{};                // the file of measurements that priced routes; empty: none
  double seconds_total = 0;
  double estimated_bytes = 0, peak_bytes = 0;  // of the rank with most
  std::vector<checks::Result> checks{};        // of rank 0
  std::vector<MadeChange> changes{};           // of the case, at restarts
  std::optional<SteadyState> steady{};         // where the case asks for it
  std::optional<SplitChoice> split{};          // of the case over ranks, where there are several
};

/// The phases of a solver with seconds averaged over ranks, so that they still add up to the step.
/// Collective.
std::vector<Phase> average_phases(std::vector<Phase> phases, const transport::Communicator& comm);

/// The seconds of the same phases, each on the rank that took longest in it. Collective.
std::vector<double> slowest_seconds(const std::vector<Phase>& phases,
                                    const transport::Communicator& comm);

/// Ranks end each step together; what their clocks differ by is averaged. Collective.
std::vector<double> average_steps(std::vector<double> seconds, const transport::Communicator& comm);

/// The value below which a fraction q of the values lies; 0 if there are none.
double quantile(std::vector<double> values, double q);

/// The least seconds per step that the machine allows, by the phases of so many steps.
double floor_per_step(const std::vector<Phase>& phases, std::size_t steps);

/// The text of report.json (docs/howto/output.md).
std::string report_json(const Simulation& simulation, const std::vector<Phase>& phases,
                        const RunFacts& facts);

}  // namespace thalweg::simulation
