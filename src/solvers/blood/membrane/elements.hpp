// SPDX-License-Identifier: Apache-2.0
// The finite elements of a membrane: at each quadrature point, how the surface and its derivatives
// depend on the control vertices. Triangles beside vertices with other than six neighbours are
// refined until the point lies in a regular one, so that all points are alike to kernels.
#pragma once

#include <vector>

#include "solvers/blood/membrane/loop_basis.hpp"
#include "solvers/blood/membrane/mesh.hpp"

namespace thalweg::blood {

/// Points on each triangle: one in its middle, exact for linear functions, or three, exact for
/// squares.
enum class Quadrature { one_point = 1, three_points = 3 };

struct Elements {
  int points = 0, vertices = 0;
  /// Of each point: the area of the (v, w) triangle, 1/2, that it stands for.
  std::vector<double> areas;
  /// The most control vertices that a point depends on: patch_size, or more where vertices with
  /// more than six neighbours are near.
  int width = patch_size;
  /// Control vertices that a point depends on, (point, width); fewer are filled up with the first
  /// one and factors 0.
  std::vector<int> support;
  /// The factor of each, (derivative, point, width).
  std::vector<double> factors;
  /// For each vertex the places in `support` where it stands: [begins[v], begins[v + 1]) of places.
  std::vector<int> begins, places;

  double factor(Derivative by, int point, int k) const {
    return factors[index(by * points + point, k)];
  }
  int vertex(int point, int k) const { return support[index(point, k)]; }

 private:
  std::size_t index(int row, int k) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(k);
  }
};

/// Of a closed mesh whose vertices have three neighbours or more.
Elements loop_elements(const Mesh& mesh, Quadrature quadrature);

}  // namespace thalweg::blood
