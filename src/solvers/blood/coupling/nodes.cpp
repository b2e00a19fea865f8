// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/coupling/nodes.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace thalweg::blood {

namespace {

grid::Box box_around(std::span<const grid::Cell> sites, int margin) {
  if (sites.empty()) return {};
  grid::Box box{sites[0], sites[0]};
  for (const grid::Cell& site : sites)
    for (std::size_t d = 0; d < 3; ++d) {
      box.lower[d] = std::min(box.lower[d], site[d]);
      box.upper[d] = std::max(box.upper[d], site[d]);
    }
  for (std::size_t d = 0; d < 3; ++d) box.lower[d] -= margin, box.upper[d] += margin + 1;
  return box;
}

}  // namespace

NodeLayout::NodeLayout(std::span<const grid::Cell> sites, int support,
                       const std::function<bool(const grid::Cell&)>& has_fluid, int least_margin)
    : rows_(box_around(sites, std::max(support - 1, least_margin))) {
  find_spans(sites, std::max(support - 1, least_margin));
  find_bits(sites, support, has_fluid);
}

std::size_t NodeLayout::row(int z, int y) const {
  return static_cast<std::size_t>(z - rows_.lower[0]) *
             static_cast<std::size_t>(rows_.upper[1] - rows_.lower[1]) +
         static_cast<std::size_t>(y - rows_.lower[1]);
}

int NodeLayout::node(const grid::Cell& at) const { return starts_[row(at[0], at[1])] + at[2]; }

void NodeLayout::find_spans(std::span<const grid::Cell> sites, int margin) {
  const std::size_t rows = static_cast<std::size_t>(rows_.upper[0] - rows_.lower[0]) *
                           static_cast<std::size_t>(rows_.upper[1] - rows_.lower[1]);
  starts_.assign(rows, 0);
  begins_.assign(rows, std::numeric_limits<int>::max());
  ends_.assign(rows, std::numeric_limits<int>::min());
  // Of the sites alone, then of what is in reach of them.
  std::vector<int> first = begins_, last = ends_;
  for (const auto& [z, y, x] : sites) {
    first[row(z, y)] = std::min(first[row(z, y)], x - margin);
    last[row(z, y)] = std::max(last[row(z, y)], x + margin + 1);
  }
  for (int z = rows_.lower[0] + margin; z < rows_.upper[0] - margin; ++z)
    for (int y = rows_.lower[1] + margin; y < rows_.upper[1] - margin; ++y)
      for (int dz = -margin; dz <= margin; ++dz)
        for (int dy = -margin; dy <= margin; ++dy) {
          const std::size_t to = row(z + dz, y + dy);
          begins_[to] = std::min(begins_[to], first[row(z, y)]);
          ends_[to] = std::max(ends_[to], last[row(z, y)]);
        }
  std::int64_t nodes = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    if (begins_[r] > ends_[r]) begins_[r] = ends_[r] = 0;
    starts_[r] = static_cast<int>(nodes) - begins_[r];
    nodes += ends_[r] - begins_[r];
    if (nodes > std::numeric_limits<int>::max() / 3)
      throw InputError("a rank would have more than 715 million lattice nodes. Run on more ranks. "
                       "Nothing was run.");
  }
  bits_.assign(static_cast<std::size_t>(nodes), 0);
}

void NodeLayout::find_bits(std::span<const grid::Cell> sites, int support,
                           const std::function<bool(const grid::Cell&)>& has_fluid) {
  for (int z = rows_.lower[0]; z < rows_.upper[0]; ++z)
    for (int y = rows_.lower[1]; y < rows_.upper[1]; ++y)
      for (int x = begins_[row(z, y)]; x < ends_[row(z, y)]; ++x)
        if (!has_fluid({z, y, x})) bits_[static_cast<std::size_t>(node({z, y, x}))] = solid;
  for (const grid::Cell& site : sites) bits_[static_cast<std::size_t>(node(site))] |= is_own;
  // A vertex reaches the nodes from its first one on, `support` along each axis.
  for (const auto& [z, y, x] : sites)
    for (int dz = 0; dz < support; ++dz)
      for (int dy = 0; dy < support; ++dy)
        for (int dx = 0; dx < support; ++dx)
          bits_[static_cast<std::size_t>(node({z - dz, y - dy, x - dx}))] |= reaches_own;
  for (int z = rows_.lower[0]; z < rows_.upper[0]; ++z)
    for (int y = rows_.lower[1]; y < rows_.upper[1]; ++y)
      for (int x = begins_[row(z, y)]; x < ends_[row(z, y)]; ++x) {
        unsigned char& bits = bits_[static_cast<std::size_t>(node({z, y, x}))];
        if ((bits & reaches_own) == 0) continue;
        for (int dz = 0; dz < support; ++dz)
          for (int dy = 0; dy < support; ++dy)
            for (int dx = 0; dx < support; ++dx)
              if (bits_[static_cast<std::size_t>(node({z + dz, y + dy, x + dx}))] & solid)
                bits |= reaches_solid;
      }
}

}  // namespace thalweg::blood
