// SPDX-License-Identifier: Apache-2.0
// Whether what comes in can leave.
#pragma once

#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// A mistake where the velocities of inflows leave no incompressible flow: more comes in than
/// leaves, or less, and no other boundary lets the rest through. Inflows that vary in time are
/// taken as they are. Every family of the mesh has one condition.
void require_balance(io::Case& input, const Mesh& mesh, const std::vector<Boundary>& boundaries);

}  // namespace thalweg::flow
