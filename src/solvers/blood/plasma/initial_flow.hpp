// SPDX-License-Identifier: Apache-2.0
// The fluid at time 0, where the case does not leave it at rest. docs/theory/blood.md, section 5.
#pragma once

#include <array>

#include "solvers/blood/case/parameters.hpp"
#include "solvers/blood/lattice/d3q19.hpp"

namespace thalweg::blood {

/// At one place, in units of the lattice.
struct InitialFlow {
  double excess = 0;  // of density over 1: three times the pressure
  std::array<double, 3> velocity{};
  std::array<double, 6> strain{};  // its rate: xx, yy, zz, xy, xz, yz
};
InitialFlow initial_flow(const Parameters& parameters, const geometry::Vector& place);

/// Populations less their weights that have this flow: those of balance (1.4), and what shear adds
/// to them (5.9).
std::array<double, directions> initial_populations(const InitialFlow& flow, double relaxation_time);

}  // namespace thalweg::blood
