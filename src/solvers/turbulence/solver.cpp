// SPDX-License-Identifier: Apache-2.0
// The step. What is measured and written about a state: diagnostics.cpp, output.cpp.
#include "solvers/turbulence/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "exec/bandwidth.hpp"
#include "exec/copy_bandwidth.hpp"
#include "fft/pencils.hpp"
#include "simulation/interface/planned_step.hpp"
#include "solvers/turbulence/decomposition.hpp"
#include "solvers/turbulence/initial/initial.hpp"
#include "solvers/turbulence/initial/initial_file.hpp"
#include "solvers/turbulence/initial/initial_formula.hpp"
#include "solvers/turbulence/initial/means.hpp"
#include "solvers/turbulence/limits.hpp"
#include "solvers/turbulence/passes.hpp"
#include "solvers/turbulence/residence.hpp"
#include "solvers/turbulence/step_model.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// Over as much memory as a step uses.
double measure_bandwidth(const exec::Exec& exec, const transport::Communicator& comm,
                         double bytes) {
  const double most = comm.max(bytes);
  comm.barrier();
  return exec::measure_triad_bandwidth(exec, static_cast<std::size_t>(most));
}

/// On a device; on the host all fields lie where they are computed on.
fft::Streaming streaming_here(const Parameters& p, const SetDescription& set,
                              const transport::Communicator& comm) {
  if constexpr (exec::kernel_space == exec::Space::host) return {};
  return choose_residence(p, set, comm);
}

template <class Real>
double passed_over_here(const SetDescription& set, const fft::Layout& layout,
                        const fft::Streaming& streaming) {
  const double buffers =
      fft::BatchedPipeline<Real>::memory(layout, traffic(set), streaming).batches;
  return passed_over(set, layout, sizeof(Complex<Real>), streaming, buffers);
}

/// By copies of less than the measurement of the bandwidth of memory takes.
template <class Real>
double measure_bus(const exec::Exec& exec, const SetDescription& set, const fft::Layout& layout,
                   const fft::Streaming& streaming) {
  if (!streaming.is_on()) return 0;
  const double most = passed_over_here<Real>(set, layout, streaming);
  return exec::measure_copy_bandwidth(
      exec, std::min(std::size_t{1} << 20, exec::triad_bytes(static_cast<std::size_t>(most))));
}

}  // namespace

template <class Real>
Solver<Real>::Solver(const Parameters& p, const transport::Communicator& comm)
    : Solver(p, comm, describe(p), make_equation_set<Real>(p)) {}

template <class Real>
Solver<Real>::Solver(const Parameters& p, const transport::Communicator& comm,
                     const SetDescription& set, std::unique_ptr<EquationSet<Real>> equations)
    : p_(p), set_(set), equations_(std::move(equations)), scalars_(p, set_), damping_(p),
      comm_(comm), layout_(layout_of(p, comm, sizeof(Complex<Real>))),
      group_(fft::plane_group(layout_, comm)), numbers_(layout_, p.length), k_(numbers_),
      stages_(scheme_stages(p.scheme)), forcing_(p, set_, layout_, stages_, comm),
      streaming_(streaming_here(p, set_, comm)),
      bandwidth_(
          measure_bandwidth(exec_, comm_, passed_over_here<Real>(set_, layout_, streaming_))),
      bus_bandwidth_(measure_bus<Real>(exec_, set_, layout_, streaming_)),
      state_({set_.all_components(), layout_.local_rows(), layout_.depth, layout_.group},
             fft::space_of(streaming_)),
      change_({set_.all_components(), layout_.local_rows(), layout_.depth, layout_.group},
              fft::space_of(streaming_)),
      exchange_{.route = p.transport.route,
                .chunks = chunk_count(p, layout_),
                .single_messages = p.single_messages,
                .streaming = streaming_},
      pipeline_(layout_, comm_, exec_, traffic(set_), exchange_, phases_), mode_sums_(layout_) {
  if (set_.is_quantum())
    turn_.emplace(numbers_, stages_);
  else
    for (std::size_t f = 0; f < set_.fields.size(); ++f) decay_.emplace_back(numbers_, stages_);
  if (!p.particles.empty())
    particles_ = std::make_unique<CarriedParticles<Real>>(p, layout_, comm_);
  if (!p.averages.fields.empty())
    averages_.emplace(p.averages, set_, layout_, group_, fft::space_of(streaming_));
  set_floors();
}

