// SPDX-License-Identifier: Apache-2.0
// Fills a vessel with cells that do not touch each other. Begin here; docs/design/packing.md says
// why it is done like this.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "geometry/vector.hpp"
#include "solvers/blood/packing/rounded_disc.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// Cells of one kind.
struct PackedSpecies {
  RoundedDisc bound{};  // of a cell in its own frame, centre at the origin and axis z
  double volume = 0;    // of one cell [m^3]; what hematocrits in messages are made of
  int count = 0;
};

/// Where one cell is. A place p of its own frame [m] comes to centre + rotation p.
struct PackedCell {
  int species = 0;
  geometry::Vector centre{};                   // m, in the vessel's coordinates
  std::array<geometry::Vector, 3> rotation{};  // the rows of a matrix of determinant 1

  geometry::Vector place(const geometry::Vector& own) const;
};

struct PackingOptions {
  double clearance = 0;  // m, between the bounds of cells, and between them and walls
  std::uint64_t seed = 0;
  /// Told now and then which part of the way is done, in [0, 1].
  std::function<void(double)> progress{};
};

/// All cells of all species, one species behind the other, with random places and directions.
/// Centres lie within half a period of the vessel's middle. Bounds keep the clearance, also from
/// images in periodic vessels: this is proved for each pair at the end. In vessels of free form the
/// distance to walls is linear between places a spacing apart (WallField). No communication. The
/// same arguments give the same cells on the same machine; as processors round differently, let one
/// rank pack and tell the others. Throws InputError if the cells do not fit: none is left out.
std::vector<PackedCell> pack(const Vessel& vessel, const std::vector<PackedSpecies>& species,
                             const PackingOptions& options);

/// The number of cells of a volume [m^3] whose part of the vessel is nearest to a hematocrit.
int count_for(const Vessel& vessel, double hematocrit, double volume);

}  // namespace thalweg::blood
