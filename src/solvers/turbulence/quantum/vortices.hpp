// SPDX-License-Identifier: Apache-2.0
// Starts with quantum vortices, point by point, on the host (docs/theory/turbulence.md, (12.14) to
// (12.17)).
#pragma once

#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Whether the start of a wave function is given at points, not by its modes.
bool is_made_of_points(const Parameters& parameters);

/// psi at the layout's points: (z, y, x, real or imaginary part).
template <class Real>
void set_vortices(const Parameters& parameters, const fft::Layout& layout, Real* psi);

/// How often (12.17) takes its power: a quarter of the lines that carry the circulation of a vortex
/// of Taylor and Green, as a number that need not be whole.
double lines_of_taylor_green(const Parameters& parameters);

/// h of (12.13), for which the explicit part is stable.
double relaxation_step(const Parameters& parameters);

}  // namespace thalweg::turbulence
