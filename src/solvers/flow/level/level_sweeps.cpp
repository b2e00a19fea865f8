// SPDX-License-Identifier: Apache-2.0
// Smoothing by sweeps of block Jacobi, over cells or over lines of them: docs/theory/flow.md,
// section 5.
#include "solvers/flow/level/level.hpp"
#include "solvers/flow/smoothing/line_sweeps.hpp"
#include "solvers/flow/smoothing/sweeps.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
void Level<Real>::smooth_by_sweeps(double rate) {
  compute_residuals(rate);
  if (p_.flux == Flux::rusanov)
    sweep<Damping::rusanov>(rate);
  else
    has_eddies() ? sweep<Damping::roe>(rate) : sweep<Damping::plain>(rate);
  state_has_changed();
}

template <class Real>
template <Damping damping>
LinearSystem<damping, Real> Level<Real>::linear_system() {
  if constexpr (damping != Damping::plain)
    for_each_cell(FaceFriction<Real>{geometry_, of_eddies(), friction_.view().data, first_axis_,
                                     static_cast<Real>(p_.viscosity)});
  exec::parallel_for(
      exec_, 4 * size_,
      CopyInSingle<Real>{std::as_const(state_).view().data, single_state_.view().data});
  return {geometry_,
          std::as_const(single_area_).view().data,
          std::as_const(single_state_).view().data,
          first_axis_,
          static_cast<float>(p_.beta),
          static_cast<float>(p_.viscosity),
          std::as_const(friction_).view().data};
}

template <class Real>
template <Damping damping>
void Level<Real>::sweep(double rate) {
  const auto timer = phases_.measure(phase("smooth"));
  const Diagonal<damping, Real> diagonal{linear_system<damping>(),
                                         std::as_const(closed_).view().data,
                                         static_cast<float>(cfl_), static_cast<float>(rate)};
  if (p_.cycles.smoother == Smoother::lines)
    sweep_over_lines(diagonal);
  else
    sweep_over_cells(diagonal);
}

template <class Real>
template <Damping damping>
void Level<Real>::sweep_over_cells(const Diagonal<damping, Real>& diagonal) {
  const Real* residual = std::as_const(residual_).view().data;
  float *change = change_.view().data, *next = change + 4 * size_, *inverse = inverse_.view().data;
  for_each_cell(InvertDiagonal<damping, Real>{diagonal, residual, inverse, change});
  for (int n = 1; n < p_.cycles.sweeps; ++n) {
    start_exchange(*halo_of_changes_, change);
    const auto sweep_over = [&](const exec::Blocks<>& cells, const grid::BlockPlace* places) {
      JacobiSweep<damping, Real> sweep{diagonal.system, residual, change, inverse};
      sweep.system.geometry.places = places;
      if (n + 1 < p_.cycles.sweeps)
        exec::parallel_for(exec_, cells, StoreChange<damping, Real>{sweep, next});
      else
        exec::parallel_for(exec_, cells, AddChange<damping, Real>{sweep, state_.view().data});
    };
    if (overlap_) sweep_over(overlap_->inner, geometry_.places);
    finish_exchange(*halo_of_changes_, change);
    if (overlap_)
      sweep_over(overlap_->outer, std::as_const(overlap_->outer_places).view().data);
    else
      sweep_over(cells_, geometry_.places);
    std::swap(change, next);
  }
}

template <class Real>
template <Damping damping>
void Level<Real>::sweep_over_lines(const Diagonal<damping, Real>& diagonal) {
  float *change = change_.view().data, *next = change + 4 * size_;
  LineSystem<damping, Real> system{diagonal, std::as_const(residual_).view().data, nullptr,
                                   inverse_.view().data, nullptr};
  const int sweeps = p_.cycles.sweeps, half = second_lines_.empty() ? sweeps : sweeps / 2;
  for (int n = 0; n < sweeps; ++n) {
    const SweepOfLines sweep{n == 0, n + 1 == sweeps, n == 0 || n == half};
    const std::vector<SmoothingLines>& all = n < half ? lines_ : second_lines_;
    system.change = change;
    system.next = next;
    if (n > 0) start_exchange(*halo_of_changes_, change);
    for (const SmoothingLines& lines : all) solve(system, lines.axis, lines.inner, sweep);
    if (n > 0) finish_exchange(*halo_of_changes_, change);
    for (const SmoothingLines& lines : all) solve(system, lines.axis, lines.outer, sweep);
    std::swap(change, next);
  }
}

template <class Real>
template <Damping damping>
void Level<Real>::solve(LineSystem<damping, Real> system, int axis, const exec::LineBlocks<>& lines,
                        SweepOfLines sweep) {
  constexpr exec::Along upwards = exec::Along::upwards, downwards = exec::Along::downwards;
  system.diagonal.line_axis = axis;
  if (sweep.factors) exec::parallel_for<upwards>(exec_, lines, FactorLines<damping, Real>{system});
  with_constant(sweep.is_first, [&](auto is_first) {
    exec::parallel_for<upwards>(exec_, lines, EliminateLines<damping, is_first, Real>{system});
  });
  with_constant(sweep.is_last, [&](auto is_last) {
    exec::parallel_for<downwards>(
        exec_, lines, SubstituteLines<damping, is_last, Real>{system, state_.view().data});
  });
}

TW_INSTANTIATE(Level)

}  // namespace thalweg::flow::inline TW_HALF
