// SPDX-License-Identifier: Apache-2.0
// What history.csv says of a wave function: docs/theory/turbulence.md, section 12.
#pragma once

#include <vector>

#include "simulation/interface/simulation.hpp"

namespace thalweg::turbulence {

/// Means over the box, in the units of the case.
struct QuantumSums {
  double mass = 0;                              // <|psi|^2>
  double momentum[3] = {0, 0, 0};               // <rho v>
  double gradient = 0;                          // 2 alpha^2 <|grad psi|^2>: kinetic and quantum
  double incompressible = 0, compressible = 0;  // of the modes that are kept
  double quantum = 0, internal = 0;             // (12.9)
  double line_density = 0;                      // length of vortex lines per volume
  double centre[3] = {0, 0, 0};                 // of them (12.12)
};

/// A row of history.csv. volume: of the box; courant: the Courant number of sound.
std::vector<simulation::Scalar> quantum_columns(const QuantumSums& sums, double volume,
                                                double courant);

}  // namespace thalweg::turbulence
