// SPDX-License-Identifier: Apache-2.0
// Runs a program that may crash or hang in a process of its own, as if no launcher had started it.
#pragma once

#include <string>
#include <vector>

namespace thalweg::transport {

struct TrialOutcome {
  bool passed = false;
  std::string what;  // "passed", "ended with status 1", "crashed (Segmentation fault)", ...
  std::string said;  // what the child wrote
};

/// Start `words` (program first) and wait for at most so many seconds; then end it. What it writes
/// is read, errors are not; what processes that it has left behind write is lost.
TrialOutcome try_in_child(const std::vector<std::string>& words, double seconds);

/// The entries of an environment without those by which a launcher tells an MPI process its place,
/// so that the process starts alone. Settings of the user's stay.
std::vector<std::string> without_launcher(const std::vector<std::string>& environment);

/// Whether an environment is that of a process which SLURM's srun started, not an mpirun within its
/// allocation. A child of such a process has nothing that could start processes for it.
bool is_of_srun(const std::vector<std::string>& environment);

/// The entries of this process's environment.
std::vector<std::string> environment_here();

}  // namespace thalweg::transport
