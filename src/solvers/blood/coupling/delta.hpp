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

/// The node in the middle of those in reach, or before it.
template <Delta delta>
TW_HD double middle_node_of(double place) {
  return std::floor(place + (support_of(delta) % 2 == 1 ? 0.5 : 0.0));
}

template <Delta delta>
TW_HD int first_node_of(double place) {
  return static_cast<int>(middle_node_of<delta>(place)) - (support_of(delta) - 1) / 2;
}

/// The cosine and the sine of a quarter turn times r, 0 <= r <= 1, to rounding: by their series
/// about its middle. Those of the standard library, which know all angles, take three times as
/// long.
struct QuarterTurn {
  double cosine, sine;

  TW_HD explicit QuarterTurn(double r) {
    const double angle = std::numbers::pi / 2 * (r - 0.5), square = angle * angle;
    double even = 1, odd = 1;
    TW_UNROLL
    for (int k = 16; k > 0; k -= 2) {
      even = 1 - square * (1.0 / (k * (k - 1))) * even;
      odd = 1 - square * (1.0 / (k * (k + 1))) * odd;
    }
    const double half = std::numbers::sqrt2 / 2;
    cosine = half * (even - angle * odd);
    sine = half * (even + angle * odd);
  }
};

/// (7.2) to (7.5), all nodes together: the roots in their branches are the same.
template <Delta delta>
TW_HD Weights<delta> weights_at(double place) {
  const double r = place - middle_node_of<delta>(place);
  const int first = first_node_of<delta>(place);
  if constexpr (delta == Delta::two_point) {
    return {first, {1 - r, r}};
  } else if constexpr (delta == Delta::three_point) {
    const double root = std::sqrt(1 - 3 * r * r);
    return {first, {(2 - 3 * r - root) / 6, (1 + root) / 3, (2 + 3 * r - root) / 6}};
  } else if constexpr (delta == Delta::four_point) {
    const double root = std::sqrt(1 + 4 * r * (1 - r)), near = 3 - 2 * r, far = 1 + 2 * r;
    return {first, {(near - root) / 8, (near + root) / 8, (far + root) / 8, (far - root) / 8}};
  } else {
    const QuarterTurn at(r);
    const double c = at.cosine, s = at.sine;
    return {first, {(1 - s) / 4, (1 + c) / 4, (1 + s) / 4, (1 - c) / 4}};
  }
}

}  // namespace TW_HALF

}  // namespace thalweg::blood
