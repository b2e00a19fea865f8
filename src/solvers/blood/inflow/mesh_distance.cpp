// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/inflow/mesh_distance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/triangle_distance.hpp"

namespace thalweg::blood {

using geometry::Vector;

namespace {

bool are_near(const Around& a, const Around& b, double distance) {
  for (std::size_t d = 0; d < 3; ++d)
    if (a.lower[d] >= b.upper[d] + distance || b.lower[d] >= a.upper[d] + distance) return false;
  return true;
}

const Vector& corner(const Mesh& mesh, const std::array<int, 3>& triangle, std::size_t k) {
  return mesh.vertices[static_cast<std::size_t>(triangle[k])];
}

/// Whether all of these vertices keep the distance from all triangles of a mesh.
bool keep_apart(const std::vector<Vector>& vertices, const Mesh& mesh, double distance) {
  const Around of_mesh = around(mesh.vertices);
  std::vector<Vector> near;
  for (const Vector& vertex : vertices)
    if (are_near({vertex, vertex}, of_mesh, distance)) near.push_back(vertex);
  if (near.empty()) return true;
  const Around of_near = around(near);
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    const Vector &a = corner(mesh, triangle, 0), &b = corner(mesh, triangle, 1),
                 &c = corner(mesh, triangle, 2);
    const Around of_triangle = around({a, b, c});
    if (!are_near(of_triangle, of_near, distance)) continue;
    for (const Vector& vertex : near)
      if (are_near({vertex, vertex}, of_triangle, distance) &&
          geometry::distance_to_triangle(vertex, a, b, c) < distance)
        return false;
  }
  return true;
}

}  // namespace

Around around(const std::vector<Vector>& places) {
  Around box{places.at(0), places.at(0)};
  for (const Vector& place : places)
    for (std::size_t d = 0; d < 3; ++d) {
      box.lower[d] = std::min(box.lower[d], place[d]);
      box.upper[d] = std::max(box.upper[d], place[d]);
    }
  return box;
}

int winding_number(const Mesh& mesh, const Vector& place) {
  double angle = 0;
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    std::array<Vector, 3> to;
    double length[3];
    for (std::size_t k = 0; k < 3; ++k) {
      to[k] = geometry::plus(corner(mesh, triangle, k), place, -1);
      length[k] = std::sqrt(geometry::dot(to[k], to[k]));
    }
    const double volume = geometry::dot(to[0], geometry::cross(to[1], to[2]));
    const double rest =
        length[0] * length[1] * length[2] + geometry::dot(to[0], to[1]) * length[2] +
        geometry::dot(to[1], to[2]) * length[0] + geometry::dot(to[2], to[0]) * length[1];
    angle += 2 * std::atan2(volume, rest);
  }
  return static_cast<int>(std::lround(angle / (4 * std::numbers::pi)));
}

bool are_apart(const Mesh& a, const Mesh& b, double distance) {
  if (!are_near(around(a.vertices), around(b.vertices), distance)) return true;
  return keep_apart(a.vertices, b, distance) && keep_apart(b.vertices, a, distance) &&
         winding_number(a, b.vertices[0]) == 0 && winding_number(b, a.vertices[0]) == 0;
}

}  // namespace thalweg::blood
