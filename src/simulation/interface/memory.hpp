// SPDX-License-Identifier: Apache-2.0
// What memory there is and what a run takes, so that a run that cannot fit is refused before it
// starts and reports can compare the estimate with the truth.
#pragma once

#include <filesystem>
#include <string>

#include "simulation/interface/simulation.hpp"

namespace thalweg::simulation {

/// Bytes that this process has in memory now, and at most had. What ranks of a node share counts
/// once, divided among them.
double resident_bytes();
double peak_resident_bytes();
/// Bytes that the processes of this node may still take: MemAvailable, and what the limits of the
/// control groups (versions 1 and 2) leave. root: where /proc and /sys are, for tests.
double available_bytes(const std::filesystem::path& root = "/");

/// What this process holds before the solver is built, with what its libraries take when they are
/// first used: the code and buffers of HDF5, of MPI's files and of FFT planning.
double baseline_bytes();

/// What one rank takes beyond what it holds before the solver is built.
double new_bytes(const MemoryEstimate& estimate);

/// Throws InputError if the ranks of any node need more than it has free. What is left for each
/// rank of the node with least. Collective.
double require_memory(const MemoryEstimate& estimate, const transport::Communicator& comm);

/// "1.23 GiB".
std::string bytes_text(double bytes);

}  // namespace thalweg::simulation
