// SPDX-License-Identifier: Apache-2.0
// Makes the solver known to the program: how its cases are checked, and the CPU form of it.
// A device half makes itself known (factory.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/processor_level.hpp"
#include "io/fields/blocks.hpp"
#include "solvers/flow/case/decomposition.hpp"
#include "solvers/flow/case/grid_parameters.hpp"
#include "solvers/flow/case/grid_text.hpp"
#include "solvers/flow/case/measure_parameters.hpp"
#include "solvers/flow/case/names.hpp"
#include "solvers/flow/case/parameters.hpp"
#include "solvers/flow/measures/forces.hpp"
#include "solvers/flow/measures/mean_profiles.hpp"
#include "solvers/flow/measures/walls.hpp"
#include "solvers/flow/mesh/file_grid.hpp"
#include "solvers/flow/mesh/quality.hpp"
#include "solvers/flow/prediction/memory.hpp"
#include "solvers/flow/prediction/step_model.hpp"

namespace thalweg::flow {

// factory.cpp
TW_IN_HOST_HALVES(std::unique_ptr<simulation::Simulation> build(io::Case&,
                                                                const transport::Communicator&);)

namespace {

using simulation::SolverKind;

std::string counted(int count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

char name_of(CycleKind kind) {
  return kind == CycleKind::w ? 'W' : kind == CycleKind::f ? 'F' : 'V';
}

const char* name_of(Smoother smoother) {
  if (smoother == Smoother::runge_kutta) return "Runge-Kutta";
  return smoother == Smoother::lines ? "block Jacobi along lines" : "block Jacobi";
}

/// What users are told to do about thin cells, where it is worth while.
std::optional<std::string> advice_on_lines(const Parameters& p, const Mesh& mesh) {
  constexpr double worth_while = 10;
  if (p.cycles.smoother == Smoother::lines) return std::nullopt;
  double ratio = 1;
  for (const LineAxes& axes : line_axes(mesh)) ratio = std::max(ratio, axes.ratio);
  if (ratio < worth_while) return std::nullopt;
  return fmt::format("cells are up to {:.0f} times as long as thin: cycles.smoother = \"lines\" "
                     "takes fewer cycles",
                     ratio);
}

/// From which level on one of several ranks has all; none where there is no such level.
std::optional<std::string> text_of_gathered(const std::vector<LevelOwners>& levels) {
  for (std::size_t n = 1; n < levels.size(); ++n)
    if (levels[n].are_gathered())
      return fmt::format("one rank has all of the coarse levels from {} on", n);
  return std::nullopt;
}

std::vector<std::string> summary_lines(const Parameters& p, const Mesh& mesh,
                                       const grid::BlockPartition& parts,
                                       const std::string& device) {
  const Cycles& c = p.cycles;
  std::vector<std::string> lines{
      fmt::format("{} cells{}, {} as made, {} as dealt to {}, imbalance {:.3f}", parts.cells,
                  p.is_flat() ? ", flat" : "", counted(mesh.blocks.size(), "block"),
                  parts.grid.size(), counted(parts.ranks, "rank"), parts.imbalance()),
      fmt::format("{}-cycles of {}, {}, Courant number {:g}", name_of(c.kind),
                  counted(c.levels, "level"), name_of(c.smoother), c.cfl)};
  if (auto gathered = text_of_gathered(owners_of_levels(parts, p, device == "cuda")))
    lines.push_back(std::move(*gathered));
  if (auto advice = advice_on_lines(p, mesh)) lines.push_back(std::move(*advice));
  if (!p.immersed.empty())
    lines.push_back(fmt::format("{} immersed bod{}, {}", p.immersed.size(),
                                p.immersed.size() == 1 ? "y" : "ies",
                                p.has_moving_bodies() ? "moving" : "at rest"));
  lines.insert(lines.end(), mesh.notes.begin(), mesh.notes.end());
  return lines;
}

/// What a model of eddies, bodies, scalars and averages add to the fields.
std::vector<std::string> more_fields(const Parameters& p) {
  std::vector<std::string> names;
  if (p.has_eddies()) names.emplace_back("eddy_viscosity");
  if (!p.immersed.empty()) names.emplace_back("distance");
  for (const TransportedScalar& scalar : p.scalars) names.push_back(scalar.name);
  if (!p.averages_from) return names;
  for (const AverageField& field : average_fields(p)) names.push_back(field.name);
  return names;
}

/// The columns of Flow::scalars() that all cases have (docs/theory/flow.md, section 6).
simulation::checks::Recordings recordings() {
  return {.history = {"residual_continuity", "residual_momentum", "cycles", "kinetic_energy",
                      "largest_velocity"}};
}

/// Names of scalars with those of probes, bodies and families may make a column that there is.
void require_different_columns(io::Case& input, std::vector<std::string> columns,
                               bool has_scalars) {
  for (const std::string& name : recordings().history) columns.push_back(name);
  std::sort(columns.begin(), columns.end());
  const auto twice = std::adjacent_find(columns.begin(), columns.end());
  if (twice != columns.end())
    input.error(has_scalars ? "scalar" : "boundary",
                fmt::format("makes two columns of the history \"{}\": rename a {}probe, body or "
                            "family",
                            *twice, has_scalars ? "scalar, or a " : ""));
}

SolverKind::Summary check(io::Case& input, const transport::Communicator& comm,
                          const std::string& device) {
  const Parameters p = read_parameters(input);
  SolverKind::Summary summary;
  for (const Line& line : p.lines)
    summary.recordings.tables.push_back({line.name, line_columns(p)});
  for (const MeanProfile& profile : p.profiles)
    summary.recordings.tables.push_back({profile.name, profile_columns(p, profile)});
  for (const Boundary& boundary : p.boundaries)
    if (boundary.has_table)
      summary.recordings.tables.push_back({wall_table_name(boundary.family), wall_columns(p)});
  summary.recordings.history = force_columns(p);
  for (const std::string& name : probe_columns(p)) summary.recordings.history.push_back(name);
  for (const std::string& name : scalar_columns(p)) summary.recordings.history.push_back(name);
  summary.recordings.fields = more_fields(p);
  if (p.mean_velocity)
    for (const char* name : driving_columns) summary.recordings.history.emplace_back(name);
  if (input.has_errors()) return summary;
  require_different_columns(input, summary.recordings.history, !p.scalars.empty());
  const Mesh& mesh = *p.mesh;
  const grid::BlockPartition parts = partition_of(mesh, p, comm.size());
  if (parts.grid.size() < comm.size()) {
    input.error(
        "grid.cells",
        fmt::format("can be cut into {} parts for {} ranks: use fewer ranks, or fewer levels "
                    "of the multigrid (cycles.levels, now {})",
                    parts.grid.size(), comm.size(), p.cycles.levels));
    return summary;
  }
  if (input.count("slice") > 0) {
    const Bounds bounds = bounds_of(mesh);
    summary.bounds = std::array{bounds.lower, bounds.upper};
    summary.blocks = io::whole_blocks(mesh.blocks);
  }
  summary.lines = summary_lines(p, mesh, parts, device);
  summary.memory = estimate_memory(p, comm, device);
  // A case that names the form is taken to want hexahedra, whose file of the grid takes more.
  if (input.has("output.fields.form"))
    summary.memory.output_bytes += io::hexahedron_bytes * static_cast<double>(parts.largest_share);
  return summary;
}

SolverKind::GridSummary describe_grid(io::Case& input) {
  const std::shared_ptr<const Mesh> mesh = read_grid(input);
  if (!mesh) return {};
  return {grid_lines(*mesh), [mesh](const std::filesystem::path& file) {
            io::write_cgns_grid(file, structured_grid_of(*mesh));
          }};
}

constexpr const char* self_test_case = R"(
[grid]
kind = "wavy"
cells = [24, 16, 1]
blocks = [2, 1, 1]
[flow]
viscosity = 0.01
force = [0.1, 0, 0]
gravity = [0, -1, 0]
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[scalar]]
name = "heat"
diffusivity = 0.01
gradient = [0, 1, 0]
expansion = 0.1
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
profile = "parabolic"
scalars = { heat = 1 }
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "wall"
fluxes = { heat = 0.01 }
[[boundary]]
family = "y+"
kind = "wall"
velocity = [1, 0, 0]
scalars = { heat = 0.5 }
[time]
scheme = "bdf2"
step = 0.05
)";

std::unique_ptr<simulation::Simulation> build_on_host(io::Case& input,
                                                      const transport::Communicator& comm) {
  return TW_CHOSEN_HOST_HALF(build)(input, comm);
}

[[maybe_unused]] const bool registered = [] {
  auto& registry = simulation::Registry::instance();
  registry.add_factory("flow", "cpu", build_on_host);
  registry.add({.name = "flow",
                .field_names = {"velocity", "pressure"},
                .recordings = recordings(),
                .check = check,
                .fixed_keys = {"simulation.kind", "grid", "boundary", "flow.mean_velocity"},
                .after_divergence = {.text = "Usually the steps of pseudo-time are too long: use a "
                                             "smaller cycles.cfl; or the flux has too little "
                                             "damping for the grid: see flow.flux; or, in time, "
                                             "the step is too long: use a smaller time.cfl or "
                                             "time.step.",
                                     .settings = "--set cycles.cfl=1 --set "
                                                 "'checkpoint.allow_changes=[\"cycles\"]'"},
                .writes_blocks = true,
                .keeps_velocity = true,
                .step_model = step_model,
                .grid = describe_grid,
                .self_test_case = self_test_case,
                .self_test_bound = 1e-7});  // changes are in single precision
  return true;
}();

}  // namespace

}  // namespace thalweg::flow
