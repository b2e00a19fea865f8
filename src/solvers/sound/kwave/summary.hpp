// SPDX-License-Identifier: Apache-2.0
// What is said about a run as a whole: in the log before it starts, in the output when it is over.
#pragma once

#include "solvers/sound/kwave/log.hpp"
#include "solvers/sound/kwave/output.hpp"
#include "solvers/sound/kwave/watch.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::sound::kwave {

/// "Reading simulation configuration" and "Simulation details".
void describe(Log& log, const Input& input, const Options& options,
              const std::vector<Record>& records, int ranks);

/// Bytes in use at their peak: of all ranks together, and of the largest. Collective.
struct PeakMemory {
  double total, largest;
};
PeakMemory peak_memory(const transport::Communicator& comm);

/// The attributes on the machine, memory and time. Times are added to those of earlier legs, which
/// the output holds.
void write_summary(Output& output, const Times& times, const PeakMemory& memory, int ranks);

}  // namespace thalweg::sound::kwave
