// SPDX-License-Identifier: Apache-2.0
// Regularised delta functions: what carries velocity from lattice nodes to a vertex, and its force
// back. docs/theory/blood.md, section 7.
#pragma once

#include <cmath>
#include <numbers>

#include "base/portable.hpp"

namespace thalweg::blood {

/// two_point: linear. three_point: A. M. Roma, C. S. Peskin, M. J. Berger, J. Comput. Phys. 153
/// (1999). four_point: C. S. Peskin, Acta Numerica 11 (2002). cosine: the paper's, which does not
/// carry linear fields exactly.
enum class Delta { two_point, three_point, four_point, cosine };

/// Nodes along each axis.
constexpr int support_of(Delta delta) {
  if (delta == Delta::two_point) return 2;
  return delta == Delta::three_point ? 3 : 4;
}

/// The mean over nodes of |x|/2 across a membrane, for forces that are spread likewise: of a kink
/// of height 1 at the membrane this is what a vertex sees in place of 0, in spacings. (7.9)
constexpr double mean_kink_of(Delta delta) {
  if (delta == Delta::two_point) return 7.0 / 30;
  if (delta == Delta::three_point) return 0.3116;
  return delta == Delta::four_point ? 0.4137 : 0.4134;
}

/// The speed that the lattice does not give to a membrane that pushes along its normal in waves: in
/// spacings times pressure over viscosity, of the wave that misses most. (7.17)
constexpr double missing_mobility_of(Delta delta) {
  if (delta == Delta::two_point) return 0.0780;
  return delta == Delta::three_point ? 0.1040 : 0.1382;
}

inline namespace TW_HALF {

/// The nodes first, first + 1, ... along an axis, and the weight of each.
template <Delta delta>
struct Weights {
  int first;
  double of[support_of(delta)];
};

/// (7.2) to (7.5), all nodes together: the roots in their branches are the same.
template <Delta delta>
TW_HD Weights<delta> weights_at(double place) {
  constexpr int support = support_of(delta);
  const double base = std::floor(place + (support % 2 == 1 ? 0.5 : 0.0)), r = place - base;
  const int first = static_cast<int>(base) - (support - 1) / 2;
  if constexpr (delta == Delta::two_point) {
    return {first, {1 - r, r}};
  } else if constexpr (delta == Delta::three_point) {
    const double root = std::sqrt(1 - 3 * r * r);
    return {first, {(2 - 3 * r - root) / 6, (1 + root) / 3, (2 + 3 * r - root) / 6}};
  } else if constexpr (delta == Delta::four_point) {
    const double root = std::sqrt(1 + 4 * r * (1 - r)), near = 3 - 2 * r, far = 1 + 2 * r;
    return {first, {(near - root) / 8, (near + root) / 8, (far + root) / 8, (far - root) / 8}};
  } else {
    const double c = std::cos(std::numbers::pi / 2 * r), s = std::sin(std::numbers::pi / 2 * r);
    return {first, {(1 - s) / 4, (1 + c) / 4, (1 + s) / 4, (1 - c) / 4}};
  }
}

}  // namespace TW_HALF

}  // namespace thalweg::blood
