// SPDX-License-Identifier: Apache-2.0
#include "blood_cases.hpp"

#include <cmath>

#include "solvers/blood/membrane/mesh.hpp"

namespace thalweg::bench {

blood::Parameters plasma(blood::VesselShape shape, int sites) {
  blood::Parameters p;
  p.density = 1000;
  p.viscosity = 1e-3;
  p.relaxation_time = 0.8;
  p.magic_parameter = 3.0 / 16;
  p.gradient = {1e3, 0, 0};
  p.vessel.shape = shape;
  p.vessel.spacing = 1e-6;
  p.vessel.size = {sites * 1e-6, sites * 1e-6, sites * 1e-6};
  p.vessel.interior = blood::make_interior(shape, p.vessel.size);
  return p;
}

blood::Parameters suspension(blood::VesselShape shape, int sites, double hematocrit,
                             blood::Delta delta) {
  blood::Parameters p = plasma(shape, sites);
  p.vessel.spacing = 0.5e-6;
  for (double& length : p.vessel.size) length /= 2;
  p.vessel.interior = blood::make_interior(p.vessel.shape, p.vessel.size);
  blood::SpeciesParameters cell;
  cell.name = "red cell";
  cell.shape = {blood::ShapeOfCell::biconcave, {3.91e-6, 3.91e-6, 3.91e-6}};
  cell.moduli.shear = 5e-6;
  cell.moduli.dilatation = 50;
  cell.moduli.bending_law = blood::BendingLaw::shell;
  cell.moduli.bending = 2e-19;
  cell.moduli.volume = 100;
  const double volume = blood::volume_of(blood::control_net(cell));
  cell.count = std::max(1L, std::lround(hematocrit * p.vessel.volume() / volume));
  p.cells.species = {cell};
  p.cells.delta = delta;
  return p;
}

double vertices_of(const blood::Parameters& p) {
  double vertices = 0;
  for (const blood::SpeciesParameters& species : p.cells.species)
    vertices +=
        static_cast<double>(species.count) * blood::vertices_of_icosphere(species.refinement);
  return vertices;
}

}  // namespace thalweg::bench
