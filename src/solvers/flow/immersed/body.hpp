// SPDX-License-Identifier: Apache-2.0
// Bodies that a grid does not follow: [[immersed]] of a case. docs/theory/flow.md, section 9.
#pragma once

#include <string>
#include <vector>

#include "solvers/flow/immersed/motion.hpp"
#include "solvers/flow/immersed/shape.hpp"

namespace thalweg::flow {

struct ImmersedBody {
  std::string name;
  ShapePointer shape;
  double half_thickness = 0;  // that a sheet is given on either side
  bool is_hollow = false;     // the fluid is inside
  double exponent = 1;        // of the profile in cells at its surface (9.4)
  Motion motion{};

  /// From its surface at a pose into the fluid: above 0 there.
  double distance(const geometry::Vector& place, const Pose& pose) const {
    const double outside = shape->distance(pose.back(place)) - half_thickness;
    return is_hollow ? -outside : outside;
  }
};

/// Where all bodies are at a time.
std::vector<Pose> poses_at(const std::vector<ImmersedBody>& bodies, double time);

/// Of the body that is nearest.
struct NearestBody {
  double distance = 0;
  int body = 0;
};
NearestBody nearest_body(const std::vector<ImmersedBody>& bodies, const std::vector<Pose>& poses,
                         const geometry::Vector& place);

/// Out of the body, of length 1: the gradient of the distance, by differences over `step`.
geometry::Vector normal_at(const ImmersedBody& body, const Pose& pose,
                           const geometry::Vector& place, double step, bool is_flat);

}  // namespace thalweg::flow
