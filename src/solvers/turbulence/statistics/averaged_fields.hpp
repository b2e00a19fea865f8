// SPDX-License-Identifier: Apache-2.0
// What averages keep, and which fields of output they make.
#pragma once

#include "io/case/case.hpp"
#include "solvers/turbulence/statistics/derived_fields.hpp"

namespace thalweg::turbulence {

/// Read [averages]. Mistakes go to the case.
AverageParameters read_averages(io::Case& input, const SetDescription& set);

/// What is kept of one field: its mean, and behind it in each point the variances of its components
/// (of the velocity six Reynolds stresses).
struct AveragedField {
  ImageHead head;
  int seconds;  // second moments
  int components() const { return head.components + seconds; }
};
std::vector<AveragedField> averaged_fields(const AverageParameters& averages,
                                           const SetDescription& set);

/// A field of output that is made of them.
struct AverageOutput {
  ImageHead head;
  std::size_t field;  // of averaged_fields()
  int first;          // of its components
};
/// mean_NAME, variance_NAME, and of the velocity reynolds_stress_xx, ...
std::vector<AverageOutput> average_outputs(const AverageParameters& averages,
                                           const SetDescription& set);

}  // namespace thalweg::turbulence
