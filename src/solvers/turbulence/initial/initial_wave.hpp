// SPDX-License-Identifier: Apache-2.0
// One plane wave of the linear part of a set, which is a solution of the whole equations: it does
// not vary in the direction it moves the fluid in (docs/theory/turbulence.md, section 6).
#pragma once

#include <vector>

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/initial/mode_writer.hpp"

namespace thalweg::turbulence {

struct PlaneWave {
  std::vector<Amplitude> amplitude;  // by component of the set: that of exp(i k . x)
  double frequency;                  // the wave goes as exp(i (k . x + frequency t)) [1/time]
};

/// Inertial, internal gravity or Alfven wave, whistler or ion-cyclotron wave of initial.mode:
/// travelling, or with the velocity alone, which makes two that run against each other. (6.9) to
/// (6.12)
PlaneWave plane_wave(const Parameters& parameters, const SetDescription& set);

template <class Real>
void set_wave(const Parameters& p, const SetDescription& set, const ModeWriter<Real>& modes) {
  const PlaneWave wave = plane_wave(p, set);
  const auto [x, y, z] = p.initial.mode;
  for (int c = 0; c < set.components; ++c) {
    const Amplitude a = wave.amplitude[static_cast<std::size_t>(c)];
    modes.set(c, x, y, z, a);
    if (x == 0) modes.set(c, -x, -y, -z, conjugate(a));
  }
}

}  // namespace thalweg::turbulence
