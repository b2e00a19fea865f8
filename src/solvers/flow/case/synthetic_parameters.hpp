// SPDX-License-Identifier: Apache-2.0
// What a case says of turbulence that is made up.
#pragma once

#include "io/case/case.hpp"
#include "solvers/flow/synthetic/random_modes.hpp"

namespace thalweg::flow {

/// The keys behind `at`, such as "boundary.0.turbulence."; none where the case has none of them.
std::optional<SyntheticTurbulence> read_synthetic_turbulence(io::Case& input, const std::string& at,
                                                             bool is_flat);

}  // namespace thalweg::flow
