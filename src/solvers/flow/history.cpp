// SPDX-License-Identifier: Apache-2.0
// What is measured of a state for a row of the history: docs/theory/flow.md, section 6.
#include <cmath>

#include "solvers/flow/forces.hpp"
#include "solvers/flow/solver.hpp"
#include "solvers/flow/sums.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
double Flow<Real>::courant_number() {
  return dt_ * courant_rate();
}

/// Of a unit of time. (6.3)
template <class Real>
double Flow<Real>::courant_rate() {
  const double own = exec::parallel_max<double>(
      exec_, fine().cells(),
      CourantRate<Real>{fine().geometry(), fine().state(), mesh_.first_axis()});
  return comm_.max(own);
}

template <class Real>
std::vector<simulation::Scalar> Flow<Real>::scalars() {
  const Norms rest = norms();
  const auto timer = phases_.measure("diagnostics");
  std::vector<double> sums{exec::parallel_sum<double>(
      exec_, fine().cells(), KineticEnergy<Real>{{fine().geometry(), fine().state()}})};
  comm_.sum(sums);
  std::vector<simulation::Scalar> all{
      {"residual_continuity", "1/time", rest.continuity},
      {"residual_momentum", "length/time^2", rest.momentum},
      {"cycles", "1", static_cast<double>(cycles_)},
      {"kinetic_energy", "length^2/time^2", sums[0] / fine().volume()},
      {"largest_velocity", "length/time", largest_speed()}};
  for (std::size_t d = 0; p_.mean_velocity && d < 3; ++d)
    all.push_back({driving_columns[d], "length/time^2", driving_force_[d]});
  for (simulation::Scalar& force : force_scalars(p_, fine().conditions().host_faces(),
                                                 fine().tractions(), immersed_forces(), comm_))
    all.push_back(std::move(force));
  if (scalars_)
    for (simulation::Scalar& measured : scalars_->measured()) all.push_back(std::move(measured));
  append_probes(all);
  return all;
}

template <class Real>
std::optional<double> Flow<Real>::change_of_velocity() {
  const std::int64_t size = fine().arena().size();
  const bool is_first = last_velocity_.size() == 0;
  if (is_first) last_velocity_ = exec::Array<Real, 1>({3 * size});
  const Real* velocity = fine().state() + size;
  std::vector<double> sums{
      exec::parallel_sum<double>(exec_, fine().cells(),
                                 SquaredChange<Real>{fine().geometry(), velocity,
                                                     std::as_const(last_velocity_).view().data}),
      exec::parallel_sum<double>(exec_, fine().cells(),
                                 SquaredSpeed<Real>{fine().geometry(), fine().state()})};
  exec::copy_bytes(exec_, last_velocity_.view().data, velocity,
                   3 * static_cast<std::size_t>(size) * sizeof(Real));
  comm_.sum(sums);
  if (is_first) return std::nullopt;
  return sums[0] == 0 ? 0 : std::sqrt(sums[0] / sums[1]);
}

TW_INSTANTIATE(Flow)

}  // namespace thalweg::flow::inline TW_HALF
