// SPDX-License-Identifier: Apache-2.0
// Values of a periodic image between its points.
#pragma once

#include <array>

namespace thalweg::simulation {

/// Points that an interpolation takes along each axis: polynomials of degree 7, error of order 8.
inline constexpr int interpolation_points = 8;

/// The points next to a place along one axis, and their weights (Lagrange).
struct AxisWeights {
  std::array<int, interpolation_points> point{};
  std::array<double, interpolation_points> weight{};
};

/// For `count` points at origin, origin + spacing, ..., of which the first follows the last. A
/// place on a point has that point's value. place, spacing, origin [length].
AxisWeights axis_weights(double place, int count, double spacing, double origin);

}  // namespace thalweg::simulation
