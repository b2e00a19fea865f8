// SPDX-License-Identifier: Apache-2.0
// The medium as means over the cells of the grid, for bodies whose surfaces do not follow
// the grid. (docs/theory/sound.md, section 10)
#pragma once

#include <memory>
#include <vector>

#include "solvers/sound/medium/quantity.hpp"

namespace thalweg::sound {

/// What a case says of one quantity: a background, and bodies in it, later ones over earlier ones.
struct Bodies {
  Quantity base;
  std::vector<Part> parts;

  /// The value at a place in the cell of a point, where the background is `background`.
  double at(double background, std::int64_t point, const Vector& place) const;
};

/// The medium of a case at all places.
struct Tissue {
  Bodies sound_speed, density, absorption, nonlinearity;
  std::vector<geometry::Shape> shapes;  // of all bodies
  Grid grid;
  int samples = 1;  // per cell and axis
};

/// Means over the cells of grid points, by so many samples per axis where a surface passes through
/// the cell: of the density; of the compressibility 1 / (rho c^2), as the sound speed that goes
/// with it and that density; of the loss, as the absorption that goes with both; of B/A. (10.1
/// to 10.3)
struct CellMeans {
  Quantity sound_speed, density, absorption, nonlinearity;
};
CellMeans cell_means(const std::shared_ptr<const Tissue>& tissue);

/// The density that the velocity along an axis feels half a cell further along it: the arithmetic
/// mean along the axis, of which the harmonic mean across. (10.4) Needs a uniform background.
Quantity staggered_density(const std::shared_ptr<const Tissue>& tissue, std::size_t axis);

}  // namespace thalweg::sound
