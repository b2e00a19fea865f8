// SPDX-License-Identifier: Apache-2.0
// What cells exchange in a step, each time with work behind it that does not depend on it.
// docs/design/overlap.md.
#include "solvers/blood/cells/cell_kernels.hpp"
#include "solvers/blood/cells/cells.hpp"

namespace thalweg::blood::inline TW_HALF {

/// An exchange by the halo of cells, which start() starts; what is done meanwhile, or before it
/// where the case wants nothing to overlap; and what is done to what has arrived.
template <class Real>
void Cells<Real>::exchange(const exec::Exec& exec, simulation::MovementTotals& kind,
                           const std::function<void()>& start, const std::function<void()>& work,
                           const std::function<void()>& arrived) {
  if (!p_.transport.overlap) work();
  {
    const auto timer = phases_.measure("exchange cells");
    start();
  }
  if (p_.transport.overlap) work();
  const auto timer = phases_.measure("exchange cells");
  halo_->finish(exec);
  const auto& [plan, before] = halo_->last();
  kind.add_since(before, *plan);
  arrived();
}

/// What goes out last in a step. Repulsion has sent the places before; whole copies do without
/// forces.
template <class Real>
transport::HaloFields<double> Cells<Real>::sent_to_copies(bool with_normals) {
  std::vector<double*> fields;
  if (!repulsion_) fields.push_back(places_.view().data);
  if (!has_whole_copies()) fields.push_back(forces_.view().data);
  if (with_normals) fields.push_back(contrast_->normals());
  return fields;
}

/// To whole copies: own forces are found meanwhile.
template <class Real>
void Cells<Real>::send_places(const exec::Exec& exec, bool marks) {
  if (marks) find_normals(exec);
  exchange(
      exec, places_sent_, [&] { halo_->start(exec, sent_to_copies(marks)); },
      [&] {
        find_forces(exec);
        push_by_own(exec, marks);
      },
      [&] { shift_copies(exec); });
}

/// Elastic forces are found while places travel, where repulsion needs those of copies.
template <class Real>
void Cells<Real>::send_forces(const exec::Exec& exec, bool marks) {
  const auto find_all = [&] {
    find_forces(exec);
    if (marks) find_normals(exec);
  };
  if (repulsion_) {
    exchange(
        exec, places_sent_, [&] { halo_->start(exec, {places_.view().data}); }, find_all,
        [&] { shift_copies(exec); });
    repel(exec);
  } else {
    find_all();
  }
  exchange(
      exec, forces_sent_, [&] { halo_->start(exec, sent_to_copies(marks)); },
      [&] { push_by_own(exec, marks); },
      [&] {
        if (!repulsion_) shift_copies(exec);
      });
}

template <class Real>
void Cells<Real>::shift_copies(const exec::Exec& exec) {
  exec::parallel_for(exec, 3 * ghosts_,
                     ShiftCopies{shifts_.view().data, places_.view().data + 3 * own_});
}

/// What sets up a state is no part of a step.
template <class Real>
void Cells<Real>::forget_exchanges() {
  velocities_sent_ = {.name = "cells: velocities"};
  places_sent_ = {.name = "cells: places"};
  repulsion_sent_ = {.name = "cells: repulsion"};
  forces_sent_ = {.name = repulsion_ ? "cells: forces" : "cells: places and forces"};
}

template <class Real>
std::vector<simulation::TransportReport> Cells<Real>::transport(std::int64_t steps) const {
  std::vector<simulation::TransportReport> reports;
  for (const simulation::MovementTotals* kind :
       {&velocities_sent_, &places_sent_, &repulsion_sent_, &forces_sent_})
    if (kind->exchanges > 0)
      reports.push_back(simulation::report_of(*kind, static_cast<double>(steps), comm_));
  return reports;
}

TW_INSTANTIATE(Cells)

}  // namespace thalweg::blood::inline TW_HALF
