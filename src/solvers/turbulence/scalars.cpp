// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/scalars.hpp"

#include "solvers/turbulence/equations/terms.hpp"
#include "solvers/turbulence/passes.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// Load the velocity and n scalars.
template <class Real, int n>
struct LoadScalars {
  ConstSpectralView<Real> state;
  WaveVectors<Real> k;
  int first;  // component
  template <class Rows>
  void stream(Rows& rows) {
    rows.take(state, {{0, 3}, {first, n}});
    shift(rows, k);
  }
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    const int i = column - k.first_column[row];
    load(state, 0, row, depth, i, out);
    TW_UNROLL
    for (int s = 0; s < n; ++s) out[3 + s] = state(first + s, row, depth, i);
  }
};

/// u theta of each scalar at a point. (9.1)
template <class Real, int n>
struct ScalarFlux {
  TW_HD ScalarFlux row(int, int) const { return *this; }
  TW_HD void operator()(int, const Real* in, Real* out) const {
    TW_UNROLL
    for (int s = 0; s < n; ++s) {
      TW_UNROLL
      for (int c = 0; c < 3; ++c) out[3 * s + c] = in[c] * in[3 + s];
    }
  }
};

/// D <- a D - div(u theta) - G . u - kappa k^2 theta, the last where it is explicit. (9.2)
template <class Real, int n>
struct AddScalarRates {
  ConstSpectralView<Real> state;
  SpectralView<Real> change;
  WaveVectors<Real> k;
  int first;
  Real gradient[n][3], friction[n];
  Real a, scale;
  template <class Rows>
  void stream(Rows& rows) {
    rows.take(state, {{0, 3}, {first, n}});
    rows.take(change, {{first, n}}, {{first, n}});
    shift(rows, k);
  }
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>* flux,
                        Complex<Real>*) const {
    const int i = column - k.first_column[row];
    const Mode<Real> m = mode_at(k, row, depth, column);
    Complex<Real> u[3];
    load(state, 0, row, depth, i, u);
    TW_UNROLL
    for (int s = 0; s < n; ++s) {
      const Real* g = gradient[s];
      const Complex<Real> production = g[0] * u[0] + g[1] * u[1] + g[2] * u[2];
      change(first + s, row, depth, i) = a * change(first + s, row, depth, i) +
                                         scale * minus_divergence(m, flux + 3 * s) - production -
                                         (friction[s] * m.k2) * state(first + s, row, depth, i);
    }
  }
};

/// U <- E (U + b dt D), D <- E D, over (local row, depth, column of the row). (9.3)
template <class Real>
struct AdvanceScalar {
  SpectralView<Real> state, change;
  const int* first_column;
  Decay<Real> decay;
  int component;
  Real share;  // b dt
  template <class Rows>
  void stream(Rows& rows) {
    for (auto* fields : {&state, &change}) rows.take(*fields, {{component, 1}}, {{component, 1}});
    rows.shift(first_column);
    rows.shift(decay.y);
  }
  TW_HD void operator()(int row, int depth, int i) const {
    const int column = first_column[row] + i;
    const Real factor = decay.at(row, depth, column);
    Complex<Real>& u = state(component, row, depth, i);
    Complex<Real>& d = change(component, row, depth, i);
    u = factor * (u + share * d);
    d = factor * d;
  }
};

}  // namespace

template <class Real>
PassiveScalars<Real>::PassiveScalars(const Parameters& p, const SetDescription& set)
    : first_(set.components) {
  const bool is_explicit = p.viscous == Viscous::explicit_term;
  for (const ScalarParameters& scalar : p.scalars) {
    OneScalar one{};
    for (std::size_t d = 0; d < 3; ++d) one.gradient[d] = static_cast<Real>(scalar.gradient[d]);
    one.friction = static_cast<Real>(is_explicit ? scalar.diffusivity : 0.0);
    scalars_.push_back(one);
  }
}

template <class Real>
template <int n>
void PassiveScalars<Real>::add_rates_of(int first, const char* const (&phases)[3],
                                        fft::Pipeline<Real>& pipeline,
                                        const StageArguments<Real>& stage) const {
  const ConstSpectralView<Real> state = stage.state;
  AddScalarRates<Real, n> kernel{.state = state,
                                 .change = stage.change,
                                 .k = stage.k,
                                 .first = first_ + first,
                                 .gradient = {},
                                 .friction = {},
                                 .a = stage.a,
                                 .scale = stage.scale};
  for (int s = 0; s < n; ++s) {
    const OneScalar& one = scalars_[static_cast<std::size_t>(first) + static_cast<std::size_t>(s)];
    for (int d = 0; d < 3; ++d) kernel.gradient[s][d] = one.gradient[d];
    kernel.friction[s] = one.friction;
  }
  pipeline.template modes<0, 3 + n>(phases[0],
                                    LoadScalars<Real, n>{state, stage.k, first_ + first});
  pipeline.template planes<3 + n, 3 * n>(phases[1], fft::SpreadAsIs<Real>{}, ScalarFlux<Real, n>{});
  pipeline.template modes<3 * n, 0>(phases[2], kernel);
}

template <class Real>
void PassiveScalars<Real>::add_rates(fft::Pipeline<Real>& pipeline,
                                     const StageArguments<Real>& stage) const {
  int first = 0;
  for (; first + 2 <= count(); first += 2) add_rates_of<2>(first, pair_phases, pipeline, stage);
  if (first < count()) add_rates_of<1>(first, single_phases, pipeline, stage);
}

template <class Real>
void PassiveScalars<Real>::advance(fft::Pipeline<Real>& pipeline, const StageArguments<Real>& stage,
                                   const std::vector<DecayTables<Real>>& decay,
                                   std::size_t first_field) const {
  for (int s = 0; s < count(); ++s)
    on_each_mode<Real>(
        pipeline,
        AdvanceScalar<Real>{stage.state, stage.change, stage.k.first_column,
                            decay[first_field + static_cast<std::size_t>(s)].of(stage.index),
                            first_ + s, stage.b * stage.dt});
}

template class PassiveScalars<float>;
template class PassiveScalars<double>;

}  // namespace thalweg::turbulence::inline TW_HALF
