// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/damping.hpp"

#include <cmath>

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// U and dU times exp(-rate(k) time), over (local row, depth, column of the row).
template <class Real>
struct Damp {
  SpectralView<Real> state, change;
  WaveVectors<Real> k;
  DampingRate rate;
  double time;
  template <class Rows>
  void stream(Rows& rows) {
    const fft::Components all{0, state.extent[0]};
    for (auto* fields : {&state, &change}) rows.take(*fields, {all}, {all});
    shift(rows, k);
  }
  TW_HD void operator()(int row, int depth, int i) const {
    using std::exp;
    const Mode<Real> m = mode_at(k, row, depth, k.first_column[row] + i);
    const auto factor = static_cast<Real>(exp(-time * rate(static_cast<double>(m.k2))));
    for (int c = 0; c < state.extent[0]; ++c) {
      state(c, row, depth, i) = factor * state(c, row, depth, i);
      change(c, row, depth, i) = factor * change(c, row, depth, i);
    }
  }
};

}  // namespace

Damping::Damping(const Parameters& p)
    : rate_{p.hyperviscosity.coefficient, p.hyperviscosity.order, p.hypoviscosity.coefficient,
            p.hypoviscosity.order} {}

template <class Real>
void Damping::apply(fft::Pipeline<Real>& pipeline, const StageArguments<Real>& stage,
                    double time) const {
  on_each_mode<Real>(pipeline, Damp<Real>{stage.state, stage.change, stage.k, rate_, time});
}

template void Damping::apply<float>(fft::Pipeline<float>&, const StageArguments<float>&,
                                    double) const;
template void Damping::apply<double>(fft::Pipeline<double>&, const StageArguments<double>&,
                                     double) const;

}  // namespace thalweg::turbulence::inline TW_HALF
