// SPDX-License-Identifier: Apache-2.0
// report.json: what a run did, where its time went, and how far that is from the machine's floor.
#pragma once

#include <string>
#include <vector>

#include "simulation/simulation.hpp"

namespace thalweg::simulation {

/// What the run loop knows and a solver does not.
struct RunFacts {
  std::string case_file, kind, title, precision, device, device_name;
  std::string status;  // "done", "stopped by SIGTERM", ...
  int ranks = 1, threads = 1;
  std::vector<double> step_seconds;
  double seconds_total = 0;
  double estimated_bytes = 0, peak_bytes = 0;  // per rank
};

/// The text of report.json (design: docs/howto/output.md).
std::string report_json(Simulation& simulation, const RunFacts& facts);

}  // namespace thalweg::simulation
