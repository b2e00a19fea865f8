// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/prediction/step_shares.hpp"

#include "base/error.hpp"
#include "grid/ghosts.hpp"
#include "solvers/flow/immersed/immersed_cells.hpp"
#include "solvers/flow/immersed/immersed_text.hpp"

namespace thalweg::flow {

using grid::index;

namespace {

void count(const grid::Ghosts& ghosts, const std::vector<int>& owners, OfRanks& all,
           BetweenRanks& sent) {
  for (const grid::GhostBox& box : ghosts.filled) {
    const int from = owners[index(box.donor)], to = owners[index(box.block)];
    all[index(to)] += static_cast<double>(box.ghosts.size());
    if (from != to) sent[{from, to}] += box.ghosts.size();
  }
}

/// What a block of a level takes from the rank that has what it is made of, and gives back.
void count_gathering(const MeshLevel& mesh, const LevelOwners& owners, int block,
                     LevelShares& shares) {
  const int own = owners.own[index(block)], above = owners.above[index(block)];
  if (own == above) return;
  const grid::Box cells = mesh.blocks.cells(block);
  shares.gathered[{above, own}] += cells.size();
  std::int64_t& back = shares.handed_back[{own, above}];
  back += cells.size();
  for (int d = mesh.mesh->first_axis(); d < 3; ++d)
    back += 2 * cells.size() / cells.extent(index(d));
}

/// Which part of each block a cell of it lies in.
class PartOfBlock {
 public:
  explicit PartOfBlock(const grid::BlockGrid& parts) : grid_(parts) {
    for (int b = 0; b < parts.size(); ++b) {
      const std::size_t whole = index(parts.block(b).whole);
      if (parts_.size() <= whole) parts_.resize(whole + 1);
      parts_[whole].push_back(b);
    }
  }
  int at(int block, const grid::Cell& cell) const {
    for (const int part : parts_[index(block)])
      if (contains(grid_.block(part), cell)) return part;
    throw UsageError("a cell that is in no part of its block");
  }

 private:
  static bool contains(const grid::Block& part, const grid::Cell& cell) {
    for (std::size_t d = 0; d < 3; ++d)
      if (cell[d] < part.first[d] || cell[d] >= part.first[d] + part.cells[d]) return false;
    return true;
  }

  const grid::BlockGrid& grid_;
  std::vector<std::vector<int>> parts_;  // of each block as it was made
};

}  // namespace

LevelShares shares_of(const MeshLevel& mesh, const LevelOwners& owners, int ranks) {
  const OfRanks zero(index(ranks));
  LevelShares shares{zero, zero, zero, zero, {}, {}, {}, {}};
  for (int b = 0; b < mesh.blocks.size(); ++b) {
    const std::size_t owner = index(owners.own[index(b)]);
    count_gathering(mesh, owners, b, shares);
    shares.cells[owner] += static_cast<double>(mesh.blocks.cells(b).size());
    for (const Patch& patch : mesh.patches(b))
      shares.faces[owner] +=
          static_cast<double>(grid::intersection(patch.cells, mesh.blocks.cells(b)).size());
  }
  count(grid::find_ghosts(mesh.blocks, 2), owners.own, shares.ghosts, shares.sent);
  count(grid::find_ghosts(mesh.blocks, 1, grid::GhostRegion::faces), owners.own,
        shares.ghosts_of_changes, shares.changes_sent);
  return shares;
}

void add(OfRanks& sum, const OfRanks& values, double factor) {
  sum.resize(values.size());
  for (std::size_t r = 0; r < values.size(); ++r) sum[r] += factor * values[r];
}

BodyCells::BodyCells(const Parameters& p) {
  if (p.immersed.empty()) return;
  const MeshLevel mesh{p.mesh.get(), p.mesh->blocks};
  const std::vector<int> of_one(index(mesh.blocks.size()));
  const grid::BlockArena arena(mesh.blocks, of_one, 0, 2);
  const ArenaCells cells(mesh, arena);
  const ImmersedCells found = immersed_cells(cells, arena, p.immersed, poses_at(p.immersed, 0));
  require_resolved(p.immersed, found.volumes, found.in_band, found.parted, 0);
  for (const ImmersedCell& cell : found.cells)
    spots_.push_back({cells[cell.cell].block, cells[cell.cell].cell, cell.end - cell.first});
}

BodyCells::Shares BodyCells::shares(const grid::BlockGrid& parts, const std::vector<int>& owners,
                                    int ranks) const {
  const OfRanks zero(index(ranks));
  Shares shares{zero, zero, zero};
  const PartOfBlock part(parts);
  for (const Spot& spot : spots_) {
    const std::size_t owner = index(owners[index(part.at(spot.block, spot.cell))]);
    ++shares.cells[owner];
    if (spot.donors > 0) ++shares.at_surfaces[owner];
    shares.donors[owner] += spot.donors;
  }
  return shares;
}

}  // namespace thalweg::flow
