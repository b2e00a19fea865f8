// SPDX-License-Identifier: Apache-2.0
// Forces on walls by family, and coefficients of bodies: docs/theory/flow.md, section 6.
#pragma once

#include "simulation/interface/simulation.hpp"
#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// Of the force that holds a mean velocity.
constexpr const char* driving_columns[] = {"driving_force_x", "driving_force_y", "driving_force_z"};

/// What a cell at or in an immersed body has of the force on it: on a part of its surface (9.8),
/// and by the momentum that the cell takes, at its centre (9.9).
struct ImmersedForce {
  int body = 0;
  Traction traction{};
  geometry::Vector centre{}, momentum{};
};

/// Columns of the history for a case: on all walls, (6.4); of each family of walls and each
/// immersed body in all, by pressure and by viscosity, of the latter by momentum, too; coefficients
/// of each body, (6.6), where immersed ones count by momentum.
std::vector<std::string> force_columns(const Parameters& p);

/// Their values by this rank's boundary faces and the traction on each; forces are over density.
/// Collective.
std::vector<simulation::Scalar> force_scalars(const Parameters& p,
                                              const std::vector<BoundaryFace>& faces,
                                              const std::vector<Traction>& tractions,
                                              const std::vector<ImmersedForce>& immersed,
                                              const transport::Communicator& comm);

}  // namespace thalweg::flow
