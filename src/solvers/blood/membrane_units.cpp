// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/membrane_units.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thalweg::blood {

namespace {

using std::numbers::pi;

/// Of plasma, in units of the lattice. (1.7)
double viscosity_of(const Parameters& p) { return (p.relaxation_time - 0.5) / 3; }

/// The part of the limit of an in-plane modulus. (7.10)
double part_of_limit(double modulus, const SpeciesParameters& species, const Parameters& p) {
  const double edge = edge_of(species, p);
  const double of_kinks =
      p.cells.mends_kinks ? 0.75 * mean_kink_of(p.cells.delta) / (edge * edge) : 0;
  return modulus * (pi / 8 + of_kinks) / viscosity_of(p);
}

/// What viscous membranes may take of it, so that the rest is left to elasticity.
constexpr double viscous_share = 0.25;

double whole_viscosity(const Moduli& m) { return m.viscosity + m.dilatational_viscosity; }

}  // namespace

Moduli in_lattice_units(const SpeciesParameters& species, const Parameters& p) {
  const Units units = p.units();
  Moduli m = species.moduli;
  m.shear /= units.tension();
  m.bending /= units.energy();
  m.spontaneous_curvature *= units.spacing;
  m.area /= units.tension();
  m.volume /= units.pressure();
  m.viscosity /= units.tension() * units.step;
  m.dilatational_viscosity /= units.tension() * units.step;
  if (m.viscous_time > 0)
    m.viscous_time /= units.step;
  else
    m.viscous_time =
        std::max(0.0, part_of_limit(whole_viscosity(m), species, p) / viscous_share - 1);
  return m;
}

double stiffness(const SpeciesParameters& species, const Parameters& p) {
  const Moduli m = in_lattice_units(species, p);
  const double elastic =
      m.law == MembraneLaw::skalak ? m.shear * (1 + 2 * m.dilatation) : 3 * m.shear;
  const double viscous = whole_viscosity(m) / (1 + m.viscous_time);
  const double bent = m.bending * pi * pi * pi / (8 * viscosity_of(p));
  return std::max(part_of_limit(elastic + viscous, species, p), bent);
}

double edge_of(const SpeciesParameters& species, const Parameters& p) {
  const ReferenceShape& shape = species.shape;
  const double radius = shape.mesh ? std::sqrt(area_of(shape) / (4 * pi)) : reach_of(shape);
  // Of an icosphere with so many vertices.
  const double triangles = 2 * vertices_of(shape, species.refinement) - 4;
  return radius * std::sqrt(16 * pi / (std::sqrt(3.0) * triangles)) / p.vessel.spacing;
}

}  // namespace thalweg::blood
