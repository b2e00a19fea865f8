// SPDX-License-Identifier: Apache-2.0
// Two straight vortices with Gaussian cores (docs/theory/turbulence.md, (6.15)).
#pragma once

#include <cmath>
#include <numbers>

#include "solvers/turbulence/initial/mode_writer.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Read the keys of initial.kind = "vortex-pair"; mistakes go to the case.
void read_vortex_pair(io::Case& input, const Parameters& parameters, Initial& initial);

/// The vorticity's mode (mx, my, 0) of both, along z. (6.15)
Amplitude pair_vorticity(const Parameters& parameters, int mx, int my);

template <class Real>
void set_vortex_pair(const Parameters& p, const ModeWriter<Real>& modes) {
  const double x = 2 * std::numbers::pi / p.length[0], y = 2 * std::numbers::pi / p.length[1];
  modes.for_each([&](int mx, int my, int mz) {
    if (mz != 0 || (mx == 0 && my == 0)) return;
    const double kx = mx * x, ky = my * y;
    const Amplitude stream = (1 / (kx * kx + ky * ky)) * pair_vorticity(p, mx, my);
    modes.set(0, mx, my, 0, times_i(ky * stream));
    modes.set(1, mx, my, 0, times_i(-kx * stream));
  });
}

}  // namespace thalweg::turbulence
