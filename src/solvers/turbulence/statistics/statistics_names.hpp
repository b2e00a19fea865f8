// SPDX-License-Identifier: Apache-2.0
// The tables of statistics at points, by name: docs/theory/turbulence.md, section 14.
#pragma once

#include <string>
#include <vector>

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/statistics/statistics_parameters.hpp"

namespace thalweg::turbulence {

enum class PointQuantity { field, curl, gradient, increment };

/// Up to three numbers at each point that one transform gives.
struct QuantityGroup {
  PointQuantity quantity;
  int first = 0, components = 3;     // of the state
  int axis = 0;                      // of a gradient or an increment of the velocity
  int separation = 0;                // of an increment [points]
  std::vector<std::string> columns;  // one for each component
};

/// The densities of one table.
struct DensityTable {
  std::string name;    // "density_velocity"
  std::string prefix;  // of its columns in the table of moments: "velocity_"
  std::string unit;
  std::vector<QuantityGroup> groups;
};

/// Of a set with a velocity; none of a wave function.
std::vector<DensityTable> density_tables(const SetDescription& set,
                                         const StatisticsParameters& statistics);

/// Mean, variance, skewness and flatness of all that there are densities of.
inline constexpr const char* moments_table = "moments";

/// A table with names and units of its columns.
struct TableHead {
  std::string name;
  std::vector<std::string> columns, units;
};
/// Structure functions along x, y and z: "structure_x", ...
TableHead structure_head(std::size_t axis, const StatisticsParameters& statistics);
TableHead density_head(const DensityTable& table);
TableHead moments_head(const std::vector<DensityTable>& tables);
/// All of these.
std::vector<TableHead> statistics_heads(const SetDescription& set,
                                        const StatisticsParameters& statistics);

}  // namespace thalweg::turbulence
