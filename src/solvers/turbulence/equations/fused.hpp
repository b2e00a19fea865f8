// SPDX-License-Identifier: Apache-2.0
// The sweeps of a set, as kernels of the transform pipeline around its pointwise work. A set is a
// trivially copyable struct `Set<Real>` of the numbers that its kernels need:
//
//   static constexpr int components, to_points, to_modes, fields
//       components of the state; fields that go to points: the state first, then what is derived
//       from it; fields that come back; fields of the state, each with one diffusivity
//   static constexpr int field_of(int component)
//   void derive(const Mode<Real>&, Complex<Real>* out) const
//       out[0 .. components): the state of one mode; fill what goes to points besides
//   Real at_point(const Real* in, Real* out) const
//       products at one point; gives the Courant rate sum |speed_i| / dx_i [1/time]
//   void rate(const Mode<Real>&, Real scale, const Complex<Real>* products,
//             const Complex<Real>* state, Complex<Real>* rate) const
//       dU/dt of one mode without what diffuses; scale: what the products are to be multiplied by
//   static constexpr bool is_quantum = true
//       only where the state is a wave function, which disperses in place of diffusing
#pragma once

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/equations/with_scalars.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// Load the state and what a set derives from it.
template <class Real, class Set>
struct LoadState {
  ConstSpectralView<Real> state;
  WaveVectors<Real> k;
  Set set;
  template <class Rows>
  void stream(Rows& rows) {
    rows.take(state, {{0, Set::components}});
    shift(rows, k);
  }
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    const int i = column - k.first_column[row];
    TW_UNROLL
    for (int c = 0; c < Set::components; ++c) out[c] = state(c, row, depth, i);
    set.derive(mode_at(k, row, depth, column), out);
  }
};

/// Whether a set's linear part turns its two components into each other.
template <class Set>
inline constexpr bool is_quantum = requires {
  Set::is_quantum;
};

/// Whether a set's own sweeps carry passive scalars: it says how many (most_carried).
template <class Set>
inline constexpr bool carries_scalars = requires {
  Set::carries;
};

/// Passive scalars among a set's components, the last ones (with_scalars.hpp).
template <class Set>
inline constexpr int carried = 0;
template <class Set>
requires requires { Set::carried; }
inline constexpr int carried<Set> = Set::carried;
/// The others.
template <class Set>
inline constexpr int own_components = Set::components - carried<Set>;

/// The products of a set at a point; the value is the Courant rate.
template <class Real, class Set>
struct WorkAtPoints {
  Set set;
  TW_HD WorkAtPoints row(int, int) const { return *this; }
  TW_HD Real operator()(int, const Real* in, Real* out) const { return set.at_point(in, out); }
};

