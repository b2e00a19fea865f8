// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/generators.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"

namespace thalweg::flow {

using grid::index;

namespace {

/// Which cells of the box a block has, and where its vertices lie. Axes are (z, y, x) here.
class BoxPlaces {
 public:
  explicit BoxPlaces(const BoxGrid& box) : box_(box) {
    for (int axis = 0; axis < 3; ++axis) {
      nodes_[index(axis)] = spacing(axis);
      for (const double s : nodes_[index(axis)])
        waves_[index(axis)].push_back(std::sin(2 * std::numbers::pi * s));
    }
  }

  int cells(int axis) const { return box_.cells[index(2 - axis)]; }
  int blocks(int axis) const { return box_.blocks[index(2 - axis)]; }
  bool is_periodic(int axis) const { return box_.is_periodic[index(2 - axis)]; }
  int begin(int axis, int block) const { return cells(axis) * block / blocks(axis); }
  int number(const grid::Cell& b) const { return (b[0] * blocks(1) + b[1]) * blocks(2) + b[2]; }
  grid::Cell coordinates(int block) const {
    return {block / (blocks(1) * blocks(2)), block / blocks(2) % blocks(1), block % blocks(2)};
  }

  geometry::Vector vertex(int block, const grid::Cell& v) const {
    const grid::Cell b = coordinates(block);
    geometry::Vector s{}, waves{};  // x, y, z over the lengths
    for (int axis = 0; axis < 3; ++axis) {
      const std::size_t n = index(begin(axis, b[index(axis)]) + v[index(axis)]);
      s[index(2 - axis)] = nodes_[index(axis)][n];
      waves[index(2 - axis)] = waves_[index(axis)][n];
    }
    const double wave = box_.amplitude * waves[0] * waves[1];
    return {box_.origin[0] + box_.length[0] * (s[0] + wave),
            box_.origin[1] + box_.length[1] * (s[1] + wave),
            box_.origin[2] + box_.length[2] * s[2]};
  }

 private:
  Spacing spacing(int axis) const {
    const Spacing& places = box_.places[index(2 - axis)];
    return places.empty() ? finer_at_ends(cells(axis), box_.stretching[index(2 - axis)]) : places;
  }
  BoxGrid box_;
  std::array<Spacing, 3> nodes_;
  std::array<std::vector<double>, 3> waves_;  // by axis and number: s, sin 2 pi s
};

std::vector<grid::Block> blocks_of(const BoxPlaces& box) {
  std::vector<grid::Block> blocks;
  grid::for_each_cell(
      {{}, {box.blocks(0), box.blocks(1), box.blocks(2)}}, [&](const grid::Cell& b) {
        grid::Block block;
        block.name = fmt::format("block {} {} {}", b[2], b[1], b[0]);
        block.whole = box.number(b);
        for (int axis = 0; axis < 3; ++axis) {
          const int n = b[index(axis)];
          block.cells[index(axis)] = box.begin(axis, n + 1) - box.begin(axis, n);
          TW_CHECK(block.cells[index(axis)] > 0, "a box cannot have more blocks than cells");
        }
        blocks.push_back(block);
      });
  return blocks;
}

/// Of every block with the one behind it along each axis.
std::vector<grid::Connection> connections_of(const BoxPlaces& box,
                                             const std::vector<grid::Block>& blocks) {
  std::vector<grid::Connection> connections;
  for (int b = 0; b < static_cast<int>(blocks.size()); ++b)
    for (int axis = 0; axis < 3; ++axis) {
      grid::Cell next = box.coordinates(b);
      if (++next[index(axis)] == box.blocks(axis)) {
        if (!box.is_periodic(axis)) continue;
        next[index(axis)] = 0;
      }
      connections.push_back(grid::connection_of(blocks, {.block = b,
                                                         .face = {axis, true},
                                                         .donor = box.number(next),
                                                         .donor_face = {axis, false}}));
    }
  return connections;
}

}  // namespace

Mesh box_mesh(const BoxGrid& box) {
  const BoxPlaces places(box);
  const std::vector<grid::Block> blocks = blocks_of(places);
  Mesh mesh{grid::BlockGrid(blocks, connections_of(places, blocks)),
            [places](int block, const grid::Cell& v) { return places.vertex(block, v); },
            {},
            box.cells[2] == 1};
  for (int b = 0; b < static_cast<int>(blocks.size()); ++b)
    for (int axis = 0; axis < 3; ++axis)
      for (const bool upper : {false, true}) {
        const int end = upper ? places.blocks(axis) - 1 : 0;
        if (places.coordinates(b)[index(axis)] == end && !places.is_periodic(axis))
          mesh.patches.push_back(
              whole_face(mesh.blocks, b, {axis, upper}, grid::text_of(grid::Face{axis, upper})));
      }
  return mesh;
}

}  // namespace thalweg::flow
