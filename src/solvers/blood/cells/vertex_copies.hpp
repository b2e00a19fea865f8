// SPDX-License-Identifier: Apache-2.0
// Which vertices need a copy on another rank, or on the other side of a periodic domain: the same
// for runs (cells_copies.cpp) and for predictions of them (cell_shares.hpp). Places are in spacings
// from the site (0, 0, 0). docs/theory/blood.md, section 8.
#pragma once

#include <array>
#include <vector>

#include "geometry/vector.hpp"
#include "grid/lattice.hpp"
#include "solvers/blood/case/parameters.hpp"

namespace thalweg::blood {

/// Numbers of images: over which ends of the domain a vertex is looked at. no_image: over none.
inline constexpr int images = 27, no_image = 13;

/// Those that the periodic axes of a lattice allow.
std::vector<int> possible_images(const grid::Lattice& lattice);
/// By how much an image lies beside the vertex itself, as (x, y, z), and of a cell of the lattice.
geometry::Vector image_shift(const grid::Lattice& lattice, int image);
grid::Cell image_cells(const grid::Lattice& lattice, int image);

/// The least box around places.
struct Range {
  geometry::Vector lower, upper;
};
/// Of one cell, whose places lie as (coordinate, vertex).
Range range_of(const double* places, int vertices);

/// The mean of its vertices, which lie likewise.
geometry::Vector centre_of(const double* places, int vertices);

/// How far from the outermost sites of a rank vertices still need a copy there: as far as they or
/// the forces between them reach, and as they may move until copies are made anew.
double copy_reach(const Parameters& parameters);

inline bool is_near(const grid::Box& box, const geometry::Vector& at, double reach) {
  for (std::size_t d = 0; d < 3; ++d)
    if (at[d] <= box.lower[2 - d] - reach || at[d] >= box.upper[2 - d] - 1 + reach) return false;
  return true;
}

/// The vertices of a cell, moved by a shift, that a rank with this box has copies of: those within
/// reach, or, whole, all if there are any. places: (coordinate, vertex).
std::vector<int> copied_vertices(const grid::Box& box, const double* places, int vertices,
                                 const geometry::Vector& shift, double reach, bool whole);

inline bool is_near(const grid::Box& box, const Range& range, const geometry::Vector& shift,
                    double reach) {
  for (std::size_t d = 0; d < 3; ++d)
    if (range.upper[d] + shift[d] <= box.lower[2 - d] - reach ||
        range.lower[d] + shift[d] >= box.upper[2 - d] - 1 + reach)
      return false;
  return true;
}

}  // namespace thalweg::blood
