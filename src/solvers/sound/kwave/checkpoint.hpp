// SPDX-License-Identifier: Apache-2.0
// Checkpoints of k-Wave's compiled programs: the state at a step, in one HDF5 file, written under a
// temporary name and then renamed.
#pragma once

#include "solvers/sound/kwave/input.hpp"
#include "solvers/sound/kwave/options.hpp"
#include "solvers/sound/problem/wave_solver.hpp"

namespace thalweg::sound::kwave {

/// Writes the options' file. Collective; rank 0 writes. Throws IoError.
void write_checkpoint(const Options& options, const Input& input, const WaveSolver& solver,
                      const transport::Communicator& comm);

/// Bring a solver to the state of the checkpoint. Collective. Throws InputError that says what does
/// not belong to this run.
void read_checkpoint(const Options& options, const Input& input, WaveSolver& solver,
                     const transport::Communicator& comm);

}  // namespace thalweg::sound::kwave
