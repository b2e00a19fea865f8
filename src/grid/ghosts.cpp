// SPDX-License-Identifier: Apache-2.0
#include "grid/ghosts.hpp"

#include <limits>

#include "base/error.hpp"

namespace thalweg::grid {

namespace {

/// A box of ghosts on its way to where its cells are: in the index space of `block`, and how to get
/// there from the index space of the block that has the ghosts.
struct Walker {
  int block;
  Box box;
  IndexMap map;
  double turn = 0;
};

/// A patch stretched beyond those of its sides that are edges of the block's face, and outwards:
/// where cells beyond an edge of the block follow the connection of the face beside them.
Box stretched(const Connection& c, const Cell& cells) {
  constexpr int far = std::numeric_limits<int>::max() / 4;
  Box region = c.patch;
  const std::size_t a = index(c.face.axis);
  for (std::size_t d = 0; d < 3; ++d) {
    if (d == a) continue;
    if (region.lower[d] == 0) region.lower[d] = -far;
    if (region.upper[d] == cells[d]) region.upper[d] = far;
  }
  region.lower[a] = c.face.upper ? cells[a] : -far;
  region.upper[a] = c.face.upper ? far : 0;
  return region;
}

/// Follows connections from a block's ghosts to cells. Each step brings them nearer: what lies
/// outside of the donor is at least one cell less than what lay outside of the block.
class Search {
 public:
  /// Axes in the order in which ways are tried.
  Search(const BlockGrid& grid, std::array<int, 3> axes) : grid_(grid), axes_(axes) {}

  /// The parts of the box that lead to cells.
  std::vector<GhostBox> find(int block, const Box& ghosts) const {
    std::vector<GhostBox> found;
    walk({block, ghosts, {}, 0}, block, found);
    return found;
  }

 private:
  void walk(const Walker& at, int start, std::vector<GhostBox>& found) const {
    const Box cells = grid_.cells(at.block);
    const Box inside = intersection(at.box, cells);
    if (!inside.empty())
      found.push_back({start, at.map.inverse()(inside), at.block, at.map, at.turn});
    for (const Box& outside : difference(at.box, cells))
      leave({at.block, outside, at.map, at.turn}, start, found);
  }

  /// Through each face that some of the box lies beyond, what the faces before did not lead on.
  void leave(const Walker& at, int start, std::vector<GhostBox>& found) const {
    std::vector<Box> left{at.box};
    for (const int axis : axes_)
      for (const bool upper : {false, true})
        for (const Connection& c : grid_.at(at.block, {axis, upper})) {
          std::vector<Box> next;
          for (const Box& box : left)
            for (const Box& rest : through(c, {at.block, box, at.map, at.turn}, start, found))
              next.push_back(rest);
          left.swap(next);
        }
  }

  /// Follows one connection; returns what of the box it does not lead to cells.
  std::vector<Box> through(const Connection& c, const Walker& at, int start,
                           std::vector<GhostBox>& found) const {
    const Box region = intersection(at.box, stretched(c, grid_.block(at.block).cells));
    if (region.empty()) return {at.box};
    const std::size_t before = found.size();
    walk({c.donor, c.map(region), at.map.then(c.map), at.turn + c.turn}, start, found);
    std::vector<Box> reached;
    for (std::size_t i = before; i < found.size(); ++i) reached.push_back(at.map(found[i].ghosts));
    return difference(at.box, reached);
  }

  const BlockGrid& grid_;
  std::array<int, 3> axes_;
};

/// The boxes of ghosts of a block, by direction.
std::vector<Box> ghost_boxes(const Cell& cells, int layers, GhostRegion region) {
  std::vector<Box> boxes;
  for_each_cell({{-1, -1, -1}, {2, 2, 2}}, [&](const Cell& direction) {
    int outside = 0;
    Box box;
    for (std::size_t d = 0; d < 3; ++d) {
      outside += direction[d] != 0;
      box.lower[d] = direction[d] < 0 ? -layers : direction[d] > 0 ? cells[d] : 0;
      box.upper[d] = direction[d] < 0 ? 0 : direction[d] > 0 ? cells[d] + layers : cells[d];
    }
    const bool asked = outside == 1 || (outside > 1 && region != GhostRegion::faces);
    if (asked && !box.empty()) boxes.push_back(box);
  });
  return boxes;
}

/// Whether both lead the same ghosts to the same cells: maps are fixed by where they lead one cell
/// and its neighbours.
bool agree_on(const Box& ghosts, const GhostBox& a, const GhostBox& b) {
  if (a.donor != b.donor || a.map(ghosts.lower) != b.map(ghosts.lower)) return false;
  for (std::size_t d = 0; d < 3; ++d) {
    Cell next = ghosts.lower;
    ++next[d];
    if (ghosts.extent(d) > 1 && a.map(next) != b.map(next)) return false;
  }
  return true;
}

void add_singular(const std::vector<GhostBox>& one, const std::vector<GhostBox>& other,
                  std::vector<BlockBox>& singular) {
  for (const GhostBox& a : one)
    for (const GhostBox& b : other)
      if (const Box both = intersection(a.ghosts, b.ghosts); !both.empty() && !agree_on(both, a, b))
        singular.push_back({a.block, both});
}

}  // namespace

Ghosts find_ghosts(const BlockGrid& grid, int layers, GhostRegion region) {
  TW_CHECK(layers >= 0, "a block has no fewer than 0 layers of ghost cells");
  const Search search(grid, {0, 1, 2}), other_way(grid, {2, 1, 0});
  Ghosts all;
  for (int block = 0; block < grid.size(); ++block)
    for (const Box& box : ghost_boxes(grid.block(block).cells, layers, region)) {
      const std::vector<GhostBox> found = search.find(block, box);
      std::vector<Box> filled;
      for (const GhostBox& part : found) filled.push_back(part.ghosts);
      for (const Box& open : difference(box, filled)) all.open.push_back({block, open});
      add_singular(found, other_way.find(block, box), all.singular);
      all.filled.insert(all.filled.end(), found.begin(), found.end());
    }
  return all;
}

}  // namespace thalweg::grid
