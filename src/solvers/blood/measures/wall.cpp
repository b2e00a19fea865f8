// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/measures/wall.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::blood {

namespace {

geometry::Vector without_normal(const geometry::Vector& v, const geometry::Vector& normal) {
  return geometry::plus(v, normal, -geometry::dot(v, normal));
}

}  // namespace

WallPoint nearest_wall(const Vessel& vessel, const geometry::Vector& site) {
  const Interior& interior = *vessel.interior;
  // Within this the wall is as good as flat, and rounding does no harm.
  const double step = 1e-3 * vessel.spacing;
  geometry::Vector gradient{};
  for (std::size_t d = 0; d < 3; ++d) {
    geometry::Vector before = site, after = site;
    before[d] -= step;
    after[d] += step;
    gradient[d] = interior.clearance(after) - interior.clearance(before);
  }
  WallPoint wall{site, {0, 0, 1}, interior.clearance(site)};
  if (geometry::dot(gradient, gradient) > 0) wall.normal = geometry::unit(gradient);
  wall.place = geometry::plus(site, wall.normal, -wall.distance);
  return wall;
}

geometry::Vector wall_shear_rate(const WallPoint& wall, const geometry::Vector& velocity,
                                 const std::array<double, 6>& s, double spacing) {
  const geometry::Vector& n = wall.normal;
  const geometry::Vector strained{s[0] * n[0] + s[3] * n[1] + s[4] * n[2],
                                  s[3] * n[0] + s[1] * n[1] + s[5] * n[2],
                                  s[4] * n[0] + s[5] * n[1] + s[2] * n[2]};
  const geometry::Vector at_site = geometry::plus({}, without_normal(strained, n), 2);
  // The mean rate between site and wall is the velocity over the distance, so that at the wall it
  // is twice that less the site's. Errors of the velocity weigh more the nearer a site is to the
  // wall; its own rate is then nearly that of the wall.
  constexpr double near = 0.5;  // spacings
  const geometry::Vector beyond =
      geometry::plus(without_normal(velocity, n), at_site, -wall.distance);
  return geometry::plus(at_site, beyond, 2 / std::max(wall.distance, near * spacing));
}

}  // namespace thalweg::blood
