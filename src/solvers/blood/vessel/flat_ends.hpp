// SPDX-License-Identifier: Apache-2.0
// Round, flat ends of tubes that are openings.
#pragma once

#include <vector>

#include "geometry/openings.hpp"
#include "geometry/shape.hpp"
#include "solvers/blood/vessel/interior.hpp"

namespace thalweg::blood {

struct FlatEnd {
  geometry::Vector center{};  // m
  geometry::Vector normal{};  // outward, of length 1
  double radius = 0;          // m
};

/// Whether an end lies in a face of the box around the vessel, so that it can be an opening.
bool lies_in_face(const FlatEnd& end, const geometry::Bounds& box);

class FlatEnds {
 public:
  FlatEnds() = default;
  /// All of them lie in faces. In order of axis, low before high, and of area.
  explicit FlatEnds(const std::vector<FlatEnd>& ends);

  const std::vector<geometry::Opening>& openings() const { return openings_; }
  /// The one that a step from a place inside to one outside leaves by; -1: none.
  int left_by(const geometry::Vector& from, const geometry::Vector& step) const;
  DistanceWithin distance_to(const std::vector<int>& openings) const;

 private:
  std::vector<geometry::Opening> openings_;
};

}  // namespace thalweg::blood
