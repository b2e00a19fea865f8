// SPDX-License-Identifier: Apache-2.0
// Fluids that thin as they are sheared: docs/theory/blood.md, section 10. SI units.
#pragma once

#include <optional>
#include <vector>

#include "io/case/case.hpp"

namespace thalweg::blood {

/// K. Yasuda, R. C. Armstrong, R. E. Cohen, "Shear flow properties of concentrated solutions of
/// linear and star branched polystyrenes", Rheol. Acta 20 (1981), after P. J. Carreau. (10.10)
struct CarreauYasuda {
  double zero = 0, infinite = 0;  // dynamic viscosities [Pa s], at rest and at large rates
  double time = 0;                // s
  double exponent = 1;            // n: 1 is a Newtonian fluid
  double transition = 2;          // a

  double viscosity(double rate) const;
};

/// blood.viscosity_model and its keys, in place of blood.viscosity; none: the fluid is Newtonian.
/// Mistakes go to the case's diagnostics.
std::optional<CarreauYasuda> read_viscosity_model(io::Case& input);

/// 1 / tau+ by what the populations of a site show of the rate of shear: `stress`, which is tau+
/// times the rate of shear in units of the lattice. The values stand at even distances of
/// sqrt(stress / (stress + middle)), from 0 to 1. (10.12)
struct RelaxationTable {
  double middle = 1;
  std::vector<double> rates;
};
/// viscosity: unit of dynamic viscosity of the lattice [Pa s]; step: of time [s].
RelaxationTable relaxation_table(const CarreauYasuda& model, double viscosity, double step);

}  // namespace thalweg::blood
