// SPDX-License-Identifier: Apache-2.0
// Flows and forces of a few modes. Each is a call of modes.set(component, mx, my, mz, amplitude),
// mx >= 0, for every mode that is not zero: components count from that of x.
#pragma once

#include <array>

#include "base/complex.hpp"

namespace thalweg::turbulence::shapes {

/// u = U (sin mx cos my cos mz, -cos mx sin my cos mz, 0), x, y, z scaled to the box. (6.1)
template <class Modes>
void taylor_green(double amplitude, int m, const std::array<double, 3>& length,
                  const Modes& modes) {
  // The v component carries L_y / L_x so that the field has no divergence in any box.
  const double u = -amplitude / 8, v = -u * length[1] / length[0];
  for (const int my : {-1, 1})
    for (const int mz : {-1, 1}) {
      modes.set(0, m, m * my, m * mz, {0, u});
      modes.set(1, m, m * my, m * mz, {0, v * my});
    }
}

/// u = (A sin kz + C cos ky, B sin kx + A cos kz, C sin ky + B cos kx): omega = k u in a cube.
/// (6.2)
template <class Modes>
void abc(const std::array<double, 3>& amplitudes, int m, const Modes& modes) {
  const auto [a, b, c] = amplitudes;
  for (const int sign : {-1, 1}) {
    modes.set(0, 0, 0, sign * m, {0, -sign * a / 2});
    modes.set(0, 0, sign * m, 0, {c / 2, 0});
    modes.set(1, 0, 0, sign * m, {a / 2, 0});
    modes.set(2, 0, sign * m, 0, {0, -sign * c / 2});
  }
  modes.set(1, m, 0, 0, {0, -b / 2});
  modes.set(2, m, 0, 0, {b / 2, 0});
}

/// u = U (sin my, 0, 0), y scaled to the box. (11.1)
template <class Modes>
void kolmogorov(double amplitude, int m, const Modes& modes) {
  for (const int sign : {-1, 1}) modes.set(0, 0, sign * m, 0, {0, -sign * amplitude / 2});
}

/// u = U (-2 sin y, 2 sin x, 0), b = 0.8 U (-2 sin 2y + sin z, 2 sin x + sin z, sin x + sin y), x,
/// y, z scaled to the box; b has the components 3 to 5. (6.8)
template <class Modes>
void orszag_tang(double amplitude, const Modes& modes) {
  // sin is -i / 2 at a mode and its conjugate at the opposite one. No component depends on its own
  // direction, so there is no divergence in any box.
  const double u = amplitude, b = 0.8 * u;
  const auto sine = [&](int c, int mx, int my, int mz, double size) {
    modes.set(c, mx, my, mz, {0, -size / 2});
    if (mx == 0) modes.set(c, 0, -my, -mz, {0, size / 2});
  };
  sine(0, 0, 1, 0, -2 * u);
  sine(1, 1, 0, 0, 2 * u);
  sine(3, 0, 2, 0, -2 * b);
  sine(3, 0, 0, 1, b);
  sine(4, 1, 0, 0, 2 * b);
  sine(4, 0, 0, 1, b);
  sine(5, 1, 0, 0, b);
  sine(5, 0, 1, 0, b);
}

}  // namespace thalweg::turbulence::shapes
