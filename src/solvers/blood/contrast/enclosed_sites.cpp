// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/contrast/enclosed_sites.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace thalweg::blood {

namespace {

/// Where a row meets the mesh, and how often it comes in there.
struct Crossing {
  double x;
  int in;
};
using Rows = std::map<std::array<int, 2>, std::vector<Crossing>>;  // by (z, y)

/// Twice the area of the triangle of an edge, seen along x, and a row, which is positive where the
/// row lies to its left. Both triangles at the edge get the same number but for its sign.
double beside_edge(const geometry::Vector& from, const geometry::Vector& to, double y, double z) {
  const auto of = [&](const geometry::Vector& a, const geometry::Vector& b) {
    return (a[1] - y) * (b[2] - z) - (a[2] - z) * (b[1] - y);
  };
  return from < to ? of(from, to) : -of(to, from);
}

/// Rows pass by this much beside the lattice's, which corners of cells at rest may lie on.
constexpr double aside_y = 1.3e-7, aside_z = 2.1e-7;

void cross_triangle(const std::array<geometry::Vector, 3>& corner, int row_z, int row_y,
                    Rows& rows) {
  const double z = row_z + aside_z, y = row_y + aside_y;
  double beside[3], all = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    beside[k] = beside_edge(corner[(k + 1) % 3], corner[(k + 2) % 3], y, z);
    all += beside[k];
  }
  const bool faces_up = beside[0] > 0 && beside[1] > 0 && beside[2] > 0;
  const bool faces_down = beside[0] < 0 && beside[1] < 0 && beside[2] < 0;
  if (!faces_up && !faces_down) return;
  double x = 0;
  for (std::size_t k = 0; k < 3; ++k) x += beside[k] / all * corner[k][0];
  rows[{row_z, row_y}].push_back({x, faces_up ? -1 : 1});
}

Rows rows_through(const Mesh& mesh) {
  Rows rows;
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    std::array<geometry::Vector, 3> corner;
    for (std::size_t k = 0; k < 3; ++k)
      corner[k] = mesh.vertices[static_cast<std::size_t>(triangle[k])];
    const auto [low_y, high_y] = std::minmax({corner[0][1], corner[1][1], corner[2][1]});
    const auto [low_z, high_z] = std::minmax({corner[0][2], corner[1][2], corner[2][2]});
    for (int z = static_cast<int>(std::floor(low_z)); z <= high_z; ++z)
      for (int y = static_cast<int>(std::floor(low_y)); y <= high_y; ++y)
        cross_triangle(corner, z, y, rows);
  }
  return rows;
}

}  // namespace

void for_each_enclosed_site(const Mesh& mesh, const std::function<void(const grid::Cell&)>& act) {
  for (auto& [row, crossings] : rows_through(mesh)) {
    std::sort(crossings.begin(), crossings.end(),
              [](const Crossing& a, const Crossing& b) { return a.x < b.x; });
    int turns = 0;
    for (std::size_t k = 0; k + 1 < crossings.size(); ++k) {
      turns += crossings[k].in;
      if (turns <= 0) continue;
      for (int x = static_cast<int>(std::ceil(crossings[k].x)); x < crossings[k + 1].x; ++x)
        act({row[0], row[1], x});
    }
  }
}

}  // namespace thalweg::blood
