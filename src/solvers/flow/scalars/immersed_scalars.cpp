// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/scalars/immersed_scalars.hpp"

#include <algorithm>

namespace thalweg::flow::inline TW_HALF {

template <class Real>
ImmersedScalars<Real>::ImmersedScalars(const Parameters& p, const transport::Communicator& comm,
                                       const exec::Exec& exec)
    : p_(p), comm_(comm), exec_(exec), rules_(p.scalars.size()), uploaded_(p.scalars.size()),
      taken_(p.scalars.size()) {
  set_time(0);
}

template <class Real>
void ImmersedScalars<Real>::set_time(double time) {
  for (std::size_t s = 0; s < p_.scalars.size(); ++s) {
    std::vector<BodyRule> rules;
    for (const ScalarAtBoundary& at : p_.scalars[s].at_bodies) {
      const double now = at.value * at.factor(time);
      const bool is_flux = at.condition == ScalarCondition::flux;
      rules.push_back({at.condition == ScalarCondition::value, now, is_flux ? now : 0,
                       is_flux ? -now / p_.scalars[s].diffusivity : 0});
    }
    exec_.wait();  // kernels may still use what goes
    uploaded_[s] = exec::uploaded(rules);
    rules_[s] = std::move(rules);
  }
}

template <class Real>
void ImmersedScalars<Real>::set(const Immersion<Real>& at, int scalar, Real* value,
                                bool is_of_band) const {
  exec::parallel_for(exec_, at.count(),
                     SetImmersedScalar<Real>{at.cells(), at.donors(),
                                             uploaded_[grid::index(scalar)].view().data, value,
                                             is_of_band});
}

template <class Real>
std::vector<std::uint8_t> ImmersedScalars<Real>::held(const ImmersedCells& cells,
                                                      int scalar) const {
  std::vector<std::uint8_t> marks(cells.held.size());
  for (const ImmersedCell& cell : cells.cells) {
    std::uint8_t& mark = marks[static_cast<std::size_t>(cell.cell)];
    if (rules_of(scalar)[grid::index(cell.body)].is_value)
      mark = velocity_is_held | pressure_is_held;
    else if (cell.kind != CellKind::band)
      mark = pressure_is_held;
  }
  return marks;
}

template <class Real>
bool ImmersedScalars<Real>::have_fluxes(int scalar) const {
  return std::any_of(rules_of(scalar).begin(), rules_of(scalar).end(),
                     [](const BodyRule& rule) { return !rule.is_value; });
}

template <class Real>
void ImmersedScalars<Real>::close(const Immersion<Real>& at, int scalar,
                                  const ScalarRows<Real>& rows, Real* residual) {
  exec::Array<double, 1>& taken = taken_[grid::index(scalar)];
  const int count = std::max(1, at.count());
  if (static_cast<int>(taken.size()) != count) {
    exec_.wait();
    taken = exec::Array<double, 1>({count});
  }
  exec::parallel_for(exec_, at.count(), TakeScalar<Real>{at.cells(), rows, taken.view().data});
  if (!have_fluxes(scalar)) return;
  const auto table = exec::uploaded(exec_, excess(at, scalar, rows));
  exec::parallel_for(exec_, at.count(),
                     GiveScalarBack<Real>{at.cells(), table.view().data, residual});
  exec_.wait();
}

template <class Real>
std::vector<double> ImmersedScalars<Real>::excess(const Immersion<Real>& at, int scalar,
                                                  const ScalarRows<Real>& rows) const {
  const double* taken = taken_[grid::index(scalar)].view().data;
  const auto sum = [&](const auto& of) {
    return exec::parallel_sum<double>(exec_, at.count(), of);
  };
  std::vector<double> sums;
  for (int n = 0; n < static_cast<int>(p_.immersed.size()); ++n) {
    sums.push_back(sum(TakenInside{at.cells(), taken, n}));
    sums.push_back(sum(FlowInside<Real>{at.cells(), rows, n}));
    sums.push_back(sum(ValueOnBand<Real>{at.cells(), rows.value, n}));
  }
  comm_.sum(sums);
  std::vector<double> all;
  for (std::size_t n = 0; n < p_.immersed.size(); ++n) {
    const BodyRule& rule = rules_of(scalar)[n];
    const Surface& surface = at.surfaces()[n];
    const double* of = sums.data() + 3 * n;
    all.push_back(rule.is_value || surface.of_band == 0
                      ? 0
                      : (of[0] - of[1] * of[2] / surface.of_band - rule.flux * surface.whole) /
                            surface.of_band);
  }
  return all;
}

template <class Real>
std::vector<double> ImmersedScalars<Real>::outflows(const Immersion<Real>& at, int scalar) const {
  const std::vector<double> taken =
      exec::downloaded(exec_, std::as_const(taken_[grid::index(scalar)]).view());
  std::vector<double> all(p_.immersed.size());
  const std::vector<ImmersedCell>& cells = at.host().cells;
  for (std::size_t n = 0; n < cells.size(); ++n) all[grid::index(cells[n].body)] -= taken[n];
  comm_.sum(all);
  for (std::size_t n = 0; n < all.size(); ++n)
    if (const BodyRule& rule = rules_of(scalar)[n]; !rule.is_value)
      all[n] = -rule.flux * at.surfaces()[n].whole;
  return all;
}

template class ImmersedScalars<float>;
template class ImmersedScalars<double>;

}  // namespace thalweg::flow::inline TW_HALF