template <class Real>
void Solver<Real>::initialise() {
  with_host_state(true, [&](Complex<Real>* state) {
    std::fill_n(state, state_.size(), Complex<Real>{});
    set_initial_state(p_, set_, layout_, comm_, state);
    notes_ = read_initial_fields(p_, set_, layout_, comm_, state);
    for (std::string& note : set_formulas(p_, set_, layout_, comm_, state))
      notes_.push_back(std::move(note));
    if (p_.forcing.kind == ForcingKind::linear) require_no_mean(state);
    require_no_ascent(p_, set_, layout_, comm_, state);
  });
  if (particles_) particles_->place(flow());
  sums_known_ = false;
  if (set_.is_quantum()) begin_wave_function();
  initial_energy_ = set_.is_quantum() ? mass() : total_energy(set_, sums());
}

template <class Real>
void Solver<Real>::require_no_mean(Complex<Real>* state) {
  const StateField& field = set_.fields[forced_field(p_, set_)];
  if (clear_mean(field, field.first, 3, layout_, comm_, state)) return;
  throw InputError("forcing.kind = \"linear\" would make the mean of the " + field.name +
                   " grow, and that of this start is not 0. Take it away from the start, or use "
                   "another forcing.");
}

template <class Real>
void Solver<Real>::step(double time_limit) {  // docs/theory/turbulence.md
  for (std::size_t s = 0; s < stages_.size(); ++s) {
    scalars_.add_rates(pipeline_, arguments_of(s));  // (9.2)
    equations_->inverse_lines(pipeline_, std::as_const(state_).view(), k_.wave_vectors());
    equations_->planes(pipeline_, s == 0 ? largest_rate_.view() : exec::View<Real, 1>{});
    force_growth_ = force_growth(s);
    if (s == 0) choose_step(time_limit);  // (5.7)
    const StageArguments<Real> stage = arguments_of(s);
    evaluate_force(stage);
    equations_->forward_lines(pipeline_, stage);  // (5.4)
    apply_force(stage);                           // (11.7)
    advance_scalars(stage);                       // (9.3)
    damp(stage);                                  // (10.2)
  }
  if (particles_) particles_->step(flow(), dt_);  // (13.5)
  time_ = end_of_step_;
  ++steps_;
  sums_known_ = false;
  if (particles_) particles_->record(exec_, time_, steps_);
  if (averages_ && averages_->is_due(time_, steps_)) take_average();  // (14.7)
}

template <class Real>
void Solver<Real>::take_average() {
  const auto timer = phases_.measure(averages_phase);
  averages_->add(exec_, time_,
                 [this](const std::string& name, exec::View<Real, 4> out) { evaluate(name, out); });
}

template <class Real>
typename CarriedParticles<Real>::Flow Solver<Real>::flow() {
  return {exec_, pipeline_, phases_, std::as_const(state_).view()};
}

template <class Real>
void Solver<Real>::advance_scalars(const StageArguments<Real>& stage) {
  if (scalars_.count() == 0) return;
  const auto timer = phases_.measure(scalar_stage_phase);
  scalars_.advance(pipeline_, stage, decay_, set_.fields_in_sweeps());
}

template <class Real>
void Solver<Real>::damp(const StageArguments<Real>& stage) {
  if (!damping_.is_present()) return;
  const auto timer = phases_.measure(damping_phase);
  const std::size_t next = stage.index + 1;
  const double end = next < stages_.size() ? stages_[next].c : 1.0;
  damping_.apply(pipeline_, stage, (end - stages_[stage.index].c) * dt_);
}

template <class Real>
double Solver<Real>::force_growth(std::size_t stage) {
  if (!forcing_.acts_on_modes()) return 0;
  const auto timer = phases_.measure(forcing_phase);
  return forcing_.growth_rate(exec_, arguments_of(stage));
}

template <class Real>
void Solver<Real>::evaluate_force(const StageArguments<Real>& stage) {
  if (!forcing_.acts_on_modes()) return;
  const auto timer = phases_.measure(forcing_phase);
  if (stage.index == 0) forcing_.begin_step(exec_, steps_, dt_);
  forcing_.evaluate(exec_, stage);
}

