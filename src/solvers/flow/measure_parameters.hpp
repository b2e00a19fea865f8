// SPDX-License-Identifier: Apache-2.0
// [[line]], [[probe]] and [averages] of a case. Mistakes go to its diagnostics.
#pragma once

#include "solvers/flow/parameters.hpp"

namespace thalweg::flow {

void read_measures(io::Case& input, Parameters& p);

}  // namespace thalweg::flow
