// SPDX-License-Identifier: Apache-2.0
// The fluid sites of a vessel dealt to ranks, and where each population of a site lies in memory in
// each of the two states between steps (docs/theory/blood.md, section 2).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "grid/sparse_cells.hpp"
#include "solvers/blood/case/parameters.hpp"

namespace thalweg::blood {

/// Populations that come back from a wall which does not stand still half-way between sites:
/// f[slot] = near f[slot] + (1 - near) f[partner] + pushed. (2.4)
struct WallLinks {
  std::vector<int> first;  // of each site's links: [first[k], first[k + 1])
  std::vector<int> rest;   // slot of each site's population at rest; -1 beside an opening (2.6)
  std::vector<int> slot;
  std::vector<int> partner_at_home, partner_shifted;  // by state
  std::vector<double> near, pushed;
};

/// A population that comes in by an opening with a condition.
struct OpeningLink {
  int opening;  // of Parameters::openings
  int site, q;
};

/// Sites that follow each other along x and whose populations, shifted, do so too: slots are kept
/// of the first site of each stretch, and so are nodes of cells.
struct Stretches {
  std::vector<int> first;  // sites [first[s], first[s + 1]); none crosses Sites::interior()
  std::vector<int> slots;  // of population q > 0 of the first site, at s * (directions - 1) + q - 1
  std::vector<int> of_site;  // which stretch an own site is in

  /// How many begin before a site.
  int number_before(int site) const {
    return static_cast<int>(std::lower_bound(first.begin(), first.end() - 1, site) - first.begin());
  }
};

/// Sites from one list of populations to the next, for so many sites: so that the 19 lists begin in
/// different lines of a page, and do not take each other's place in the cache.
std::int64_t padded_stride(std::int64_t sites);
inline constexpr int most_padding = 1024;  // sites

class Sites {
 public:
  /// Collective. Throws InputError where a rank would have more sites than it can number.
  Sites(const Parameters& parameters, const transport::Communicator& comm);
  /// Collective. Dealt by these cuts, which are those of all ranks; found: the sites that this rank
  /// brings. Throws as the other one.
  Sites(const Parameters& parameters, const transport::Communicator& comm,
        const grid::Bisection& cuts, std::span<const grid::Cell> found);

  /// This rank's sites: first those without a neighbour on another rank, [0, interior()), then its
  /// others, [interior(), own()), then copies of other ranks' sites.
  const std::vector<grid::Cell>& cells() const { return cells_; }
  int interior() const { return interior_; }
  int own() const { return own_; }
  /// Population q of site i at home lies at q * stride() + i. At least cells().size().
  std::int64_t stride() const { return padded_stride(static_cast<std::int64_t>(cells_.size())); }
  /// Sites of all ranks.
  std::int64_t total() const { return total_; }
  const grid::Lattice& lattice() const { return lattice_; }
  std::int64_t identity(int site) const {
    return lattice_.number(cells_[static_cast<std::size_t>(site)]);
  }
  int owner(const grid::Cell& cell) const { return bisection_.owner(cell); }
  const grid::Bisection& bisection() const { return bisection_; }

  /// This rank's sites that have no neighbour in some direction, ascending.
  const std::vector<int>& at_edge() const { return at_edge_; }
  /// Where populations lie shifted.
  const Stretches& stretches() const { return stretches_; }
  const WallLinks& walls() const { return walls_; }
  /// In order of opening and site.
  const std::vector<OpeningLink>& opening_links() const { return opening_links_; }
  /// Which slots the shifted state needs from other ranks; the way back is the reverse.
  const grid::CellLinks& links() const { return links_; }
  /// Free what kernels have copies of: stretches(), walls(), opening_links() and links() are empty
  /// from here on.
  void release_tables();

 private:
  Sites(const Parameters& parameters, const transport::Communicator& comm,
        const grid::SparseCells& sparse);
  int slot(int q, int site) const { return static_cast<int>(q * stride() + site); }
  bool are_side_by_side(int first, int second) const;
  void find_stretches(const grid::SparseCells& sparse);
  void find_walls(const Parameters& parameters, const grid::SparseCells& sparse);
  void add_wall(const Parameters& parameters, const grid::SparseCells& sparse, int q, int site);
  /// By which opening with a condition population q of a site comes in; -1: none.
  int opening_of(const Parameters& parameters, int q, int site) const;

  grid::Lattice lattice_;
  grid::Bisection bisection_;
  std::vector<grid::Cell> cells_;
  int interior_, own_;
  std::int64_t total_;
  grid::CellLinks links_;
  std::vector<int> at_edge_;
  Stretches stretches_;
  WallLinks walls_;
  std::vector<OpeningLink> opening_links_;
};

}  // namespace thalweg::blood
