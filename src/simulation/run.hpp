// SPDX-License-Identifier: Apache-2.0
// A run from its case file to its end: everything around the steps of a solver.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "simulation/simulation.hpp"

namespace thalweg::simulation {

/// What the command line says.
struct RunOptions {
  std::filesystem::path case_file;
  std::filesystem::path out{};          // empty: out/NAME
  std::vector<std::string> overrides;   // key.path=value
  std::string device = "auto";          // auto, cpu, cuda
  std::optional<std::int64_t> steps{};  // stop after this many steps of this process
  std::optional<int> member{};          // this member of the case's ensemble alone
  bool restart = false;
  std::filesystem::path restart_file{};  // empty: the newest intact one in the output folder
  bool force = false;
  bool quiet = false;
};

/// Run a case to its end; a case with a section [ensemble]: all its members. Collective. Returns
/// the exit status: 0, or 128 + signal where a signal stopped the run after a checkpoint. Throws
/// InputError before anything is written, and SimulationError, IoError, CommError, DeviceError
/// later.
int run(const RunOptions& options, const transport::Communicator& comm);

/// Run one member of an ensemble to its end, for ensemble_run.hpp, which has seen to the memory.
/// Collective over the ranks of the member; throws as run() does.
/// after_step: is told the fraction of the run that is done. Returns "done", "stopped by ...".
std::string run_member(const RunOptions& options, const transport::Communicator& comm,
                       const std::function<void(double)>& after_step);

/// out/NAME, or the folder that the options name.
std::filesystem::path output_path(const RunOptions& options, const io::Case& input);

/// Write OUT/case.toml. Collective; throws IoError.
void write_effective_case(const io::OutputFolder& folder, const io::Case& input,
                          const transport::Communicator& comm);

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
  MemoryEstimate memory;                   // an ensemble's: of the member that needs most
  std::optional<EnsembleSummary> ensemble{};
  double baseline_bytes = 0;  // what a process holds before the solver is built
  double available_bytes = 0;
  double peak_bytes() const;  // of the rank with most, on the host
};
/// Read and check a case as a run would, without running it. Throws InputError. Collective.
CheckResult check(const RunOptions& options, const transport::Communicator& comm);

}  // namespace thalweg::simulation
