// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/measures/membrane_rows.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::blood {

namespace {

/// A corner seen along the rows: across them, and along.
struct Corner {
  int number;
  std::array<double, 2> across;
  double along;
};

/// Twice the area of the triangle of a place and an edge. The edge is taken the same way by both of
/// its triangles, so that the row is on one side of it for both, whatever rounding does.
double side(const Corner& a, const Corner& b, const std::array<double, 2>& place) {
  const bool swapped = a.number > b.number;
  const Corner &from = swapped ? b : a, &to = swapped ? a : b;
  const double p[2] = {from.across[0] - place[0], from.across[1] - place[1]},
               q[2] = {to.across[0] - place[0], to.across[1] - place[1]};
  const double area = p[0] * q[1] - p[1] * q[0];
  return swapped ? -area : area;
}

/// Where rows stand: aside of sites by different parts.
constexpr double aside[2] = {1e-9, 0.618e-9};

void cross_triangle(const std::array<Corner, 3>& c,
                    const std::function<void(const RowCrossing&)>& tell) {
  int first[2], last[2];
  for (std::size_t d = 0; d < 2; ++d) {
    const auto [least, most] = std::minmax({c[0].across[d], c[1].across[d], c[2].across[d]});
    first[d] = static_cast<int>(std::ceil(least - aside[d]));
    last[d] = static_cast<int>(std::floor(most - aside[d]));
  }
  for (int i = first[0]; i <= last[0]; ++i)
    for (int j = first[1]; j <= last[1]; ++j) {
      const std::array<double, 2> place{i + aside[0], j + aside[1]};
      const double weights[3] = {side(c[1], c[2], place), side(c[2], c[0], place),
                                 side(c[0], c[1], place)};
      const bool is_positive = weights[0] > 0;
      if (is_positive != (weights[1] > 0) || is_positive != (weights[2] > 0)) continue;
      const double sum = weights[0] + weights[1] + weights[2];
      if (sum == 0) continue;
      const double along =
          (weights[0] * c[0].along + weights[1] * c[1].along + weights[2] * c[2].along) / sum;
      tell({{i, j}, along, is_positive ? 1 : -1});
    }
}

}  // namespace

void for_each_crossing(const Membranes& membranes, std::size_t axis,
                       const std::function<void(const RowCrossing&)>& tell) {
  const std::size_t b = (axis + 1) % 3, c = (axis + 2) % 3;
  for (std::size_t m = 0; m < membranes.count(); ++m)
    for (const auto& triangle : *membranes.triangles) {
      std::array<Corner, 3> corners;
      for (std::size_t k = 0; k < 3; ++k) {
        const geometry::Vector at = membranes.vertex(m, triangle[k]);
        corners[k] = {triangle[k], {at[b], at[c]}, at[axis]};
      }
      cross_triangle(corners, tell);
    }
}

}  // namespace thalweg::blood