/// One Runge-Kutta stage of the state: dU <- a dU + dt (R - nu k^2 U), U <- U + b dU, both times
/// exp(-nu k^2 h). (5.4), (5.6) Either the integrating factor is 1 or the friction is 0. A wave
/// function is turned by exp(-i alpha k^2 h) instead. (12.5)
template <class Real, class Set, StagePlace place>
struct Advance {
  Set set;
  SpectralView<Real> state, change;  // U, dU
  WaveVectors<Real> k;
  Decay<Real> decay[Set::fields];
  Decay<Complex<Real>> turn_by;
  Real friction[Set::fields];
  Real a, b, dt;
  Real scale;  // of the transform: 1 / number of points
  template <class Rows>
  void stream(Rows& rows) {
    constexpr fft::Components all{0, Set::components};
    rows.take(state, {all}, {all});
    if constexpr (place == StagePlace::first)
      rows.take(change, {}, {all});
    else if constexpr (place == StagePlace::middle)
      rows.take(change, {all}, {all});
    else
      rows.take(change, {all});
    shift(rows, k);
    for (Decay<Real>& factor : decay) rows.shift(factor.y);
    rows.shift(turn_by.y);
  }
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>* n,
                        Complex<Real>*) const {
    const int i = column - k.first_column[row];
    const Mode<Real> mode = mode_at(k, row, depth, column);
    constexpr int own = own_components<Set>;
    Complex<Real> u[own], rate[own];
    TW_UNROLL
    for (int c = 0; c < own; ++c) u[c] = state(c, row, depth, i);
    // In this order the registers of a device hold what is under way, for either number.
    if constexpr (carried<Set> == 2) advance_carried(row, depth, column, mode, n, u);
    set.rate(mode, scale, n, u, rate);
    if constexpr (is_quantum<Set>)
      advance_wave(row, depth, column, u, rate);
    else
      advance_own(row, depth, column, mode, u, rate);
    if constexpr (carried<Set> == 1) advance_carried(row, depth, column, mode, n, u);
  }

 private:
  TW_HD void advance_own(int row, int depth, int column, const Mode<Real>& mode,
                         const Complex<Real>* u, const Complex<Real>* rate) const {
    const int i = column - k.first_column[row];
    constexpr int fields = Set::fields - carried<Set>;
    Real factor[fields];
    TW_UNROLL
    for (int f = 0; f < fields; ++f) factor[f] = decay[f].at(row, depth, column);
    TW_UNROLL
    for (int c = 0; c < own_components<Set>; ++c)
      advance(row, depth, i, mode, c, factor[Set::field_of(c)], u[c], rate[c]);
  }
  TW_HD void advance_carried(int row, int depth, int column, const Mode<Real>& mode,
                             const Complex<Real>* n, const Complex<Real>* u) const {
    const int i = column - k.first_column[row];
    TW_UNROLL
    for (int s = 0; s < carried<Set>; ++s) {
      const int c = own_components<Set> + s;
      advance(row, depth, i, mode, c, decay[Set::field_of(c)].at(row, depth, column),
              state(c, row, depth, i), set.carried_rate(mode, scale, n, u, s));
    }
  }
  TW_HD void advance(int row, int depth, int i, const Mode<Real>& mode, int c, Real factor,
                     Complex<Real> u, Complex<Real> rate) const {
    Complex<Real> d = dt * rate + (-dt * friction[Set::field_of(c)] * mode.k2) * u;
    if constexpr (place != StagePlace::first) d += a * change(c, row, depth, i);
    state(c, row, depth, i) = factor * (u + b * d);
    if constexpr (place != StagePlace::last) change(c, row, depth, i) = factor * d;
  }
  TW_HD void advance_wave(int row, int depth, int column, const Complex<Real>* psi,
                          const Complex<Real>* rate) const {
    const int i = column - k.first_column[row];
    const Complex<Real> factor = turn_by.at(row, depth, column);
    Complex<Real> d[2], u[2];
    TW_UNROLL
    for (int c = 0; c < 2; ++c) {
      d[c] = dt * rate[c];
      if constexpr (place != StagePlace::first) d[c] += a * change(c, row, depth, i);
      u[c] = psi[c] + b * d[c];
    }
    turn(factor, u);
    if constexpr (place != StagePlace::last) turn(factor, d);
    TW_UNROLL
    for (int c = 0; c < 2; ++c) {
      state(c, row, depth, i) = u[c];
      if constexpr (place != StagePlace::last) change(c, row, depth, i) = d[c];
    }
  }
};

