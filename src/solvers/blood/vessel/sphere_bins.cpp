// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/sphere_bins.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thalweg::blood {

namespace {

using geometry::Vector;

/// A bin is larger by this part of it: places on its rim are in it but for rounding.
constexpr double rim = 1e-6;

}  // namespace

Vector from_nearest_image(const FixedSphere& sphere, const Vector& place, const Vector& box) {
  Vector apart = geometry::plus(place, sphere.centre, -1);
  for (std::size_t d = 0; d < 3; ++d) apart[d] -= box[d] * std::round(apart[d] / box[d]);
  return apart;
}

SphereBins::SphereBins(const std::vector<FixedSphere>& spheres, const Vector& box) : box_(box) {
  const double width = std::cbrt(box[0] * box[1] * box[2] /
                                 static_cast<double>(std::max<std::size_t>(1, spheres.size())));
  for (std::size_t d = 0; d < 3; ++d)
    bins_[d] = std::max(1, static_cast<int>(std::lround(box[d] / width)));
  starts_.push_back(0);
  for (int z = 0; z < bins_[2]; ++z)
    for (int y = 0; y < bins_[1]; ++y)
      for (int x = 0; x < bins_[0]; ++x) {
        const std::vector<int> found = nearest_in(spheres, {x, y, z});
        numbers_.insert(numbers_.end(), found.begin(), found.end());
        starts_.push_back(static_cast<std::int64_t>(numbers_.size()));
      }
}

/// A distance changes by no more than the place moves: from the middle of a bin that is half its
/// diagonal.
std::vector<int> SphereBins::nearest_in(const std::vector<FixedSphere>& spheres,
                                        const std::array<int, 3>& bin) const {
  Vector middle{}, half{};
  for (std::size_t d = 0; d < 3; ++d) {
    half[d] = box_[d] / (2 * bins_[d]);
    middle[d] = (2 * bin[d] + 1) * half[d] - box_[d] / 2;
  }
  const double reach = std::sqrt(geometry::dot(half, half)) * (1 + rim);
  std::vector<double> distances;
  double least = std::numeric_limits<double>::infinity();
  for (const FixedSphere& sphere : spheres) {
    const Vector out = from_nearest_image(sphere, middle, box_);
    distances.push_back(std::sqrt(geometry::dot(out, out)) - sphere.radius);
    least = std::min(least, distances.back());
  }
  std::vector<int> found;
  for (std::size_t n = 0; n < spheres.size(); ++n)
    if (distances[n] - reach <= least + reach) found.push_back(static_cast<int>(n));
  return found;
}

std::span<const int> SphereBins::near(const Vector& place) const {
  std::size_t bin = 0;
  for (std::size_t d = 3; d-- > 0;) {
    const double part = place[d] / box_[d] + 0.5;
    const int at = static_cast<int>((part - std::floor(part)) * bins_[d]);
    bin = bin * static_cast<std::size_t>(bins_[d]) +
          static_cast<std::size_t>(std::min(at, bins_[d] - 1));
  }
  const auto begin = static_cast<std::size_t>(starts_[bin]);
  return {numbers_.data() + begin, static_cast<std::size_t>(starts_[bin + 1]) - begin};
}

double SphereBins::bytes() const {
  return static_cast<double>(starts_.size() * sizeof(std::int64_t) + numbers_.size() * sizeof(int));
}

}  // namespace thalweg::blood
