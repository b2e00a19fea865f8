// SPDX-License-Identifier: Apache-2.0
// Tables of a state: spectra, transfers and statistics (docs/theory/turbulence.md, sections 7 and
// 14).
#include <algorithm>
#include <cmath>
#include <utility>

#include "solvers/turbulence/diagnostics/mean_modes.hpp"
#include "solvers/turbulence/diagnostics/spectra.hpp"
#include "solvers/turbulence/solver.hpp"
#include "solvers/turbulence/statistics/gradients.hpp"
#include "solvers/turbulence/statistics/point_statistics.hpp"
#include "solvers/turbulence/statistics/point_sums.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
std::vector<simulation::Table> Solver<Real>::tables(const std::vector<std::string>& names) {
  const auto is_asked = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<simulation::Table> result;
  if (set_.is_quantum()) {
    if (names.empty()) return result;
    for (simulation::Table& table : quantum_tables())
      if (is_asked(table.name)) result.push_back(std::move(table));
    return result;
  }
  for (const StateField& field : set_.fields) {
    const auto of_field = spectrum_names(field);
    if (std::none_of(of_field.begin(), of_field.end(), is_asked)) continue;
    for (simulation::Table& table :
         spectra<Real>(exec_, layout_, p_.length, comm_, std::as_const(state_).view(), field))
      if (is_asked(table.name)) result.push_back(std::move(table));
  }
  if (is_asked("statistics")) result.push_back(statistics());
  add_transfers(names, result);
  if (p_.statistics.is_written)
    for (simulation::Table& table : point_statistics<Real>(snapshot(), p_.statistics, names, time_))
      result.push_back(std::move(table));
  return result;
}

namespace {

/// Nothing but advection and its like: no waves, no mean gradients, no diffusion. The uniform
/// magnetic field is in the state.
Parameters nonlinear_part(Parameters p) {
  p.buoyancy_frequency = 0;
  p.rotation = {};
  for (ScalarParameters& scalar : p.scalars) scalar.gradient = {};
  p.viscous = Viscous::integrating_factor;
  return p;
}

/// Takes the uniform magnetic field, which carries waves alone, out of a state while it lives.
template <class Real>
class WithoutUniformField {
 public:
  WithoutUniformField(const exec::Exec& exec, const transport::Communicator& comm,
                      const SetDescription& set, SpectralView<Real> state)
      : exec_(exec), comm_(comm), state_(state) {
    for (const StateField& field : set.fields) {
      if (field.kind != FieldKind::magnetic) continue;
      taken_.emplace_back(field.first, mean_modes<Real>(exec, comm, state, field.first));
      set_mean_modes<Real>(exec, comm, state, field.first, {});
    }
  }
  ~WithoutUniformField() {
    for (const auto& [first, mean] : taken_)
      set_mean_modes<Real>(exec_, comm_, state_, first, mean);
  }
  WithoutUniformField(const WithoutUniformField&) = delete;
  WithoutUniformField& operator=(const WithoutUniformField&) = delete;

 private:
  const exec::Exec& exec_;
  const transport::Communicator& comm_;
  SpectralView<Real> state_;
  std::vector<std::pair<int, MeanModes<Real>>> taken_;
};

}  // namespace

template <class Real>
void Solver<Real>::nonlinear_rates() {
  const WithoutUniformField<Real> waveless(exec_, comm_, set_, state_.view());
  const Parameters part = nonlinear_part(p_);
  const auto listed = set_.name == describe(p_).name ? make_equation_set<Real>(part) : nullptr;
  const EquationSet<Real>& set = listed ? *listed : *equations_;
  pipeline_.measure_in(output_phases_);
  const StageArguments<Real> stage = arguments_of(0);
  PassiveScalars<Real>(part, set_).add_rates(pipeline_, stage);
  set.inverse_lines(pipeline_, stage.state, stage.k);
  set.planes(pipeline_, {});
  set.rates(pipeline_, stage);
  pipeline_.measure_in(phases_);
}

template <class Real>
void Solver<Real>::add_transfers(const std::vector<std::string>& names,
                                 std::vector<simulation::Table>& tables) {
  const auto is_asked = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  bool are_known = false;
  for (const StateField& field : set_.fields) {
    const auto of_field = transfer_names(field);
    if (std::none_of(of_field.begin(), of_field.end(), is_asked)) continue;
    if (!are_known) nonlinear_rates();
    are_known = true;
    for (simulation::Table& table :
         transfers<Real>(exec_, layout_, p_.length, comm_, std::as_const(state_).view(),
                         std::as_const(change_).view(), field))
      if (is_asked(table.name)) tables.push_back(std::move(table));
  }
}

/// Skewness of the longitudinal gradients, S = <g^3> / <g^2>^(3/2). (7.12)
template <class Real>
simulation::Table Solver<Real>::statistics() {
  const Snapshot<Real> now = snapshot();
  exec::PlacedArray<Real, 4> gradients(now.extent(3), now.space, exec::Contents::undefined);
  now.to_points(LoadGradientPart<Real>{now.state, now.k, 0, GradientPart::longitudinal},
                gradients.view());
  simulation::Table table{"statistics",
                          {"time", "skewness_x", "skewness_y", "skewness_z", "skewness"},
                          {"time", "1", "1", "1", "1"},
                          {{time_}}};
  double mean = 0;
  for (const Powers& powers : powers_of(now, std::as_const(gradients).view(), {0, 0, 0})) {
    const double square = powers.plain[1], cube = powers.plain[2];
    table.values.push_back({square > 0 ? cube / std::pow(square, 1.5) : 0});
    mean += table.values.back()[0] / 3;
  }
  table.values.push_back({mean});
  return table;
}

TW_INSTANTIATE(Solver)

}  // namespace thalweg::turbulence::inline TW_HALF