template <class Real>
void Solver<Real>::apply_force(const StageArguments<Real>& stage) {
  if (!forcing_.acts_on_modes()) return;
  const auto timer = phases_.measure(forcing_phase);
  forcing_.apply(exec_, stage);
}

template <class Real>
void Solver<Real>::choose_step(double time_limit) {
  courant_rate_.reset();
  double dt = p_.step.value_or(0);
  if (p_.cfl) {
    const double fastest = fastest_rate();
    // A state at rest has no time scale: then the step is what is left of the run.
    dt = fastest > 0 ? *p_.cfl / fastest : time_limit - time_;
  }
  if (!std::isfinite(dt))
    throw InputError("time.cfl says no step: the flow is at rest, nothing drives it, and the run "
                     "has no end in time. Give time.step in place of time.cfl, or time.end in "
                     "place of time.steps.");
  const simulation::PlannedStep next = simulation::planned_step(time_, dt, time_limit);
  dt_ = next.size;
  end_of_step_ = next.end;
  if (dt_ == decay_dt_) return;
  if (turn_) turn_->tabulate(exec_, set_.fields.front().diffusivity * dt_);  // (12.5)
  const bool exact = p_.viscous == Viscous::integrating_factor;
  for (std::size_t f = 0; f < decay_.size(); ++f)
    decay_[f].tabulate(exec_, exact ? set_.fields[f].diffusivity * dt_ : 0,  // (5.5)
                       forcing_.growth_in_factors(f, dt_));                  // (11.2)
  decay_dt_ = dt_;
}

/// The largest |u_x| / dx + |u_y| / dy + |u_z| / dz of the state that the last step began with, on
/// all ranks; infinite where it is no number. Brought from the device, and agreed on, when it is
/// first asked for after a step: a step of fixed length does without. Collective.
template <class Real>
double Solver<Real>::courant_rate() {
  if (!courant_rate_) {
    const auto rate =
        static_cast<double>(exec::value_at(exec_, std::as_const(largest_rate_).view().data));
    courant_rate_ = comm_.max(std::isfinite(rate) ? rate : std::numeric_limits<double>::infinity());
  }
  return *courant_rate_;
}

/// What a step of Courant number C must not exceed C divided by: advection, waves, a force that
/// follows the field, explicit diffusion.
template <class Real>
double Solver<Real>::fastest_rate() {
  const double waves = std::max(fastest_wave(p_), force_growth_) / wave_phase_per_step * *p_.cfl;
  double fastest = std::max({courant_rate(), waves, rate_from_rest(p_)});
  if (p_.viscous == Viscous::integrating_factor || turn_) return fastest;
  const fft::Modes& modes = layout_.modes;
  const int largest[] = {modes.kx, modes.ky, modes.kz};
  double k_squared = 0;
  for (std::size_t d = 0; d < 3; ++d)
    k_squared += std::pow(2 * std::numbers::pi * largest[d] / p_.length[d], 2);
  for (const StateField& field : set_.fields)
    fastest = std::max(fastest, field.diffusivity * k_squared / largest_viscous_step * *p_.cfl);
  return fastest;
}

template <class Real>
StageArguments<Real> Solver<Real>::arguments_of(std::size_t stage) {
  StageArguments<Real> arguments{.index = stage,
                                 .state = state_.view(),
                                 .change = change_.view(),
                                 .k = k_.wave_vectors(),
                                 .decay = {},
                                 .turn = {},
                                 .friction = {},
                                 .a = static_cast<Real>(stages_[stage].a),
                                 .b = static_cast<Real>(stages_[stage].b),
                                 .dt = static_cast<Real>(dt_),
                                 .scale = static_cast<Real>(1 / layout_.scale()),
                                 .place = stage == 0                   ? StagePlace::first
                                          : stage + 1 < stages_.size() ? StagePlace::middle
                                                                       : StagePlace::last};
  if (turn_) {
    arguments.turn = turn_->of(stage);
    return arguments;
  }
  const bool is_explicit = p_.viscous == Viscous::explicit_term;
  for (std::size_t f = 0; f < set_.fields_in_sweeps(); ++f) {
    arguments.decay[f] = decay_[f].of(stage);
    arguments.friction[f] = static_cast<Real>(is_explicit ? set_.fields[f].diffusivity : 0.0);
  }
  return arguments;
}

TW_INSTANTIATE(Solver)

}  // namespace thalweg::turbulence::inline TW_HALF
