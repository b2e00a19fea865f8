// SPDX-License-Identifier: Apache-2.0
// The step. What is measured and written about a state: diagnostics.cpp, output.cpp.
#include "solvers/turbulence/navier_stokes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "exec/bandwidth.hpp"
#include "solvers/turbulence/initial.hpp"
#include "solvers/turbulence/step_model.hpp"

namespace thalweg::turbulence::inline TW_HALF {

namespace {

/// Over as much memory as a step uses.
double measure_bandwidth(const exec::Exec& exec, const transport::Communicator& comm,
                         const SweepBytes& bytes) {
  const double working_set = comm.max(bytes.working_set);
  comm.barrier();
  return exec::measure_triad_bandwidth(exec, static_cast<std::size_t>(working_set));
}

}  // namespace

template <class Real>
NavierStokes<Real>::NavierStokes(const Parameters& p, const transport::Communicator& comm)
    : p_(p), comm_(comm),
      layout_(fft::make_layout(p.modes(), comm.rank(), comm.size(), sizeof(Complex<Real>))),
      numbers_(layout_, p.length), k_(numbers_), stages_(scheme_stages(p.scheme)),
      bandwidth_(measure_bandwidth(exec_, comm_, bytes_of_sweeps())),
      velocity_({3, layout_.local_rows(), layout_.depth, layout_.group}),
      change_({3, layout_.local_rows(), layout_.depth, layout_.group}), exchange_{p.transport.route,
                                                                                  chunk_count(
                                                                                      p, layout_)},
      pipeline_(layout_, comm_, exec_, traffic(), exchange_, phases_), decay_(numbers_, stages_),
      mode_sums_(layout_) {
  set_floors();
}

template <class Real>
SweepBytes NavierStokes<Real>::bytes_of_sweeps() const {
  return sweep_bytes(layout_, stages_.size(), sizeof(Complex<Real>));
}

template <class Real>
void NavierStokes<Real>::initialise() {
  const std::size_t size = velocity_.size();
  if constexpr (exec::kernel_space == exec::Space::host) {
    set_initial_velocity(p_, layout_, comm_, velocity_.view().data);
  } else {
    std::vector<Complex<Real>> host(size);
    set_initial_velocity(p_, layout_, comm_, host.data());
    exec::copy_bytes(exec_, velocity_.view().data, host.data(), size * sizeof(Complex<Real>));
    exec_.wait();
  }
  sums_known_ = false;
  initial_energy_ = sums().energy;
}

template <class Real>
void NavierStokes<Real>::step(double time_limit) {  // docs/theory/turbulence.md
  for (std::size_t s = 0; s < stages_.size(); ++s) {
    pipeline_.template modes<0, fields_to_points>(
        "inverse_lines",
        LoadVelocityAndVorticity<Real>{// u^, i k x u^          (1.5)
                                       std::as_const(velocity_).view(), k_.wave_vectors()});
    pipeline_.template planes<fields_to_points, fields_to_modes>(
        "planes", fft::SpreadAsIs<Real>{},
        CrossProduct<Real>{{// N = u x omega         (1.6)
                            static_cast<Real>(p_.points[0] / p_.length[0]),
                            static_cast<Real>(p_.points[1] / p_.length[1]),
                            static_cast<Real>(p_.points[2] / p_.length[2])}},
        s == 0 ? largest_rate_.view() : exec::View<Real, 1>{});
    if (s == 0) choose_step(time_limit);  // dt                    (5.7)
    if (s == 0)
      advance<StagePlace::first>(s);  // P N, then one stage   (1.7), (5.4)
    else if (s + 1 < stages_.size())
      advance<StagePlace::middle>(s);
    else
      advance<StagePlace::last>(s);
  }
  time_ = time_ + dt_ < time_limit ? time_ + dt_ : time_limit;
  ++steps_;
  sums_known_ = false;
}

template <class Real>
void NavierStokes<Real>::choose_step(double time_limit) {
  courant_rate_.reset();
  double dt = p_.step.value_or(0);
  if (p_.cfl) {
    const double fastest = fastest_rate();
    // A state at rest has no time scale: then the step is what is left of the run.
    dt = fastest > 0 ? *p_.cfl / fastest : time_limit - time_;
  }
  // The margin avoids a last step of rounding size.
  dt_ = time_ + dt * (1 + 1e-9) >= time_limit ? time_limit - time_ : dt;
  if (dt_ == decay_dt_) return;
  const bool exact = p_.viscous == Viscous::integrating_factor;
  decay_.tabulate(exec_, exact ? p_.viscosity * dt_ : 0);  // (5.5)
  decay_dt_ = dt_;
}

/// The largest |u_x| / dx + |u_y| / dy + |u_z| / dz of the state that the last step began with, on
/// all ranks; infinite where it is no number. Brought from the device, and agreed on, when it is
/// first asked for after a step: a step of fixed length does without. Collective.
template <class Real>
double NavierStokes<Real>::courant_rate() {
  if (!courant_rate_) {
    const auto rate =
        static_cast<double>(exec::value_at(exec_, std::as_const(largest_rate_).view().data));
    courant_rate_ = comm_.max(std::isfinite(rate) ? rate : std::numeric_limits<double>::infinity());
  }
  return *courant_rate_;
}

/// What a step of Courant number C must not exceed C divided by: advection, explicit diffusion.
template <class Real>
double NavierStokes<Real>::fastest_rate() {
  if (p_.viscous == Viscous::integrating_factor) return courant_rate();
  const fft::Modes& modes = layout_.modes;
  const int largest[] = {modes.kx, modes.ky, modes.kz};
  double k_squared = 0;
  for (std::size_t d = 0; d < 3; ++d)
    k_squared += std::pow(2 * std::numbers::pi * largest[d] / p_.length[d], 2);
  return std::max(courant_rate(), p_.viscosity * k_squared / largest_viscous_step * *p_.cfl);
}

template <class Real>
template <StagePlace place>
void NavierStokes<Real>::advance(std::size_t stage) {
  pipeline_.template modes<fields_to_modes, 0>(
      "forward_lines",
      Advance<Real, place>{.velocity = velocity_.view(),
                           .change = change_.view(),
                           .k = k_.wave_vectors(),
                           .decay = decay_.of(stage),
                           .a = static_cast<Real>(stages_[stage].a),
                           .b = static_cast<Real>(stages_[stage].b),
                           .dt = static_cast<Real>(dt_),
                           .scale = static_cast<Real>(1 / layout_.scale()),
                           .explicit_viscosity = static_cast<Real>(
                               p_.viscous == Viscous::explicit_term ? p_.viscosity : 0.0)});
}

/// The least time of each sweep: its bare transforms, and the bytes that must pass through memory.
/// docs/theory/turbulence.md, section 8.
template <class Real>
void NavierStokes<Real>::set_floors() {
  const SweepBytes bytes = bytes_of_sweeps();
  const fft::BareTimes bare = pipeline_.measure_bare_times(comm_);
  const auto set = [&](const char* name, double transforms, double moved) {
    Phase& phase = phases_[name];
    phase.bytes_per_call = comm_.max(moved);
    phase.floor_seconds = transforms + phase.bytes_per_call / comm_.min(bandwidth_);
  };
  set("inverse_lines", fields_to_points * bare.lines_inverse, bytes.inverse_lines);
  set("planes", fields_to_points * bare.planes_inverse + fields_to_modes * bare.planes_forward,
      bytes.planes);
  set("forward_lines", fields_to_modes * bare.lines_forward, bytes.forward_lines);
  set("diagnostics", 0, bytes.diagnostics);
}

template class NavierStokes<float>;
template class NavierStokes<double>;

}  // namespace thalweg::turbulence::inline TW_HALF
