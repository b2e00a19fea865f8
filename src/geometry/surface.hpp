// SPDX-License-Identifier: Apache-2.0
// Surfaces as points that each stand for an equal part: discs, bowls, rectangles, and rows of
// centres for arrays of such elements.
#pragma once

#include <vector>

#include "geometry/vector.hpp"

namespace thalweg::geometry {

/// A point of a surface that stands for a part of it.
struct SurfacePoint {
  Vector place;
  Vector normal;    // of length 1
  double area = 0;  // [m^2]; in two dimensions a length [m]
};

/// How densely a surface is sampled: four points or more per length `cell` [m] in each direction.
/// In two dimensions surfaces are lines in the plane z = 0.
struct Sampling {
  int dimensions = 3;
  double cell = 1;
};

/// A flat disc; in two dimensions a straight line of length 2 radius. `normal`: of length 1.
std::vector<SurfacePoint> disc(const Vector& center, const Vector& normal, double radius,
                               const Sampling& sampling);
/// A cap of the sphere about `focus` through `apex`; `aperture`: diameter of its rim, at most that
/// of the sphere. In two dimensions an arc. Normals point to the focus.
std::vector<SurfacePoint> bowl(const Vector& apex, const Vector& focus, double aperture,
                               const Sampling& sampling);
/// A flat rectangle with `width` along `along` and `height` across it; in two dimensions a line.
/// `normal`, `along`: of length 1 and at right angles.
std::vector<SurfacePoint> rectangle(const Vector& center, const Vector& normal, const Vector& along,
                                    double width, double height, const Sampling& sampling);

/// The section through a surface of revolution about the x axis, from points in the plane z = 0:
/// those with y > 0 and their mirror images. A point within `tolerance` of the axis counts half to
/// each side; those with y < 0 are left out.
std::vector<SurfacePoint> revolved_section(const std::vector<SurfacePoint>& surface,
                                           double tolerance);

/// Places at equal distances `pitch` along a direction of length 1, about a centre.
std::vector<Vector> row(const Vector& center, const Vector& along, int count, double pitch);

}  // namespace thalweg::geometry
