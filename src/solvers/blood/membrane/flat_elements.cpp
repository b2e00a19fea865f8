// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/membrane/elements.hpp"

namespace thalweg::blood {

namespace {

/// Corners of a triangle and, across the edge that faces each, the corner of the next triangle.
struct Surroundings {
  std::array<int, 3> corners, across;
};

Surroundings surroundings_of(const Neighbours& next, const std::array<int, 3>& triangle) {
  const auto [a, b, c] = triangle;
  return {triangle, {next.after(c, b), next.after(a, c), next.after(b, a)}};
}

/// (6.17): first derivatives of the flat triangle, second ones of the parabola through all six.
Dependence in_the_middle_of(const Surroundings& s) {
  const auto [a, b, c] = s.corners;
  const auto [facing_a, facing_b, facing_c] = s.across;
  Dependence on;
  const auto add = [&](Derivative by, int vertex, double factor) { on[vertex][by] += factor; };
  for (const int corner : s.corners) add(value, corner, 1.0 / 3);
  add(by_v, b, 1), add(by_v, a, -1);
  add(by_w, c, 1), add(by_w, a, -1);
  add(by_vv, facing_a, 1), add(by_vv, facing_b, 1), add(by_vv, c, -2);
  add(by_ww, facing_a, 1), add(by_ww, facing_c, 1), add(by_ww, b, -2);
  add(by_vw, a, 1), add(by_vw, facing_a, 1), add(by_vw, b, -1), add(by_vw, c, -1);
  return on;
}

}  // namespace

Elements flat_elements(const Mesh& mesh) {
  const Neighbours next(mesh);
  std::vector<ElementPoint> all;
  for (const std::array<int, 3>& triangle : mesh.triangles)
    all.push_back({0.5, in_the_middle_of(surroundings_of(next, triangle))});
  return {static_cast<int>(mesh.vertices.size()), all, flat_patch_size};
}

}  // namespace thalweg::blood
