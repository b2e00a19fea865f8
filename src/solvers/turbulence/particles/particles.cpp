// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/particles.hpp"

#include <cmath>

#include "base/error.hpp"
#include "exec/items.hpp"
#include "exec/upload.hpp"
#include "solvers/turbulence/particles/plane_ghosts.hpp"
#include "solvers/turbulence/particles/starting_places.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

template <class T>
std::vector<T> on_host(const exec::Exec& exec, const exec::Array<T, 1>& array) {
  return exec::downloaded(exec, array.view());
}

template <class Real>
exec::Array<Real, 1> vectors(std::int64_t count) {
  return exec::Array<Real, 1>({3 * count});
}

}  // namespace

template <class Real>
Particles<Real>::Particles(const ParticleSpecies& species, const fft::Layout& layout,
                           const std::array<double, 3>& length, const transport::Communicator& comm)
    : species_(species),
      comm_(comm), box_{length[0], length[1], length[2]}, spacing_{length[0] / layout.nx,
                                                                   length[1] / layout.ny,
                                                                   length[2] / layout.nz},
      points_{layout.nx, layout.ny, layout.nz},
      owner_of_plane_(exec::uploaded(owners_of_planes(layout.planes))),
      migration_(comm, "particles " + species.name) {}

template <class Real>
void Particles<Real>::place(const exec::Exec& exec) {
  const io::Share share = io::even_share(species_.count, comm_);
  std::vector<std::int64_t> identities;
  std::vector<double> places;
  for (std::int64_t n = share.offset; n < share.offset + share.count; ++n) {
    identities.push_back(n);
    for (const double x : starting_place(species_, n, box_)) places.push_back(x);
  }
  state_ = {exec::uploaded(exec, identities), exec::uploaded(exec, places),
            exec::uploaded(exec, places),     vectors<Real>(share.count),
            vectors<Real>(share.count),       vectors<Real>(share.count)};
  settle(exec);
}

template <class Real>
void Particles<Real>::see(const exec::Exec& exec, const SplineField<Real>& field, bool is_first) {
  const SeeVelocity<Real> look{field, std::as_const(state_.place).view().data,
                               state_.seen.view().data, state_.seen_before.view().data};
  exec::parallel_items(exec, count(), look);
  if (!is_first && species_.response_time > 0) return;
  const auto& w = species_.settling_velocity;
  exec::parallel_for(exec, count(),
                     FollowFluid<Real>{{w[0], w[1], w[2]},
                                       std::as_const(state_.seen).view().data,
                                       state_.velocity.view().data});
}

template <class Real>
void Particles<Real>::move(const exec::Exec& exec, double dt, double last_dt) {
  const double tau = species_.response_time;
  const auto& w = species_.settling_velocity;
  const ParticleStep step{dt,
                          last_dt > 0 ? 1 / last_dt : 0,
                          tau,
                          tau > 0 ? -std::expm1(-dt / tau) : 1,
                          {w[0], w[1], w[2]}};
  exec::parallel_for(exec, count(),
                     MoveParticles<Real>{step, std::as_const(state_.seen).view().data,
                                         std::as_const(state_.seen_before).view().data,
                                         state_.place.view().data, state_.velocity.view().data});
}

/// move(field, values of each particle) for all that is known of them.
template <class Real>
template <class Move>
void Particles<Real>::move_fields(Move&& move) {
  move(state_.identity, 1);
  move(state_.place, 3);
  move(state_.origin, 3);
  move(state_.velocity, 3);
  move(state_.seen, 3);
  move(state_.seen_before, 3);
}

