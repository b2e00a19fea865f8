// SPDX-License-Identifier: Apache-2.0
// Quantities of the medium put together: a background, bodies that replace or add to it, smoothing.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "geometry/shape.hpp"
#include "solvers/sound/problem/grid.hpp"
#include "solvers/sound/problem/problem.hpp"

namespace thalweg::sound {

/// The values of a quantity at all points lie between these.
struct Range {
  double lowest = 0, highest = 0;
};

/// A quantity and what is known of it.
struct KnownQuantity {
  Quantity quantity;
  Range range;
  bool is_given = false;  // by the case
};

/// One body with a value, or with one that varies at random from point to point.
struct Part {
  geometry::Shape shape;
  double value = 0;
  double deviation = 0;  // standard; values are spread evenly over sqrt(3) times that to both sides
  std::uint64_t seed = 0;

  /// At a point of the grid by its number: the same on any ranks.
  double at(std::int64_t point) const;
};

enum class Overlap { replace, add };

/// `base` with bodies in it, in order.
Quantity with_parts(Quantity base, std::vector<Part> parts, Overlap overlap, const Grid& grid);

/// The least and largest value, by reading all of them. Throws InputError where one is not finite.
Range range_of(const Quantity& quantity, const Grid& grid);

/// Filtered by a Blackman window in the frequency domain along each axis (a radius is continued
/// as in section 6), and scaled so that the largest magnitude stays the same.
/// (docs/theory/sound.md, 4.6)
Quantity smoothed(const Quantity& quantity, const Grid& grid);

/// Call for pieces of [0, size) of at most 2^20 values.
void for_each_piece(const Quantity& quantity, std::int64_t size,
                    const std::function<void(std::int64_t begin, const std::vector<double>&)>& use);

}  // namespace thalweg::sound
