// SPDX-License-Identifier: Apache-2.0
// Messages of the flow solver, apart from the sources that nvcc compiles.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "geometry/vector.hpp"

namespace thalweg::flow {

/// "x = 0.1, y = 0, z = 0.3 (block 0 0 0, cell 1, 2, 3)"; cell: along x, y, z.
std::string cell_text(const geometry::Vector& place, const std::string& block,
                      const std::array<int, 3>& cell);

/// Steps whose inner iterations ended above the tolerance.
struct Unconverged {
  std::int64_t step, steps;  // the last of them, and how many in all
  double reached, tolerance;
  int cycles;
};
std::string unconverged_text(const Unconverged& of);

}  // namespace thalweg::flow
