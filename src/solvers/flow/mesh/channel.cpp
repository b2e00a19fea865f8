// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "solvers/flow/mesh/planes.hpp"
#include "solvers/flow/mesh/spacing.hpp"

namespace thalweg::flow {

using grid::index;

namespace {

struct Channel {
  static constexpr double length = 2.2, height = 0.41, x = 0.2, y = 0.2, radius = 0.05;
  static constexpr double reach = 0.1;  // half the side of the square around the cylinder
};

/// Between a quarter of the cylinder and a side of the square, which lies in the direction of
/// number * 90 degrees. Axis x goes outwards, y round with the angle.
VertexBlock quarter_block(const CylinderChannel& shape, int number) {
  static constexpr const char* names[] = {"behind", "above", "before", "below"};
  const Spacing outwards = finer_at_begin(shape.quarter, shape.stretching);
  return plane_block(
      std::string("round ") + names[number], shape.quarter, shape.quarter, [&](int j, int i) {
        const double t = 2.0 * j / shape.quarter - 1, turn = std::numbers::pi / 2 * number;
        const double angle = turn + std::numbers::pi / 4 * t, s = outwards[index(i)];
        // On the square, turned back: (reach, t * reach).
        const Point side{Channel::reach * (std::cos(turn) - t * std::sin(turn)),
                         Channel::reach * (std::sin(turn) + t * std::cos(turn))};
        return Point{Channel::x + between(Channel::radius * std::cos(angle), side[0], s),
                     Channel::y + between(Channel::radius * std::sin(angle), side[1], s)};
      });
}

}  // namespace

VertexGrid cylinder_channel_grid(const CylinderChannel& shape) {
  using C = Channel;
  // Vortices form behind the cylinder: the rest of the channel needs fewer cells.
  const int n = shape.quarter, half = n / 2;
  const double left = C::x - C::reach, right = C::x + C::reach, low = C::y - C::reach,
               high = C::y + C::reach;
  const Spacing below = finer_at_begin(half, shape.stretching / 2), above = reversed(below),
                side = even(n);
  const Spacing across =
      joined(joined(below, low / high, side), high / C::height, above);  // 0, low, high, height
  const double next = (right - left) / n / (C::length - right);
  VertexGrid grid{.blocks = {rectangle("inlet", 0, left, even(half), 0, C::height, across),
                             rectangle("outlet", right, C::length, growing(3 * half, next / 2), 0,
                                       C::height, across),
                             rectangle("floor", left, right, side, 0, low, below),
                             rectangle("ceiling", left, right, side, high, C::height, above)}};
  for (int number = 0; number < 4; ++number) {
    grid.blocks.push_back(quarter_block(shape, number));
    add_family(grid, 4 + number, {2, false}, "cylinder");
  }
  add_family(grid, 0, {2, false}, "inflow");
  add_family(grid, 1, {2, true}, "outflow");
  for (const int b : {0, 1, 2}) add_family(grid, b, {1, false}, "walls");
  for (const int b : {0, 1, 3}) add_family(grid, b, {1, true}, "walls");
  return layered(std::move(grid), shape.span);
}

}  // namespace thalweg::flow
