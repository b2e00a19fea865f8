// SPDX-License-Identifier: Apache-2.0
// Points on both sides of seams.
#pragma once

#include "solvers/flow/mesh/vertex_grid.hpp"

namespace thalweg::flow {

/// Throws InputError for stated seams whose points do not coincide, with the worst point of each.
void refuse_open_seams(const VertexGrid& grid);

/// Blocks get the same point by every bit where they are connected, so that the areas of their
/// faces are the same (metrics.hpp). Periodic ones get the same but for the rounding of the motion.
void weld(VertexGrid& grid);

}  // namespace thalweg::flow
