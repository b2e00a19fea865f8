// SPDX-License-Identifier: Apache-2.0
// Which of many spheres are near a place, in a box that is periodic all round.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/blood/vessel/interior.hpp"

namespace thalweg::blood {

/// From the nearest image of a sphere's centre to a place. box: x, y, z [m].
geometry::Vector from_nearest_image(const FixedSphere& sphere, const geometry::Vector& place,
                                    const geometry::Vector& box);

/// Bins of equal size, about one for each sphere. Each has the spheres that are nearest to one of
/// its places.
class SphereBins {
 public:
  SphereBins(const std::vector<FixedSphere>& spheres, const geometry::Vector& box);

  /// The numbers of spheres in rising order, among them the nearest to a place anywhere: the one
  /// that it is in, as they do not overlap.
  std::span<const int> near(const geometry::Vector& place) const;
  double bytes() const;

 private:
  std::vector<int> nearest_in(const std::vector<FixedSphere>& spheres,
                              const std::array<int, 3>& bin) const;

  geometry::Vector box_;
  std::array<int, 3> bins_;
  std::vector<std::int64_t> starts_;  // of each bin, and the end
  std::vector<int> numbers_;
};

}  // namespace thalweg::blood
