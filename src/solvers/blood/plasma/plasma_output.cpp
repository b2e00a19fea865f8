// SPDX-License-Identifier: Apache-2.0
// What is measured and written of a state: docs/theory/blood.md, section 5.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "exec/reduce.hpp"
#include "solvers/blood/cells/fault_text.hpp"
#include "solvers/blood/plasma/plasma.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
template <Quantity quantity>
double Plasma<Real>::sum_of() {
  const auto timer = phases_.measure("diagnostics");
  return comm_.sum(in_state([&]<State state, class Force>(const Slots<state>& slots,
                                                          const Force& force) {
    return exec::parallel_sum<double>(exec_, sites_.own(),
                                      ValueAt<quantity, state, Real, Force>{
                                          {slots, std::as_const(populations_).view().data, force}});
  }));
}

/// The largest speed [spacings per step]; NaN where any is.
template <class Real>
double Plasma<Real>::fastest() {
  const auto timer = phases_.measure("diagnostics");
  const double own = in_state([&]<State state, class Force>(const Slots<state>& slots,
                                                            const Force& force) {
    return exec::parallel_max<double>(exec_, sites_.own(),
                                      ValueAt<Quantity::speed_squared, state, Real, Force>{
                                          {slots, std::as_const(populations_).view().data, force}});
  });
  const double infinity = std::numeric_limits<double>::infinity();
  return std::sqrt(comm_.max(std::isfinite(own) ? own : infinity));
}

template <class Real>
std::vector<simulation::Scalar> Plasma<Real>::scalars() {
  const double volume = std::pow(units_.spacing, 3), velocity = units_.velocity();
  const auto sites = static_cast<double>(sites_.total());
  const double along = (loop_ ? sum_along_loop() : sum_of<Quantity::velocity_x>()) * velocity;
  const double length = loop_ ? p_.vessel.interior->loop_length() : p_.vessel.size[0];
  std::vector<simulation::Scalar> all{
      {"flow_rate", "m^3/s", along * volume / length},  // (5.4), (5.11)
      {"mean_velocity", "m/s", along / sites},
      {"largest_velocity", "m/s", fastest() * velocity},
      {"kinetic_energy", "J",
       sum_of<Quantity::speed_squared>() / 2 * units_.density * velocity * velocity * volume},
      {"mass_change", "1", sum_of<Quantity::excess>() / sites}};
  if (openings_)
    in_state([&]<State state, class Force>(const Slots<state>& slots, const Force& force) {
      const FlowAt<state, Real, Force> at{slots, std::as_const(populations_).view().data, force};
      for (simulation::Scalar& scalar : openings_->scalars(exec_, at))
        all.push_back(std::move(scalar));
    });
  double hematocrit = 0;
  if (cells_)
    for (simulation::Scalar& scalar : cells_->scalars(exec_, sites * volume)) {
      if (scalar.name == "hematocrit") hematocrit = scalar.value;
      all.push_back(std::move(scalar));
    }
  add_measures(all[0].value, hematocrit, all);
  return all;
}

template <class Real>
typename Plasma<Real>::HostFlow Plasma<Real>::host_flow() {
  exec::Array<Real, 2> flow({4, sites_.own()}, exec::Contents::undefined);
  in_state([&]<State state, class Force>(const Slots<state>& slots, const Force& force) {
    exec::parallel_for(exec_, sites_.own(),
                       StoreFlow<state, Real, Force>{
                           {slots, std::as_const(populations_).view().data, force}, flow.view()});
  });
  HostFlow host{std::vector<Real>(flow.size()), static_cast<std::size_t>(sites_.own())};
  exec::copy_bytes(exec_, host.values.data(), flow.view().data, flow.size() * sizeof(Real));
  exec_.wait();
  return host;
}

template <class Real>
std::vector<simulation::Table> Plasma<Real>::tables(const std::vector<std::string>& names) {
  std::vector<simulation::Table> tables;
  for (const std::string& name : names) {
    if (name == "profile")
      tables.push_back(profile());
    else if (name == "spheres")
      tables.push_back(sphere_table());
    else if (name != "cells")
      tables.push_back(plane_profile(name));
    else if (cells_)
      tables.push_back(cells_->table(exec_));
  }
  return tables;
}

/// The mean velocity along x by height: over the whole width of a channel, else in the plane
/// through the axis. (5.5)
template <class Real>
simulation::Table Plasma<Real>::profile() {
  const HostFlow flow = host_flow();
  const int heights = sites_.lattice().extent[0], width = sites_.lattice().extent[1];
  const bool is_wide = p_.vessel.shape == VesselShape::channel;
  std::vector<double> sums(2 * static_cast<std::size_t>(heights));  // velocities, then sites
  for (std::size_t i = 0; i < flow.sites; ++i) {
    const grid::Cell& cell = sites_.cells()[i];
    if (!is_wide && std::abs(2 * cell[1] - (width - 1)) > 1) continue;
    const auto z = static_cast<std::size_t>(cell[0]);
    sums[z] += flow.velocity(0, i) * units_.velocity();
    sums[z + static_cast<std::size_t>(heights)] += 1;
  }
  comm_.sum(sums);
  simulation::Table table{"profile", {"z", "velocity_x"}, {"m", "m/s"}, {{}, {}}};
  for (int z = 0; z < heights; ++z) {
    const auto at = static_cast<std::size_t>(z);
    table.values[0].push_back(p_.vessel.place({z, 0, 0})[2]);
    // There may be no fluid at a height, within a vessel of any shape.
    table.values[1].push_back(sums[at] /
                              std::max(1.0, sums[at + static_cast<std::size_t>(heights)]));
  }
  return table;
}

