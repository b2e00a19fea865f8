// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/step_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/complex.hpp"
#include "solvers/turbulence/scheme.hpp"

namespace thalweg::turbulence {

namespace {

double columns_held(const fft::Layout& layout) {
  const auto start = [&](int row) {
    return static_cast<double>(layout.row_start[static_cast<std::size_t>(row)]);
  };
  return start(layout.rows.end(layout.rank)) - start(layout.rows.begin(layout.rank));
}

using fft::line_operations;

/// Operations of one field's transforms.
struct FieldOperations {
  double lines, planes;
};

FieldOperations field_operations(const fft::Layout& layout) {
  const fft::Modes& m = layout.modes;
  // Transforms of real numbers take half of those of complex ones.
  return {.lines = columns_held(layout) * line_operations(m.nz),
          .planes = layout.local_planes() *
                    (m.columns() * line_operations(m.ny) + 0.5 * m.ny * line_operations(m.nx))};
}

simulation::StepWork work_of(const Parameters& p, const transport::Placement& placement) {
  const int complex_bytes = p.single_precision ? sizeof(Complex<float>) : sizeof(Complex<double>);
  const std::size_t stages = scheme_stages(p.scheme).size();
  const auto calls = static_cast<double>(stages);
  fft::Layout layout = fft::make_layout(p.modes(), 0, placement.ranks(), complex_bytes);
  simulation::StepWork work;
  work.phases = {{"inverse_lines", {}, {}}, {"planes", {}, {}}, {"forward_lines", {}, {}}};
  for (layout.rank = 0; layout.rank < layout.ranks; ++layout.rank) {
    const SweepBytes bytes = sweep_bytes(layout, stages, complex_bytes);
    const FieldOperations field = field_operations(layout);
    const auto add = [&](std::size_t phase, double moved, double operations) {
      work.phases[phase].bytes.push_back(calls * moved);
      work.phases[phase].operations.push_back(calls * operations);
    };
    add(0, bytes.inverse_lines, fields_to_points * field.lines);
    add(1, bytes.planes, (fields_to_points + fields_to_modes) * field.planes);
    add(2, bytes.forward_lines, fields_to_modes * field.lines);
  }
  // The step size is a largest value over all ranks; another tells whether a signal came.
  work.reductions = placement.ranks() > 1 ? 2 : 0;
  const auto move = [&](fft::TileDirection direction, int fields, const char* behind) {
    const fft::Rectangles rectangles(layout, direction, chunk_count(p, layout));
    work.movements.push_back({fft::name_of(direction), behind, calls,
                              fft::loads_of(rectangles, fields * complex_bytes, placement)});
  };
  move(fft::TileDirection::to_planes, fields_to_points, "inverse_lines");
  move(fft::TileDirection::to_rows, fields_to_modes, "planes");
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

SweepBytes sweep_bytes(const fft::Layout& layout, std::size_t stages, int complex_bytes) {
  const double modes = static_cast<double>(layout.local_modes()) * complex_bytes;
  const double rows = columns_held(layout) * layout.modes.nz * complex_bytes;
  const double planes =
      static_cast<double>(layout.row_start.back()) * layout.local_planes() * complex_bytes;
  // Per component and stage: read and write u, read du but at first, write du but at last.
  const double n = static_cast<double>(stages), registers = 2 + 2 * (n - 1) / n;
  return {.inverse_lines = 3 * modes + fields_to_points * rows,
          .planes = (fields_to_points + fields_to_modes) * planes,
          .forward_lines = fields_to_modes * rows + 3 * registers * modes,
          .diagnostics = 3 * modes,
          .working_set = 6 * modes + fields_to_points * rows};
}

int chunk_count(const Parameters& parameters, const fft::Layout& layout) {
  return layout.ranks == 1 ? 1 : parameters.transport.chunks_of(fft::smallest_part(layout), 4);
}

simulation::StepModel step_model(const Parameters& parameters) {
  return {.largest_rank_count = fft::largest_rank_count(parameters.modes()),
          .route = parameters.transport.route,
          .work =
              [parameters](const transport::Placement& placement) {
                return work_of(parameters, placement);
              },
          .sample = sample_settings(parameters.points)};
}

}  // namespace thalweg::turbulence
