// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/openings/section.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/blood/openings/aside.hpp"

namespace thalweg::blood {

namespace {

grid::Cell step_along(std::size_t axis, int by) {
  grid::Cell step{};
  step[2 - axis] = by;
  return step;
}

geometry::Vector along(std::size_t axis, double length) {
  geometry::Vector step{};
  step[axis] = length;
  return step;
}

std::size_t place_of(const OpeningSection& section, const grid::Cell& cell) {
  return static_cast<std::size_t>(cell[2 - section.across[0]]) *
             static_cast<std::size_t>(section.extent[1]) +
         static_cast<std::size_t>(cell[2 - section.across[1]]);
}

/// Cells whose step along the normal leaves by the opening.
void collect(OpeningSection& section, const Vessel& vessel, int opening) {
  const geometry::Vector out = along(section.axis, (section.is_high ? 1 : -1) * vessel.spacing);
  section.number.assign(static_cast<std::size_t>(section.extent[0]) *
                            static_cast<std::size_t>(section.extent[1]),
                        -1);
  const geometry::Opening& of = vessel.interior->openings()[static_cast<std::size_t>(opening)];
  grid::Cell cell{};
  cell[2 - section.axis] = section.plane;
  for (int a = 0; a < section.extent[0]; ++a)
    for (int b = 0; b < section.extent[1]; ++b) {
      cell[2 - section.across[0]] = a;
      cell[2 - section.across[1]] = b;
      const geometry::Vector place = vessel.place(cell);
      const geometry::Vector aside = aside_of(vessel, of, place);
      if (std::hypot(aside[0], aside[1], aside[2]) > of.farthest_rim) continue;
      if (!vessel.is_inside(place) || vessel.interior->opening_left_by(place, out) != opening)
        continue;
      section.number[place_of(section, cell)] = static_cast<int>(section.sites.size());
      section.sites.push_back({cell});
    }
}

/// What is on each side of a site. A site that is no part of the section counts as a wall there.
void look_around(OpeningSection& section, const Vessel& vessel, bool with_walls_half_way) {
  const grid::Lattice lattice = vessel.lattice();
  for (OpeningSection::Site& site : section.sites)
    for (std::size_t side = 0; side < 4; ++side) {
      const std::size_t axis = section.across[side / 2];
      const int by = side % 2 == 0 ? -1 : 1;
      const auto other = lattice.neighbour(site.cell, step_along(axis, by));
      if (other) site.neighbour[side] = section.find(*other);
      if (site.neighbour[side] >= 0) continue;
      const geometry::Vector from = vessel.place(site.cell),
                             step = along(axis, by * vessel.spacing);
      const bool is_wall = !vessel.is_inside(geometry::plus(from, step));
      if (is_wall) site.wall[side] = vessel.distance_to_wall(from, step);
      if (with_walls_half_way) site.wall[side] = 0.5;
    }
}

}  // namespace

int OpeningSection::find(const grid::Cell& cell) const { return number[place_of(*this, cell)]; }

bool OpeningSection::is_behind(const grid::Cell& cell, int planes) const {
  return cell[2 - axis] == plane + (is_high ? -planes : planes);
}

OpeningSection find_opening_section(const Vessel& vessel, int opening, bool with_walls_half_way) {
  const geometry::Opening& of = vessel.interior->openings()[static_cast<std::size_t>(opening)];
  const grid::Lattice lattice = vessel.lattice();
  OpeningSection section;
  section.axis = of.axis;
  section.is_high = of.is_high;
  section.across = {of.axis == 0 ? std::size_t{1} : 0, of.axis == 2 ? std::size_t{1} : 2};
  for (std::size_t d = 0; d < 2; ++d) section.extent[d] = lattice.extent[2 - section.across[d]];
  section.plane = of.is_high ? lattice.extent[2 - of.axis] - 1 : 0;
  grid::Cell cell{};
  cell[2 - of.axis] = section.plane;
  section.distance = std::abs(of.center[of.axis] - vessel.place(cell)[of.axis]) / vessel.spacing;
  collect(section, vessel, opening);
  look_around(section, vessel, with_walls_half_way);
  return section;
}

}  // namespace thalweg::blood
