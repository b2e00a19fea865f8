// SPDX-License-Identifier: Apache-2.0
// The lattice sites of this rank that stand near a triangle of the wall, on its side of the fluid.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "grid/cell_index.hpp"
#include "solvers/blood/measures/wall.hpp"
#include "solvers/blood/measures/wall_fit.hpp"

namespace thalweg::blood {

/// A triangle of the wall, for the place that it is asked about.
struct WallElement {
  geometry::Vector centre{};  // m
  geometry::Vector normal{};  // of length 1, into the fluid
};

class WallNeighbourhood {
 public:
  /// sites: this rank's, of all that have fluid. Vessel and sites must live as long.
  WallNeighbourhood(const Vessel& vessel, std::span<const grid::Cell> sites);

  /// visit(place in the list of sites, sample) for all within reach whose nearest wall looks the
  /// same way. A site may come several times, over the ends of a short period.
  template <class Visit>
  void for_each_near(const WallElement& element, Visit visit) {
    const auto [low, high] = box_around(element.centre);
    for (int z = low[0]; z < high[0]; ++z)
      for (int y = low[1]; y < high[1]; ++y)
        for (int x = low[2]; x < high[2]; ++x) {
          const int site = site_at({z, y, x});
          if (site < 0) continue;
          if (const auto sample = sample_of(element, {z, y, x}, site)) visit(site, *sample);
        }
  }

  /// How far sites may stand from the centre [spacings]: a compromise of noise and of what the fit
  /// cannot follow. docs/theory/blood.md, section 10.
  static constexpr double reach = 3;

 private:
  /// Cells within reach; beyond the ends of a period they stand for those within.
  grid::Box box_around(const geometry::Vector& place) const;
  /// -1: none of this rank.
  int site_at(const grid::Cell& cell) const;
  std::optional<WallSample> sample_of(const WallElement& element, const grid::Cell& cell, int site);
  const WallPoint& wall_of(int site);

  const Vessel& vessel_;
  std::span<const grid::Cell> sites_;
  grid::Lattice lattice_;
  grid::CellIndex index_;
  geometry::Vector first_;    // the place of cell 0, 0, 0 [m]
  grid::Box around_;          // the sites; along periodic axes everything
  std::vector<int> numbers_;  // of each site in walls_; -1: not asked for yet
  std::vector<WallPoint> walls_;
};

}  // namespace thalweg::blood
