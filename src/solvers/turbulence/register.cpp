// SPDX-License-Identifier: Apache-2.0
// Makes the solver known to the program: how its cases are checked, and the CPU form of it.
// A device half makes itself known (factory.cpp).
#include <fmt/format.h>

#include "base/processor_level.hpp"
#include "exec/exec.hpp"
#include "fft/pencils.hpp"
#include "simulation/interface/memory.hpp"
#include "solvers/turbulence/advice.hpp"
#include "solvers/turbulence/decomposition.hpp"
#include "solvers/turbulence/diagnostics/history.hpp"
#include "solvers/turbulence/diagnostics/spectrum_names.hpp"
#include "solvers/turbulence/forcing/read_forcing.hpp"
#include "solvers/turbulence/memory.hpp"
#include "solvers/turbulence/message_precision.hpp"
#include "solvers/turbulence/parameters.hpp"
#include "solvers/turbulence/passes.hpp"
#include "solvers/turbulence/quantum/history.hpp"
#include "solvers/turbulence/residence.hpp"
#include "solvers/turbulence/split_choice.hpp"
#include "solvers/turbulence/statistics/averaged_fields.hpp"
#include "solvers/turbulence/statistics/statistics_names.hpp"
#include "solvers/turbulence/step_model.hpp"

namespace thalweg::turbulence {

// factory.cpp
TW_IN_HOST_HALVES(std::unique_ptr<simulation::Simulation> build(io::Case&,
                                                                const transport::Communicator&);)

namespace {

using simulation::SolverKind;

std::string transforms_line(const Parameters& p) {
  const SetDescription set = describe(p);
  int there = 0, back = 0;
  for (const Pass& pass : passes_of(set)) {
    there += pass.per_stage * pass.to_points;
    back += pass.per_stage * pass.to_modes;
  }
  return fmt::format("{}: {} transforms to points and {} back per stage", name_with_scalars(set),
                     there, back);
}

std::string split_line(const Parameters& p, const transport::Communicator& comm) {
  const int ranks = comm.size();
  if (ranks == 1) return "one rank holds all";
  const fft::RankGrid grid = *rank_grid(p, ranks, fft::ranks_per_node(comm));
  const fft::Modes modes = p.modes();
  const std::string shares =
      fmt::format("{} to {} planes of z and about {} rows of k_y", modes.nz / grid.z,
                  (modes.nz + grid.z - 1) / grid.z, modes.rows() / grid.z);
  if (grid.y == 1) return fmt::format("{} ranks, each with {}", ranks, shares);
  return fmt::format(
      "{} ranks in {}: {} share {}, each with {} to {} y and about {} columns of k_x", ranks,
      name_of(grid), grid.y, shares, modes.ny / grid.y, (modes.ny + grid.y - 1) / grid.y,
      modes.columns() / grid.y);
}

std::vector<std::string> summary_lines(const Parameters& p, const transport::Communicator& comm,
                                       const std::string& device) {
  const fft::Modes modes = p.modes();
  std::vector<std::string> lines{fmt::format("grid {} x {} x {}, modes up to {}, {}, {}",
                                             p.points[0], p.points[1], p.points[2], modes.kx,
                                             modes.ky, modes.kz),
                                 transforms_line(p), split_line(p, comm)};
  const fft::Sharing sharing =
      device == "cuda" ? fft::Sharing{} : fft::expected_sharing(comm, p.transport.route);
  if (const std::string line = message_precision_line(p, comm, sharing); !line.empty())
    lines.push_back(line);
  for (const std::string& line : forcing_lines(p)) lines.push_back(line);
  for (const std::string& note : advice(p)) lines.push_back(note);
  return lines;
}

/// What all sets with a velocity record (docs/theory/turbulence.md, section 7).
simulation::checks::Recordings recordings_of_velocity() {
  simulation::checks::Recordings names{
      .history = {"energy", "enstrophy", "helicity", "dissipation", "dissipation_from_energy",
                  "dissipation_mismatch", "divergence_max", "cfl", "kmax_eta", "integral_scale",
                  "taylor_scale", "reynolds_taylor"}};
  for (const char* spectrum : {"spectrum", "spectrum_parallel", "spectrum_perpendicular"})
    names.tables.push_back({spectrum, {"k", "energy", "enstrophy", "helicity"}, "spectra"});
  for (const char* transfer : {"transfer", "transfer_parallel", "transfer_perpendicular"})
    names.tables.push_back({transfer, {"k", "transfer", "flux"}, "spectra"});
  names.tables.push_back(
      {"statistics", {"time", "skewness_x", "skewness_y", "skewness_z", "skewness"}, "spectra"});
  return names;
}

/// Fields on the grid; those that are derived only where a case names them.
void add_images(const Parameters& p, const SetDescription& set,
                simulation::checks::Recordings& names) {
  for (const OutputField& field : output_fields(set)) names.fields.push_back(field.name);
  for (const DerivedField& field : derived_fields(set))
    names.fields_on_request.push_back(field.name);
  for (const ImageHead& head : image_fields(set)) names.images.push_back(head.name);
  for (const AverageOutput& output : average_outputs(p.averages, set))
    for (auto* list : {&names.fields, &names.images}) list->push_back(output.head.name);
}

/// What a wave function records (docs/theory/turbulence.md, section 12).
simulation::checks::Recordings quantum_recordings(const SetDescription& set) {
  simulation::checks::Recordings names;
  for (const simulation::Scalar& column : quantum_columns({}, 1, 0))
    names.history.push_back(column.name);
  for (const SpectrumNames& spectra : {spectra_of(set.fields.front()), spectra_of_density()})
    for (const std::string& table : spectra.tables)
      names.tables.push_back(
          {table, {"k", spectra.columns[0], spectra.columns[1], spectra.columns[2]}, "spectra"});
  return names;
}

/// What a case records.
simulation::checks::Recordings recordings_of(const Parameters& p) {
  const SetDescription set = describe(p);
  if (set.is_quantum()) {
    simulation::checks::Recordings names = quantum_recordings(set);
    add_images(p, set, names);
    return names;
  }
  Sums zero;
  zero.resize(set.fields.size());
  simulation::checks::Recordings names = recordings_of_velocity();
  for (const simulation::Scalar& column : further_columns(p, set, zero))
    names.history.push_back(column.name);
  for (const std::string& name : columns_between_rows(p, set)) names.history.push_back(name);
  for (const StateField& field : set.fields) {
    if (field.kind == FieldKind::velocity) continue;
    const auto columns = spectrum_columns(field.kind);
    for (const std::string& spectrum : spectrum_names(field))
      names.tables.push_back({spectrum, {"k", columns[0], columns[1], columns[2]}, "spectra"});
    for (const std::string& transfer : transfer_names(field))
      names.tables.push_back({transfer, {"k", "transfer", "flux"}, "spectra"});
  }
  for (const TableHead& table : statistics_heads(set, p.statistics))
    names.tables.push_back({table.name, table.columns, "statistics"});
  add_images(p, set, names);
  for (const ParticleSpecies& species : p.particles) {
    names.fields.push_back(species.name);
    for (const simulation::Scalar& column : particle_columns(species, {}))
      names.history.push_back(column.name);
  }
  return names;
}

SolverKind::Summary check(io::Case& input, const transport::Communicator& comm,
                          const std::string& device) {
  Parameters p = read_parameters(input);
  SolverKind::Summary summary;
  summary.recordings = recordings_of(p);
  if (input.has_errors()) return summary;
  if (p.decomposition.kind == DecompositionKind::pencil && needs_whole_planes(p)) {
    input.error("decomposition.kind",
                "is not possible with device.residence = \"host\": fields pass through the device "
                "in whole planes. Take \"slab\" or \"auto\"");
    return summary;
  }
  const int per_node = fft::ranks_per_node(comm);
  if (!rank_grid(p, comm.size(), per_node)) {
    input.error("grid.points", refusal_text(p, comm.size(), per_node));
    return summary;
  }
  summary.split = choose_split(p, comm, device == "cuda");
  const int across = p.decomposition.grid->y;
  if (p.device.residence == Residence::host)
    if (const auto reason = why_not_on_host(p, across)) {
      input.error("device.residence",
                  fmt::format("cannot be \"host\" here: {}. Take \"device\" or \"auto\"", *reason));
      return summary;
    }
  summary.lines = summary_lines(p, comm, device);
  if (comm.size() > 1) summary.lines.push_back(simulation::split_text(*summary.split));
  if (device == "cuda")
    summary.lines.push_back(residence_line(p, choose_residence(p, describe(p), comm), comm));
  summary.memory = estimate_memory(p, comm, device, exec::threads());
  return summary;
}

constexpr const char* self_test_case = R"(
[grid]
points = [24, 20, 26]
[turbulence]
viscosity = 0.01
[initial]
kind = "random"
[time]
scheme = "rk3"
cfl = 0.5
)";

std::unique_ptr<simulation::Simulation> build_on_host(io::Case& input,
                                                      const transport::Communicator& comm) {
  return TW_CHOSEN_HOST_HALF(build)(input, comm);
}

[[maybe_unused]] const bool registered = [] {
  auto& registry = simulation::Registry::instance();
  registry.add_factory("turbulence", "cpu", build_on_host);
  registry.add(
      {.name = "turbulence",
       .field_names = {},
       .recordings = {},
       .check = check,
       // The uniform magnetic field is a mode of the state.
       .fixed_keys = {"simulation.kind", "grid", "turbulence.equations", "turbulence.dealias",
                      "turbulence.magnetic_field"},
       .after_divergence = {.text = "Usually the time step is too long: use a smaller time.cfl or "
                                    "time.step; or the grid is too coarse for the physics: use "
                                    "more grid.points.",
                            .settings = "--set time.cfl=0.4 --set "
                                        "'checkpoint.allow_changes=[\"time\"]'"},
       .step_model = [](io::Case& input) { return step_model(read_parameters(input)); },
       .self_test_case = self_test_case});
  return true;
}();

}  // namespace

}  // namespace thalweg::turbulence