/// dU <- R, without what diffuses.
template <class Real, class Set>
struct StoreRates {
  Set set;
  ConstSpectralView<Real> state;
  SpectralView<Real> rates;
  WaveVectors<Real> k;
  Real scale;  // of the transform
  template <class Rows>
  void stream(Rows& rows) {
    constexpr fft::Components all{0, Set::components};
    rows.take(state, {all});
    rows.take(rates, {}, {all});
    shift(rows, k);
  }
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>* n,
                        Complex<Real>*) const {
    const int i = column - k.first_column[row];
    const Mode<Real> mode = mode_at(k, row, depth, column);
    constexpr int own = own_components<Set>;
    Complex<Real> u[own], rate[own];
    TW_UNROLL
    for (int c = 0; c < own; ++c) u[c] = state(c, row, depth, i);
    set.rate(mode, scale, n, u, rate);
    TW_UNROLL
    for (int c = 0; c < own; ++c) rates(c, row, depth, i) = rate[c];
    if constexpr (carried<Set> != 0) {
      TW_UNROLL
      for (int s = 0; s < carried<Set>; ++s)
        rates(own + s, row, depth, i) = set.carried_rate(mode, scale, n, u, s);
    }
  }
};

/// A set as the step sees it.
template <class Real, class Set>
class Fused final : public EquationSet<Real> {
 public:
  explicit Fused(const Set& set) : set_(set) {}

  void inverse_lines(fft::Pipeline<Real>& pipeline, ConstSpectralView<Real> state,
                     WaveVectors<Real> k) const override {
    pipeline.template modes<0, Set::to_points>("inverse_lines",
                                               LoadState<Real, Set>{state, k, set_});
  }
  void planes(fft::Pipeline<Real>& pipeline, exec::View<Real, 1> largest) const override {
    pipeline.template planes<Set::to_points, Set::to_modes>("planes", fft::SpreadAsIs<Real>{},
                                                            WorkAtPoints<Real, Set>{set_}, largest);
  }
  void forward_lines(fft::Pipeline<Real>& pipeline,
                     const StageArguments<Real>& stage) const override {
    switch (stage.place) {
    case StagePlace::first: return advance<StagePlace::first>(pipeline, stage);
    case StagePlace::middle: return advance<StagePlace::middle>(pipeline, stage);
    case StagePlace::last: return advance<StagePlace::last>(pipeline, stage);
    }
  }
  void rates(fft::Pipeline<Real>& pipeline, const StageArguments<Real>& stage) const override {
    pipeline.template modes<Set::to_modes, 0>(
        "forward_lines",
        StoreRates<Real, Set>{set_, stage.state, stage.change, stage.k, stage.scale});
  }

 private:
  template <StagePlace place>
  void advance(fft::Pipeline<Real>& pipeline, const StageArguments<Real>& stage) const {
    Advance<Real, Set, place> kernel{.set = set_,
                                     .state = stage.state,
                                     .change = stage.change,
                                     .k = stage.k,
                                     .decay = {},
                                     .turn_by = stage.turn,
                                     .friction = {},
                                     .a = stage.a,
                                     .b = stage.b,
                                     .dt = stage.dt,
                                     .scale = stage.scale};
    for (std::size_t f = 0; f < Set::fields; ++f) {
      kernel.decay[f] = stage.decay[f];
      kernel.friction[f] = stage.friction[f];
    }
    pipeline.template modes<Set::to_modes, 0>("forward_lines", kernel);
  }

  Set set_;
};

/// What `made` makes of a set with as many passive scalars as it carries (SetDescription).
template <class Real, template <class> class Set, class Made>
auto with_carried_scalars(const Parameters& parameters, const Made& made) {
  if constexpr (carries_scalars<Set<Real>>) {
    static_assert(Set<Real>::carries == 2);
    if (parameters.scalars.size() >= 2) return made(WithScalars<Real, Set<Real>, 2>(parameters));
    if (parameters.scalars.size() == 1) return made(WithScalars<Real, Set<Real>, 1>(parameters));
  }
  return made(Set<Real>(parameters));
}

template <class Real, template <class> class Set>
std::unique_ptr<EquationSet<Real>> make_set(const Parameters& parameters) {
  return with_carried_scalars<Real, Set>(
      parameters, []<class Own>(const Own& set) -> std::unique_ptr<EquationSet<Real>> {
        return std::make_unique<Fused<Real, Own>>(set);
      });
}

}  // namespace thalweg::turbulence::inline TW_HALF
