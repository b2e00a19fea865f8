// SPDX-License-Identifier: Apache-2.0
// The fluid sites of a vessel dealt to ranks, and where each population of a site lies in memory in
// each of the two states between steps (docs/theory/blood.md, section 2).
#pragma once

#include <cstdint>
#include <vector>

#include "grid/sparse_cells.hpp"
#include "solvers/blood/parameters.hpp"

namespace thalweg::blood {

/// Populations that come back from a wall which does not stand still half-way between sites:
/// f[slot] = near f[slot] + (1 - near) f[partner] + pushed. (2.4)
struct WallLinks {
  std::vector<int> slot;
  std::vector<int> partner_at_home, partner_shifted;  // by state
  std::vector<double> near, pushed;
};

class Sites {
 public:
  /// Collective. Throws InputError where a rank would have more sites than it can number.
  Sites(const Parameters& parameters, const transport::Communicator& comm);

  /// This rank's sites: first those without a neighbour on another rank, [0, interior()), then its
  /// others, [interior(), own()), then copies of other ranks' sites.
  const std::vector<grid::Cell>& cells() const { return cells_; }
  int interior() const { return interior_; }
  int own() const { return own_; }
  /// Sites of an array of populations: all of cells(). Population q of site i at home lies at
  /// q * stride() + i.
  std::int64_t stride() const { return static_cast<std::int64_t>(cells_.size()); }
  /// Sites of all ranks.
  std::int64_t total() const { return total_; }
  const grid::Lattice& lattice() const { return lattice_; }
  std::int64_t identity(int site) const {
    return lattice_.number(cells_[static_cast<std::size_t>(site)]);
  }
  int owner(const grid::Cell& cell) const { return bisection_.owner(cell); }

  /// Where population q of own site i lies shifted, at (q - 1) * own() + i; q > 0.
  const std::vector<int>& shifted() const { return shifted_; }
  const WallLinks& walls() const { return walls_; }
  /// Which slots the shifted state needs from other ranks; the way back is the reverse.
  const grid::CellLinks& links() const { return links_; }
  /// Free what kernels have copies of: shifted(), walls() and links() are empty from here on.
  void release_tables();

 private:
  Sites(const Parameters& parameters, const transport::Communicator& comm,
        const grid::SparseCells& sparse);
  int slot(int q, int site) const { return static_cast<int>(q * stride() + site); }
  void find_shifted(const grid::SparseCells& sparse);
  void find_walls(const Parameters& parameters, const grid::SparseCells& sparse);
  void add_wall(const Parameters& parameters, const grid::SparseCells& sparse, int q, int site);

  grid::Lattice lattice_;
  grid::Bisection bisection_;
  std::vector<grid::Cell> cells_;
  int interior_, own_;
  std::int64_t total_;
  grid::CellLinks links_;
  std::vector<int> shifted_;
  WallLinks walls_;
};

}  // namespace thalweg::blood
