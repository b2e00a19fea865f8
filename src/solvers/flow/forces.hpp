// SPDX-License-Identifier: Apache-2.0
// Forces on walls by family, and coefficients of bodies: docs/theory/flow.md, section 6.
#pragma once

#include "simulation/interface/simulation.hpp"
#include "solvers/flow/parameters.hpp"

namespace thalweg::flow {

/// Of the force that holds a mean velocity.
constexpr const char* driving_columns[] = {"driving_force_x", "driving_force_y", "driving_force_z"};

/// On a part of the surface of an immersed body. (7.8)
struct SurfaceForce {
  int body = 0;
  geometry::Vector place{};
  Traction traction{};
};

/// Of this rank: parts of surfaces, and what bodies take from the momentum of the fluid, three
/// components for each of them (7.9).
struct ImmersedForces {
  std::vector<SurfaceForce> surface;
  std::vector<double> momentum;
};

/// Columns of the history for a case: on all walls, (6.4); of each family of walls and each
/// immersed body in all, by pressure and by viscosity, of the latter by momentum, too; coefficients
/// of each body, (6.6).
std::vector<std::string> force_columns(const Parameters& p);

/// Their values by this rank's boundary faces and the traction on each; forces are over density.
/// Collective.
std::vector<simulation::Scalar> force_scalars(const Parameters& p,
                                              const std::vector<BoundaryFace>& faces,
                                              const std::vector<Traction>& tractions,
                                              const ImmersedForces& immersed,
                                              const transport::Communicator& comm);

}  // namespace thalweg::flow
