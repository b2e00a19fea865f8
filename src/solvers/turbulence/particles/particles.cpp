// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/particles.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/error.hpp"
#include "exec/pool.hpp"
#include "exec/select.hpp"
#include "exec/upload.hpp"
#include "solvers/turbulence/particles/sight.hpp"
#include "solvers/turbulence/particles/starting_places.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

template <class T>
std::vector<T> on_host(const exec::Exec& exec, const exec::GrowableArray<T>& array) {
  return exec::downloaded(exec, array.view());
}

/// As long as `values`, which it gets. On several ranks with room for the comings and goings of an
/// even flow.
template <class T>
void fill(const exec::Exec& exec, exec::GrowableArray<T>& array, const std::vector<T>& values,
          int ranks) {
  const auto size = static_cast<std::int64_t>(values.size());
  array.clear();
  array.reserve(exec, ranks == 1 ? size : size + size / room_to_move);
  array.resize(exec, size);
  exec::copy(exec, array.view(), exec::View<const T, 1, exec::Space::host>{values.data(), {size}});
}

/// The mean of body, at least 0, over `all` particles of all ranks. A restart reads particles in
/// the order of their numbers, and ranks share them out: so this sums whole numbers, in any order
/// the same. Collective.
template <class Body>
double mean_of(const exec::Exec& exec, const transport::Communicator& comm, std::int64_t count,
               std::int64_t all, const Body& body) {
  const double own = exec::parallel_max<double>(exec, count, body);
  const double largest = comm.max(std::isfinite(own) ? own : HUGE_VAL);  // of NaN ranks may lose it
  if (largest == 0 || std::isinf(largest)) return largest;
  // With largest < 2^a and all < 2^b the sum is below 2^62. 2^1000 is still a double.
  const int a = std::ilogb(largest) + 1, b = std::ilogb(static_cast<double>(all)) + 1;
  const int digits = std::min(62 - a - b, 1000);
  std::int64_t sum = exec::parallel_sum<std::int64_t>(
      exec, count, InWholeSteps<Body>{body, std::ldexp(1.0, digits)});
  comm.sum(std::span(&sum, 1));
  return std::ldexp(static_cast<double>(sum), -digits) / static_cast<double>(all);
}

}  // namespace

template <class Real>
Particles<Real>::Particles(const ParticleSpecies& species, const fft::Layout& layout,
                           const std::array<double, 3>& length, const transport::Communicator& comm)
    : species_(species), comm_(comm), box_{length[0], length[1], length[2]},
      lines_(GridLines::of(layout, length)), own_(OwnCells::of(layout)), across_(layout.across),
      plane_parts_(exec::uploaded(owners_of(layout.planes))),
      y_parts_(exec::uploaded(owners_of(layout.ys))),
      migration_(comm, "particles " + species.name) {}

template <class Real>
void Particles<Real>::place(const exec::Exec& exec, const SplineField<Real>& field) {
  const io::Share share = io::even_share(species_.count, comm_);
  std::vector<std::int64_t> identities;
  std::vector<double> places;
  for (std::int64_t n = share.offset; n < share.offset + share.count; ++n) {
    identities.push_back(n);
    for (const double x : starting_place(species_, n, box_)) places.push_back(x);
  }
  const std::vector<Real> rest(places.size());
  fill(exec, state_.identity, identities, comm_.size());
  for (auto* list : {&state_.place, &state_.origin}) fill(exec, *list, places, comm_.size());
  for (auto* list : {&state_.seen, &state_.seen_before}) fill(exec, *list, rest, comm_.size());
  if (has_inertia()) fill(exec, state_.velocity, rest, comm_.size());
  exchange(exec);
  see(exec, field);
  if (!has_inertia()) return;
  const auto& w = species_.settling_velocity;
  exec::parallel_for(exec, count(),
                     WithFluid<Real>{{w[0], w[1], w[2]},
                                     std::as_const(state_.seen).view().data,
                                     state_.velocity.view().data});
}

template <class Real>
void Particles<Real>::see(const exec::Exec& exec, const SplineField<Real>& field) {
  move_and_see(exec, count(), Stay{std::as_const(state_.place).view().data}, field,
               state_.seen.view().data);
}

