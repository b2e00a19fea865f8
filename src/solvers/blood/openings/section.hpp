// SPDX-License-Identifier: Apache-2.0
// The lattice sites behind an opening, as a plane of their own.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// The sites from which a step along the normal leaves by the opening. The same on every rank.
struct OpeningSection {
  std::size_t axis = 0;  // of the normal: 0, 1, 2 for x, y, z
  bool is_high = false;
  std::array<std::size_t, 2> across{};  // the other two
  int plane = 0;                        // of the sites, along the axis
  double distance = 0.5;                // from it to the opening [spacings]
  struct Site {
    grid::Cell cell;
    /// By side: towards low and high of the first axis across, then of the second. The number of
    /// the site there or -1 for a wall, and how far the wall is [spacings].
    std::array<int, 4> neighbour{-1, -1, -1, -1};
    std::array<double, 4> wall{1, 1, 1, 1};
  };
  std::vector<Site> sites;

  /// The number of the site at a cell, of its coordinates across; -1 where there is none.
  int find(const grid::Cell& cell) const;
  /// Whether a cell lies in this plane, or so many planes behind it.
  bool is_behind(const grid::Cell& cell, int planes) const;

  std::array<int, 2> extent{};  // of the lattice, across
  std::vector<int> number;      // by place across
};

/// Of the opening of this number. with_walls_half_way: walls half-way between sites.
OpeningSection find_opening_section(const Vessel& vessel, int opening, bool with_walls_half_way);

}  // namespace thalweg::blood
