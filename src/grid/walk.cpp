// SPDX-License-Identifier: Apache-2.0
#include "grid/walk.hpp"

namespace thalweg::grid {

std::optional<Standing> onwards(const BlockGrid& grid, const Standing& from, int axis, int sign) {
  const std::size_t own = index(from.map.axis[index(axis)]);
  const int step = sign * from.map.sign[index(axis)];
  Standing next = from;
  next.cell[own] += step;
  if (next.cell[own] >= 0 && next.cell[own] < grid.block(from.block).cells[own]) return next;
  for (const Connection& c : grid.at(from.block, {static_cast<int>(own), step > 0}))
    if (c.patch.contains(from.cell))
      return Standing{c.donor, c.map(next.cell), from.map.then(c.map)};
  return std::nullopt;
}

}  // namespace thalweg::grid
