// SPDX-License-Identifier: Apache-2.0
// What is measured of a state for a row of the history: docs/theory/flow.md, section 6.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/flow/measures/forces.hpp"
#include "solvers/flow/measures/sums.hpp"
#include "solvers/flow/solver.hpp"

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

/// The largest of those of the velocity and of each scalar: a flow at rest may still carry what
/// is not. (5.14)
template <class Real>
std::optional<double> Flow<Real>::change_of_velocity() {
  const std::int64_t size = fine().arena().size();
  const int count = scalars_ ? scalars_->count() : 0;
  const bool is_first = last_fields_.size() == 0;
  if (is_first) last_fields_ = exec::Array<Real, 1>({(3 + count) * size});
  Real* last = last_fields_.view().data;
  double change = change_since(last, fine().state() + size, 3);
  for (int s = 0; s < count; ++s)
    change =
        std::max(change, change_since(last + (3 + s) * size, scalars_->values() + s * size, 1));
  if (is_first) return std::nullopt;
  return change;
}

/// Of so many fields, which become the last ones; infinite where sums are not finite.
template <class Real>
double Flow<Real>::change_since(Real* last, const Real* fields, int count) {
  std::vector<double> sums{
      exec::parallel_sum<double>(exec_, fine().cells(),
                                 SquaredChange<Real>{fine().geometry(), fields, last, count}),
      exec::parallel_sum<double>(exec_, fine().cells(),
                                 SquaredValues<Real>{fine().geometry(), fields, count})};
  const std::int64_t size = count * fine().arena().size();
  exec::copy_bytes(exec_, last, fields, static_cast<std::size_t>(size) * sizeof(Real));
  comm_.sum(sums);
  if (sums[0] == 0) return 0;
  const double change = std::sqrt(sums[0] / sums[1]);
  return std::isfinite(change) ? change : std::numeric_limits<double>::infinity();
}

TW_INSTANTIATE(Flow)

}  // namespace thalweg::flow::inline TW_HALF
