// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/membrane/elements.hpp"

#include <algorithm>
#include <map>

namespace thalweg::blood {

namespace {

/// A mesh, refined so often, with its vertices as sums of those of the first.
struct Level {
  std::vector<std::array<int, 3>> triangles;
  Neighbours neighbours;
  std::vector<Combination> vertices;
};

Mesh without_places(const std::vector<std::array<int, 3>>& triangles, std::size_t vertices) {
  return {std::vector<geometry::Vector>(vertices), triangles};
}

Combination expanded(const Combination& of_finer, const std::vector<Combination>& vertices) {
  std::map<int, double> sums;
  for (const auto& [vertex, factor] : of_finer)
    for (const auto& [first, part] : vertices[static_cast<std::size_t>(vertex)])
      sums[first] += factor * part;
  return {sums.begin(), sums.end()};
}

Level finer(const Level& level) {
  const Refined next = refined(level.triangles, level.neighbours);
  std::vector<Combination> vertices;
  for (const Combination& parts : next.vertices)
    vertices.push_back(expanded(parts, level.vertices));
  return {next.triangles, Neighbours(without_places(next.triangles, vertices.size())),
          std::move(vertices)};
}

/// A place on a triangle of some level; how its v and w go with those of the first triangle.
struct Place {
  std::size_t level, triangle;
  double v, w, scale;
};

/// The same place on the child that holds it.
Place descended(const Place& at) {
  const double u = 1 - at.v - at.w;
  const Place child{at.level + 1, 4 * at.triangle, 0, 0, 2 * at.scale};
  const auto made = [&](std::size_t number, double v, double w, double sign) {
    return Place{child.level, child.triangle + number, v, w, sign * child.scale};
  };
  if (u >= 0.5) return made(0, 2 * at.v, 2 * at.w, 1);
  if (at.v >= 0.5) return made(1, 2 * at.v - 1, 2 * at.w, 1);
  if (at.w >= 0.5) return made(2, 2 * at.v, 2 * at.w - 1, 1);
  return made(3, 1 - 2 * at.v, 1 - 2 * at.w, -1);
}

/// The control vertices of a regular triangle, in the order of patch_places.
std::array<int, patch_size> patch(const Neighbours& next, const std::array<int, 3>& triangle) {
  const auto [a, b, c] = triangle;  // (0, 0), (1, 0), (0, 1)
  const int left_up = next.after(a, c), left = next.after(a, left_up), down = next.after(a, left),
            right_down = next.after(a, down);
  const int far_down = next.after(b, right_down), far_right = next.after(b, far_down),
            middle = next.after(b, far_right);
  const int far_up = next.after(c, middle), far_left = next.after(c, far_up);
  return {down, left, right_down, a, left_up, far_down, b, c, far_left, far_right, middle, far_up};
}

struct Rule {
  double v, w, area;
};

std::vector<Rule> rules(Quadrature quadrature) {
  if (quadrature == Quadrature::one_point) return {{1.0 / 3, 1.0 / 3, 0.5}};
  return {{1.0 / 6, 1.0 / 6, 1.0 / 6}, {2.0 / 3, 1.0 / 6, 1.0 / 6}, {1.0 / 6, 2.0 / 3, 1.0 / 6}};
}

class LoopBuilder {
 public:
  explicit LoopBuilder(const Mesh& mesh) {
    const std::size_t n = mesh.vertices.size();
    std::vector<Combination> own(n);
    for (std::size_t v = 0; v < n; ++v) own[v] = {{static_cast<int>(v), 1.0}};
    levels_.push_back({mesh.triangles, Neighbours(mesh), std::move(own)});
  }

  std::vector<ElementPoint> points(Quadrature quadrature) {
    const std::size_t triangles = levels_.front().triangles.size();
    const std::vector<Rule> of_each = rules(quadrature);
    std::vector<ElementPoint> all;
    for (std::size_t t = 0; t < triangles; ++t)
      for (const Rule& rule : of_each) all.push_back({rule.area, at({0, t, rule.v, rule.w, 1})});
    return all;
  }

 private:
  bool is_regular(const Place& at) {
    while (levels_.size() <= at.level) levels_.push_back(finer(levels_.back()));
    const Level& level = levels_[at.level];
    for (const int corner : level.triangles[at.triangle])
      if (level.neighbours.count(corner) != 6) return false;
    return true;
  }

  /// What a point has of each control vertex.
  Dependence at(Place at) {
    while (!is_regular(at)) at = descended(at);
    const Level& level = levels_[at.level];
    const std::array<int, patch_size> around =
        patch(level.neighbours, level.triangles[at.triangle]);
    Basis basis = loop_basis(at.v, at.w);
    const double scales[] = {
        1, at.scale, at.scale, at.scale * at.scale, at.scale * at.scale, at.scale * at.scale};
    Dependence sums;
    for (std::size_t k = 0; k < patch_size; ++k)
      for (const auto& [vertex, part] : level.vertices[static_cast<std::size_t>(around[k])])
        for (std::size_t d = 0; d < derivatives; ++d)
          sums[vertex][d] += part * scales[d] * basis[d][k];
    return sums;
  }

  std::vector<Level> levels_;
};

}  // namespace

Elements loop_elements(const Mesh& mesh, Quadrature quadrature) {
  return {static_cast<int>(mesh.vertices.size()), LoopBuilder(mesh).points(quadrature), patch_size};
}

}  // namespace thalweg::blood
