// SPDX-License-Identifier: Apache-2.0
// What memory there is and what a run takes, so that a run that cannot fit is refused before it
// starts and reports can compare the estimate with the truth.
#pragma once

#include "simulation/simulation.hpp"

namespace thalweg::simulation {

/// Bytes this process has in memory now, and at most had.
double resident_bytes();
double peak_resident_bytes();
/// Bytes that the processes of this node may still take (MemAvailable, and the cgroup's limit).
double available_bytes();

/// What one rank will hold at its peak: what is loaded now, and the largest estimate of any rank.
/// Collective.
double estimated_peak_bytes(const MemoryEstimate& estimate, const transport::Communicator& comm);

/// Throws InputError if the ranks of this node need more than is available. Collective.
void require_memory(const MemoryEstimate& estimate, const transport::Communicator& comm);

/// "1.23 GiB".
std::string bytes_text(double bytes);

}  // namespace thalweg::simulation
