// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/spheres_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "solvers/blood/vessel/spheres_interior.hpp"

namespace thalweg::blood {

namespace {

/// Spheres that touch, but for so much of a spacing, do not overlap.
constexpr double touching = 1e-6;

FixedSphere read_sphere(io::Case& input, const std::string& path, const Vessel& vessel) {
  FixedSphere sphere;
  sphere.radius = input.number(
      path + "radius", {.minimum = 0, .exclusive = true, .meaning = "of the sphere", .unit = "m"});
  sphere.centre =
      input.numbers3(path + "centre", {.meaning = "its place; the box's middle is 0", .unit = "m"});
  const double least = *std::ranges::min_element(vessel.size);
  if (2 * sphere.radius < 3 * vessel.spacing)
    input.error(path + "radius", fmt::format("must be at least 1.5 times grid.spacing, not {:.4g}",
                                             sphere.radius / vessel.spacing));
  else if (2 * sphere.radius > least + touching * vessel.spacing)
    input.error(path + "radius",
                fmt::format("must be at most {:.4g}, half of the shortest side of the box: the "
                            "sphere would overlap its own image",
                            least / 2));
  for (std::size_t d = 0; d < 3; ++d)
    if (std::abs(sphere.centre[d]) > vessel.size[d] / 2 * (1 + 1e-9)) {
      input.error(path + "centre",
                  fmt::format("must lie in the box, within {:.4g}, {:.4g} and "
                              "{:.4g} of 0 along x, y and z",
                              vessel.size[0] / 2, vessel.size[1] / 2, vessel.size[2] / 2));
      break;
    }
  return sphere;
}

void check_gaps(io::Case& input, const std::vector<FixedSphere>& spheres, const Vessel& vessel) {
  for (std::size_t n = 1; n < spheres.size(); ++n)
    for (std::size_t m = 0; m < n; ++m) {
      const double gap = SpheresInterior::gap(spheres[n], spheres[m], vessel.size);
      if (gap > -touching * vessel.spacing) continue;
      input.error(
          fmt::format("geometry.spheres.{}", n),
          fmt::format("overlaps sphere {} by {:.4g} m, the box repeating all round; spheres "
                      "may touch. Grains that have grown together can be given by "
                      "geometry.shape = \"mask\" or \"surface\"",
                      m, -gap));
      return;
    }
}

}  // namespace

void read_spheres(io::Case& input, Vessel& vessel) {
  vessel.interior = make_interior(VesselShape::box, vessel.size);
  const std::size_t mistakes = input.error_count();
  const int count = input.count("geometry.spheres");
  if (count == 0)
    input.error("geometry.spheres", "must be given: one [[geometry.spheres]] or more");
  std::vector<FixedSphere> spheres;
  spheres.reserve(static_cast<std::size_t>(count));
  for (int n = 0; n < count; ++n)
    spheres.push_back(read_sphere(input, fmt::format("geometry.spheres.{}.", n), vessel));
  if (input.error_count() == mistakes) check_gaps(input, spheres, vessel);
  if (input.error_count() == mistakes)
    vessel.interior = std::make_shared<SpheresInterior>(std::move(spheres), vessel.size);
}

}  // namespace thalweg::blood
