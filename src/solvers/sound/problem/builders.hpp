// SPDX-License-Identifier: Apache-2.0
// The forms of the solver in this binary: register.cpp adds those for the host at program start,
// the device half its own (factory.cpp).
#pragma once

#include "solvers/sound/problem/wave_solver.hpp"

namespace thalweg::sound {

using Builder = std::unique_ptr<WaveSolver> (*)(const Problem&, const Sensors&, SeriesSink*,
                                                const SolverOptions&,
                                                const transport::Communicator&);

/// device: "cpu" or "cuda". Returns true.
bool add_builder(const std::string& device, Builder builder);

}  // namespace thalweg::sound
