// SPDX-License-Identifier: Apache-2.0
// What walls feel, face by face: docs/theory/flow.md, section 6.
#pragma once

#include "simulation/interface/simulation.hpp"
#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// A row for each face of a boundary, of all ranks, in the order of blocks, sides and cells: its
/// middle, area, pressure, shear stress and y+ of the cell beside it, all over density. (6.8)
/// spacings: of the cell beside each face of this rank, its volume over the face's area.
/// fluxes: of each scalar what flows out through each face; the table has what flows in, on a unit
/// of area.
/// Collective.
simulation::Table
wall_table(const Parameters& p, int boundary, const std::vector<BoundaryFace>& faces,
           const std::vector<Traction>& tractions, const std::vector<double>& spacings,
           const std::vector<std::vector<double>>& fluxes, const transport::Communicator& comm);

}  // namespace thalweg::flow
