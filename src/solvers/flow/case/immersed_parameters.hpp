// SPDX-License-Identifier: Apache-2.0
// [[immersed]]: bodies that the grid does not follow.
#pragma once

#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// After boundaries, cycles and the scheme in time.
void read_immersed(io::Case& input, const Mesh& mesh, Parameters& p);

}  // namespace thalweg::flow
