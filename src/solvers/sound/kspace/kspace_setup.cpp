// SPDX-License-Identifier: Apache-2.0
// How the solver is set up from a problem.
#include <algorithm>

#include "solvers/sound/kspace/kspace.hpp"
#include "solvers/sound/kspace/source_memory.hpp"
#include "solvers/sound/kspace/step_model.hpp"

namespace thalweg::sound::inline TW_HALF {

template <class Real, int D>
KSpace<Real, D>::KSpace(const Problem& problem, const Sensors& sensors, SeriesSink* sink,
                        const SolverOptions& options, const transport::Communicator& comm)
    : comm_(comm), domain_(problem, comm.rank(), comm.size(), sizeof(Complex<Real>)),
      form_(problem), dt_(problem.dt), convective_(problem.medium.nonlinearity ? 2 : 0),
      bandwidth_(options.measures_floor ? measure_bandwidth() : 0),
      operators_(domain_, problem.sound_speed_ref * problem.dt), medium_(problem, domain_),
      velocity_({D, domain_.layout.local_planes(), domain_.layout.ny, domain_.layout.nx}),
      parts_(velocity_.view().extent),
      pressure_({1, domain_.layout.local_planes(), domain_.layout.ny, domain_.layout.nx}),
      exchange_{options.transport.route, chunk_count(options, domain_.layout)},
      pipeline_(domain_.layout, comm_, exec_, fft::Traffic::up_to(form_.most_fields()), exchange_,
                phases_),
      mass_sources_(domain_), recorder_(sensors, domain_, comm_, sink) {
  TW_CHECK(!problem.axisymmetric || (D == 2 && !form_.power_law),
           "axisymmetric: two dimensions, and no power-law absorption");
  set_layers(problem);
  set_absorption(problem);
  set_sources(problem);
  set_budget(problem);
  if (options.measures_floor) set_floors();
  if (!problem.initial_pressure) return;
  starts_with_pressure_ = true;
  const Quantity& initial = *problem.initial_pressure;
  const std::int64_t plane = domain_.plane_points();
  initial_pressure_ =
      Coefficient<Real>({domain_.layout.local_planes(), domain_.layout.ny, domain_.layout.nx},
                        [&](int begin, int end, double* values) {
                          std::fill_n(values, (end - begin) * plane, initial.value);
                          const std::int64_t first = domain_.begin() + begin * plane;
                          if (!initial.uniform())
                            initial.read(first, first + (end - begin) * plane, values);
                        });
}

template <class Real, int D>
void KSpace<Real, D>::set_layers(const Problem& problem) {
  const double rate = problem.sound_speed_ref * problem.dt;
  const int first = domain_.layout.first_plane();
  const auto factors = [&](const Axis& axis, double shift, int begin, int end) {
    return exec::uploaded_as<Real>(layer_factors(axis, rate, shift, begin, end));
  };
  const auto all = [&](double shift) {
    return Layers{factors(domain_.axis[0], shift, 0, domain_.layout.nx),
                  factors(domain_.axis[1], shift, 0, domain_.layout.ny),
                  factors(domain_.axis[2], shift, first, first + domain_.layout.local_planes())};
  };
  layer_ = all(0);
  staggered_layer_ = all(0.5);
  std::vector<double> per_radius;
  for (int z = 0; z < domain_.layout.local_planes(); ++z)
    per_radius.push_back(1 / ((first + z + 0.5) * domain_.axis[2].spacing));
  per_radius_ = exec::uploaded_as<Real>(per_radius);
}

template <class Real, int D>
void KSpace<Real, D>::set_absorption(const Problem& problem) {
  if (!form_.power_law) return;
  power_ = operators_.power_of_k(problem.medium.absorption_power - 2, mode_order());
  per_half_rate_ = static_cast<Real>(2 / (problem.sound_speed_ref * problem.dt));
  const Real tau = medium_.tau.first_value(),
             speed = static_cast<Real>(problem.medium.sound_speed.value);
  uniform_tau_ = medium_.absorbs * tau;
  uniform_eta_ = -medium_.disperses * speed * tau;
}

template <class Real, int D>
Source<Real> KSpace<Real, D>::make_source(const SourceSpec& spec) {
  return Source<Real>(domain_, spec, exec_, [&]() -> SourceCorrection<Real>& {
    if (!correction_) {
      // In a step an exchange of the pipeline is under way while sources are corrected.
      fft::TileExchangeOptions options = exchange_;
      options.staging = corrects_in_steps_ ? nullptr : pipeline_.exchanges().staging();
      correction_ = std::make_unique<SourceCorrection<Real>>(domain_, comm_, exec_, operators_,
                                                             options, phases_);
    }
    return *correction_;
  });
}

template <class Real, int D>
void KSpace<Real, D>::set_sources(const Problem& problem) {
  corrects_in_steps_ = corrects_in_steps(problem);
  for (int c = 0; c < D; ++c) velocity_sources_.emplace_back(domain_);
  for (const VelocitySource& source : problem.velocity_sources)
    for (std::size_t c = 0; c < D; ++c)
      if (const auto& signals = source.components[c])
        velocity_sources_[c].add(
            make_source({source.mode, &source.points, &*signals, nullptr,
                         c == 0 ? fft::Extension::even_whole : fft::Extension::odd_half}));
  for (const PressureSource& source : problem.pressure_sources)
    mass_sources_.add(make_source({source.mode, &source.points, &source.signals, nullptr}));
  if (const auto& transducer = problem.transducer)
    velocity_sources_[0].add(
        make_source({SourceMode::additive_plain, &transducer->points, nullptr, &*transducer}));
  if (!corrects_in_steps_) correction_.reset();
}

#define TW_INSTANTIATE_MEMBERS(Real, D)                                                            \
  template KSpace<Real, D>::KSpace(const Problem&, const Sensors&, SeriesSink*,                    \
                                   const SolverOptions&, const transport::Communicator&);
TW_EACH_FORM(TW_INSTANTIATE_MEMBERS)
#undef TW_INSTANTIATE_MEMBERS

}  // namespace thalweg::sound::inline TW_HALF
