// SPDX-License-Identifier: Apache-2.0
// Makes the solver known to the program: how its cases are checked, and the CPU form of it.
// A device half makes itself known (factory.cpp).
#include <fmt/format.h>

#include <cmath>

#include "base/processor_level.hpp"
#include "solvers/blood/case/advice.hpp"
#include "solvers/blood/case/inflow_parameters.hpp"
#include "solvers/blood/case/opening_advice.hpp"
#include "solvers/blood/case/parameters.hpp"
#include "solvers/blood/cells/cell_traffic.hpp"
#include "solvers/blood/plasma/sphere_columns.hpp"
#include "solvers/blood/plasma/suspension_scalars.hpp"
#include "solvers/blood/prediction/memory.hpp"
#include "solvers/blood/prediction/step_model.hpp"

namespace thalweg::blood {

// factory.cpp
TW_IN_HOST_HALVES(std::unique_ptr<simulation::Simulation> build(io::Case&,
                                                                const transport::Communicator&);)

namespace {

using simulation::SolverKind;

/// The columns of cells (docs/theory/blood.md, section 5).
void add_those_of_cells(simulation::checks::Recordings& more) {
  more.history.insert(more.history.begin(),
                      {"cells", "hematocrit", "deformation", "inclination",
                       "tank_treading_frequency", "extent_x", "extent_y", "extent_z", "area_strain",
                       "volume_strain", "membrane_energy"});
  more.tables.insert(more.tables.begin(), {"cells",
                                           {"cell", "species", "x", "y", "z", "area_strain",
                                            "volume_strain", "deformation", "inclination"}});
}

/// What cells, planes, spheres and straight vessels add.
simulation::checks::Recordings recordings_of(const Parameters& p, bool has_cells) {
  simulation::checks::Recordings more{.history =
                                          history_columns(p.planes, !p.cells.species.empty()),
                                      .tables = profile_tables(p.planes)};
  if (!p.vessel.interior->spheres().empty()) {
    const std::vector<std::string> forces = sphere_force_columns();
    more.history.insert(more.history.begin(), forces.begin(), forces.end());
    more.tables.push_back({"spheres", sphere_table_columns()});
  }
  if (p.vessel.has_walls())
    more.history.insert(more.history.begin(),
                        {"mean_wall_shear_stress", "largest_wall_shear_stress"});
  for (std::string& column : CellTraffic::columns(p)) more.history.push_back(std::move(column));
  for (std::string& column : suspension_columns(p)) more.history.push_back(std::move(column));
  if (has_cells) add_those_of_cells(more);
  return more;
}

SolverKind::Summary check(io::Case& input, const transport::Communicator& comm,
                          const std::string& device) {
  const Parameters p = read_parameters(input);
  SolverKind::Summary summary;
  summary.recordings = recordings_of(p, input.has_table("cells"));
  if (input.has_errors()) return summary;
  const grid::Cell extent = p.vessel.lattice().extent;
  const double sites = p.vessel.volume() / std::pow(p.vessel.spacing, 3);
  if (comm.size() > 1 && comm.size() > sites / 64) {
    input.error("grid.spacing", fmt::format("leaves about {:.0f} lattice sites for {} ranks: take "
                                            "at most one rank for 64 sites",
                                            sites, comm.size()));
    return summary;
  }
  std::vector<std::string>& lines = summary.lines;
  lines.push_back(fmt::format("{} of {} x {} x {} lattice sites, about {:.0f} with "
                              "fluid",
                              name_of(p.vessel.shape), extent[2], extent[1], extent[0], sites));
  for (const std::string& line : p.vessel.interior->report(p.vessel.spacing)) lines.push_back(line);
  for (const std::string& line : advice(p)) lines.push_back(line);
  for (const std::string& line : opening_advice(p)) lines.push_back(line);
  for (const std::string& line : inflow_advice(p)) lines.push_back(line);
  if (!p.cells.species.empty()) lines.push_back(balance_text(p.balance));
  summary.memory = estimate_memory(p, comm.size(), device);
  for (const OpeningParameters& opening : p.openings)
    for (const char* quantity : {"flow_rate_", "pressure_"})
      summary.recordings.history.push_back(quantity + opening.name);
  return summary;
}

/// The columns of Plasma::scalars() and tables() that every case has (docs/theory/blood.md,
/// section 5).
simulation::checks::Recordings recordings() {
  return {.history = {"flow_rate", "mean_velocity", "largest_velocity", "kinetic_energy",
                      "mass_change"},
          .tables = {{"profile", {"z", "velocity_x"}}}};
}

// The push across the axis gives a pressure to compare.
constexpr const char* self_test_case = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "tube"
diameter = 12.5e-6
length = 10e-6
[flow]
pressure_gradient = [1e5, 5e4, 0]
)";

std::unique_ptr<simulation::Simulation> build_on_host(io::Case& input,
                                                      const transport::Communicator& comm) {
  return TW_CHOSEN_HOST_HALF(build)(input, comm);
}

[[maybe_unused]] const bool registered = [] {
  auto& registry = simulation::Registry::instance();
  registry.add_factory("blood", "cpu", build_on_host);
  registry.add({.name = "blood",
                .field_names = {"velocity", "pressure", "viscosity", "cells", "wall_shear_stress"},
                .recordings = recordings(),
                .check = check,
                .fixed_keys = {"simulation.kind", "grid", "geometry", "cells", "planes"},
                .after_divergence = {.text = "Usually the fluid is too fast for the lattice, or a "
                                             "membrane too stiff for the step. thalweg check says "
                                             "how near the case is: use a smaller "
                                             "blood.relaxation_time or grid.spacing, or substeps "
                                             "of stiff species. Begin anew with --force."},
                .keeps_velocity = true,
                .step_model = [](io::Case& input) { return step_model(read_parameters(input)); },
                .self_test_case = self_test_case});
  return true;
}();

}  // namespace

}  // namespace thalweg::blood
