// SPDX-License-Identifier: Apache-2.0
// What each of some ranks has and sends of the cells, by the rules of a run (cells_relocate.cpp,
// cells_copies.cpp): what predictions are made of (step_model.hpp).
#pragma once

#include <vector>

#include "grid/bisection.hpp"
#include "solvers/blood/cells/cell_layout.hpp"
#include "solvers/blood/prediction/fluid_shares.hpp"

namespace thalweg::blood {

struct CellShares {
  std::vector<double> vertices, points;  // of the cells that each rank owns; points of quadrature
  std::vector<double> copies;         // vertices that each rank has copies of, its own images too
  std::vector<double> copied_points;  // of quadrature, in whole copies
  BetweenRanks copied;                // vertices, from their owner to where a copy is
  /// Bytes of the cells so near to another rank's sites that they may be its when cells next change
  /// hands: none moves by more than half a spacing until then.
  BetweenRanks leaving;
  BetweenRanks leaving_cells;
};

/// ranks: as the bisection has.
CellShares cell_shares(const Parameters& parameters, const CellLayout& layout,
                       const grid::Bisection& bisection, int ranks);

}  // namespace thalweg::blood
