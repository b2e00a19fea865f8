// SPDX-License-Identifier: Apache-2.0
// What drives a flow as time goes on: conditions at faces, and forces everywhere.
#include <cmath>

#include "solvers/flow/measures/sums.hpp"
#include "solvers/flow/solver.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

template <class Real>
struct AddVelocity {
  Geometry<Real> geometry;
  State<Real> added;
  Real* state;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const std::int64_t size = geometry.size, cell = geometry.places[block].at(k, j, i);
    const State<Real> q = load(static_cast<const Real*>(state), size, cell);
    store(combined(Real(1), q, Real(1), added), state, size, cell);
  }
};

}  // namespace

/// As they are at a time, and what has been carried to convective outflows within a step.
template <class Real>
void Flow<Real>::set_conditions(double time, double step) {
  std::array<double, 3> force = driving_force_;
  for (std::size_t d = 0; d < 3; ++d) force[d] += p_.force[d] * p_.force_factor(time);
  for (const auto& level : levels_) {
    level->conditions().set_time(time);
    level->set_force(force);
  }
  if (!fine().conditions().carries_out()) return;
  fine().fill_ghosts();
  fine().conditions().carry_out(fine().geometry(), fine().state(), step);
}

/// What of the mean velocity is missing is added everywhere, and the force that would have added it
/// within the step is added to the force. (4.14)
template <class Real>
void Flow<Real>::hold_mean_velocity() {
  if (!p_.mean_velocity) return;
  const geometry::Vector direction = geometry::unit(*p_.mean_velocity);
  std::vector<double> sums{exec::parallel_sum<double>(
      exec_, fine().cells(),
      FlowAlong<Real>{
          fine().geometry(), fine().state(), {direction[0], direction[1], direction[2]}})};
  comm_.sum(sums);
  const double missing = geometry::dot(*p_.mean_velocity, direction) - sums[0] / fine().volume();
  State<Real> added{};
  for (std::size_t d = 0; d < 3; ++d) {
    added.u[d] = static_cast<Real>(missing * direction[d]);
    driving_force_[d] += rate_ * missing * direction[d];
  }
  exec::parallel_for(exec_, fine().cells(),
                     AddVelocity<Real>{fine().geometry(), added, fine().state()});
  fine().state_has_changed();
}

TW_INSTANTIATE(Flow)

}  // namespace thalweg::flow::inline TW_HALF
