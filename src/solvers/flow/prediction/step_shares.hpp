// SPDX-License-Identifier: Apache-2.0
// What each rank has of a grid that is dealt to so many, for predictions: cells, ghosts, faces at
// boundaries, and cells at immersed bodies.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "solvers/flow/case/decomposition.hpp"

namespace thalweg::flow {

/// Numbers by rank; by pair of ranks.
using OfRanks = std::vector<double>;
using BetweenRanks = std::map<std::pair<int, int>, std::int64_t>;

/// One level of the decomposition.
struct LevelShares {
  OfRanks cells, ghosts, ghosts_of_changes, faces;  // ghosts: also from the rank itself
  BetweenRanks sent, changes_sent;
  BetweenRanks gathered, handed_back;  // cells; with them the ghosts beyond faces of blocks
};
LevelShares shares_of(const MeshLevel& mesh, const LevelOwners& owners, int ranks);

/// sum += factor * values; sum may be empty yet.
void add(OfRanks& sum, const OfRanks& values, double factor);

/// Cells at and in immersed bodies, where these are at the beginning.
class BodyCells {
 public:
  /// Throws InputError as a run does, for bodies that the grid does not resolve.
  explicit BodyCells(const Parameters& p);

  struct Shares {
    OfRanks cells;                // at and in bodies
    OfRanks at_surfaces, donors;  // those whose values are made of others, and these others
  };
  Shares shares(const grid::BlockGrid& parts, const std::vector<int>& owners, int ranks) const;

 private:
  struct Spot {
    int block = 0;  // of the grid as it was made
    grid::Cell cell{};
    int donors = 0;
  };
  std::vector<Spot> spots_;
};

}  // namespace thalweg::flow
