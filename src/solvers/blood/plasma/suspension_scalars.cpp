// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/plasma/suspension_scalars.hpp"

#include "solvers/blood/measures/suspension.hpp"

namespace thalweg::blood {

namespace {

bool is_straight(const Parameters& p) {
  return p.vessel.shape == VesselShape::tube || p.vessel.shape == VesselShape::channel;
}

}  // namespace

bool is_driven_straight(const Parameters& p) {
  return is_straight(p) && p.gradient[0] != 0 && p.gradient[1] == 0 && p.gradient[2] == 0 &&
         p.amplitude == std::array<double, 3>{} && !p.vessel.has_moving_walls() &&
         p.openings.empty();
}

std::vector<std::string> suspension_columns(const Parameters& p) {
  const bool has_cells = !p.cells.species.empty();
  std::vector<std::string> columns;
  if (is_driven_straight(p)) columns.emplace_back("apparent_viscosity");
  if (has_cells && is_driven_straight(p) && p.vessel.shape == VesselShape::tube)
    columns.insert(columns.end(), {"discharge_hematocrit_in_vitro", "apparent_viscosity_in_vitro"});
  if (has_cells && is_straight(p)) columns.emplace_back("cell_free_layer");
  return columns;
}

std::vector<simulation::Scalar> suspension_scalars(const Parameters& p,
                                                   const transport::Communicator& comm,
                                                   double flow_rate, double hematocrit,
                                                   const std::vector<Membranes>& membranes) {
  const double diameter = p.vessel.interior->width() * 1e6,
               discharged = discharge_hematocrit(diameter, hematocrit);
  std::vector<simulation::Scalar> scalars;
  for (const std::string& name : suspension_columns(p)) {
    if (name == "apparent_viscosity") {
      scalars.push_back(
          {name, "1", apparent_viscosity(p.vessel, p.gradient[0], flow_rate) / p.viscosity});
    } else if (name == "discharge_hematocrit_in_vitro") {
      scalars.push_back({name, "1", discharged});
    } else if (name == "apparent_viscosity_in_vitro") {
      scalars.push_back({name, "1", viscosity_in_glass(diameter, discharged)});
    } else {
      Outline outline(p.vessel.lattice().extent[2]);
      for (const Membranes& of_species : membranes) outline.add(of_species);
      comm.max(outline.edges());
      scalars.push_back({name, "m", outline.cell_free_layer(p.vessel)});
    }
  }
  return scalars;
}

}  // namespace thalweg::blood
