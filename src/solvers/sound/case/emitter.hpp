// SPDX-License-Identifier: Apache-2.0
// Where a source of a case is: grid points with the share of each, the direction it moves in, and
// the delay and weight of the transducer element that it belongs to.
#pragma once

#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "solvers/sound/problem/grid.hpp"

namespace thalweg::sound {

/// One grid point of a source.
struct Emission {
  std::int64_t point = 0;
  double weight = 1;
  double delay = 0;        // [s]
  Place direction{};       // of a velocity source; of length 1
  std::size_t signal = 0;  // which of the source's signals it plays
};

/// A point of a curved surface that stands for a part of it.
struct SurfacePoint {
  Place place;
  Place normal;     // into the field, of length 1
  double area = 0;  // in two dimensions a length
};

/// Points evenly spread over a surface, many per cell. In two dimensions
/// a disc is a line and a bowl an arc; about an axis only radii >= 0 are kept.
std::vector<SurfacePoint> disc_surface(const Place& center, const Place& normal, double radius,
                                       const Grid& grid);
/// A cap of the sphere about `focus` through `apex`; `aperture`: diameter of its rim.
std::vector<SurfacePoint> bowl_surface(const Place& apex, const Place& focus, double aperture,
                                       const Grid& grid);
/// A flat rectangle about `center` with edges along two directions.
std::vector<SurfacePoint> rectangle_surface(const Place& center, const Place& normal,
                                            const Place& along, double width, double height,
                                            const Grid& grid);

/// How the parts of a surface are given to grid points.
enum class Spread {
  nearest,       // each to the nearest
  band_limited,  // to those around it, so that the grid cannot tell it from the surface itself
};

/// The weight of a point is the area given to it, in cells, so that a slanting surface is as loud
/// as a straight one. (docs/theory/sound.md, 4.8) Throws InputError if the surface sticks out of
/// the grid.
std::vector<Emission> emissions_of(const std::vector<SurfacePoint>& surface, const Grid& grid,
                                   Spread spread);

/// What a [[source]] needs to know of the rest of the case.
struct EmitterContext {
  const Grid& grid;
  double speed;   // of sound, for delays
  Spread spread;  // of surfaces
};
/// The shapes of a [[source]] whose points play a signal of the case.
std::vector<std::string> emitter_shapes();
/// The emissions of a [[source]] of one of these shapes below `at`. Mistakes are the case's.
std::vector<Emission> read_emitter(io::Case& input, const std::string& at, const std::string& shape,
                                   const EmitterContext& context);

}  // namespace thalweg::sound
