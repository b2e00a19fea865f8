// SPDX-License-Identifier: Apache-2.0
// The finite elements of a membrane: at each quadrature point, how the surface and its derivatives
// depend on the vertices. To kernels all kinds of elements are alike: lists of factors.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "solvers/blood/membrane/loop_basis.hpp"
#include "solvers/blood/membrane/mesh.hpp"

namespace thalweg::blood {

enum class ElementKind { loop, flat };

/// Points on each triangle: one in its middle, exact for linear functions, or three, exact for
/// squares.
enum class Quadrature { one_point = 1, three_points = 3 };

/// What a point has of each vertex that it depends on, a factor for each derivative, in the order
/// in which they are first named.
class Dependence {
 public:
  using Factors = std::array<double, derivatives>;

  Factors& operator[](int vertex);
  std::size_t size() const { return list_.size(); }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }

 private:
  std::vector<std::pair<int, Factors>> list_;
};

struct ElementPoint {
  double area;  // of the (v, w) triangle, 1/2, that it stands for
  Dependence on;
};

/// A point that depends on a vertex, and where its factors of this stand: (row, width) of
/// `factors`.
struct PointOfVertex {
  int point, at;
};

struct Elements {
  /// On a mesh of so many vertices. least_width: kernels go through so many at least.
  Elements(int of_mesh, const std::vector<ElementPoint>& all, int least_width);

  int points, vertices;
  std::vector<double> areas;  // of each point
  /// The most vertices that a point depends on.
  int width;
  /// Vertices that a point depends on, (point, width); fewer are filled up with the first one and
  /// factors 0.
  std::vector<int> support;
  /// Points with the same factors share them: all regular ones do, so that what kernels read stays
  /// in the cache. The row of each point.
  std::vector<int> row_of;
  /// (row, width, derivative)
  std::vector<double> factors;
  /// For each vertex the points that depend on it: [begins[v], begins[v + 1]) of points_of.
  std::vector<int> begins;
  std::vector<PointOfVertex> points_of;

  double factor(Derivative by, int point, int k) const {
    return factors[derivatives * index(row_of[static_cast<std::size_t>(point)], k) + by];
  }
  int vertex(int point, int k) const { return support[index(point, k)]; }

 private:
  void list_support(const std::vector<ElementPoint>& all);
  void list_factors(const std::vector<ElementPoint>& all);
  void list_points_of();
  std::size_t index(int row, int k) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(k);
  }
};

/// The limit surface of Loop's subdivision, of a closed mesh whose vertices have three neighbours
/// or more. Triangles beside vertices with other than six neighbours are refined until the point
/// lies in a regular one.
Elements loop_elements(const Mesh& mesh, Quadrature quadrature);

/// Flat triangles, each with one point; how it bends follows from the triangles at its edges. Of a
/// closed mesh. (6.17)
Elements flat_elements(const Mesh& mesh);

}  // namespace thalweg::blood
