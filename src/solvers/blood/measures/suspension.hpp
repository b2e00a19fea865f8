// SPDX-License-Identifier: Apache-2.0
// Cells that flow through straight vessels: apparent viscosity, hematocrit in discharge, and the
// layer beside the wall that is free of cells. docs/theory/blood.md, section 10.
#pragma once

#include <span>
#include <vector>

#include "solvers/blood/measures/membrane_rows.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// The viscosity of a Newtonian fluid with the same rate of flow [m^3/s] through a tube or channel
/// at the same gradient [Pa/m], in Pa s. (10.4)
double apparent_viscosity(const Vessel& vessel, double gradient, double flow_rate);

/// What was measured in glass tubes of a diameter [um]: A. R. Pries, D. Neuhaus, P. Gaehtgens,
/// "Blood viscosity in tube flow: dependence on diameter and hematocrit", Am. J. Physiol. 263
/// (1992). Over the viscosity of plasma; hematocrit: of what leaves the tube. (10.6)
double viscosity_in_glass(double diameter, double discharge_hematocrit);
/// The hematocrit of what leaves a tube in which there is so much, by the fit of Pries, Secomb,
/// Gaehtgens and Gross (Circ. Res. 67, 1990); diameter in um. (10.5)
double discharge_hematocrit(double diameter, double tube_hematocrit);

/// The outermost place of any cell by section along x: as seen from two sides, the largest and the
/// smallest y and z [spacings from the first site], minus infinity where there is none.
class Outline {
 public:
  explicit Outline(int sections);
  void add(const Membranes& membranes);
  /// largest y, largest -y, largest z, largest -z; (side, section). To be joined by maxima.
  std::span<double> edges() { return edges_; }
  /// The mean distance between these and the wall, over sections that have cells [m]; NaN if none
  /// has. Of a tube both views count, of a channel that along y. (10.7)
  double cell_free_layer(const Vessel& vessel) const;

 private:
  int sections_;
  std::vector<double> edges_;
};

}  // namespace thalweg::blood