template <class Real>
void Particles<Real>::move(const exec::Exec& exec, const SplineField<Real>& field, double dt,
                           double last_dt) {
  const double tau = species_.response_time;
  const auto& w = species_.settling_velocity;
  const ParticleStep step{dt,
                          last_dt > 0 ? 1 / last_dt : 0,
                          tau,
                          has_inertia() ? -std::expm1(-dt / tau) : 1,
                          {w[0], w[1], w[2]}};
  const Sight<Real> seen{std::as_const(state_.seen).view().data,
                         std::as_const(state_.seen_before).view().data};
  double* place = state_.place.view().data;
  Real* sees = state_.seen_before.view().data;
  if (has_inertia())
    move_and_see(exec, count(), MoveInertial<Real>{step, seen, place, state_.velocity.view().data},
                 field, sees);
  else
    move_and_see(exec, count(), FollowFluid<Real>{step, seen, place}, field, sees);
  std::swap(state_.seen, state_.seen_before);
}

template <class Real>
std::vector<Real> Particles<Real>::as_velocity(std::vector<Real> values) const {
  if (!has_inertia())
    for (std::size_t n = 0; n < values.size(); ++n)
      values[n] += static_cast<Real>(species_.settling_velocity[n % 3]);
  return values;
}

template <class Real>
ParticleMeans Particles<Real>::means(const exec::Exec& exec) const {
  const double* x = state_.place.view().data;
  const double* origin = state_.origin.view().data;
  const Real* u = state_.seen.view().data;
  const Real* v = velocity_or_seen().view().data;
  const auto& w = species_.settling_velocity;
  const double drift = has_inertia() ? 0 : 1;
  const Offset own{{drift * w[0], drift * w[1], drift * w[2]}};
  const auto mean = [&](const auto& body) {
    return mean_of(exec, comm_, count(), species_.count, body);
  };
  return {mean(SquaredDifference<Real, Real>{v, nullptr, own}),
          mean(SquaredDifference<double, double>{x, origin, {}}),
          mean(SquaredDifference<Real, Real>{v, u, own})};
}

template <class Real>
io::PointSet Particles<Real>::points(const exec::Exec& exec) const {
  io::PointSet set;
  set.places = on_host(exec, state_.place);
  for (std::size_t n = 0; n < set.places.size(); ++n) {
    const double side = box_[n % 3];
    set.places[n] -= side * std::floor(set.places[n] / side);
  }
  set.identities = on_host(exec, state_.identity);
  set.values.push_back({"velocity", "velocity", 3, as_velocity(on_host(exec, velocity_or_seen()))});
  set.values.push_back({"fluid_velocity", "velocity", 3, on_host(exec, state_.seen)});
  return set;
}

template <class Real>
io::PointSet Particles<Real>::followed(const exec::Exec& exec) const {
  exec::GrowableArray<int> number;
  exec::select(exec, static_cast<int>(count()),
               IsAmongFirst{state_.identity.view().data, species_.trajectory_count}, number);
  const auto chosen = [&]<int per_item, class T>(const exec::GrowableArray<T>& field) {
    const exec::TemporaryArray<T> values(exec, per_item * number.size());
    exec::parallel_for(exec, number.size(),
                       Reorder<T, per_item>{field.view().data, number.view().data, values.data()});
    return exec::downloaded(exec, values.view());
  };
  io::PointSet set;
  set.places = chosen.template operator()<3>(state_.place);
  set.identities = chosen.template operator()<1>(state_.identity);
  set.values.push_back(
      {"velocity", "velocity", 3, as_velocity(chosen.template operator()<3>(velocity_or_seen()))});
  return set;
}

template <class Real>
void Particles<Real>::save(io::CheckpointWriter& file, const exec::Exec& exec) const {
  const std::string name = "particles_" + species_.name;
  const auto identities = on_host(exec, state_.identity);
  const io::SortedItems items(comm_, identities);
  file.items(name, items);
  const auto store = [&]<class T>(const char* field, const std::vector<T>& values) {
    file.items(name, field, items, std::span(values), 3);
  };
  store("place", on_host(exec, state_.place));
  store("origin", on_host(exec, state_.origin));
  store("velocity", as_velocity(on_host(exec, velocity_or_seen())));
  store("seen", on_host(exec, state_.seen));
  store("seen_before", on_host(exec, state_.seen_before));
}

template <class Real>
void Particles<Real>::load(const io::CheckpointReader& file, const exec::Exec& exec) {
  const std::string name = "particles_" + species_.name;
  const io::ItemShare share = file.items(name);
  const auto read = [&]<class T>(const char* field, exec::GrowableArray<T>& array) {
    fill(exec, array, file.items<T>(name, field, share, 3), comm_.size());
  };
  fill(exec, state_.identity, share.identities, comm_.size());
  read("place", state_.place);
  read("origin", state_.origin);
  if (has_inertia()) read("velocity", state_.velocity);
  read("seen", state_.seen);
  read("seen_before", state_.seen_before);
  exchange(exec);
}

TW_INSTANTIATE(Particles)

}  // namespace thalweg::turbulence::inline TW_HALF
