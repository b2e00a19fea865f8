// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/step_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/complex.hpp"
#include "base/error.hpp"
#include "solvers/turbulence/decomposition.hpp"
#include "solvers/turbulence/flops.hpp"
#include "solvers/turbulence/movement_model.hpp"
#include "solvers/turbulence/particles/row_ghosts.hpp"
#include "solvers/turbulence/quantum/fluid.hpp"
#include "solvers/turbulence/scheme.hpp"
#include "solvers/turbulence/statistics/averaged_fields.hpp"

namespace thalweg::turbulence {

namespace {

double columns_held(const fft::Layout& layout) {
  const auto start = [&](int row) {
    return static_cast<double>(layout.row_start[static_cast<std::size_t>(row)]);
  };
  return start(layout.rows.end(layout.rank)) - start(layout.rows.begin(layout.rank));
}

/// Columns whose y-lines this rank has.
int columns_here(const fft::Layout& layout) {
  return layout.blocks.size(layout.block_of(layout.rank));
}

/// Numbers of the rows of this rank's columns on its planes.
double numbers_on_planes(const fft::Layout& layout) {
  std::int64_t columns = 0;
  const auto start = [&](int row) { return layout.row_start[static_cast<std::size_t>(row)]; };
  for (int peer = layout.first_peer(layout.rank); peer < layout.ranks; peer += layout.across)
    columns += start(layout.rows.end(peer)) - start(layout.rows.begin(peer));
  return static_cast<double>(columns) * layout.local_planes();
}

/// Numbers of y-lines and of x-lines that pass through memory where ranks share planes.
double numbers_on_lines(const fft::Layout& layout) {
  if (layout.across == 1) return 0;
  return static_cast<double>(layout.local_planes()) *
         (static_cast<double>(columns_here(layout)) * layout.ny +
          static_cast<double>(layout.columns) * layout.local_ys());
}

/// What it takes a field's shared lines to be copied in pieces of a few columns, beside their bytes
/// and as operations of transforms: docs/design/pencils.md has the measurement.
double operations_of_pieces(const fft::Layout& layout, int complex_bytes) {
  constexpr double per_byte = 1.5;
  return per_byte * numbers_on_lines(layout) * complex_bytes;
}

/// Phases that compute, by name alone; work is added rank by rank.
std::vector<simulation::PhaseWork> phases_of(const Parameters& p, const SetDescription& set) {
  std::vector<simulation::PhaseWork> phases;
  for (const Pass& pass : passes_of(set))
    for (const std::string& name : {pass.inverse_lines, pass.planes, pass.forward_lines})
      phases.push_back({name, {}, {}});
  for (const ModeSweep& sweep : mode_sweeps_of(p, set)) phases.push_back({sweep.phase, {}, {}});
  if (!p.particles.empty())
    for (const char* name : {spline_phases[0], spline_phases[1], particles_phase})
      phases.push_back({name, {}, {}});
  if (!p.averages.fields.empty()) phases.push_back({averages_phase, {}, {}});
  return phases;
}

/// The work of the layout's rank, in the order of phases_of.
void add_rank(const Parameters& p, const SetDescription& set, const fft::Layout& layout,
              int complex_bytes, const Conversion& conversion,
              std::vector<simulation::PhaseWork>& phases) {
  const std::size_t stages = scheme_stages(p.scheme).size();
  const auto calls = static_cast<double>(stages);
  const TransformFlops field = transform_flops(layout);
  const double on_planes = field.planes + operations_of_pieces(layout, complex_bytes);
  std::size_t phase = 0;
  const auto add = [&](double times, double moved, double operations) {
    phases[phase].bytes.push_back(times * moved);
    phases[phase++].operations.push_back(times * operations);
  };
  for (const Pass& pass : passes_of(set)) {
    const SweepBytes bytes = sweep_bytes(pass, layout, stages, complex_bytes, conversion);
    const double times = calls * pass.per_stage;
    add(times, bytes.inverse_lines, pass.to_points * field.lines);
    add(times, bytes.planes, (pass.to_points + pass.to_modes) * on_planes);
    add(times, bytes.forward_lines, pass.to_modes * field.lines);
  }
  for (const ModeSweep& sweep : mode_sweeps_of(p, set))
    add(calls, 4.0 * sweep.components * static_cast<double>(layout.local_modes()) * complex_bytes,
        0);
  if (!p.particles.empty()) {
    const ParticleSweepBytes bytes = particle_sweep_bytes(p, layout, complex_bytes, conversion);
    add(1, bytes.lines, 3 * field.lines);
    add(1, bytes.planes, 3 * on_planes);
    add(1, bytes.particles, bytes.particle_flops);
  }
  if (p.averages.fields.empty()) return;
  const AverageWork averages = average_work(p, set, layout, complex_bytes, conversion);
  add(averages.calls, averages.bytes,
      (averages.to_points() + averages.to_modes()) * (field.lines + on_planes));
}

simulation::StepWork work_of(const Parameters& p, fft::RankGrid grid,
                             const transport::Placement& placement) {
  const int complex_bytes = p.single_precision ? sizeof(Complex<float>) : sizeof(Complex<double>);
  const SetDescription set = describe(p);
  fft::Layout layout = fft::make_layout(p.modes(), 0, grid, complex_bytes);
  simulation::StepWork work;
  work.phases = phases_of(p, set);
  for (layout.rank = 0; layout.rank < layout.ranks; ++layout.rank)
    add_rank(p, set, layout, complex_bytes,
             conversion_of(p, layout, complex_bytes, together_in(placement, p.transport.route)),
             work.phases);
  // The step size is a largest value over all ranks; another tells whether a signal came.
  work.reductions = placement.ranks() > 1 ? 2 : 0;
  layout.rank = 0;  // movements are those of all
  work.movements = movements_of(p, set, layout, placement);
  return work;
}

/// The case's grid halved until a step of it takes a fraction of a second.
std::vector<std::string> sample_settings(std::array<int, 3> points) {
  constexpr double enough = 144.0 * 144 * 144;
  const auto size = [&] { return static_cast<double>(points[0]) * points[1] * points[2]; };
  if (size() <= enough) return {};
  while (size() > enough)
    for (int& n : points) n = std::max(4, n / 2);
  return {fmt::format("grid.points=[{}, {}, {}]", points[0], points[1], points[2])};
}

}  // namespace

fft::Traffic traffic(const SetDescription& set) {
  std::set<int> to_planes, to_rows;
  if (set.is_quantum()) {  // what is measured of it
    to_planes.insert(gradient_fields);
    to_rows.insert({motion_fields, spectrum_fields});
  } else {  // vectors, and products of them (theory, section 15)
    to_planes.insert(3);
    to_rows.insert(set.to_modes);
  }
  for (const Pass& pass : passes_of(set)) {
    to_planes.insert(pass.to_points);
    to_rows.insert(pass.to_modes);
  }
  return {.to_planes = {to_planes.begin(), to_planes.end()},
          .to_rows = {to_rows.begin(), to_rows.end()},
          .modes_stay = true};
}

namespace {

/// Of one field of a rank: as modes, as z-lines, on planes up to x-lines, and at points.
struct FieldBytes {
  double modes, rows, planes, points;
};

FieldBytes bytes_of_field(const fft::Layout& layout, int complex_bytes,
                          const Conversion& conversion) {
  // y-lines that others have the points of pass once more, and so do these.
  const double numbers = numbers_on_planes(layout) + numbers_on_lines(layout);
  return {static_cast<double>(layout.local_modes()) * complex_bytes,
          columns_held(layout) * layout.modes.nz * complex_bytes + conversion.rows,
          numbers * complex_bytes + conversion.planes + conversion.lines,
          0.5 * static_cast<double>(layout.local_points()) * complex_bytes};
}

/// Of a particle: 16 rows of twelve numbers, the sum along x, and weights along three directions.
constexpr double flops_of_sight = 2 * (16 * 12 + 12) + 16 + 3 * 22;

}  // namespace

SweepBytes sweep_bytes(const Pass& pass, const fft::Layout& layout, std::size_t stages,
                       int complex_bytes, const Conversion& conversion) {
  const auto [modes, rows, planes, points] = bytes_of_field(layout, complex_bytes, conversion);
  // Per component and stage: read and write u, read du but at first, write du but at last.
  const double n = static_cast<double>(stages), registers = 2 + 2 * (n - 1) / n;
  return {.inverse_lines = pass.loaded * modes + pass.to_points * rows,
          .planes = (pass.to_points + pass.to_modes) * planes,
          .forward_lines = pass.to_modes * rows + pass.advanced * registers * modes};
}

ParticleSweepBytes particle_sweep_bytes(const Parameters& p, const fft::Layout& layout,
                                        int complex_bytes, const Conversion& conversion) {
  if (p.particles.empty()) return {};
  const auto [modes, rows, planes, points] = bytes_of_field(layout, complex_bytes, conversion);
  // Coefficients are read once, and what moves of a particle is read and written: its place, what
  // it sees, and its own velocity.
  double moved = static_cast<double>(values_of_plane(layout)) * layout.local_planes() *
                 complex_bytes / 2,
         flops = 0;
  for (const ParticleSpecies& species : p.particles) {
    const double here = static_cast<double>(species.count) / layout.ranks;
    const double velocities = species.response_time > 0 ? 5 : 3;
    moved += here * (6 * sizeof(double) + 3 * velocities * complex_bytes / 2);
    flops += here * flops_of_sight;
  }
  return {.lines = 3 * (modes + rows),
          .planes = 3 * (planes + points),
          .particles = moved,
          .particle_flops = flops};
}

AverageWork average_work(const Parameters& p, const SetDescription& set, const fft::Layout& layout,
                         int complex_bytes, const Conversion& conversion) {
  const auto [modes, rows, planes, points] = bytes_of_field(layout, complex_bytes, conversion);
  AverageWork work{.fields_there = set.is_quantum() ? gradient_fields : 3,
                   .fields_back = set.to_modes,
                   .calls = 1.0 / p.averages.every_steps};
  for (const AveragedField& field : averaged_fields(p.averages, set)) {
    const auto [there, back] = transforms_of(set, field.head.name);
    work.passes_there += there / work.fields_there;
    work.passes_back += back / work.fields_back;
    // The field is written and read, its averages are read and written.
    work.bytes += (there + back) * (modes + rows + planes) +
                  2 * (field.head.components + field.components()) * points;
  }
  return work;
}

double working_set(const SetDescription& set, const fft::Layout& layout, int complex_bytes) {
  const double modes = static_cast<double>(layout.local_modes()) * complex_bytes;
  const double rows = columns_held(layout) * layout.modes.nz * complex_bytes;
  return 2 * set.all_components() * modes + set.to_points * rows;
}

double passed_over(const SetDescription& set, const fft::Layout& layout, int complex_bytes,
                   const fft::Streaming& streaming, double buffers) {
  const double all = working_set(set, layout, complex_bytes);
  return streaming.is_on() ? std::min(all, buffers) : all;
}

int chunk_count(const Parameters& parameters, const fft::Layout& layout) {
  return layout.ranks == 1 ? 1 : parameters.transport.chunks_of(fft::smallest_part(layout), 4);
}

simulation::StepModel step_model(const Parameters& parameters) {
  simulation::StepModel model{.largest_rank_count = largest_rank_count(parameters),
                              .route = parameters.transport.route,
                              .work = {},
                              .sample = sample_settings(parameters.points)};
  model.splits = [parameters](const transport::Placement& placement) {
    std::vector<simulation::Split> splits;
    for (const fft::RankGrid grid :
         possible_grids(parameters, placement.ranks(), placement.ranks_per_node))
      splits.push_back({name_of(grid), [=] { return work_of(parameters, grid, placement); }});
    return splits;
  };
  // As runs split the grid.
  model.work = [splits = model.splits](const transport::Placement& placement) {
    const auto list = splits(placement);
    TW_CHECK(!list.empty(), "the grid cannot be split over so many ranks");
    return list.front().work();
  };
  model.refusal = [parameters](const transport::Placement& placement) {
    return refusal_text(parameters, placement.ranks(), placement.ranks_per_node);
  };
  return model;
}

}  // namespace thalweg::turbulence
