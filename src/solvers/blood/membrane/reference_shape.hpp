// SPDX-License-Identifier: Apache-2.0
// The shapes of cells where nothing acts on them. The axis of each is z.
#pragma once

#include <memory>
#include <string>

#include "solvers/blood/membrane/mesh.hpp"

namespace thalweg::blood {

/// biconcave: of a red cell (E. Evans, Y.-C. Fung, "Improved measurements of the erythrocyte
/// geometry", Microvasc. Res. 4 (1972)). mesh: triangles from a file.
enum class ShapeOfCell { sphere, ellipsoid, biconcave, mesh };
std::string name_of(ShapeOfCell shape);

struct ReferenceShape {
  ShapeOfCell kind = ShapeOfCell::biconcave;
  geometry::Vector radii{};  // along x, y, z [m]; of a biconcave cell all are that of its rim
  std::shared_ptr<const Mesh> mesh{};  // m, about the centre of its body
};

/// Vertices on the shape: at the angles of an icosphere, or those of a mesh, whose triangles are
/// cut in four so many times.
Mesh surface_of(const ReferenceShape& shape, int refinement);
int vertices_of(const ReferenceShape& shape, int refinement);
/// By many triangles [m^3, m^2].
double volume_of(const ReferenceShape& shape);
double area_of(const ReferenceShape& shape);
/// The largest distance of the surface from its centre [m].
double reach_of(const ReferenceShape& shape);

}  // namespace thalweg::blood
