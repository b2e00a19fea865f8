// SPDX-License-Identifier: Apache-2.0
// The shear stress on walls that are no triangles. docs/theory/blood.md, section 10.
#include <algorithm>
#include <cmath>

#include "solvers/blood/lattice/strain.hpp"
#include "solvers/blood/plasma/plasma.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

constexpr int kept_of_wall_site = 9;  // velocity, and the rate of strain as SymmetricTensor has it

/// Velocity and rate of strain of listed sites: (quantity, place in the list). (10.8)
template <State state, class Real, class Force, class Rule>
struct StoreStrain {
  Slots<state> slots;
  const Real* f;
  Force force;
  Rule rule;
  const int* sites;
  exec::View<double, 2> to;

  TW_HD void operator()(int n) const {
    const int i = sites[n];
    Real push[3];
    force.at(i, push);
    const Populations<Real> at = loaded(slots.of(i), f);
    const Flow<Real> flow = flow_of(moments_of(at), push);
    const SymmetricTensor<Real> stress = stress_beyond_balance(at, flow, push);
    const Real factor =
        Real(-1.5) * collision_of(rule.at(i), at, flow, push).even_rate / (1 + flow.excess);
    for (int d = 0; d < 3; ++d) to(d, n) = static_cast<double>(flow.velocity[d]);
    for (int k = 0; k < 6; ++k) to(3 + k, n) = static_cast<double>(factor * stress.of[k]);
  }
};

double size_of(const geometry::Vector& v) { return std::sqrt(geometry::dot(v, v)); }

}  // namespace

/// Sites at openings lie far from walls, though they lack neighbours.
template <class Real>
void Plasma<Real>::list_wall_points() {
  if (wall_points_) return;
  wall_points_.emplace();
  const double farthest = 1.05 * std::sqrt(2.0) * units_.spacing;
  for (const int site : sites_.at_edge()) {
    const WallPoint point =
        nearest_wall(p_.vessel, p_.vessel.place(sites_.cells()[static_cast<std::size_t>(site)]));
    if (point.distance > farthest) continue;
    wall_points_->push_back(point);
    wall_sites_.push_back(site);
  }
}

template <class Real>
std::vector<geometry::Vector> Plasma<Real>::stress_at_points() {
  const auto timer = phases_.measure("diagnostics");
  list_wall_points();
  const std::size_t count = wall_sites_.size();
  if (count == 0) return {};
  const exec::Array<int, 1> sites = exec::uploaded(exec_, wall_sites_);
  exec::Array<double, 2> kept({kept_of_wall_site, static_cast<int>(count)},
                              exec::Contents::undefined);
  in_state([&]<State state, class Force>(const Slots<state>& slots, const Force& force) {
    with_rule<Force>([&]<class Rule>(const Rule& rule) {
      exec::parallel_for(
          exec_, static_cast<int>(count),
          StoreStrain<state, Real, Force, Rule>{slots, std::as_const(populations_).view().data,
                                                force, rule, sites.view().data, kept.view()});
    });
  });
  std::vector<double> values(kept.size());
  exec::copy_bytes(exec_, values.data(), kept.view().data, values.size() * sizeof(double));
  exec_.wait();
  std::vector<geometry::Vector> stresses;
  for (std::size_t n = 0; n < count; ++n) {
    const WallPoint& wall = (*wall_points_)[n];
    const geometry::Vector of_wall = p_.vessel.wall_velocity(wall.place);
    geometry::Vector velocity;
    std::array<double, 6> strain;
    for (std::size_t d = 0; d < 3; ++d)
      velocity[d] = values[d * count + n] * units_.velocity() - of_wall[d];
    for (std::size_t k = 0; k < 6; ++k) strain[k] = values[(3 + k) * count + n] / units_.step;
    const geometry::Vector rate = wall_shear_rate(wall, velocity, strain, units_.spacing);
    const double viscosity = p_.thinning ? p_.thinning->viscosity(size_of(rate)) : p_.viscosity;
    stresses.push_back(geometry::plus({}, rate, viscosity));
  }
  return stresses;
}

/// Over all points beside sites, which lie about evenly on the wall.
template <class Real>
void Plasma<Real>::add_stress_at_points(std::vector<simulation::Scalar>& all) {
  double sum = 0, largest = 0;
  for (const geometry::Vector& stress : stress_at_points()) {
    sum += size_of(stress);
    largest = std::max(largest, size_of(stress));
  }
  const double count = comm_.sum(static_cast<double>(wall_sites_.size()));
  all.push_back({"mean_wall_shear_stress", "Pa", comm_.sum(sum) / std::max(1.0, count)});
  all.push_back({"largest_wall_shear_stress", "Pa", comm_.max(largest)});
}

template <class Real>
io::PointSet Plasma<Real>::wall_points() {
  io::PointSet set;
  std::vector<double> values;
  for (const geometry::Vector& stress : stress_at_points())
    values.insert(values.end(), stress.begin(), stress.end());
  for (std::size_t n = 0; n < wall_sites_.size(); ++n) {
    const geometry::Vector& place = (*wall_points_)[n].place;
    set.places.insert(set.places.end(), place.begin(), place.end());
    set.identities.push_back(sites_.identity(wall_sites_[n]));
  }
  set.values.push_back({"wall_shear_stress", "Pa", 3, std::move(values)});
  return set;
}

TW_INSTANTIATE(Plasma)

}  // namespace thalweg::blood::inline TW_HALF
