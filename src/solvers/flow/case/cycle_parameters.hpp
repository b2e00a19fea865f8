// SPDX-License-Identifier: Apache-2.0
// What [cycles] says.
#pragma once

#include "io/case/case.hpp"
#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// After [time]. Mistakes go to the case's diagnostics.
void read_cycles(io::Case& input, const Mesh& mesh, Parameters& p);

}  // namespace thalweg::flow
