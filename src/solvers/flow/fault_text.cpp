// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/fault_text.hpp"

#include <fmt/format.h>

namespace thalweg::flow {

std::string cell_text(const geometry::Vector& place, const std::string& block,
                      const std::array<int, 3>& cell) {
  return fmt::format("x = {:.4g}, y = {:.4g}, z = {:.4g} ({}, cell {}, {}, {})", place[0], place[1],
                     place[2], block, cell[0], cell[1], cell[2]);
}

std::string unconverged_text(const Unconverged& of) {
  return fmt::format(
      "step {}: the residual is {:.2g} of that at the beginning of the step after {} cycles, where "
      "cycles.tolerance = {:g}; {} steps ended so. Take shorter steps (time.step), a larger "
      "flow.beta, or more cycles (cycles.most)",
      of.step, of.reached, of.cycles, of.tolerance, of.steps);
}

}  // namespace thalweg::flow
