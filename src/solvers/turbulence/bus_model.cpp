// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/bus_model.hpp"

#include "base/complex.hpp"
#include "solvers/turbulence/scheme.hpp"

namespace thalweg::turbulence {

namespace {

/// Bytes of a field as modes, padding included, as half-transformed rows, and as half-transformed
/// planes.
struct FieldBytes {
  double modes, rows, planes;

  FieldBytes(const fft::Layout& layout, int complex_bytes) {
    const auto start = [&](int row) { return layout.row_start[static_cast<std::size_t>(row)]; };
    const auto bytes = [=](std::int64_t numbers) {
      return static_cast<double>(numbers) * complex_bytes;
    };
    modes = bytes(layout.component_size());
    rows = bytes((start(layout.first_row() + layout.local_rows()) - start(layout.first_row())) *
                 layout.nz);
    planes = bytes(layout.row_start.back() * layout.local_planes());
  }
};

}  // namespace

PassBus bus_bytes(const Pass& pass, const fft::Layout& layout, std::size_t stages,
                  int complex_bytes) {
  const FieldBytes field(layout, complex_bytes);
  const auto n = static_cast<double>(stages) * pass.per_stage;
  const double there = n * pass.to_points, back = n * pass.to_modes;
  PassBus bus{.inverse_lines = {n * pass.loaded * field.modes, there * field.rows},
              .planes = {there * field.planes, back * field.planes},
              .forward_lines = {back * field.rows, 0}};
  const double advanced = pass.advanced * pass.per_stage * field.modes;
  if (pass.is_of_scalars()) {  // The velocity and the scalars come, and the rates of these both
                               // ways.
    bus.forward_lines += static_cast<double>(stages) *
                         BusBytes{pass.per_stage * pass.loaded * field.modes + advanced, advanced};
    return bus;
  }
  // The state both ways; its rates come but at first, and go but at last.
  const double registers = 2 * static_cast<double>(stages) - 1;
  bus.forward_lines += BusBytes{registers * advanced, registers * advanced};
  return bus;
}

BusBytes bus_bytes(const ModeSweep& sweep, const fft::Layout& layout, std::size_t stages,
                   int complex_bytes) {
  const double bytes = 2.0 * static_cast<double>(stages) * sweep.components *
                       FieldBytes(layout, complex_bytes).modes;
  return {bytes, bytes};
}

BusBytes bus_bytes_of_step(const Parameters& p, const fft::Layout& layout) {
  const int complex_bytes = p.single_precision ? sizeof(Complex<float>) : sizeof(Complex<double>);
  const std::size_t stages = scheme_stages(p.scheme).size();
  const SetDescription set = describe(p);
  BusBytes sum;
  for (const Pass& pass : passes_of(set)) {
    const PassBus bus = bus_bytes(pass, layout, stages, complex_bytes);
    sum += bus.inverse_lines;
    sum += bus.planes;
    sum += bus.forward_lines;
  }
  for (const ModeSweep& sweep : mode_sweeps_of(p, set))
    sum += bus_bytes(sweep, layout, stages, complex_bytes);
  return sum;
}

}  // namespace thalweg::turbulence
