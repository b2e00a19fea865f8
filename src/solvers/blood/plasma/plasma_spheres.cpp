// SPDX-License-Identifier: Apache-2.0
// The force of the fluid on fixed spheres. docs/theory/blood.md, section 10.
#include "solvers/blood/plasma/plasma.hpp"
#include "solvers/blood/plasma/sphere_columns.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

/// What goes to a wall by a link in the next step, and what has come back from it: together the
/// momentum that the wall takes along the link. (10.14)
template <State state, class Real, class Force, class Rule>
struct StoreExchange {
  Slots<state> slots;
  const Real* f;
  Force force;
  Rule rule;
  const int *sites, *directions_out;
  double* to;

  TW_HD void operator()(int n) const {
    const int site = sites[n], out = directions_out[n];
    Populations<Real> at = loaded(slots.of(site), f);
    const double returned = static_cast<double>(at.f[opposite(out)]);
    Real push[3];
    force.at(site, push);
    rule.at(site)(at, push);
    to[n] = static_cast<double>(at.f[out]) + returned;
  }
};

}  // namespace

template <class Real>
void Plasma<Real>::list_sphere_links() {
  if (sphere_links_) return;
  sphere_links_.emplace();
  const Vessel& vessel = p_.vessel;
  std::vector<double>& volumes = sphere_links_->volumes;
  volumes.resize(vessel.interior->spheres().size());
  for (const int site : sites_.at_edge()) {
    const geometry::Vector from = vessel.place(sites_.cells()[static_cast<std::size_t>(site)]);
    for (int q = 1; q < directions; ++q) {
      const geometry::Vector step{d3q19[q].x * units_.spacing, d3q19[q].y * units_.spacing,
                                  d3q19[q].z * units_.spacing};
      const int sphere = vessel.interior->sphere_met(from, step);
      if (sphere < 0) continue;
      sphere_links_->sites.push_back(site);
      sphere_links_->directions.push_back(q);
      sphere_links_->spheres.push_back(sphere);
      const geometry::Vector middle =
          vessel.interior->from_sphere(sphere, geometry::plus(from, step, 0.5));
      volumes[static_cast<std::size_t>(sphere)] -=
          2 * d3q19[q].weight * geometry::dot(step, middle) / (units_.spacing * units_.spacing);
    }
  }
  comm_.sum(volumes);
}

/// What each link takes along its direction, in units of the lattice.
template <class Real>
std::vector<double> Plasma<Real>::sphere_exchange() {
  const std::size_t count = sphere_links_->sites.size();
  std::vector<double> exchanged(count);
  if (count == 0) return exchanged;
  const exec::Array<int, 1> sites = exec::uploaded(exec_, sphere_links_->sites),
                            out = exec::uploaded(exec_, sphere_links_->directions);
  exec::Array<double, 1> to({static_cast<int>(count)}, exec::Contents::undefined);
  in_state([&]<State state, class Force>(const Slots<state>& slots, const Force& force) {
    with_rule<Force>([&]<class Rule>(const Rule& rule) {
      exec::parallel_for(exec_, static_cast<int>(count),
                         StoreExchange<state, Real, Force, Rule>{
                             slots, std::as_const(populations_).view().data, force, rule,
                             sites.view().data, out.view().data, to.view().data});
    });
  });
  exec::copy_bytes(exec_, exchanged.data(), to.view().data, count * sizeof(double));
  exec_.wait();
  return exchanged;
}

/// The fluid pushes by its links, and the gradient of pressure, which drives the fluid as a force
/// per volume, pushes on the spheres' volume, too. (10.14), (10.15)
template <class Real>
std::vector<geometry::Vector> Plasma<Real>::sphere_forces() {
  const auto timer = phases_.measure("diagnostics");
  list_sphere_links();
  const std::vector<double> exchanged = sphere_exchange();
  std::vector<double> sums(3 * sphere_links_->volumes.size());
  for (std::size_t n = 0; n < exchanged.size(); ++n) {
    const Direction& out = d3q19[sphere_links_->directions[n]];
    double* sum = &sums[3 * static_cast<std::size_t>(sphere_links_->spheres[n])];
    sum[0] += out.x * exchanged[n];
    sum[1] += out.y * exchanged[n];
    sum[2] += out.z * exchanged[n];
  }
  comm_.sum(sums);
  const std::array<double, 3> gradient =
      p_.lattice_force(static_cast<double>(steps_) * units_.step);
  std::vector<geometry::Vector> forces(sphere_links_->volumes.size());
  for (std::size_t n = 0; n < forces.size(); ++n)
    for (std::size_t d = 0; d < 3; ++d)
      forces[n][d] = (sums[3 * n + d] + gradient[d] * sphere_links_->volumes[n]) * units_.force();
  return forces;
}

template <class Real>
void Plasma<Real>::add_sphere_forces(std::vector<simulation::Scalar>& all) {
  geometry::Vector sum{};
  for (const geometry::Vector& force : sphere_forces()) sum = geometry::plus(sum, force);
  const std::vector<std::string> names = sphere_force_columns();
  for (std::size_t d = 0; d < 3; ++d) all.push_back({names[d], "N", sum[d]});
}

template <class Real>
simulation::Table Plasma<Real>::sphere_table() {
  const std::vector<geometry::Vector> forces = sphere_forces();
  simulation::Table table{"spheres",
                          sphere_table_columns(),
                          {"1", "m", "m", "m", "m", "N", "N", "N"},
                          std::vector<std::vector<double>>(8)};
  const std::vector<FixedSphere>& spheres = p_.vessel.interior->spheres();
  for (std::size_t n = 0; n < spheres.size(); ++n) {
    const auto& [centre, radius] = spheres[n];
    const geometry::Vector& force = forces[n];
    const double row[] = {static_cast<double>(n),
                          centre[0],
                          centre[1],
                          centre[2],
                          radius,
                          force[0],
                          force[1],
                          force[2]};
    for (std::size_t column = 0; column < table.values.size(); ++column)
      table.values[column].push_back(row[column]);
  }
  return table;
}

TW_INSTANTIATE(Plasma)

}  // namespace thalweg::blood::inline TW_HALF
