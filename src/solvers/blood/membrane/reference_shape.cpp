// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/membrane/reference_shape.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::blood {

namespace {

/// Half the thickness at a distance from the axis, both over the radius of the rim. (6.1)
double half_thickness(double distance) {
  const double square = std::min(1.0, distance * distance);
  return 0.5 * std::sqrt(1 - square) * (0.207161 + 2.002558 * square - 1.122762 * square * square);
}

geometry::Vector on_biconcave(const geometry::Vector& on_sphere, double radius) {
  const double distance = std::hypot(on_sphere[0], on_sphere[1]);
  return {radius * on_sphere[0], radius * on_sphere[1],
          std::copysign(radius * half_thickness(distance), on_sphere[2])};
}

}  // namespace

std::string name_of(ShapeOfCell shape) {
  if (shape == ShapeOfCell::sphere) return "sphere";
  if (shape == ShapeOfCell::mesh) return "mesh";
  return shape == ShapeOfCell::ellipsoid ? "ellipsoid" : "biconcave";
}

Mesh surface_of(const ReferenceShape& shape, int refinement) {
  if (shape.mesh) return refined_surface(*shape.mesh, refinement);
  Mesh mesh = icosphere(refinement);
  for (geometry::Vector& vertex : mesh.vertices)
    if (shape.kind == ShapeOfCell::biconcave)
      vertex = on_biconcave(vertex, shape.radii[0]);
    else
      for (std::size_t d = 0; d < 3; ++d) vertex[d] *= shape.radii[d];
  return mesh;
}

int vertices_of(const ReferenceShape& shape, int refinement) {
  if (!shape.mesh) return vertices_of_icosphere(refinement);
  // Each edge gets a vertex, and belongs to two triangles.
  auto vertices = static_cast<int>(shape.mesh->vertices.size()),
       triangles = static_cast<int>(shape.mesh->triangles.size());
  for (int round = 0; round < refinement; ++round, triangles *= 4) vertices += triangles / 2 * 3;
  return vertices;
}

namespace {

/// So fine that a finer one differs by less than 0.1 %.
Mesh fine_surface(const ReferenceShape& shape) { return surface_of(shape, shape.mesh ? 1 : 4); }

}  // namespace

double volume_of(const ReferenceShape& shape) { return volume_of(fine_surface(shape)); }

double area_of(const ReferenceShape& shape) { return area_of(fine_surface(shape)); }

double reach_of(const ReferenceShape& shape) {
  if (shape.mesh) {
    double square = 0;
    for (const geometry::Vector& vertex : shape.mesh->vertices)
      square = std::max(square, geometry::dot(vertex, vertex));
    return std::sqrt(square);
  }
  return *std::max_element(shape.radii.begin(), shape.radii.end());
}

}  // namespace thalweg::blood
