// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kspace/step_model.hpp"

#include <algorithm>

#include "base/complex.hpp"
#include "solvers/sound/kspace/sweeps.hpp"
#include "solvers/sound/operators/domain.hpp"

namespace thalweg::sound {

namespace {

using fft::line_operations;

/// Bytes of the coefficients on a rank with so many points: a number per point where the medium
/// varies, nothing to speak of where it does not.
CoefficientBytes coefficient_bytes(const Medium& m, int dimensions, double field) {
  const auto size = [&](bool uniform) { return uniform ? 0 : field; };
  const bool density = m.density.uniform(), speed = m.sound_speed.uniform();
  const bool linear = !m.nonlinearity || (m.nonlinearity->uniform() && density);
  const bool same =
      m.absorption == Absorption::none || (m.absorption_coefficient.uniform() && speed);
  CoefficientBytes bytes;
  for (std::size_t c = 0; c < static_cast<std::size_t>(dimensions); ++c) {
    const auto& given = m.density_staggered[c];
    bytes.inertia += size(given ? given->uniform() : density);
  }
  bytes.density = size(density);
  bytes.state = size(speed) + size(linear);
  bytes.tau = size(same);
  return bytes;
}

/// What one rank of the domain does per step, sweep by sweep.
void add_rank(std::vector<simulation::PhaseWork>& phases, const Problem& p, const Domain& domain,
              int real_bytes) {
  const fft::Layout& layout = domain.layout;
  const double points = static_cast<double>(domain.end() - domain.begin()) * real_bytes;
  const double lines = static_cast<double>(layout.local_rows()) * layout.group;
  const double travelling = travelling_bytes(domain, static_cast<std::size_t>(real_bytes));
  const double plane =
      layout.columns * line_operations(layout.ny) + 0.5 * layout.ny * line_operations(layout.nx);
  const auto list = sweeps(StepForm(p), coefficient_bytes(p.medium, p.dimensions, points));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Sweep& s = list[i];
    const bool on_rows = s.sends == fft::TileDirection::to_planes;
    const double one =
        on_rows ? lines * line_operations(layout.depth) : layout.local_planes() * plane;
    phases[i].bytes.push_back((s.arrived + s.out + s.modes) * travelling + s.points * points +
                              s.coefficients);
    phases[i].operations.push_back((s.in + s.out) * one);
  }
}

simulation::StepWork work_of(const Problem& p, const SolverOptions& options,
                             const transport::Placement& placement) {
  const int real_bytes = options.single_precision ? sizeof(float) : sizeof(double);
  Domain domain(p, 0, placement.ranks(), 2 * real_bytes);
  fft::Layout& layout = domain.layout;
  simulation::StepWork work;
  const auto list = sweeps(StepForm(p), {});
  for (const Sweep& s : list) work.phases.push_back({s.phase, {}, {}});
  for (layout.rank = 0; layout.rank < layout.ranks; ++layout.rank)
    add_rank(work.phases, p, domain, real_bytes);
  // Whether a signal came, and whether the pressure is finite.
  work.reductions = placement.ranks() > 1 ? 2 : 0;
  for (const Sweep& s : list)
    work.movements.push_back(
        {fft::name_of(s.sends), s.phase, 1,
         fft::loads_of(fft::Rectangles(layout, s.sends, chunk_count(options, layout)),
                       s.out * 2 * real_bytes, placement)});
  return work;
}

}  // namespace

int chunk_count(const SolverOptions& options, const fft::Layout& layout) {
  return layout.ranks == 1 ? 1 : options.transport.chunks_of(fft::smallest_part(layout), 4);
}

simulation::StepModel step_model(const Problem& problem, const SolverOptions& options) {
  return {.largest_rank_count = largest_rank_count(problem),
          .route = options.transport.route,
          .work =
              [problem, options](const transport::Placement& placement) {
                return work_of(problem, options, placement);
              },
          .sample = {}};
}

}  // namespace thalweg::sound
