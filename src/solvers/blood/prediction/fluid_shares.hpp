// SPDX-License-Identifier: Apache-2.0
// What each of some ranks has and sends of the fluid, from the real decomposition of a vessel's
// sites: what predictions are made of (step_model.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "grid/bisection.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// Numbers by pair of ranks: from, to.
using BetweenRanks = std::map<std::pair<int, int>, std::int64_t>;

struct FluidShares {
  std::vector<double> sites, wall_links;  // of each rank
  BetweenRanks populations;               // that leave their rank in a step
};

/// The sites of a vessel. Of a box, channel or duct every place of the lattice is one, so that they
/// are counted by boxes, however many they are; of other vessels all are kept.
class FluidSites {
 public:
  explicit FluidSites(const Vessel& vessel);

  std::int64_t count() const;
  /// The cuts of a run on so many ranks.
  grid::Bisection bisection(int ranks) const;
  FluidShares shares(const grid::Bisection& bisection, int ranks) const;

 private:
  bool is_full() const { return cells_.empty(); }
  FluidShares counted_by_sites(const grid::Bisection& bisection, int ranks) const;
  FluidShares counted_by_boxes(const grid::Bisection& bisection, int ranks) const;

  grid::Lattice lattice_;
  std::vector<grid::Cell> cells_;  // none: all of the lattice
  std::vector<bool> has_fluid_;    // by number of the lattice
};

}  // namespace thalweg::blood
