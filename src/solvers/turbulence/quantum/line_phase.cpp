// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/quantum/line_phase.hpp"

#include <cmath>
#include <numbers>

namespace thalweg::turbulence {

namespace {

using std::numbers::pi;
using Wave = std::complex<double>;

Wave direction(const Wave& w) {
  const double size = std::abs(w);
  return size > 0 ? w / size : Wave(0, 0);
}

/// A coordinate in the box that repeats.
double in_box(double x, double length) { return x - length * std::floor(x / length); }

}  // namespace

LinePhase::LinePhase(const Parameters& p)
    : lines_(p.initial.vortex_lines), length_{p.length[0], p.length[1]} {
  double dipole[2] = {0, 0};
  for (VortexLine& line : lines_) {
    // Rows of images lie around the box.
    line.y = in_box(line.y, length_[1]);
    dipole[0] += line.sign * line.x;
    dipole[1] += line.sign * line.y;
  }
  // Across the box the phase turns by dipole / length in the mean. Whole turns may be taken off, as
  // they do not change any line: what is left depends on where lines are to each other alone.
  slope_[0] = 2 * pi * std::nearbyint(dipole[1] / length_[1]) / length_[0];
  slope_[1] = 2 * pi * std::remainder(dipole[0], length_[0]) / (length_[0] * length_[1]);
  // A row n of images adds exp(-2 pi n L_y / L_x) to what is nearest.
  constexpr double digits = 40;
  images_ = 2 + static_cast<int>(digits / (2 * pi * length_[1] / length_[0]));
}

/// The phase of theta_1 is that of rows of images, at distances L_y.
Wave LinePhase::at(double x, double y) const {
  Wave all = std::polar(1.0, -slope_[0] * x - slope_[1] * y);
  const double q2 = std::exp(-2 * pi * length_[1] / length_[0]);
  for (const VortexLine& line : lines_) {
    const Wave u = pi / length_[0] * Wave(x - line.x, y - line.y);
    Wave one = direction(std::sin(u));
    const Wave twice = 2.0 * std::cos(2.0 * u);
    double share = 1;
    for (int n = 1; n <= images_; ++n) {
      share *= q2;
      one *= direction(1.0 - share * twice + share * share);
    }
    all *= line.sign > 0 ? one : std::conj(one);
  }
  return all;
}

double LinePhase::distance(const VortexLine& line, double x, double y) const {
  return std::hypot(std::remainder(x - line.x, length_[0]), std::remainder(y - line.y, length_[1]));
}

}  // namespace thalweg::turbulence