/// [Pa s]
template <class Real>
std::vector<Real> Plasma<Real>::site_viscosities() {
  std::vector<Real> values = stored_contrast();
  for (Real& value : values) value = static_cast<Real>(p_.viscosity * (1 + value));
  return values;
}

template <class Real>
io::PointSet Plasma<Real>::points(const std::vector<std::string>& names) {
  const HostFlow flow = host_flow();
  io::PointSet set;
  for (std::size_t i = 0; i < flow.sites; ++i) {
    const geometry::Vector place = p_.vessel.place(sites_.cells()[i]);
    set.places.insert(set.places.end(), place.begin(), place.end());
    set.identities.push_back(sites_.identity(static_cast<int>(i)));
  }
  for (const std::string& name : names) {
    if (name == "cells" || name == "wall_shear_stress") continue;
    if (name == "viscosity") {
      if (has_contrast()) set.values.push_back({name, "Pa s", 1, site_viscosities()});
      continue;
    }
    const bool is_velocity = name == "velocity";
    std::vector<Real> values;
    for (std::size_t i = 0; i < flow.sites; ++i) {
      if (is_velocity)
        for (std::size_t d = 0; d < 3; ++d)
          values.push_back(static_cast<Real>(flow.velocity(d, i) * units_.velocity()));
      else  // (1.3)
        values.push_back(
            static_cast<Real>(flow.excess(i) / 3 * units_.pressure() + reference_pressure()));
    }
    set.values.push_back(
        {name, is_velocity ? "m/s" : "Pa", is_velocity ? 3 : 1, std::move(values)});
  }
  return set;
}

template <class Real>
void Plasma<Real>::write_fields(simulation::FieldWriter& writer) {
  const std::vector<std::string>& names = writer.names();
  const auto asks = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const bool has_cells = asks("cells");
  if (asks("velocity") || asks("pressure") || (asks("viscosity") && has_contrast()))
    writer.points("plasma", points(names));
  if (asks("wall_shear_stress") && p_.vessel.has_walls())
    writer.points("wall", has_wall_surface() ? wall_triangles() : wall_points());
  if (has_cells && cells_) writer.points("cells", cells_->points(exec_));
}

/// Looked for now and then: it takes a part of a step.
template <class Real>
std::vector<simulation::Fault> Plasma<Real>::faults() {
  if (cells_ && !cells_->faults().empty()) return cells_->faults();
  constexpr std::int64_t watch_interval = 32;  // steps
  constexpr double sound = 0.5;                // nearly that of sound, which is 1 / sqrt(3)
  if (steps_ % watch_interval != 0 || fastest() < sound) return {};
  const HostFlow flow = host_flow();
  std::size_t worst = 0;
  double most = -1;
  for (std::size_t i = 0; i < flow.sites; ++i) {
    const double speed = std::hypot(flow.velocity(0, i), flow.velocity(1, i), flow.velocity(2, i));
    const double size = std::isfinite(speed) ? speed : std::numeric_limits<double>::infinity();
    if (size > most) most = size, worst = i;
  }
  // The lowest rank among those with the worst value tells where it is.
  const double largest = comm_.max(most);
  const int holder =
      static_cast<int>(comm_.min(most == largest ? comm_.rank() : std::numeric_limits<int>::max()));
  geometry::Vector at{};
  if (comm_.rank() == holder) at = p_.vessel.place(sites_.cells()[worst]);
  comm_.broadcast(at, holder);
  return {{"velocity", place_text(at), too_fast_text(largest)}};
}

template <class Real>
std::vector<simulation::TransportReport> Plasma<Real>::transport() const {
  // In place each is for every second step; a process that has taken one step alone knows one.
  const int steps_of_each = p_.streaming == Streaming::in_place ? 2 : 1;
  std::vector<simulation::TransportReport> reports;
  for (const simulation::MovementTotals& moved :
       {added_up(moved_out_, to_shifted_), added_up(moved_back_, to_home_)})
    if (moved.exchanges > 0)
      reports.push_back(simulation::report_of(moved, steps_of_each * moved.exchanges, comm_));
  if (cells_)
    for (simulation::TransportReport& report :
         cells_->transport(exchanged_to_shifted_ + exchanged_to_home_))
      reports.push_back(std::move(report));
  return reports;
}

TW_INSTANTIATE(Plasma)

}  // namespace thalweg::blood::inline TW_HALF
