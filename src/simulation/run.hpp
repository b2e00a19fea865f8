// SPDX-License-Identifier: Apache-2.0
// What `thalweg run` and `thalweg check` do with a case.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulation/interface/simulation.hpp"
#include "simulation/setup/run_options.hpp"

namespace thalweg::simulation {

/// Run a case to its end; a case with a section [ensemble]: all its members. Collective. Returns
/// the exit status: 0, or 128 + signal where a signal stopped the run after a checkpoint. Throws
/// InputError before anything is written, and SimulationError, IoError, CommError, DeviceError
/// later.
int run(const RunOptions& options, const transport::Communicator& comm);

/// What `thalweg check` says about an ensemble.
struct EnsembleSummary {
  int members = 0, ranks_per_member = 1, groups = 1;  // groups: members that run at once
  std::string first, last;                            // what is set in these members
};

/// What `thalweg check` finds out about a case.
struct CheckResult {
  std::string title, kind, precision, device, effective_toml;
  int ranks = 1;
  std::vector<std::string> decomposition;  // lines of text by the solver
  std::optional<SplitChoice> split{};      // of several ways, the one of a run
  MemoryEstimate memory;                   // an ensemble's: of the member that needs most
  std::optional<EnsembleSummary> ensemble{};
  double baseline_bytes = 0;  // what a process holds before the solver is built
  double available_bytes = 0;
  double peak_bytes() const;  // of the rank with most, on the host
};
/// Read and check a case as a run would, without running it. Ranks that would stay idle in an
/// ensemble are not told what the case is. Throws InputError. Collective.
CheckResult check(const RunOptions& options, const transport::Communicator& comm);

}  // namespace thalweg::simulation
