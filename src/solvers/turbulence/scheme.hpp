// SPDX-License-Identifier: Apache-2.0
// Low-storage Runge-Kutta schemes in 2N form (docs/theory/turbulence.md, section 5).
#pragma once

#include <string>
#include <vector>

namespace thalweg::turbulence {

/// One stage: dU <- a dU + dt N(U); U <- U + b dU; it starts at t + c dt.
struct Stage {
  double a, b, c;
};

/// nu k^2 dt up to which every scheme here is stable with an explicit viscous term alone.
inline constexpr double largest_viscous_step = 2;

/// The stages of rk2 (midpoint), rk3 (Williamson 1980) or rk4 (Carpenter & Kennedy 1994, 5 stages).
/// Throws UsageError for another name.
const std::vector<Stage>& scheme_stages(const std::string& name);
/// What the rate of each stage counts in the step: U(t + dt) = U + dt sum w_s R_s; their sum is 1.
std::vector<double> stage_weights(const std::vector<Stage>& stages);

}  // namespace thalweg::turbulence
