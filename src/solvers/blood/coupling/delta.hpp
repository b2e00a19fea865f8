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

inline namespace TW_HALF {

/// phi at a distance, in spacings. (7.2) to (7.5)
template <Delta delta>
TW_HD double phi(double distance) {
  const double r = std::abs(distance);
  if constexpr (delta == Delta::two_point) {
    return 1 - r;
  } else if constexpr (delta == Delta::three_point) {
    const double inner = 1 - 3 * r * r, outer = -2 + 6 * r - 3 * r * r;
    return r <= 0.5 ? (1 + std::sqrt(inner)) / 3
                    : (5 - 3 * r - std::sqrt(outer > 0 ? outer : 0)) / 6;
  } else if constexpr (delta == Delta::four_point) {
    const double inner = 1 + 4 * r - 4 * r * r, outer = -7 + 12 * r - 4 * r * r;
    return r <= 1 ? (3 - 2 * r + std::sqrt(inner)) / 8
                  : (5 - 2 * r - std::sqrt(outer > 0 ? outer : 0)) / 8;
  } else {
    return (1 + std::cos(std::numbers::pi / 2 * r)) / 4;
  }
}

/// The nodes first, first + 1, ... along an axis, and the weight of each.
template <Delta delta>
struct Weights {
  int first;
  double of[support_of(delta)];
};

template <Delta delta>
TW_HD Weights<delta> weights_at(double place) {
  constexpr int support = support_of(delta);
  Weights<delta> w{};
  w.first =
      static_cast<int>(std::floor(place + (support % 2 == 1 ? 0.5 : 0.0))) - (support - 1) / 2;
  TW_UNROLL
  for (int k = 0; k < support; ++k) w.of[k] = phi<delta>(place - (w.first + k));
  return w;
}

}  // namespace TW_HALF

}  // namespace thalweg::blood
