// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/quantum/history.hpp"

namespace thalweg::turbulence {

std::vector<simulation::Scalar> quantum_columns(const QuantumSums& s, double volume,
                                                double courant) {
  const char *energy = "density velocity^2", *momentum = "density velocity";
  return {{"mass", "density", s.mass},
          {"energy", energy, s.gradient + s.internal},
          {"energy_kinetic", energy, s.gradient - s.quantum},
          {"energy_incompressible", energy, s.incompressible},
          {"energy_compressible", energy, s.compressible},
          {"energy_quantum", energy, s.quantum},
          {"energy_internal", energy, s.internal},
          {"momentum_x", momentum, s.momentum[0]},
          {"momentum_y", momentum, s.momentum[1]},
          {"momentum_z", momentum, s.momentum[2]},
          {"vortex_length", "length", s.line_density * volume},
          {"vortex_x", "length", s.centre[0]},
          {"vortex_y", "length", s.centre[1]},
          {"vortex_z", "length", s.centre[2]},
          {"cfl", "1", courant}};
}

}  // namespace thalweg::turbulence
