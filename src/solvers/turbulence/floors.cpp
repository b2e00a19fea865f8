// SPDX-License-Identifier: Apache-2.0
// The least time of the parts of a step on this machine: docs/theory/turbulence.md, section 8.
#include <algorithm>

#include "solvers/turbulence/bus_model.hpp"
#include "solvers/turbulence/flops.hpp"
#include "solvers/turbulence/solver.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// The least time of each sweep: its bare transforms, and the bytes that must pass through memory.
/// docs/theory/turbulence.md, section 8.
template <class Real>
void Solver<Real>::set_floors() {
  const std::size_t stages = stages_.size();
  constexpr int complex_bytes = sizeof(Complex<Real>);
  const fft::BareTimes bare = pipeline_.measure_bare_times(comm_);
  const auto set = [&](const std::string& name, double transforms, double moved) {
    Phase& phase = phases_[name];
    phase.bytes_per_call = comm_.max(moved);
    phase.floor_seconds = transforms + phase.bytes_per_call / comm_.min(bandwidth_);
  };
  const Conversion conversion = conversion_of(
      p_, layout_, complex_bytes, together_in(fft::expected_sharing(comm_, p_.transport.route)));
  for (const Pass& pass : passes_of(set_)) {
    const SweepBytes bytes = sweep_bytes(pass, layout_, stages, complex_bytes, conversion);
    set(pass.inverse_lines, pass.to_points * bare.lines_inverse, bytes.inverse_lines);
    set(pass.planes, pass.to_points * bare.planes_inverse + pass.to_modes * bare.planes_forward,
        bytes.planes);
    set(pass.forward_lines, pass.to_modes * bare.lines_forward, bytes.forward_lines);
  }
  const double component = static_cast<double>(layout_.local_modes()) * complex_bytes;
  for (const ModeSweep& sweep : mode_sweeps_of(p_, set_))
    set(sweep.phase, 0, 4 * sweep.components * component);
  if (particles_) {
    const ParticleSweepBytes bytes = particle_sweep_bytes(p_, layout_, complex_bytes, conversion);
    set(spline_phases[0], 3 * bare.lines_inverse, bytes.lines);
    set(spline_phases[1], 3 * bare.planes_inverse, bytes.planes);
    set(particles_phase, 0, bytes.particles);
  }
  if (averages_) {
    const AverageWork work = average_work(p_, set_, layout_, complex_bytes, conversion);
    set(averages_phase,
        work.to_points() * (bare.lines_inverse + bare.planes_inverse) +
            work.to_modes() * (bare.lines_forward + bare.planes_forward),
        work.bytes);
  }
  set("diagnostics", 0, set_.all_components() * component);
  set_flops(bare);
  if (streaming_.is_on()) raise_floors_to_bus();
}

/// Particles are not counted.
template <class Real>
void Solver<Real>::set_flops(const fft::BareTimes& bare) {
  const auto set = [&](const std::string& name, double flops) {
    phases_[name].flops_per_call = comm_.max(flops);
  };
  const auto passes = passes_of(set_);
  const auto pointwise = pointwise_flops(p_, set_);
  for (std::size_t n = 0; n < passes.size(); ++n) {
    const SweepFlops flops = sweep_flops(passes[n], pointwise[n], layout_);
    set(passes[n].inverse_lines, flops.inverse_lines);
    set(passes[n].planes, flops.planes);
    set(passes[n].forward_lines, flops.forward_lines);
  }
  for (const ModeSweep& sweep : mode_sweeps_of(p_, set_))
    set(sweep.phase,
        sweep.components * flops_of(sweep) * static_cast<double>(layout_.local_modes()));
  const TransformFlops field = transform_flops(layout_);
  if (averages_) {
    const AverageWork work = average_work(p_, set_, layout_, sizeof(Complex<Real>), {});
    set(averages_phase, (work.to_points() + work.to_modes()) * (field.lines + field.planes));
  }
  const double seconds =
      bare.lines_inverse + bare.lines_forward + bare.planes_inverse + bare.planes_forward;
  flops_per_second_ = comm_.min(seconds > 0 ? 2 * (field.lines + field.planes) / seconds : 0.0);
}

/// Both ways of the bus are busy at once, and while the device works: the longest of the three
/// decides. (8.6)
template <class Real>
void Solver<Real>::raise_floors_to_bus() {
  const std::size_t stages = stages_.size();
  constexpr int complex_bytes = sizeof(Complex<Real>);
  const auto raise = [&](const std::string& name, const BusBytes& bytes, double calls) {
    double& floor = phases_[name].floor_seconds;
    const double most = comm_.max(std::max(bytes.to_device, bytes.to_host) / calls);
    floor = std::max(floor, most / comm_.min(bus_bandwidth_));
  };
  const auto of_stage = static_cast<double>(stages);
  for (const Pass& pass : passes_of(set_)) {
    const PassBus bus = bus_bytes(pass, layout_, stages, complex_bytes);
    raise(pass.inverse_lines, bus.inverse_lines, of_stage * pass.per_stage);
    raise(pass.planes, bus.planes, of_stage * pass.per_stage);
    raise(pass.forward_lines, bus.forward_lines, of_stage * pass.per_stage);
  }
  for (const ModeSweep& sweep : mode_sweeps_of(p_, set_))
    raise(sweep.phase, bus_bytes(sweep, layout_, stages, complex_bytes), of_stage);
  raise("diagnostics", {static_cast<double>(state_.size()) * complex_bytes, 0}, 1);
}

TW_INSTANTIATE(Solver)

}  // namespace thalweg::turbulence::inline TW_HALF
