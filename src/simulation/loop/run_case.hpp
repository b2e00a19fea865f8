// SPDX-License-Identifier: Apache-2.0
// One run of a case, from its set-up to its report: everything around the steps of a solver.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "simulation/loop/loop.hpp"
#include "simulation/setup/run_options.hpp"

namespace thalweg::simulation {

/// Run a case, or the member of an ensemble that the options name, to its end. Collective. Throws
/// InputError before anything is written, and SimulationError, IoError, CommError, DeviceError
/// later.
LoopEnd run_case(const RunOptions& options, const transport::Communicator& comm);

/// Run one member of an ensemble to its end, for ensemble/run.hpp, which has seen to the memory.
/// Collective over the ranks of the member; throws as run_case() does.
/// after_step: is told the fraction of the run that is done. Returns "done", "stopped by ...". A
/// checkpoint at the very end of the run is gone on from: what the run had still to write is
/// written. Throws InputError for one behind it.
std::string run_member(const RunOptions& options, const transport::Communicator& comm,
                       const std::function<void(double)>& after_step);

/// out/NAME, or the folder that the options name; of a member its place in there.
std::filesystem::path output_path(const RunOptions& options, const io::Case& input);

/// Write OUT/case.toml. Collective; throws IoError.
void write_effective_case(const io::OutputFolder& folder, const io::Case& input,
                          const transport::Communicator& comm,
                          const std::vector<MadeChange>& changes = {});

}  // namespace thalweg::simulation
