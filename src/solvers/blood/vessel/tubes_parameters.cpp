// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/vessel/tubes_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/blood/vessel/tubes_interior.hpp"

namespace thalweg::blood {

namespace {

TubePath read_tube(io::Case& input, const std::string& path, double spacing) {
  TubePath tube;
  tube.diameter = input.number(
      path + "diameter", {.minimum = 0, .exclusive = true, .meaning = "of the tube", .unit = "m"});
  for (const std::vector<double>& row : input.rows(
           path + "points", {.meaning = "its axis, along straight pieces", .unit = "m"}, {3, 3}))
    tube.points.push_back({row[0], row[1], row[2]});
  if (tube.points.size() < 2)
    input.error(path + "points", "must be two or more: where the tube begins, and where it ends");
  for (std::size_t n = 1; n < tube.points.size(); ++n)
    if (geometry::distance(tube.points[n - 1], tube.points[n]) < 1e-3 * spacing)
      input.error(path + "points", fmt::format("number {} is where number {} is", n + 1, n));
  if (tube.diameter < 3 * spacing)
    input.error(path + "diameter", fmt::format("must be at least 3 times grid.spacing, not {:.4g}",
                                               tube.diameter / spacing));
  return tube;
}

/// The length along x after which all repeats: that of the box of all points.
double read_period(io::Case& input, const std::vector<TubePath>& tubes, double spacing) {
  if (!input.boolean("geometry.periodic", false, "what leaves along x comes in at the other end"))
    return 0;
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const TubePath& tube : tubes)
    for (const geometry::Vector& point : tube.points) {
      low = std::min(low, point[0]);
      high = std::max(high, point[0]);
    }
  const double cells = (high - low) / spacing;
  if (cells < 1 || std::abs(cells - std::round(cells)) > 1e-6) {
    input.error("geometry.periodic", fmt::format("needs points that reach over a multiple of "
                                                 "grid.spacing along x, not {:.6g} times",
                                                 cells));
    return 0;
  }
  return high - low;
}

}  // namespace

void read_tubes(io::Case& input, Vessel& vessel) {
  vessel.size = {1, 1, 1};  // where there is a mistake, so that reading goes on
  vessel.interior = make_interior(VesselShape::box, vessel.size);
  const std::size_t mistakes = input.error_count();
  const int count = input.count("geometry.tubes");
  if (count == 0) input.error("geometry.tubes", "must be given: one [[geometry.tubes]] or more");
  std::vector<TubePath> tubes;
  tubes.reserve(static_cast<std::size_t>(count));
  for (int n = 0; n < count; ++n)
    tubes.push_back(read_tube(input, "geometry.tubes." + std::to_string(n) + ".", vessel.spacing));
  const double period = read_period(input, tubes, vessel.spacing);
  if (input.error_count() != mistakes) return;
  const auto interior =
      std::make_shared<TubesInterior>(tubes, period, period == 0 && input.count("openings") > 0);
  const geometry::Vector size = geometry::plus(interior->box().upper, interior->box().lower, -1);
  const double longest = std::max({size[0], size[1], size[2]});
  if (longest > 1e5 * vessel.spacing) {
    input.error("geometry.tubes", fmt::format("reach over {:.4g} times grid.spacing, at most "
                                              "100000 times; are both in metres?",
                                              longest / vessel.spacing));
    return;
  }
  vessel.size = size;
  vessel.middle = geometry::plus(interior->box().lower, size, 0.5);
  vessel.interior = interior;
}

}  // namespace thalweg::blood
