// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/immersed/body.hpp"

#include <cmath>
#include <limits>

namespace thalweg::flow {

using geometry::Vector;

std::vector<Pose> poses_at(const std::vector<ImmersedBody>& bodies, double time) {
  std::vector<Pose> poses;
  poses.reserve(bodies.size());
  for (const ImmersedBody& body : bodies) poses.push_back(body.motion.pose(time));
  return poses;
}

NearestBody nearest_body(const std::vector<ImmersedBody>& bodies, const std::vector<Pose>& poses,
                         const Vector& place) {
  NearestBody nearest{std::numeric_limits<double>::infinity(), 0};
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    const double distance = bodies[n].distance(place, poses[n]);
    if (distance < nearest.distance) nearest = {distance, static_cast<int>(n)};
  }
  return nearest;
}

Vector normal_at(const ImmersedBody& body, const Pose& pose, const Vector& place, double step,
                 bool is_flat) {
  Vector normal{};
  for (std::size_t d = 0; d < (is_flat ? 2 : 3); ++d) {
    Vector above = place, below = place;
    above[d] += step;
    below[d] -= step;
    normal[d] = body.distance(above, pose) - body.distance(below, pose);
  }
  // In the middle between two walls no way out is the nearest: any will do.
  return geometry::dot(normal, normal) > step * step * 1e-12 ? geometry::unit(normal)
                                                             : Vector{1, 0, 0};
}

}  // namespace thalweg::flow
