// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/level/level.hpp"

#include "solvers/flow/boundary/boundary_kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
Real* Level<Real>::momentum_source() {
  allocate_source();
  return source_.view().data + (is_fine() ? 0 : size_);
}

template <class Real>
Source<Real> Level<Real>::source() const {
  return {source_.view().data, source_.size() == 0 ? 0 : source_fields()};
}

template <class Real>
void Level<Real>::allocate_source() {
  if (source_.size() == 0) source_ = exec::Array<Real, 1>({source_fields() * size_});
}

template <class Real>
std::vector<const transport::MessagePlan*> Level<Real>::last_exchanges() const {
  std::vector<const transport::MessagePlan*> plans;
  if (!is_gathered()) {
    plans.push_back(halo_->last().plan);
    if (halo_of_changes_) plans.push_back(halo_of_changes_->last().plan);
    if (halo_of_eddies_) plans.push_back(halo_of_eddies_->last().plan);
  }
  for (const std::optional<Gathering<Real>>* gathering : {&gathering_, &gathering_of_eddies_})
    if (*gathering)
      for (const transport::MessagePlan* plan : (*gathering)->last_exchanges())
        plans.push_back(plan);
  std::erase(plans, nullptr);
  return plans;
}

template <class Real>
void Level<Real>::move(transport::Halo<Real>& halo, const transport::HaloFields<Real>& fields) {
  const auto timer = phases_.measure("ghosts");
  const auto watch = [this] { return phases_.measure("exchange"); };
  halo.start(exec_, fields, watch);
  halo.finish(exec_, watch);
}

template <class Real>
void Level<Real>::fill_ghosts() {
  exchange(*halo_, state_.view().data);
  set_immersed();
  fill_ghosts_beyond_boundaries();
}

template <class Real>
void Level<Real>::fill_ghosts_beyond(int first_face, int end_face) {
  const auto timer = phases_.measure("boundaries");
  exec::parallel_for(exec_, end_face - first_face,
                     FillGhosts<Real>{at_faces(first_face), state_.view().data, size_});
}

template <class Real>
void Level<Real>::fill_ghosts_of_change(Real* change) {
  exchange(*halo_, change);
  const auto timer = phases_.measure("boundaries");
  exec::parallel_for(exec_, conditions_->count(),
                     FillGhostsOfChange<Real>{conditions_->faces(), change, size_});
}

template <class Real>
std::vector<Traction> Level<Real>::tractions() const {
  exec::Array<Traction, 1> all({conditions_->count()});
  exec::parallel_for(
      exec_, conditions_->count(),
      Tractions<Real>{geometry_, at_faces(), state_.view().data, all.view().data, viscosity()});
  return exec::downloaded(exec_, std::as_const(all).view());
}

template <class Real>
void Level<Real>::compute_residuals(double rate) {
  if (residual_rate_ == rate) return;
  // Bodies and eddies need the ghosts before there are fluxes.
  if (overlap_ && !immersion_ && !subgrid_) {
    exchange_and_sum_fluxes(rate, source());
  } else {
    fill_ghosts();
    if (is_fine()) find_eddies();
    sum_fluxes(rate, source());
  }
  hold_rows(rate);
  residual_rate_ = rate;
}

template <class Real>
void Level<Real>::smooth(double rate) {
  if (p_.cycles.smoother == Smoother::runge_kutta)
    smooth_by_stages(rate);
  else
    smooth_by_sweeps(rate);
}

template <class Real>
void Level<Real>::smooth_by_stages(double rate) {
  // For fluxes of the second order, and of the first: as far as waves may travel.
  constexpr double second[] = {0.0695, 0.1602, 0.2898, 0.5060, 1},
                   first[] = {0.0533, 0.1263, 0.2375, 0.4414, 1};
  const Real* before = std::as_const(before_).view().data;
  const Real* steps = std::as_const(pseudo_step_).view().data;
  compute_residuals(rate);  // steps take eddies of the state
  {
    const auto timer = phases_.measure(phase("smooth"));
    exec::copy(exec_, before_.view(), std::as_const(state_).view());
    for_each_cell(PseudoStep<Real>{geometry_, before, pseudo_step_.view().data, first_axis_,
                                   static_cast<Real>(p_.beta), static_cast<Real>(p_.viscosity),
                                   static_cast<Real>(cfl_), of_eddies()});
  }
  for (const double coefficient : is_fine() ? second : first) {
    compute_residuals(rate);
    const auto timer = phases_.measure(phase("smooth"));
    for_each_cell(PseudoStage<Real>{geometry_, before, std::as_const(residual_).view().data, steps,
                                    state_.view().data, static_cast<Real>(coefficient),
                                    static_cast<Real>(rate)});
    state_has_changed();
  }
}

template <class Real>
void Level<Real>::restrict_to(Level& coarse, double rate) {
  compute_residuals(rate);
  const auto timer = phases_.measure("coarse levels");
  coarse.allocate_source();
  Real *source = coarse.source_.view().data, *state = coarse.state_.view().data;
  exec::parallel_for(exec_, coarse.handed_cells(),
                     Restrict<Real>{to(coarse), std::as_const(state_).view().data,
                                    std::as_const(residual_).view().data, geometry_.volume, state,
                                    source});
  if (coarse.gathering_)
    move(coarse.gathering_->gather, fields_of<Real>({state, source}, state_fields, coarse.size_));
  exec::copy(exec_, coarse.restricted_.view(), std::as_const(coarse.state_).view());
  coarse.exchange(*coarse.halo_, coarse.state_.view().data);
  coarse.conditions_->hold(std::as_const(coarse.state_).view().data, coarse.size_);
  coarse.fill_ghosts_beyond_boundaries();
  restrict_eddies_to(coarse);
  coarse.sum_fluxes(rate, {});
  coarse.for_each_cell(Combine<Real>{coarse.geometry_, 1, -1, source,
                                     std::as_const(coarse.residual_).view().data, source});
  coarse.state_has_changed();
}

template <class Real>
void Level<Real>::correct_from(Level& coarse) {
  const auto timer = phases_.measure("coarse levels");
  Real* correction = coarse.restricted_.view().data;
  coarse.for_each_cell(Combine<Real>{
      coarse.geometry_, 1, -1, std::as_const(coarse.state_).view().data, correction, correction});
  coarse.fill_ghosts_of_change(correction);
  if (coarse.gathering_)
    move(coarse.gathering_->hand_back, fields_of<Real>({correction}, state_fields, coarse.size_));
  for_each_cell(Prolong<Real>{to(coarse), correction, state_.view().data});
  state_has_changed();
}

TW_INSTANTIATE(Level)

}  // namespace thalweg::flow::inline TW_HALF
