// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/decomposition.hpp"

#include <algorithm>

namespace thalweg::flow {

grid::BlockPartition partition_of(const Mesh& mesh, const Parameters& p, int ranks) {
  const int multiple = 1 << (p.cycles.levels - 1);
  std::vector<int> line_axis;
  for (const LineAxes& axes : p.line_axes) line_axis.push_back(axes.axis[0]);
  return grid::partition(mesh.blocks, ranks,
                         {.multiple = multiple,
                          .fewest = std::max(4, 2 * multiple),
                          .line_axis = std::move(line_axis)});
}

bool LevelOwners::are_several() const {
  return std::any_of(own.begin(), own.end(), [&](int owner) { return owner != own.front(); });
}

std::vector<LevelOwners> owners_of_levels(const grid::BlockPartition& parts, const Parameters& p,
                                          bool on_devices) {
  const int axes = p.is_flat() ? 2 : 3;
  std::vector<LevelOwners> levels{{parts.owners, parts.owners}};
  for (int level = 1; level < p.cycles.levels; ++level) {
    const bool has_few = (parts.cells >> (axes * level)) < p.cycles.fewest_to_share(on_devices);
    levels.push_back(
        {has_few ? std::vector<int>(parts.owners.size()) : parts.owners, levels.back().own});
  }
  return levels;
}

grid::BlockArena waiting_arena(const grid::BlockGrid& blocks, const LevelOwners& owners, int rank) {
  constexpr int nobody = -1;
  const std::vector<int> none(owners.above.size(), nobody);
  return {blocks, owners.are_gathered() ? owners.above : none, rank, waiting_ghosts};
}

}  // namespace thalweg::flow
