// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/torus_parameters.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "solvers/blood/vessel/lengths.hpp"
#include "solvers/blood/vessel/torus_interior.hpp"

namespace thalweg::blood {

namespace {

void check_sizes(io::Case& input, const TorusShape& shape, double spacing) {
  if (shape.diameter < 3 * spacing)
    input.error(
        "geometry.diameter",
        fmt::format("must be at least 3 times grid.spacing, not {:.4g}", shape.diameter / spacing));
  if (shape.curvature_radius <= shape.diameter / 2)
    input.error(
        "geometry.curvature_radius",
        fmt::format("must be above {:.4g}, half of the diameter: the tube would meet itself",
                    shape.diameter / 2));
  const double most = 1e5 * spacing;
  if (2 * shape.curvature_radius + shape.diameter + shape.legs > most)
    input.error("geometry.curvature_radius",
                fmt::format("makes a vessel of {:.4g} times grid.spacing, at most 100000 times; "
                            "are both in metres?",
                            2 * shape.curvature_radius / spacing));
}

TorusShape read_shape(io::Case& input, double spacing) {
  const std::size_t mistakes = input.error_count();
  TorusShape shape;
  shape.diameter = read_length(input, "geometry.diameter", "of the tube");
  shape.curvature_radius =
      read_length(input, "geometry.curvature_radius", "of the circle that is the tube's axis");
  shape.arc = static_cast<int>(input.integer(
      "geometry.arc", {.default_value = 360,
                       .minimum = 90,
                       .maximum = 360,
                       .meaning = "in degrees: 90 and 180 are bends, 360 is a ring"}));
  if (input.error_count() != mistakes) return shape;
  if (shape.arc != 90 && shape.arc != 180 && shape.arc != 360)
    input.error("geometry.arc", fmt::format("must be 90, 180 or 360 degrees, not {}: openings lie "
                                            "across x or y. For others take geometry.shape = "
                                            "\"surface\" or \"junction\"",
                                            shape.arc));
  shape.legs = input.number(
      "geometry.legs",
      {.default_value = 0, .minimum = 0, .meaning = "straight tubes at both ends", .unit = "m"});
  if (shape.arc == 360 && shape.legs > 0)
    input.error("geometry.legs", "needs geometry.arc = 90 or 180: a ring has no ends");
  check_sizes(input, shape, spacing);
  return shape;
}

}  // namespace

void read_torus(io::Case& input, Vessel& vessel) {
  vessel.size = {1, 1, 1};  // where there is a mistake, so that reading goes on
  vessel.interior = make_interior(VesselShape::box, vessel.size);
  const std::size_t mistakes = input.error_count();
  const TorusShape shape = read_shape(input, vessel.spacing);
  if (input.error_count() != mistakes) return;
  const auto interior = std::make_shared<TorusInterior>(shape, input.count("openings") > 0);
  const geometry::Bounds box = interior->box();
  vessel.size = geometry::plus(box.upper, box.lower, -1);
  vessel.middle = geometry::plus(box.lower, vessel.size, 0.5);
  vessel.interior = interior;
}

}  // namespace thalweg::blood
