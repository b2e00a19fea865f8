// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/fault_text.hpp"

#include <fmt/format.h>

namespace thalweg::flow {

std::string cell_text(const geometry::Vector& place, const std::string& block,
                      const std::array<int, 3>& cell) {
  return fmt::format("x = {:.4g}, y = {:.4g}, z = {:.4g} ({}, cell {}, {}, {})", place[0], place[1],
                     place[2], block, cell[0], cell[1], cell[2]);
}

std::string outflow_text(std::int64_t step, double spacings, double most) {
  return fmt::format(
      "step {}: the flow goes {:.3g} cells on in a step at a convective outflow, which looks {:g} "
      "cells upstream at most: eddies may grow there. Take shorter steps (time.step) or longer "
      "cells there",
      step, spacings, most);
}

std::string growth_text(double first, double now) {
  return fmt::format(
      "has grown to {:.3g} from {:.3g}: its cycles diverge. Take a smaller cycles.cfl, such as 3 "
      "or 1",
      now, first);
}

std::string averages_text(const std::string& missing) {
  return fmt::format("[averages] begin anew, as the checkpoint has no {}", missing);
}

}  // namespace thalweg::flow
