// SPDX-License-Identifier: Apache-2.0
// Closed surfaces of triangles: who is next to whom, and their refinement by C. Loop's scheme
// ("Smooth subdivision surfaces based on triangles", MSc thesis, University of Utah, 1987).
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "geometry/vector.hpp"

namespace thalweg::blood {

struct Mesh {
  std::vector<geometry::Vector> vertices;
  /// Corners, anticlockwise as seen from outside.
  std::vector<std::array<int, 3>> triangles;
};

/// An icosahedron whose triangles are cut in four `refinement` times, on the sphere of radius 1:
/// 10 * 4^refinement + 2 vertices, 12 of them with five neighbours.
Mesh icosphere(int refinement);
/// The same with vertices numbered as triangles first name them. Where triangles that lie near each
/// other are near each other in the list, vertices then are, too, and what a vertex reaches of the
/// lattice is often in the cache.
Mesh numbered_by_use(const Mesh& mesh);
constexpr int vertices_of_icosphere(int refinement) { return 10 * (1 << (2 * refinement)) + 2; }

/// Of the polyhedron.
double volume_of(const Mesh& mesh);

double area_of(const Mesh& mesh);
/// Of the body that it encloses.
geometry::Vector centre_of(const Mesh& mesh);

/// The neighbours of every vertex of a closed mesh, anticlockwise. Throws UsageError for a mesh
/// that is open, or has an edge of more than two triangles.
class Neighbours {
 public:
  explicit Neighbours(const Mesh& mesh);
  const std::vector<int>& of(int vertex) const { return rings_[static_cast<std::size_t>(vertex)]; }
  int count(int vertex) const { return static_cast<int>(of(vertex).size()); }
  /// The neighbour of `vertex` that follows `neighbour`.
  int after(int vertex, int neighbour) const;

 private:
  std::vector<std::vector<int>> rings_;
};

/// Vertices as sums of other vertices: number and factor of each part.
using Combination = std::vector<std::pair<int, double>>;

/// One step of Loop's scheme.
struct Refined {
  std::vector<std::array<int, 3>> triangles;  // the children of triangle t are 4 t to 4 t + 3:
  // one at each of its corners, which keeps their order, then the middle one, turned by a half.
  std::vector<Combination> vertices;  // old ones first, of the vertices before
};
Refined refined(const std::vector<std::array<int, 3>>& triangles, const Neighbours& neighbours);

/// The factor of a vertex's n neighbours in its place on the limit of infinite refinement; its own
/// is what is left of 1.
double limit_factor(int neighbours);

/// The limit surface through the vertices of a mesh, by more triangles: each is cut in four so many
/// times, and all vertices lie on the surface.
Mesh refined_surface(const Mesh& mesh, int times);

/// The control net whose limit surface passes through the vertices of a mesh.
Mesh fitted_control_net(const Mesh& mesh);

}  // namespace thalweg::blood
