// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/packing/rounded_disc.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"

namespace thalweg::blood {

namespace {

/// The least that holds the places with this rounding, which is not less than any |z|.
RoundedDisc with_rounding(double rounding, const std::vector<geometry::Vector>& surface) {
  double core = 0;
  for (const geometry::Vector& p : surface)
    core = std::max(core, std::hypot(p[0], p[1]) -
                              std::sqrt(std::max(0.0, rounding * rounding - p[2] * p[2])));
  return {core, rounding};
}

}  // namespace

double RoundedDisc::volume() const {
  constexpr double pi = std::numbers::pi;
  const double a = core, b = rounding;
  return 2 * pi * a * a * b + pi * pi * a * b * b + 4 * pi / 3 * b * b * b;  // Steiner's formula
}

RoundedDisc bounding_disc(const std::vector<geometry::Vector>& surface) {
  double thinnest = 0, thickest = 0;  // the latter is the ball about all
  for (const geometry::Vector& p : surface) {
    thinnest = std::max(thinnest, std::abs(p[2]));
    thickest = std::max(thickest, std::hypot(p[0], p[1], p[2]));
  }
  TW_CHECK(thickest > 0, "a surface has places other than the origin");
  // Volume is no convex function of the rounding. 1000 trials come within 0.1 % of the least.
  constexpr int trials = 1000;
  RoundedDisc best{0, thickest};
  for (int n = 0; n < trials; ++n) {
    const double rounding = thinnest + n * (thickest - thinnest) / trials;
    const RoundedDisc disc = with_rounding(rounding, surface);
    if (disc.volume() < best.volume()) best = disc;
  }
  return best;
}

}  // namespace thalweg::blood
