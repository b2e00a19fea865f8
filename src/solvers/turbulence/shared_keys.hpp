// SPDX-License-Identifier: Apache-2.0
// Readers of keys that starts of several kinds have.
#pragma once

#include <cstdint>

#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

std::uint64_t read_seed(io::Case& input);
/// initial.mode and initial.standing of a plane wave.
void read_wave(io::Case& input, const Parameters& p, Initial& initial);

}  // namespace thalweg::turbulence
