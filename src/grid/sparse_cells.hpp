// SPDX-License-Identifier: Apache-2.0
// Some cells of a lattice, such as the inside of vessels, dealt to ranks: who has which, who is
// next to whom, and the links of halos. The data of sparse lattice Boltzmann solvers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grid/bisection.hpp"
#include "grid/lattice.hpp"
#include "transport/movements/halo_links.hpp"

namespace thalweg::grid {

struct CellLinks {
  std::vector<transport::HaloLink> sends, receives;
};

class SparseCells {
 public:
  /// Collective. found: cells that this rank brings; each cell of the grid is brought by one rank,
  /// whichever. directions: steps (z, y, x) to those neighbours that count, each with its opposite.
  /// weights: as for Bisection. Throws InputError, on all ranks, for a cell that is brought twice,
  /// and UsageError as Bisection or for a direction without an opposite.
  SparseCells(const transport::Communicator& comm, const Lattice& lattice,
              std::span<const Cell> found, const std::vector<Cell>& directions,
              std::span<const int> weights = {});
  /// Collective. The same by these cuts, which are those of all ranks.
  SparseCells(const transport::Communicator& comm, const Lattice& lattice, const Bisection& cuts,
              std::span<const Cell> found, const std::vector<Cell>& directions);

  const Lattice& lattice() const { return lattice_; }
  const std::vector<Cell>& directions() const { return directions_; }
  const Bisection& bisection() const { return bisection_; }

  /// This rank's cells by local number: first those without a neighbour on another rank, which can
  /// be worked on while ghosts travel, [0, interior()); then its others, [interior(), own()); then
  /// copies of other ranks' cells, [own(), own() + ghosts()). Each part in lattice order, ghosts by
  /// rank.
  const std::vector<Cell>& cells() const { return cells_; }
  int interior() const { return interior_; }
  int own() const { return own_; }
  int ghosts() const { return static_cast<int>(cells_.size()) - own_; }

  /// neighbour(q, i): the local number of the cell at own cell i + direction q; -1 where the grid
  /// has none. As an array (direction, own cell).
  const std::vector<int>& neighbours() const { return neighbours_; }
  int neighbour(int q, int i) const {
    return neighbours_[static_cast<std::size_t>(q) * static_cast<std::size_t>(own_) +
                       static_cast<std::size_t>(i)];
  }

  /// Links that fill all ghosts of a field of cells().size() values.
  const CellLinks& links() const { return links_; }
  /// Links for one array of populations, direction q of cell i at q * stride + i: only those
  /// populations of ghosts that an own cell streams in from, f_q of the cell at its direction -q.
  CellLinks population_links(std::int64_t stride) const;

 private:
  void take_own(const transport::Communicator& comm, std::span<const Cell> found);
  void find_ghosts(const transport::Communicator& comm);
  void number_interior_first();
  void find_neighbours();

  Lattice lattice_;
  std::vector<Cell> directions_;
  std::vector<int> opposite_;
  Bisection bisection_;
  std::vector<Cell> cells_;
  int interior_ = 0, own_ = 0;
  std::vector<int> neighbours_;
  CellLinks links_;
};

}  // namespace thalweg::grid
