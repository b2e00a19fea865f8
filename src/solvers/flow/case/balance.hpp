// SPDX-License-Identifier: Apache-2.0
// Whether flows can be what a case asks for.
#pragma once

#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// A mistake where the velocities of inflows leave no incompressible flow: more comes in than
/// leaves, or less, and no other boundary lets the rest through. Inflows that vary in time are
/// taken as they are. Every family of the mesh has one condition.
void require_balance(io::Case& input, const Mesh& mesh, const std::vector<Boundary>& boundaries);

/// A mistake where a parabola has not the mean that it should have: its inflow has another shape.
void require_parabolas(io::Case& input, const Mesh& mesh, const std::vector<Boundary>& boundaries);

/// A mistake where a wall moves out of its faces: grids stay where they are.
void require_walls_slide(io::Case& input, const Mesh& mesh,
                         const std::vector<Boundary>& boundaries);

/// A mistake where a mean velocity is held that leads nowhere: the grid does not repeat along it.
void require_way_on(io::Case& input, const Mesh& mesh, const Parameters& p);

}  // namespace thalweg::flow
