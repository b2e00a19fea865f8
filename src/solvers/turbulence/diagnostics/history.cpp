// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/diagnostics/history.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thalweg::turbulence {

namespace {

using Columns = std::vector<simulation::Scalar>;
using Values = std::array<double, 5>;

constexpr const char* energy_unit = "velocity^2";
constexpr const char* power_unit = "velocity^2/time";

void add_velocity(const Parameters& p, const Sums& s, Columns& columns) {
  columns.push_back({"energy_kinetic", energy_unit, s.energy});
  columns.push_back({"dissipation_kinetic", power_unit, 2 * p.viscosity * s.enstrophy});
}

/// Buoyancy: potential energy and what flows into it. (7.13)
void add_buoyancy(const Parameters& p, const Values& v, Columns& columns) {
  columns.push_back({"energy_potential", energy_unit, v[0]});
  columns.push_back({"dissipation_potential", power_unit, 2 * p.diffusivity * v[1]});
  columns.push_back({"buoyancy_flux", power_unit, p.buoyancy_frequency * v[4]});
}

/// (7.14)
void add_magnetic(const Parameters& p, const Values& v, Columns& columns) {
  columns.push_back({"energy_magnetic", energy_unit, v[0]});
  columns.push_back({"dissipation_magnetic", power_unit, 2 * p.resistivity * v[1]});
  columns.push_back({"current_square", "1/time^2", v[1]});
  columns.push_back({"cross_helicity", energy_unit, v[2]});
  columns.push_back({"magnetic_helicity", "velocity^2 length", v[3]});
  columns.push_back({"divergence_magnetic_max", "1/time", v[4]});
}

/// That of a + d_i u and its curl. (3.8)
double hybrid_helicity(double d, double helicity, const Values& v) {
  return v[3] + d * (2 * v[2] + d * helicity);
}

/// (9.4); damping: what hyper- and hypoviscosity take.
void add_scalar(const ScalarParameters& scalar, const std::string& name, const Values& v,
                double damping, Columns& columns) {
  const auto& g = scalar.gradient;
  columns.push_back({name + "_energy", "1", v[0]});
  columns.push_back({name + "_dissipation", "1/time", 2 * scalar.diffusivity * v[1] + damping});
  columns.push_back({name + "_production", "1/time", -(g[0] * v[2] + g[1] * v[3] + g[2] * v[4])});
}

}  // namespace

double energy_of(const Sums& s, std::size_t field) {
  return field == 0 ? s.energy : s.fields[field][0];
}

double magnetic_energy(const SetDescription& set, const Sums& s) {
  double energy = 0;
  for (std::size_t f = 1; f < set.own_fields(); ++f)
    if (set.fields[f].kind == FieldKind::magnetic) energy += s.fields[f][0];
  return energy;
}

std::vector<std::string> columns_between_rows(const Parameters& p, const SetDescription& set) {
  std::vector<std::string> names;
  for (const StateField& field : set.fields)
    if (field.kind == FieldKind::magnetic) names.push_back("magnetic_growth_rate");
  if (p.forcing.kind != ForcingKind::none) names.push_back("energy_input");
  return names;
}

double total_energy(const SetDescription& set, const Sums& s) {
  double energy = s.energy;
  for (std::size_t f = 1; f < set.own_fields(); ++f) energy += s.fields[f][0];
  return energy;
}

double total_dissipation(const Parameters& p, const SetDescription& set, const Sums& s) {
  double dissipation = 2 * p.viscosity * s.enstrophy + s.extra_dissipation;
  for (std::size_t f = 1; f < set.own_fields(); ++f)
    dissipation += 2 * set.fields[f].diffusivity * s.fields[f][1];
  return dissipation;
}

double kmax_eta(const Parameters& p, const fft::Modes& modes, const Sums& s) {
  const double k_max =
      2 * std::numbers::pi *
      std::min({modes.kx / p.length[0], modes.ky / p.length[1], modes.kz / p.length[2]});
  const double dissipation = 2 * p.viscosity * s.enstrophy;
  return k_max * std::pow(std::pow(p.viscosity, 3) / dissipation, 0.25);
}

bool has_directions(const Parameters& p) {
  const std::array<double, 3> none{};
  return p.buoyancy_frequency != 0 || p.rotation != none || p.mean_field != none;
}

std::vector<simulation::Scalar> further_columns(const Parameters& p, const SetDescription& set,
                                                const Sums& s) {
  Columns columns;
  if (set.own_fields() > 1) add_velocity(p, s, columns);
  for (std::size_t f = 1; f < set.own_fields(); ++f)
    if (set.fields[f].kind == FieldKind::magnetic)
      add_magnetic(p, s.fields[f], columns);
    else
      add_buoyancy(p, s.fields[f], columns);
  if (p.equations == Equations::hall_mhd)
    columns.push_back({"hybrid_helicity", "velocity^2 length",
                       hybrid_helicity(p.ion_inertial_length, s.helicity, s.fields[1])});
  if (has_directions(p))
    for (std::size_t c = 0; c < 3; ++c)
      columns.push_back({std::string("energy_") + "xyz"[c], energy_unit, s.component_energy[c]});
  if (p.has_extra_damping())
    columns.push_back({"dissipation_extra", power_unit, s.extra_dissipation});
  for (std::size_t n = 0; n < p.scalars.size(); ++n) {
    const std::size_t f = set.own_fields() + n;
    add_scalar(p.scalars[n], set.fields[f].name, s.fields[f], s.scalar_damping[f], columns);
  }
  return columns;
}

}  // namespace thalweg::turbulence
