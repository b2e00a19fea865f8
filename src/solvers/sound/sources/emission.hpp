// SPDX-License-Identifier: Apache-2.0
// Where a source is: grid points with the share of each. Surfaces are spread over the points around
// them. (docs/theory/sound.md, 4.8)
#pragma once

#include <vector>

#include "geometry/surface.hpp"
#include "solvers/sound/problem/grid.hpp"

namespace thalweg::sound {

/// One grid point of a source.
struct Emission {
  std::int64_t point = 0;
  double weight = 1;
  double delay = 0;        // [s]
  Vector direction{};      // of a velocity source; of length 1
  std::size_t signal = 0;  // which of the source's signals it plays
};

/// How the parts of a surface are given to grid points.
enum class Spread {
  nearest,       // each to the nearest
  band_limited,  // to those around it, so that the grid cannot tell it from the surface itself
};

/// How densely surfaces are sampled on a grid.
geometry::Sampling sampling_of(const Grid& grid);

/// The weight of a point is the area given to it, in cells, so that a slanting surface is as loud
/// as a straight one. (docs/theory/sound.md, 4.8) Of surfaces about an axis only the part with
/// y >= 0 counts. Throws InputError if the surface sticks out of the grid.
std::vector<Emission> emissions_of(std::vector<geometry::SurfacePoint> surface, const Grid& grid,
                                   Spread spread);

}  // namespace thalweg::sound