template <class Real>
void Particles<Real>::sort(const exec::Exec& exec) {
  TW_CHECK(count() < (std::int64_t{1} << 31), "a rank has less than 2^31 particles of a species");
  exec::Array<int, 1> row({count()}, exec::Contents::undefined),
      number({count()}, exec::Contents::undefined);
  exec::parallel_for(exec, count(),
                     FindRows{std::as_const(state_.place).view().data, spacing_[1], spacing_[2],
                              points_[1], points_[2], row.view().data, number.view().data});
  exec::sort_by_key(exec, row.view(), number.view());
  move_fields([&]<class T>(exec::Array<T, 1>& field, int per_item) {
    exec::Array<T, 1> sorted({per_item * count()}, exec::Contents::undefined);
    exec::parallel_for(exec, per_item * count(),
                       Reorder<T>{std::as_const(field).view().data,
                                  std::as_const(number).view().data, sorted.view().data, per_item});
    exec.wait();  // the one before it goes
    field = std::move(sorted);
  });
}

template <class Real>
void Particles<Real>::settle(const exec::Exec& exec) {
  if (comm_.size() == 1) return;
  exec::Array<int, 1> owner({count()}, exec::Contents::undefined);
  exec::parallel_for(exec, count(),
                     FindOwners{std::as_const(state_.place).view().data,
                                std::as_const(owner_of_plane_).view().data, spacing_[2], points_[2],
                                owner.view().data});
  const transport::MigrationPlan plan = migration_.count(exec, std::as_const(owner).view());
  move_fields([&](auto& field, int per_item) { plan.move(exec, field, per_item); });
}

template <class Real>
ParticleMeans Particles<Real>::means(const exec::Exec& exec) const {
  const Real* v = state_.velocity.view().data;
  const double* x = state_.place.view().data;
  const double* origin = state_.origin.view().data;
  const Real* u = state_.seen.view().data;
  double sums[] = {
      exec::parallel_sum<double>(exec, count(), SquaredDifference<Real, Real>{v, nullptr}),
      exec::parallel_sum<double>(exec, count(), SquaredDifference<double, double>{x, origin}),
      exec::parallel_sum<double>(exec, count(), SquaredDifference<Real, Real>{v, u})};
  comm_.sum(sums);
  const auto all = static_cast<double>(species_.count);
  return {sums[0] / all, sums[1] / all, sums[2] / all};
}

template <class Real>
io::PointSet Particles<Real>::points(const exec::Exec& exec, bool wrapped) const {
  io::PointSet set;
  set.places = on_host(exec, state_.place);
  for (std::size_t n = 0; n < set.places.size() && wrapped; ++n) {
    const double side = box_[n % 3];
    set.places[n] -= side * std::floor(set.places[n] / side);
  }
  set.identities = on_host(exec, state_.identity);
  set.values.push_back({"velocity", "velocity", 3, on_host(exec, state_.velocity)});
  set.values.push_back({"fluid_velocity", "velocity", 3, on_host(exec, state_.seen)});
  return set;
}

template <class Real>
void Particles<Real>::save(io::CheckpointWriter& file, const exec::Exec& exec) const {
  const std::string name = "particles_" + species_.name;
  const auto identities = on_host(exec, state_.identity);
  const io::SortedItems items(comm_, identities);
  file.items(name, items);
  const auto store = [&](const char* field, const auto& array) {
    const auto values = on_host(exec, array);
    file.items(name, field, items, std::span(values), 3);
  };
  store("place", state_.place);
  store("origin", state_.origin);
  store("velocity", state_.velocity);
  store("seen", state_.seen);
  store("seen_before", state_.seen_before);
}

template <class Real>
void Particles<Real>::load(const io::CheckpointReader& file, const exec::Exec& exec) {
  const std::string name = "particles_" + species_.name;
  const io::ItemShare share = file.items(name);
  const auto read = [&]<class T>(const char* field, exec::Array<T, 1>& array) {
    array = exec::uploaded(exec, file.items<T>(name, field, share, 3));
  };
  state_.identity = exec::uploaded(exec, share.identities);
  read("place", state_.place);
  read("origin", state_.origin);
  read("velocity", state_.velocity);
  read("seen", state_.seen);
  read("seen_before", state_.seen_before);
  settle(exec);
}

template class Particles<float>;
template class Particles<double>;

}  // namespace thalweg::turbulence::inline TW_HALF
