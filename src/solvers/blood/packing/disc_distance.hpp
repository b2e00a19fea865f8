// SPDX-License-Identifier: Apache-2.0
// How far two flat discs are from each other. Rounded discs overlap if that is less than the sum of
// their roundings.
#pragma once

#include "geometry/vector.hpp"

namespace thalweg::blood {

/// A flat disc in space.
struct Disc {
  geometry::Vector centre{}, axis{};  // m; of length 1
  double radius = 0;                  // m

  /// Of the disc, the place nearest to another.
  geometry::Vector nearest(const geometry::Vector& place) const;
  /// Of the disc, the place farthest along a direction.
  geometry::Vector farthest(const geometry::Vector& direction) const;
};

/// The distance of two discs is between `least` and `most` [m]; `on_a` and `on_b` are `most` apart.
struct Separation {
  geometry::Vector on_a{}, on_b{};
  double least = 0, most = 0;
};

/// Where two discs are nearest to each other. Ends early once the distance is known to be `enough`,
/// else within `tolerance` or after a bounded number of steps: `least` holds in any case.
Separation separation(const Disc& a, const Disc& b, double enough, double tolerance);

}  // namespace thalweg::blood
