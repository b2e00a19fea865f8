// SPDX-License-Identifier: Apache-2.0
// Blocks and points with known values, dealt out in several ways.
#pragma once

#include <cmath>

#include "grid/block_partition.hpp"
#include "io/fields/blocks.hpp"
#include "io/fields/points.hpp"

namespace thalweg::io::testing {

/// A bent channel of two blocks, "inlet" of (2, 5, 6) cells and "bend" of (4, 3, 4).
inline grid::BlockGrid bent_channel() {
  return grid::BlockGrid({{"inlet", {2, 5, 6}, -1, {}}, {"bend", {4, 3, 4}, -1, {}}}, {});
}

/// What a rank has if blocks are split for so many parts, and dealt round over the ranks.
inline BlockLayout layout_for(int parts, const transport::Communicator& comm) {
  const grid::BlockPartition split =
      grid::partition(bent_channel(), parts, {.imbalance = 1, .fewest = 1});
  std::vector<int> owners;
  for (int b = 0; b < split.grid.size(); ++b) owners.push_back(b % comm.size());
  return block_layout(split.grid, grid::BlockArena(split.grid, owners, comm.rank(), 1));
}

/// visit(whole, z, y, x) for the points of each part, with `more` beyond its cells.
template <class Visit>
void for_each_of(const BlockLayout& layout, int more, Visit visit) {
  for (const auto& [whole, first, cells] : layout.parts)
    for (std::int64_t z = 0; z < cells[0] + more; ++z)
      for (std::int64_t y = 0; y < cells[1] + more; ++y)
        for (std::int64_t x = 0; x < cells[2] + more; ++x)
          visit(whole, first[0] + z, first[1] + y, first[2] + x);
}

/// The value of component c in a cell: block, component and indices as digits.
inline double cell_value(int whole, int c, std::int64_t z, std::int64_t y, std::int64_t x) {
  return 10000.0 * whole + 1000.0 * c + static_cast<double>(100 * z + 10 * y + x);
}

/// Each block is sheared, and the second one stands above the first.
inline BlockVertices vertices_of(const BlockLayout& layout) {
  BlockVertices vertices;
  for_each_of(layout, 1, [&](int whole, std::int64_t z, std::int64_t y, std::int64_t x) {
    vertices.x.push_back(static_cast<double>(x) + 0.25 * static_cast<double>(y));
    vertices.y.push_back(static_cast<double>(y) + 10.0 * whole);
    vertices.z.push_back(0.5 * static_cast<double>(z));
  });
  return vertices;
}

template <class T>
BlockField block_field(const BlockLayout& layout, const std::string& name, int components) {
  std::vector<T> values;
  for (const BlockPart& part : layout.parts)
    for (int c = 0; c < components; ++c)
      for_each_of({layout.blocks, {part}}, 0,
                  [&](int whole, std::int64_t z, std::int64_t y, std::int64_t x) {
                    values.push_back(static_cast<T>(cell_value(whole, c, z, y, x)));
                  });
  return {name, components == 3 ? "m/s" : "Pa", components, std::move(values)};
}

/// Tetrahedra whose faces are triangles: vertex v of tetrahedron t has identity 10 t + v.
inline void add_tetrahedron(PointSet& set, std::int64_t t) {
  const auto first = static_cast<std::int64_t>(set.identities.size());
  for (std::int64_t v = 0; v < 4; ++v) {
    set.identities.push_back(10 * t + v);
    for (std::int64_t d = 0; d < 3; ++d)
      set.places.push_back(2 * static_cast<double>(t) + (v == d + 1 ? 1 : 0));
  }
  for (std::int64_t without = 0; without < 4; ++without) {
    for (std::int64_t v = 0; v < 4; ++v)
      if (v != without) set.triangles.push_back(first + v);
    set.triangle_identities.push_back(4 * t + without);
  }
}

/// Of so many tetrahedra those whose number has this rank's turn, the last first.
inline PointSet tetrahedra(std::int64_t count, int rank, int ranks) {
  PointSet set;
  for (std::int64_t t = count - 1; t >= 0; --t)
    if (t % ranks == rank) add_tetrahedron(set, t);
  std::vector<float> speed;
  std::vector<double> force;
  std::vector<std::int64_t> cell;
  for (const std::int64_t i : set.identities) {
    speed.push_back(static_cast<float>(i) / 4);
    for (const double c : {1, 2, 3}) force.push_back(static_cast<double>(i) * c);
    cell.push_back(i / 10);
  }
  set.values = {{"speed", "m/s", 1, speed}, {"force", "N", 3, force}, {"cell", "", 1, cell}};
  return set;
}

/// With a vector of each triangle: 1, 2 and 3 times its identity.
inline PointSet with_triangle_values(PointSet set) {
  std::vector<double> values;
  for (const std::int64_t identity : set.triangle_identities)
    for (const double c : {1, 2, 3}) values.push_back(static_cast<double>(identity) * c);
  set.triangle_values = {{"stress", "Pa", 3, values}};
  return set;
}

}  // namespace thalweg::io::testing
