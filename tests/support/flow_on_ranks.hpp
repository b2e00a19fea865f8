// SPDX-License-Identifier: Apache-2.0
// A flow on all ranks beside the same on one.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/flow_runs.hpp"
#include "tests/support/small_flows.hpp"
#include "tests/support/world.hpp"

namespace thalweg::testing {

namespace small_flows {
inline const std::string eddies_with_dye =
    std::string(eddies) + "[[scalar]]\nname = \"dye\"\ndiffusivity = 0.01\ngradient = [0, 1, 0]\n";
}  // namespace small_flows

/// A flow after so many steps on the first rank alone; the others have none and wait.
inline Solver flow_alone_after(int steps, const std::string& text,
                               const std::vector<std::string>& changes) {
  if (!transport::Communicator::world().is_root()) return nullptr;
  return flow_after(steps, text, changes, transport::Communicator::self());
}

/// On all ranks the cells that the first has whole. Collective.
inline std::map<CellValues::Key, CellValue> cells_of_first(simulation::Simulation* whole) {
  std::vector<double> rows;  // key, pressure, velocity
  if (whole)
    for (const auto& [key, cell] : CellValues(*whole).cells) {
      rows.insert(rows.end(), key.begin(), key.end());
      rows.push_back(cell.pressure);
      rows.insert(rows.end(), cell.velocity.begin(), cell.velocity.end());
    }
  rows = transport::testing::of_first(std::move(rows));
  std::map<CellValues::Key, CellValue> cells;
  for (std::size_t n = 0; n < rows.size(); n += 8) {
    CellValues::Key key;
    for (std::size_t d = 0; d < 4; ++d) key[d] = static_cast<std::int64_t>(rows[n + d]);
    cells[key] = {{}, {rows[n + 5], rows[n + 6], rows[n + 7]}, rows[n + 4]};
  }
  return cells;
}

/// Cells of a part are those of the whole, which the first rank has, to so much. Collective.
inline void expect_part_of(simulation::Simulation& part, simulation::Simulation* whole,
                           double tolerance) {
  const CellValues here(part);
  const auto all = cells_of_first(whole);
  double worst = 0;
  for (const auto& [key, cell] : here.cells) {
    const CellValue& other = all.at(key);
    worst = std::max(worst, std::abs(cell.pressure - other.pressure));
    for (std::size_t d = 0; d < 3; ++d)
      worst = std::max(worst, std::abs(cell.velocity[d] - other.velocity[d]));
  }
  EXPECT_LE(worst, tolerance);
  EXPECT_EQ(transport::Communicator::world().sum(static_cast<double>(here.cells.size())),
            static_cast<double>(all.size()));
}

/// In double precision. A force that holds a mean velocity, or what comes in, follows from a sum
/// over ranks, whose last bit may round a change in single precision the other way: by 6e-8 of it.
inline double tolerance_on_ranks(const char* text) {
  using namespace small_flows;
  const bool follows_sums = text == gusty || text == eddies || text == eddies_with_dye;
  return follows_sums ? 2e-8 : 1e-12;
}

}  // namespace thalweg::testing
