// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/scalars.hpp"

#include "solvers/turbulence/passes.hpp"
#include "solvers/turbulence/scalar_kernels.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
PassiveScalars<Real>::PassiveScalars(const Parameters& p, const SetDescription& set)
    : first_(set.components + set.carried) {
  const bool is_explicit = p.viscous == Viscous::explicit_term;
  for (auto n = static_cast<std::size_t>(set.carried); n < p.scalars.size(); ++n) {
    const ScalarParameters& scalar = p.scalars[n];
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
