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

/// Of a convective outflow that does not look as far upstream as the flow goes in a step.
std::string outflow_text(std::int64_t step, double spacings, double most);

/// What of a scalar of a steady flow is wrong: its largest magnitude.
std::string growth_text(double first, double now);

/// Of a restart: the run before did not average this.
std::string averages_text(const std::string& missing);

}  // namespace thalweg::flow
