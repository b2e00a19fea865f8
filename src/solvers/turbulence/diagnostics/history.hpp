// SPDX-License-Identifier: Apache-2.0
// What the columns of history.csv say beyond those of the velocity alone:
// docs/theory/turbulence.md, section 7.
#pragma once

#include <array>
#include <vector>

#include "simulation/interface/simulation.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"

namespace thalweg::turbulence {

/// Sums over the modes of a state. Means over the box, in the units of the case.
struct Sums {
  double energy = 0;          // <u^2> / 2
  double enstrophy = 0;       // <omega^2> / 2
  double helicity = 0;        // <u . omega>
  double energy_over_k = 0;   // sum of energy / |k|, for the integral scale
  double divergence_max = 0;  // largest |k . u^| of a mode
  /// By field of the state, the velocity's place unused: ScalarMeasure, MagneticMeasure.
  std::vector<std::array<double, 5>> fields{};
  double component_energy[3] = {0, 0, 0};  // <u_i^2> / 2
  double extra_dissipation = 0;            // by hyper- and hypoviscosity
  std::vector<double> scalar_damping{};    // by the same, by field: of passive scalars alone

  /// Room for the sums of so many fields.
  void resize(std::size_t count) {
    fields.resize(count);
    scalar_damping.resize(count);
  }
};

/// Of all fields that are not passive: <u^2 + theta^2> / 2, <u^2 + b^2> / 2. (7.1)
double total_energy(const SetDescription& set, const Sums& sums);
/// Of one field: <u^2> / 2, <b^2> / 2, <theta^2> / 2.
double energy_of(const Sums& sums, std::size_t field);
/// <b^2> / 2 without the uniform field; 0 without a magnetic field.
double magnetic_energy(const SetDescription& set, const Sums& sums);
/// What diffusion takes of it per time. (7.4)
double total_dissipation(const Parameters& parameters, const SetDescription& set, const Sums& sums);
/// k_max eta of the velocity; infinite for a flow at rest. (7.8)
double kmax_eta(const Parameters& parameters, const fft::Modes& modes, const Sums& sums);
/// Whether the energy of each component is of interest: something makes directions differ.
bool has_directions(const Parameters& parameters);

/// Columns that compare a row with the last one, the last of all: magnetic_growth_rate (7.18) and
/// energy_input (11.8), where there are such.
std::vector<std::string> columns_between_rows(const Parameters& parameters,
                                              const SetDescription& set);
/// The columns that sets, options and passive scalars add; the same for any state of a case.
std::vector<simulation::Scalar> further_columns(const Parameters& parameters,
                                                const SetDescription& set, const Sums& sums);

}  // namespace thalweg::turbulence
