// SPDX-License-Identifier: Apache-2.0
// The shapes of cells where nothing acts on them. The axis of each is z.
#pragma once

#include <string>

#include "solvers/blood/membrane/mesh.hpp"

namespace thalweg::blood {

/// biconcave: of a red cell (E. Evans, Y.-C. Fung, "Improved measurements of the erythrocyte
/// geometry", Microvasc. Res. 4 (1972)).
enum class ShapeOfCell { sphere, ellipsoid, biconcave };
std::string name_of(ShapeOfCell shape);

struct ReferenceShape {
  ShapeOfCell kind = ShapeOfCell::biconcave;
  geometry::Vector radii{};  // along x, y, z [m]; of a biconcave cell all are that of its rim
};

/// Vertices on the shape, at the angles of an icosphere.
Mesh surface_of(const ReferenceShape& shape, int refinement);
/// The largest distance of the surface from its centre [m].
double reach_of(const ReferenceShape& shape);

}  // namespace thalweg::blood
