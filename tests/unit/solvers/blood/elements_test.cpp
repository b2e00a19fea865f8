// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/membrane/elements.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "tests/support/membranes.hpp"

namespace thalweg::blood {
namespace {

TEST(LoopBasis, SumsToOneAndRepeatsPlaces) {
  for (const auto& [v, w] : {std::pair{0.2, 0.3}, {1.0 / 3, 1.0 / 3}, {0.0, 1.0}, {0.9, 0.05}}) {
    const Basis basis = loop_basis(v, w);
    double sums[derivatives] = {}, at_v = 0, at_w = 0, v_by_v = 0, v_by_w = 0;
    for (std::size_t i = 0; i < patch_size; ++i) {
      for (std::size_t d = 0; d < derivatives; ++d) sums[d] += basis[d][i];
      at_v += basis[value][i] * patch_places[i][0];
      at_w += basis[value][i] * patch_places[i][1];
      v_by_v += basis[by_v][i] * patch_places[i][0];
      v_by_w += basis[by_w][i] * patch_places[i][0];
    }
    EXPECT_NEAR(sums[value], 1, 1e-15);
    for (const Derivative d : {by_v, by_w, by_vv, by_vw, by_ww}) EXPECT_NEAR(sums[d], 0, 1e-14);
    EXPECT_NEAR(at_v, v, 1e-15);
    EXPECT_NEAR(at_w, w, 1e-15);
    EXPECT_NEAR(v_by_v, 1, 1e-14);
    EXPECT_NEAR(v_by_w, 0, 1e-14);
  }
}

TEST(LoopBasis, IsThatOfThePaperAtTheCentre) {
  const int expected[] = {3, 3, 42, 276, 42, 3, 276, 276, 3, 3, 42, 3};
  const Basis basis = loop_basis(1.0 / 3, 1.0 / 3);
  for (std::size_t i = 0; i < patch_size; ++i)
    EXPECT_NEAR(972 * basis[value][i], expected[i], 1e-12) << "function " << i;
}

TEST(LoopBasis, HasTheDerivativesOfItsValues) {
  constexpr double v = 0.31, w = 0.22, h = 1e-4;
  const Basis at = loop_basis(v, w), right = loop_basis(v + h, w), left = loop_basis(v - h, w),
              above = loop_basis(v, w + h), below = loop_basis(v, w - h);
  for (std::size_t i = 0; i < patch_size; ++i) {
    EXPECT_NEAR(at[by_v][i], (right[value][i] - left[value][i]) / (2 * h), 1e-7);
    EXPECT_NEAR(at[by_w][i], (above[value][i] - below[value][i]) / (2 * h), 1e-7);
    EXPECT_NEAR(at[by_vv][i], (right[by_v][i] - left[by_v][i]) / (2 * h), 1e-7);
    EXPECT_NEAR(at[by_vw][i], (above[by_v][i] - below[by_v][i]) / (2 * h), 1e-7);
    EXPECT_NEAR(at[by_ww][i], (above[by_w][i] - below[by_w][i]) / (2 * h), 1e-7);
  }
}

/// The factors of the corner with five neighbours in the middle of its triangles, by an independent
/// program (subdivision of the whole mesh as a sparse matrix).
TEST(LoopElements, BesideAVertexWithFiveNeighboursAreThoseOfSubdivision) {
  const Mesh mesh = icosphere(2);
  const Neighbours neighbours(mesh);
  const Elements elements = loop_elements(mesh, Quadrature::one_point);
  int seen = 0;
  for (int q = 0; q < elements.points; ++q) {
    const auto& triangle = mesh.triangles[static_cast<std::size_t>(q)];
    if (neighbours.count(triangle[0]) != 5) continue;
    ++seen;
    for (int k = 0; k < patch_size; ++k) {
      if (elements.vertex(q, k) == triangle[0] && elements.factor(value, q, k) != 0) {
        EXPECT_NEAR(elements.factor(value, q, k), 0.281986033, 1e-9);
        EXPECT_NEAR(elements.factor(by_v, q, k), -0.464642187, 1e-9);
        EXPECT_NEAR(elements.factor(by_vv, q, k), -0.303050835, 1e-9);
        EXPECT_NEAR(elements.factor(by_vw, q, k), 0.121186456, 1e-9);
      }
      if (elements.vertex(q, k) == triangle[1] && elements.factor(value, q, k) != 0) {
        EXPECT_NEAR(elements.factor(by_v, q, k), 0.473483993, 1e-9);
        EXPECT_NEAR(elements.factor(by_ww, q, k), -0.850500944, 1e-9);
      }
    }
  }
  EXPECT_GT(seen, 0);
}

TEST(LoopElements, SumToOneAtEveryPointOfEveryRule) {
  for (const int refinement : {0, 1, 2})
    for (const Quadrature rule : {Quadrature::one_point, Quadrature::three_points}) {
      const Mesh mesh = icosphere(refinement);
      if (refinement == 0 && rule == Quadrature::three_points) continue;
      const Elements elements = loop_elements(mesh, rule);
      double area = 0;
      for (int q = 0; q < elements.points; ++q) {
        area += elements.areas[static_cast<std::size_t>(q)];
        for (const Derivative by : {value, by_v, by_w, by_vv, by_vw, by_ww}) {
          double sum = 0;
          for (int k = 0; k < patch_size; ++k) sum += elements.factor(by, q, k);
          EXPECT_NEAR(sum, by == value ? 1 : 0, 1e-13);
        }
      }
      EXPECT_NEAR(area, 0.5 * static_cast<double>(mesh.triangles.size()), 1e-10);
    }
}

/// Kernels read the factors of a few points, which the caches hold, for as many triangles.
TEST(LoopElements, ShareTheFactorsOfRegularTriangles) {
  const Mesh mesh = icosphere(3);
  const Neighbours neighbours(mesh);
  for (const Quadrature rule : {Quadrature::one_point, Quadrature::three_points}) {
    const Elements elements = loop_elements(mesh, rule);
    const std::size_t rule_points = static_cast<std::size_t>(rule);
    std::set<int> rows;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const auto [a, b, c] = mesh.triangles[t];
      if (neighbours.count(a) + neighbours.count(b) + neighbours.count(c) != 18) continue;
      for (std::size_t k = 0; k < rule_points; ++k)
        rows.insert(elements.row_of[rule_points * t + k]);
    }
    EXPECT_EQ(rows.size(), rule_points);
    // Five triangles at each of twelve vertices are not regular.
    EXPECT_LE(elements.factors.size() / (derivatives * patch_size), rule_points * (1 + 12 * 5));
  }
}

TEST(FlatElements, ShareTheFactorsOfAllTriangles) {
  const Elements elements = flat_elements(icosphere(2));
  EXPECT_EQ(elements.factors.size(), std::size_t{derivatives} * flat_patch_size);
}

TEST(LoopElements, TakeAsManyVerticesAsAPointDependsOn) {
  const Mesh mesh = irregular_sphere(2);
  const Neighbours neighbours(mesh);
  for (const Quadrature rule : {Quadrature::one_point, Quadrature::three_points}) {
    const Elements elements = loop_elements(mesh, rule);
    EXPECT_GT(elements.width, patch_size);
    int most = 0;
    for (const auto& [a, b, c] : mesh.triangles)  // the rings of the corners have six in common
      most = std::max(most, neighbours.count(a) + neighbours.count(b) + neighbours.count(c) - 6);
    EXPECT_EQ(elements.width, most);
    for (int q = 0; q < elements.points; ++q) {
      geometry::Vector place{};
      double sum = 0, sum_by_v = 0;
      for (int k = 0; k < elements.width; ++k) {
        sum += elements.factor(value, q, k);
        sum_by_v += elements.factor(by_v, q, k);
        place =
            geometry::plus(place, mesh.vertices[static_cast<std::size_t>(elements.vertex(q, k))],
                           elements.factor(value, q, k));
      }
      EXPECT_NEAR(sum, 1, 1e-13);
      EXPECT_NEAR(sum_by_v, 0, 1e-13);
      EXPECT_NEAR(std::sqrt(geometry::dot(place, place)), 1, 0.2);
    }
  }
}

TEST(FlatElements, AreExactForParabolas) {
  const Mesh mesh = icosphere(2);
  const Neighbours next(mesh);
  const Elements elements = flat_elements(mesh);
  ASSERT_EQ(elements.width, flat_patch_size);
  ASSERT_EQ(elements.points, static_cast<int>(mesh.triangles.size()));
  for (int q = 0; q < elements.points; ++q) {
    const auto [a, b, c] = mesh.triangles[static_cast<std::size_t>(q)];
    // (v, w) of the triangle's corners, and of those across its edges.
    const std::map<int, std::array<double, 2>> at{{a, {0, 0}},
                                                  {b, {1, 0}},
                                                  {c, {0, 1}},
                                                  {next.after(c, b), {1, 1}},
                                                  {next.after(a, c), {-1, 1}},
                                                  {next.after(b, a), {1, -1}}};
    const auto sum = [&](Derivative by, auto function) {
      double total = 0;
      for (int k = 0; k < flat_patch_size; ++k) {
        const auto [v, w] = at.at(elements.vertex(q, k));
        total += elements.factor(by, q, k) * function(v, w);
      }
      return total;
    };
    const auto plane = [](double v, double w) { return 1 + 2 * v - 3 * w; };
    EXPECT_NEAR(sum(value, plane), 1 + 2.0 / 3 - 1, 1e-14);
    EXPECT_NEAR(sum(by_v, plane), 2, 1e-14);
    EXPECT_NEAR(sum(by_w, plane), -3, 1e-14);
    const auto parabola = [&](double v, double w) {
      return plane(v, w) + 2 * v * v - 5 * v * w + 1.5 * w * w;
    };
    EXPECT_NEAR(sum(by_vv, parabola), 4, 1e-13);
    EXPECT_NEAR(sum(by_vw, parabola), -5, 1e-13);
    EXPECT_NEAR(sum(by_ww, parabola), 3, 1e-13);
  }
}

/// A tetrahedron: across each edge of a triangle is the same corner.
TEST(FlatElements, AddUpWhatAPointHasOfOneVertexThreeTimes) {
  const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                  {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
  const Elements elements = flat_elements(mesh);
  for (int q = 0; q < elements.points; ++q)
    for (const Derivative by : {value, by_v, by_w, by_vv, by_vw, by_ww}) {
      double sum = 0;
      for (int k = 0; k < elements.width; ++k) sum += elements.factor(by, q, k);
      EXPECT_NEAR(sum, by == value ? 1 : 0, 1e-14);
    }
}

TEST(LoopElements, ListThePointsOfEveryVertexOnce) {
  const Elements elements = loop_elements(icosphere(1), Quadrature::three_points);
  const auto width = static_cast<std::size_t>(elements.width);
  std::vector<int> uses(elements.support.size(), 0);
  for (int v = 0; v < elements.vertices; ++v)
    for (int n = elements.begins[static_cast<std::size_t>(v)];
         n < elements.begins[static_cast<std::size_t>(v) + 1]; ++n) {
      const PointOfVertex of = elements.points_of[static_cast<std::size_t>(n)];
      const auto at = static_cast<std::size_t>(of.at), point = static_cast<std::size_t>(of.point);
      EXPECT_EQ(static_cast<int>(at / width), elements.row_of[point]);
      EXPECT_EQ(elements.support[point * width + at % width], v);
      ++uses[point * width + at % width];
    }
  for (int point = 0; point < elements.points; ++point)
    for (int k = 0; k < elements.width; ++k) {
      const int used = uses[static_cast<std::size_t>(point) * width + static_cast<std::size_t>(k)];
      EXPECT_LE(used, 1);
      if (elements.factor(value, point, k) != 0) {
        EXPECT_EQ(used, 1);
      }
    }
}

}  // namespace
}  // namespace thalweg::blood
