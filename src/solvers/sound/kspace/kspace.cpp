// SPDX-License-Identifier: Apache-2.0
// The step. How a solver is set up: kspace_setup.cpp; what others ask of it: kspace_state.cpp.
#include "solvers/sound/kspace/kspace.hpp"
#include "solvers/sound/kspace/start_kernels.hpp"
#include "solvers/sound/operators/mode_kernels.hpp"

namespace thalweg::sound::inline TW_HALF {

template <class Real, int D>
void KSpace<Real, D>::step() {  // docs/theory/sound.md
  if (!pressure_sent_) send_pressure();
  update_velocity();  // u from grad p                (2.5)
  update_density();   // rho from div u               (2.6)
  update_pressure();  // p from rho                   (3.1)
  if (steps_ == 0 && starts_with_pressure_) start_from_initial_pressure();
  {
    const auto timer = phases_.measure("sensors");
    recorder_.record(exec_, steps_, {points(pressure_), points(velocity_)});
  }
  ++steps_;
}

/// A filter with the k-space correction by series where that covers all modes.
template <class Real, int D>
template <template <class, int, class> class Filter, int In, int Out>
void KSpace<Real, D>::filter_modes(const char* phase, const DerivativeViews<Real>& derivative) {
  const ModeViews<Real> modes = operators_.modes();
  if (operators_.series_suffices())
    pipeline_.template modes<In, Out>(phase,
                                      Filter<Real, D, Sinc<Real>>{modes, derivative, Sinc<Real>{}});
  else
    pipeline_.template modes<In, Out>(
        phase, Filter<Real, D, WideSinc<Real>>{modes, derivative, WideSinc<Real>{}});
}

template <class Real, int D>
void KSpace<Real, D>::update_velocity() {
  UpdateVelocity<Real, D> update{points(velocity_), {}, staggered_layer_.view(), {}};
  for (int c = 0; c < D; ++c) {
    const auto index = static_cast<std::size_t>(c);
    update.dt_per_density[c] = medium_.dt_per_density[index].view();
    update.source[c] = velocity_sources_[index].view(exec_, steps_);
  }
  constexpr int carried = D == 1 ? 1 : 2;
  filter_modes<GradientFilter, 1, carried>("modes_of_pressure", operators_.forward());
  const auto spread = spread_of_gradient<Real, D>(operators_.forward());
  if constexpr (D == 2)
    if (domain_.axisymmetric)
      return pipeline_.template planes<2, 3>(
          "velocity", spread, UpdateRadialVelocity<Real>{update, per_radius_.view().data});
  pipeline_.template planes<D, D>("velocity", spread, update);
}

template <class Real, int D>
UpdateDensity<Real, D> KSpace<Real, D>::density_update() {
  return {points(parts_),         medium_.density.view(),
          layer_.view(),          mass_sources_.view(exec_, steps_),
          static_cast<Real>(dt_), convective_};
}

template <class Real, int D>
StateEquation<Real> KSpace<Real, D>::state_equation() {
  return {points(pressure_), medium_.speed_squared.view(), medium_.nonlinear.view()};
}

template <class Real, int D>
void KSpace<Real, D>::filter_divergence() {
  if (!domain_.axisymmetric)
    return filter_modes<DivergenceFilter, D, D>("modes_of_velocity", operators_.backward());
  const auto filter = [&]<class Kappa>(Kappa kappa) {
    pipeline_.template modes<3, 2>(
        "modes_of_velocity",
        RadialDivergenceFilter<Real, Kappa>{operators_.modes(), operators_.backward(),
                                            operators_.half_back(), kappa});
  };
  if (operators_.series_suffices())
    filter(Sinc<Real>{});
  else
    filter(WideSinc<Real>{});
}

template <class Real, int D>
void KSpace<Real, D>::update_density() {
  const auto update = density_update();
  filter_divergence();
  if (form_.power_law)
    pipeline_.template planes<D, 2>("density", SpreadAsIs<Real>{},
                                    UpdateDensityForAbsorption<Real, D>{update});
  else
    pipeline_.template planes<D, 1>(
        "density_and_pressure", SpreadAsIs<Real>{},
        UpdateDensityAndPressure<Real, D>{update, state_equation(), medium_.tau.view()});
}

template <class Real, int D>
void KSpace<Real, D>::update_pressure() {
  if (!form_.power_law) return;  // it came with the density
  const AbsorptionFilter<Real> filter{operators_.modes(), power_.view().data, mode_order(),
                                      per_half_rate_};
  const auto pressure = [&]<int Fields>(std::integral_constant<int, Fields>) {
    pipeline_.template planes<Fields, 1>(
        "pressure", SpreadAsIs<Real>{},
        UpdatePressure<Real, D, Fields>{points(parts_), state_equation(), medium_.tau.view(),
                                        medium_.absorbs, medium_.disperses});
  };
  if (form_.combined) {
    pipeline_.template modes<2, 1>(
        "modes_of_absorption", UniformAbsorptionFilter<Real>{filter, uniform_tau_, uniform_eta_});
    pressure(std::integral_constant<int, 1>{});
  } else {
    pipeline_.template modes<2, 2>("modes_of_absorption", filter);
    pressure(std::integral_constant<int, 2>{});
  }
}

/// As if the pressure had been there all along: it replaces what step 0 has computed. (4.4), (4.5)
template <class Real, int D>
void KSpace<Real, D>::start_from_initial_pressure() {
  pipeline_.template planes<0, 1>("start", SpreadAsIs<Real>{},
                                  SetInitialPressure<Real, D>{points(parts_), points(pressure_),
                                                              initial_pressure_.view(),
                                                              medium_.speed_squared.view()});
  SetInitialVelocity<Real, D> start{points(velocity_), {}};
  for (int c = 0; c < D; ++c)
    start.dt_per_density[c] = medium_.dt_per_density[static_cast<std::size_t>(c)].view();
  constexpr int carried = D == 1 ? 1 : 2;
  filter_modes<GradientFilter, 1, carried>("start", operators_.forward());
  pipeline_.template planes<D, 0>("start", spread_of_gradient<Real, D>(operators_.forward()),
                                  start);
  budget_.start(1, energy());
  send_pressure();
}

template <class Real, int D>
void KSpace<Real, D>::send_pressure() {
  pipeline_.template planes<0, 1>("start", SpreadAsIs<Real>{}, LoadPoints<Real>{points(pressure_)});
  pressure_sent_ = true;
}

#define TW_INSTANTIATE_MEMBERS(Real, D)                                                            \
  template void KSpace<Real, D>::step();                                                           \
  template void KSpace<Real, D>::send_pressure();
TW_EACH_FORM(TW_INSTANTIATE_MEMBERS)
#undef TW_INSTANTIATE_MEMBERS

}  // namespace thalweg::sound::inline TW_HALF
