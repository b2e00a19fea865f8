// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/case/membrane_units.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/blood/membrane/substeps.hpp"

namespace thalweg::blood {

namespace {

using std::numbers::pi;

/// The part of the limit of an in-plane modulus. (7.10)
double part_of_limit(double modulus, const Parameters& p) {
  return modulus * pi / (8 * viscosity_of(p));
}

/// What viscous membranes may take of it, so that the rest is left to elasticity.
constexpr double viscous_share = 0.25;

double whole_viscosity(const Moduli& m) { return m.viscosity + m.dilatational_viscosity; }

/// The part of the limit of bending. (7.10)
double bending_stiffness(const Moduli& m, const Parameters& p) {
  return m.bending * pi * pi * pi / (8 * viscosity_of(p));
}

double viscous_stiffness(const Moduli& m, const Parameters& p) {
  return part_of_limit(in_plane_modulus(m) - elastic_modulus(m), p);
}

/// Of a vertex, in spacings squared.
double area_of_vertex(const SpeciesParameters& species, const Parameters& p) {
  return area_of(species.shape) / (p.vessel.spacing * p.vessel.spacing) /
         vertices_of(species.shape, species.refinement);
}

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
    m.viscous_time = std::max(0.0, part_of_limit(whole_viscosity(m), p) / viscous_share - 1);
  return m;
}

double viscosity_of(const Parameters& p) { return (p.relaxation_time - 0.5) / 3; }

double in_plane_modulus(const Moduli& m) {
  return elastic_modulus(m) + whole_viscosity(m) / (1 + m.viscous_time);
}

double missing_mobility(Delta delta, double viscosity, double bending, double area) {
  // The shortest wave of a net of equal triangles, 3/2 of its edge e: bending pushes it back with
  // kappa (4 pi/(3 e))^4, and its neighbours are on the other side: 3/2 of its height. (7.17)
  const double edge_squared = 2 / std::sqrt(3.0) * area, number = 4 * pi / 3;
  const double stiffest = 1.5 * bending * std::pow(number, 4) / (edge_squared * edge_squared);
  return 1 / std::max(viscosity / missing_mobility_of(delta), 2 * stiffest);
}

double substep_mobility(const SpeciesParameters& species, const Parameters& p) {
  const Moduli m = in_lattice_units(species, p);
  const double stiff = std::max(part_of_limit(elastic_modulus(m), p), bending_stiffness(m, p) / 5);
  return std::max(3.0, stiff / 2) / area_of_vertex(species, p);
}

double substep_rate(const SpeciesParameters& species, const Parameters& p) {
  return substep_mobility(species, p) *
         stiffest_mode(in_lattice_units(species, p), species.elements, area_of_vertex(species, p));
}

double stiffness(const SpeciesParameters& species, const Parameters& p) {
  const Moduli m = in_lattice_units(species, p);
  if (species.substeps == 1)
    return std::max(part_of_limit(in_plane_modulus(m), p), bending_stiffness(m, p));
  return std::max(viscous_stiffness(m, p),
                  std::sqrt(substep_rate(species, p) / rate_held_by(species.substeps)));
}

std::optional<int> substeps_for(const SpeciesParameters& species, const Parameters& p) {
  const double least = std::sqrt(substep_rate(species, p) / rate_held_by(1));
  if (viscous_stiffness(in_lattice_units(species, p), p) > 1 || least > most_substeps) return {};
  return std::max(2, static_cast<int>(std::ceil(least)));
}

double edge_of(const SpeciesParameters& species, const Parameters& p) {
  const ReferenceShape& shape = species.shape;
  const double radius = shape.mesh ? std::sqrt(area_of(shape) / (4 * pi)) : reach_of(shape);
  // Of an icosphere with so many vertices.
  const double triangles = 2 * vertices_of(shape, species.refinement) - 4;
  return radius * std::sqrt(16 * pi / (std::sqrt(3.0) * triangles)) / p.vessel.spacing;
}

}  // namespace thalweg::blood
