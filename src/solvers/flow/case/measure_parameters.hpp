// SPDX-License-Identifier: Apache-2.0
// What a case says of values along lines, at points, of averages and of their profiles.
#pragma once

#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// Mistakes go to the case's diagnostics. The step and the boundaries are read.
void read_measures(io::Case& input, Parameters& p);

/// What averages hold, field by field: of pressure and velocity means, then their covariances; the
/// mean viscosity of eddies where there is a model of them; of each scalar the mean, the variance
/// and three covariances with the velocity. (6.7)
struct AverageField {
  std::string name, unit;
  int first = 0, components = 1;  // numbers of fields
};
std::vector<AverageField> average_fields(const Parameters& p);
/// Of each component.
std::vector<std::string> average_names(const Parameters& p);
std::vector<std::string> average_units(const Parameters& p);
inline int average_count(const Parameters& p) {
  return 10 + p.has_eddies() + 5 * static_cast<int>(p.scalars.size());
}

}  // namespace thalweg::flow
