// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/flops.hpp"

#include <array>

#include "solvers/turbulence/counted.hpp"
#include "solvers/turbulence/equations/boussinesq.hpp"
#include "solvers/turbulence/equations/fused.hpp"
#include "solvers/turbulence/equations/gross_pitaevskii.hpp"
#include "solvers/turbulence/equations/hall_mhd.hpp"
#include "solvers/turbulence/equations/mhd.hpp"
#include "solvers/turbulence/equations/navier_stokes.hpp"
#include "solvers/turbulence/scalar_kernels.hpp"
#include "solvers/turbulence/scheme.hpp"

namespace thalweg::turbulence {

namespace {

constexpr int most_components = 8;

/// A single mode with k = (1, 1, 1), and where kernels find its numbers.
struct OneMode {
  Counted one = 1;
  int first_column = 0;
  std::array<Complex<Counted>, most_components> u{}, d{};
  WaveVectors<Counted> k{&one, &one, &one, &first_column};
  Decay<Counted> decay{&one, &one, &one};
  Complex<Counted> factor{1, 0};
  Decay<Complex<Counted>> turn{&factor, &factor, &factor};

  SpectralView<Counted> state() { return {u.data(), {most_components, 1, 1, 1}}; }
  SpectralView<Counted> change() { return {d.data(), {most_components, 1, 1, 1}}; }
};

template <StagePlace place, class Set>
double flops_of_stage(const Set& set) {
  OneMode mode;
  Advance<Counted, Set, place> kernel{.set = set,
                                      .state = mode.state(),
                                      .change = mode.change(),
                                      .k = mode.k,
                                      .decay = {},
                                      .turn_by = mode.turn,
                                      .friction = {},
                                      .a = 1,
                                      .b = 1,
                                      .dt = 1,
                                      .scale = 1};
  for (auto& decay : kernel.decay) decay = mode.decay;
  const Complex<Counted> products[Set::to_modes]{};
  return operations_of([&] { kernel(0, 0, 0, products, nullptr); });
}

template <class Set>
PointwiseFlops flops_of(const Set& set, const Parameters& p) {
  OneMode mode;
  const auto stages = static_cast<double>(scheme_stages(p.scheme).size());
  Complex<Counted> to_points[Set::to_points];
  const Counted in[Set::to_points]{};
  Counted out[Set::to_modes];
  const LoadState<Counted, Set> load{mode.state(), mode.k, set};
  return {.there = operations_of([&] { load(0, 0, 0, nullptr, to_points); }),
          .at_point = operations_of([&] { set.at_point(in, out); }),
          .back = (flops_of_stage<StagePlace::first>(set) +
                   (stages - 2) * flops_of_stage<StagePlace::middle>(set) +
                   flops_of_stage<StagePlace::last>(set)) /
                  stages};
}

template <template <class> class Set>
PointwiseFlops flops_of_set(const Parameters& p) {
  return with_carried_scalars<Counted, Set>(p, [&](const auto& set) { return flops_of(set, p); });
}

template <int n>
PointwiseFlops flops_of_scalars() {
  OneMode mode;
  const Counted in[3 + n]{};
  Counted out[3 * n];
  const Complex<Counted> flux[3 * n]{};
  const ScalarFlux<Counted, n> at_point;
  const AddScalarRates<Counted, n> back{.state = mode.state(),
                                        .change = mode.change(),
                                        .k = mode.k,
                                        .first = 3,
                                        .gradient = {},
                                        .friction = {},
                                        .a = 1,
                                        .scale = 1};
  return {.there = 0,  // they are loaded as they are
          .at_point = operations_of([&] { at_point(0, in, out); }),
          .back = operations_of([&] { back(0, 0, 0, flux, nullptr); })};
}

}  // namespace

TransformFlops transform_flops(const fft::Layout& layout) {
  constexpr double per_operation = 5;
  const fft::Modes& m = layout.modes;
  const auto start = [&](int row) { return layout.row_start[static_cast<std::size_t>(row)]; };
  const auto columns = static_cast<double>(start(layout.rows.end(layout.rank)) -
                                           start(layout.rows.begin(layout.rank)));
  return {.lines = per_operation * columns * fft::line_operations(m.nz),
          .planes = per_operation * layout.local_planes() *
                    (layout.blocks.size(layout.block_of(layout.rank)) * fft::line_operations(m.ny) +
                     0.5 * layout.local_ys() * fft::line_operations(m.nx))};
}

PointwiseFlops set_flops(const Parameters& p) {
  switch (p.equations) {
  case Equations::navier_stokes: return flops_of_set<NavierStokes>(p);
  case Equations::boussinesq: return flops_of_set<Boussinesq>(p);
  case Equations::mhd: return flops_of_set<Mhd>(p);
  case Equations::hall_mhd: return flops_of_set<HallMhd>(p);
  case Equations::gross_pitaevskii: return flops_of_set<GrossPitaevskii>(p);
  }
  return {};
}

PointwiseFlops scalar_flops(int n) {
  return n == 1 ? flops_of_scalars<1>() : flops_of_scalars<2>();
}

double flops_of(const ModeSweep& sweep) {
  OneMode mode;
  if (sweep.phase == scalar_stage_phase) {
    const AdvanceScalar<Counted> kernel{
        mode.state(), mode.change(), mode.k.first_column, mode.decay, 0, 1};
    return operations_of([&] { kernel(0, 0, 0); });
  }
  // Damping: a complex number of U and of dU, each times a real one. The exponential they share is
  // not counted.
  return 4;
}

std::vector<PointwiseFlops> pointwise_flops(const Parameters& p, const SetDescription& set) {
  // Of a set that is not in the list the transforms alone are known.
  const bool is_listed = set.name == describe(p).name;
  std::vector<PointwiseFlops> list;
  for (const Pass& pass : passes_of(set))
    list.push_back(!list.empty() ? scalar_flops(pass.advanced)
                   : is_listed   ? set_flops(p)
                                 : PointwiseFlops{});
  return list;
}

SweepFlops sweep_flops(const Pass& pass, const PointwiseFlops& pointwise,
                       const fft::Layout& layout) {
  const TransformFlops field = transform_flops(layout);
  const auto modes = static_cast<double>(layout.local_modes());
  return {.inverse_lines = pass.to_points * field.lines + pointwise.there * modes,
          .planes = (pass.to_points + pass.to_modes) * field.planes +
                    pointwise.at_point * static_cast<double>(layout.local_points()),
          .forward_lines = pass.to_modes * field.lines + pointwise.back * modes};
}

}  // namespace thalweg::turbulence
