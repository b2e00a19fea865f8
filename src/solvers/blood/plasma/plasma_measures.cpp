// SPDX-License-Identifier: Apache-2.0
// What is taken of a state at planes. docs/theory/blood.md, section 10.
#include <cmath>

#include "base/error.hpp"
#include "exec/reduce.hpp"
#include "solvers/blood/plasma/plasma.hpp"
#include "solvers/blood/plasma/suspension_scalars.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

/// Density and velocity of listed sites: (quantity, place in the list).
template <State state, class Real, class Force>
struct StoreFlowOfListed {
  FlowAt<state, Real, Force> flow;
  const int* sites;
  exec::View<double, 2> to;

  TW_HD void operator()(int n) const {
    const Flow<Real> at = flow.at(sites[n]);
    to(0, n) = static_cast<double>(at.excess);
    for (int d = 0; d < 3; ++d) to(d + 1, n) = static_cast<double>(at.velocity[d]);
  }
};

/// The square of how much the velocity of a site has changed, and what it is from now on.
template <State state, class Real, class Force>
struct SquaredChange {
  FlowAt<state, Real, Force> flow;
  exec::View<const Real, 2> before;

  TW_HD double operator()(int i) const {
    const Flow<Real> at = flow.at(i);
    double sum = 0;
    for (int d = 0; d < 3; ++d) {
      const double change = static_cast<double>(at.velocity[d] - before(d, i));
      sum += change * change;
    }
    return sum;
  }
};

template <State state, class Real, class Force>
struct StoreVelocity {
  FlowAt<state, Real, Force> flow;
  exec::View<Real, 2> to;

  TW_HD void operator()(int i) const {
    const Flow<Real> at = flow.at(i);
    for (int d = 0; d < 3; ++d) to(d, i) = at.velocity[d];
  }
};

}  // namespace

template <class Real>
std::vector<double> Plasma<Real>::flow_of_listed(const exec::Array<int, 1>& sites) {
  const int count = static_cast<int>(sites.size());
  std::vector<double> values(4 * static_cast<std::size_t>(count));
  if (count == 0) return values;
  exec::Array<double, 2> flow({4, count}, exec::Contents::undefined);
  in_state([&]<State state, class Force>(const Slots<state>& slots, const Force& force) {
    exec::parallel_for(exec_, count,
                       StoreFlowOfListed<state, Real, Force>{
                           {slots, std::as_const(populations_).view().data, force},
                           sites.view().data,
                           flow.view()});
  });
  exec::copy_bytes(exec_, values.data(), flow.view().data, values.size() * sizeof(double));
  exec_.wait();
  return values;
}

template <class Real>
std::vector<PlaneMeans> Plasma<Real>::plane_means(const std::vector<Membranes>& membranes) {
  return planes_->means(flow_of_listed(plane_sites_), membranes, reference_pressure());
}

template <class Real>
void Plasma<Real>::add_measures(double flow_rate, double hematocrit,
                                std::vector<simulation::Scalar>& all) {
  const std::vector<Membranes> membranes =
      cells_ ? cells_->membranes(exec_) : std::vector<Membranes>{};
  if (has_wall_surface())
    add_stress_on_surface(all);
  else if (p_.vessel.has_walls())
    add_stress_at_points(all);
  if (!p_.vessel.interior->spheres().empty()) add_sphere_forces(all);
  if (planes_)
    for (simulation::Scalar& scalar : planes_->scalars(plane_means(membranes)))
      all.push_back(std::move(scalar));
  for (simulation::Scalar& scalar : suspension_scalars(p_, comm_, flow_rate, hematocrit, membranes))
    all.push_back(std::move(scalar));
}

template <class Real>
simulation::Table Plasma<Real>::plane_profile(const std::string& name) {
  TW_CHECK(planes_, "no table is called '" + name + "'");
  return planes_->table(name,
                        plane_means(cells_ ? cells_->membranes(exec_) : std::vector<Membranes>{}));
}

template <class Real>
std::optional<double> Plasma<Real>::change_of_velocity() {
  const bool is_first = last_velocity_.size() == 0 && sites_.own() > 0;
  double change = 0;
  if (is_first) last_velocity_ = exec::Array<Real, 2>({3, sites_.own()});
  in_state([&]<State state, class Force>(const Slots<state>& slots, const Force& force) {
    const FlowAt<state, Real, Force> flow{slots, std::as_const(populations_).view().data, force};
    if (!is_first)
      change = exec::parallel_sum<double>(
          exec_, sites_.own(),
          SquaredChange<state, Real, Force>{flow, std::as_const(last_velocity_).view()});
    exec::parallel_for(exec_, sites_.own(),
                       StoreVelocity<state, Real, Force>{flow, last_velocity_.view()});
  });
  if (comm_.max(is_first ? 1 : 0) > 0) return std::nullopt;
  const double all = comm_.sum(change), squares = sum_of<Quantity::speed_squared>();
  return all == 0 ? 0 : std::sqrt(all / squares);
}

TW_INSTANTIATE(Plasma)

}  // namespace thalweg::blood::inline TW_HALF
