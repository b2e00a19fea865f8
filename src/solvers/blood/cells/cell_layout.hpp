// SPDX-License-Identifier: Apache-2.0
// Where the cells of a case are, for predictions: where it places or packs them, or, where packing
// all of them would take long, copies of a smaller packing beside each other
// (docs/howto/predict.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "solvers/blood/case/parameters.hpp"

namespace thalweg::blood {

/// A case with the cells that a prediction takes it to have, as known before any is packed.
struct CellPlan {
  CellParameters cells;                 // of one piece
  Vessel piece;                         // the vessel itself, or a part of it
  std::array<int, 3> repeats{1, 1, 1};  // of the piece along x, y, z
  std::string note;                     // what of this is assumed; empty: nothing

  double pieces() const { return static_cast<double>(repeats[0]) * repeats[1] * repeats[2]; }
};

/// Throws InputError where nothing says where cells will be: they are all to enter a vessel that
/// cannot be packed.
CellPlan plan_cells(const Parameters& parameters);

/// A cell of the first piece.
struct LaidCell {
  int species;
  std::vector<double> places;  // (coordinate, vertex), in spacings from the site (0, 0, 0)
};

struct CellLayout {
  std::vector<LaidCell> cells;
  std::array<int, 3> repeats{1, 1, 1};
  geometry::Vector period{};  // from one piece to the next, in spacings
};

/// Places or packs the cells of one piece: takes a while. Throws InputError where they do not fit.
CellLayout lay_cells(const Parameters& parameters, const CellPlan& plan);

}  // namespace thalweg::blood
