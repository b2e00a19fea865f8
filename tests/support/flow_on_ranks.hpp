// SPDX-License-Identifier: Apache-2.0
// A flow on all ranks beside the same on one.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/support/flow_runs.hpp"
#include "tests/support/small_flows.hpp"

namespace thalweg::testing {

namespace small_flows {
inline const std::string eddies_with_dye =
    std::string(eddies) + "[[scalar]]\nname = \"dye\"\ndiffusivity = 0.01\ngradient = [0, 1, 0]\n";
}  // namespace small_flows

/// Cells of a part are those of the whole, to so much.
inline void expect_part_of(simulation::Simulation& part, simulation::Simulation& whole,
                           double tolerance) {
  const CellValues here(part), all(whole);
  double worst = 0;
  for (const auto& [key, cell] : here.cells) {
    const CellValue& other = all.cells.at(key);
    worst = std::max(worst, std::abs(cell.pressure - other.pressure));
    for (std::size_t d = 0; d < 3; ++d)
      worst = std::max(worst, std::abs(cell.velocity[d] - other.velocity[d]));
  }
  EXPECT_LE(worst, tolerance);
  EXPECT_EQ(transport::Communicator::world().sum(static_cast<double>(here.cells.size())),
            static_cast<double>(all.cells.size()));
}

/// In double precision. A force that holds a mean velocity, or what comes in, follows from a sum
/// over ranks, whose last bit may round a change in single precision the other way: by 6e-8 of it.
inline double tolerance_on_ranks(const char* text) {
  using namespace small_flows;
  const bool follows_sums = text == gusty || text == eddies || text == eddies_with_dye;
  return follows_sums ? 2e-8 : 1e-12;
}

}  // namespace thalweg::testing
