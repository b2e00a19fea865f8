// SPDX-License-Identifier: Apache-2.0
// Which rank has a particle, and where it stands in memory there.
#include "base/error.hpp"
#include "exec/pool.hpp"
#include "exec/select.hpp"
#include "exec/sort.hpp"
#include "exec/upload.hpp"
#include "solvers/turbulence/particles/particles.hpp"
#include "solvers/turbulence/particles/refill.hpp"
#include "solvers/turbulence/particles/sight.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// move.operator()<values of each particle>(field) for all that is known of them.
template <class Real>
template <class Move>
void Particles<Real>::move_fields(Move&& move) {
  move.template operator()<1>(state_.identity);
  move.template operator()<3>(state_.place);
  move.template operator()<3>(state_.origin);
  if (has_inertia()) move.template operator()<3>(state_.velocity);
  move.template operator()<3>(state_.seen);
  move.template operator()<3>(state_.seen_before);
}

template <class Real>
void Particles<Real>::sort(const exec::Exec& exec) {
  TW_CHECK(count() < (std::int64_t{1} << 31), "a rank has less than 2^31 particles of a species");
  const exec::TemporaryArray<int> tile(exec, count()), number(exec, count());
  exec::parallel_for(
      exec, count(),
      FindTiles{std::as_const(state_.place).view().data, lines_, own_, tile.data(), number.data()});
  exec::sort_by_key(exec, tile.view(), number.view());
  move_fields([&]<int per_item, class T>(exec::GrowableArray<T>& field) {
    // Copied back, not exchanged: new arrays would have to be cleared page by page first.
    const exec::TemporaryArray<T> sorted(exec, per_item * count());
    exec::parallel_for(
        exec, count(),
        Reorder<T, per_item>{std::as_const(field).view().data, number.data(), sorted.data()});
    exec::copy(exec, field.view(), sorted.view());
  });
}

template <class Real>
exec::Array<int, 1> Particles<Real>::exchange(const exec::Exec& exec) {
  if (comm_.size() == 1) return {};
  const double* place = std::as_const(state_.place).view().data;
  exec::select(exec, static_cast<int>(count()), HasLeft{place, lines_.y, lines_.z, own_}, leaving_);
  const std::int64_t leaving = leaving_.size();
  const int* number = std::as_const(leaving_).view().data;
  const exec::TemporaryArray<int> owner(exec, leaving);
  exec::parallel_for(exec, leaving,
                     FindOwners{place, number, std::as_const(plane_parts_).view().data,
                                std::as_const(y_parts_).view().data, across_, lines_.y, lines_.z,
                                owner.data()});
  const transport::MigrationPlan plan = migration_.count(exec, owner.view());
  const Refill places = refill(exec::downloaded(exec, leaving_.view()), static_cast<int>(count()),
                               static_cast<int>(plan.items()));
  auto arrivals = exec::uploaded(exec, places.arrivals);
  const auto from = exec::uploaded(exec, places.from), to = exec::uploaded(exec, places.to);
  move_fields([&]<int per_item, class T>(exec::GrowableArray<T>& field) {
    const exec::TemporaryArray<T> out(exec, per_item * leaving), in(exec, per_item * plan.items()),
        fillers(exec, per_item * static_cast<std::int64_t>(from.size()));
    const auto gather = [&](std::int64_t items, const int* of,
                            const exec::TemporaryArray<T>& into) {
      exec::parallel_for(exec, items, Reorder<T, per_item>{field.view().data, of, into.data()});
    };
    const auto put = [&](const exec::TemporaryArray<T>& values, const exec::Array<int, 1>& at) {
      exec::parallel_for(exec, static_cast<std::int64_t>(at.size()),
                         Put<T, per_item>{values.data(), at.view().data, field.view().data});
    };
    gather(leaving, number, out);
    gather(static_cast<std::int64_t>(from.size()), from.view().data, fillers);
    plan.move(exec, static_cast<const T*>(out.data()), in.data(), per_item);
    field.resize(exec, std::int64_t{per_item} * places.count);
    put(in, arrivals);
    put(fillers, to);
  });
  exec.wait();  // the lists go
  return arrivals;
}

template <class Real>
void Particles<Real>::settle(const exec::Exec& exec, const SplineField<Real>& field) {
  const exec::Array<int, 1> arrivals = exchange(exec);
  const auto count = static_cast<std::int64_t>(arrivals.size());
  const int* number = arrivals.view().data;
  const exec::TemporaryArray<Real> seen(exec, 3 * count);
  move_and_see(exec, count, StaySome{{std::as_const(state_.place).view().data}, number}, field,
               seen.data());
  exec::parallel_for(exec, count, Put<Real, 3>{seen.data(), number, state_.seen.view().data});
  exec.wait();  // the list goes
}

TW_INSTANTIATE(Particles)

}  // namespace thalweg::turbulence::inline TW_HALF
