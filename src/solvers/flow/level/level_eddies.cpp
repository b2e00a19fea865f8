// SPDX-License-Identifier: Apache-2.0
// Eddies that are smaller than the cells of a level: docs/theory/flow.md, section 7.
#include "solvers/flow/level/level.hpp"

namespace thalweg::flow::inline TW_HALF {

namespace {

template <class Real>
struct ForgetEddies {
  Real* viscosity;
  TW_HD void operator()(std::int64_t cell) const { viscosity[cell] = 0; }
};

}  // namespace

template <class Real>
void Level<Real>::find_eddies() {
  if (!subgrid_) return;
  {
    const auto timer = phases_.measure("eddies");
    subgrid_->compute(exec_, cells_, geometry_, std::as_const(state_).view().data,
                      eddies_.view().data);
  }
  fill_ghosts_of_eddies();
}

template <class Real>
void Level<Real>::fill_ghosts_of_eddies() {
  const auto watch = [this] { return phases_.measure("exchange"); };
  {
    const auto timer = phases_.measure("ghosts");
    halo_of_eddies_->start(exec_, {eddies_.view().data}, watch);
    halo_of_eddies_->finish(exec_, watch);
  }
  fill_eddies_beyond_boundaries();
}

template <class Real>
void Level<Real>::fill_eddies_beyond_boundaries() {
  const auto timer = phases_.measure("boundaries");
  exec::parallel_for(
      exec_, conditions_->count(),
      FillGhostsOfEddies<Real>{geometry_, at_faces(), std::as_const(state_).view().data,
                               eddies_.view().data, static_cast<Real>(p_.viscosity)});
}

template <class Real>
void Level<Real>::restrict_eddies_to(Level& coarse) {
  if (!p_.has_eddies()) return;
  Real* eddies = coarse.eddies_.view().data;
  exec::parallel_for(exec_, coarse.handed_cells(),
                     RestrictField<Real>{to(coarse), of_eddies(), geometry_.volume, eddies});
  if (coarse.gathering_of_eddies_) move(coarse.gathering_of_eddies_->gather, {eddies});
  coarse.fill_ghosts_of_eddies();
}

template <class Real>
const Real* Level<Real>::eddy_viscosity() {
  if (!subgrid_) return nullptr;
  fill_ghosts();
  find_eddies();
  return of_eddies();
}

/// Walls feel the law of (7.7) in the present state, and no eddies: those that are known may be of
/// another state, or of none after a restart.
template <class Real>
void Level<Real>::follow_walls() {
  if (!subgrid_ || !subgrid_->follows_walls()) return;
  exec::parallel_for(exec_, size_, ForgetEddies<Real>{eddies_.view().data});
  fill_eddies_beyond_boundaries();
  const auto timer = phases_.measure("eddies");
  subgrid_->follow_walls(exec_, conditions_->host_faces(), tractions(), comm_);
  state_has_changed();
}

TW_INSTANTIATE(Level)

}  // namespace thalweg::flow::inline TW_HALF
