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
  /// Where the source adds to the field: its area per volume at the point [1/m]. Where it sets the
  /// field: a factor.
  double weight = 1;
  double delay = 0;        // [s]
  Vector direction{};      // of a velocity source: what each component gets of the weight
  std::size_t signal = 0;  // which of the source's signals it plays
};

/// How the parts of a surface are given to grid points.
enum class Spread {
  nearest,       // each to the nearest, which it sets: the weight is 1
  band_limited,  // to those around it, so that the grid cannot tell it from the surface itself
  staggered,     // the same for what moves, along each axis around the points of that velocity
};

/// How densely surfaces are sampled on a grid.
geometry::Sampling sampling_of(const Grid& grid);

/// A surface on its grid points, so that a slanting one is as loud as a straight one. (4.8) In
/// axisymmetric grids it is the section through a surface of revolution, of which the part with
/// y >= 0 counts. Throws InputError if the surface sticks out of the grid.
std::vector<Emission> emissions_of(const std::vector<geometry::SurfacePoint>& surface,
                                   const Grid& grid, Spread spread);

/// A part of a surface with a delay and a strength of its own.
struct Facet {
  std::vector<geometry::SurfacePoint> surface;
  double delay = 0;  // [s]
  double strength = 1;
};
/// Several surfaces on their grid points. A point that several set takes their mean, by the areas
/// that are nearest to it.
std::vector<Emission> emissions_of(const std::vector<Facet>& facets, const Grid& grid,
                                   Spread spread);

/// Points of the grid itself add to the field as a layer of cells does: turn their weights, which
/// are factors, into area per volume. The layer's thickness is the spacing along the one axis on
/// which all points have the same position. Where there is none, or several, it is the spacing
/// along x, as in k-Wave; false where that makes a difference.
bool weigh_as_layer(std::vector<Emission>& emissions, const Grid& grid);

}  // namespace thalweg::sound
