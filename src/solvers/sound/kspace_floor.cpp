// SPDX-License-Identifier: Apache-2.0
// The least time of each sweep: its bare transforms, and the bytes that must pass through memory.
// docs/theory/sound.md, section 7.
#include "exec/bandwidth.hpp"
#include "solvers/sound/kspace.hpp"

namespace thalweg::sound::inline TW_HALF {

template <class Real, int D>
void KSpace<Real, D>::set_floors() {
  const double points = static_cast<double>(domain_.end() - domain_.begin()) * sizeof(Real);
  const double travelling = static_cast<double>(domain_.layout.local_rows()) *
                            domain_.layout.group * domain_.layout.nz * sizeof(Complex<Real>);
  const double working_set = comm_.max(travelling * 3 + points * (2 * D + 1));
  comm_.barrier();
  bandwidth_ = exec::measure_triad_bandwidth(exec_, static_cast<std::size_t>(working_set));
  const fft::FilterBareTimes bare = pipeline_.measure_bare_times(comm_);
  const double bandwidth = comm_.min(bandwidth_);
  const auto set = [&](const char* name, double transforms, double bytes) {
    Phase& phase = phases_[name];
    phase.bytes_per_call = comm_.max(bytes);
    phase.floor_seconds = transforms + phase.bytes_per_call / bandwidth;
  };
  const auto size = [](const Coefficient<Real>& c) { return static_cast<double>(c.bytes()); };
  double inertia = 0;
  for (const auto& c : medium_.dt_per_density) inertia += size(c);
  const double state = size(medium_.speed_squared) + size(medium_.nonlinear);
  constexpr int carried = D == 1 ? 1 : 2;
  const int moved = domain_.axisymmetric ? 3 : D;  // fields of the velocity on their way
  set("modes_of_pressure", bare.lines_forward + carried * bare.lines_inverse,
      (1 + carried) * travelling);
  set("velocity", D * bare.planes_inverse + moved * bare.planes_forward,
      (carried + moved) * travelling + 2 * D * points + inertia);
  set("modes_of_velocity", moved * bare.lines_forward + D * bare.lines_inverse,
      (moved + D) * travelling);
  if (!power_law_)
    return set("density_and_pressure", D * bare.planes_inverse + bare.planes_forward,
               (D + 1) * travelling + (2 * D + 1) * points + size(medium_.density) + state +
                   size(medium_.tau));
  const int back = combined_ ? 1 : 2;
  set("density", D * bare.planes_inverse + 2 * bare.planes_forward,
      (D + 2) * travelling + 2 * D * points + size(medium_.density));
  set("modes_of_absorption", 2 * bare.lines_forward + back * bare.lines_inverse,
      (2 + back + 0.5) * travelling);  // the power of |k| is half a field
  set("pressure", back * bare.planes_inverse + bare.planes_forward,
      (back + 1) * travelling + (D + 1) * points + state + (combined_ ? 0 : size(medium_.tau)));
}

#define TW_INSTANTIATE_FLOOR(Real, D) template void KSpace<Real, D>::set_floors();
TW_INSTANTIATE_FLOOR(float, 1)
TW_INSTANTIATE_FLOOR(float, 2)
TW_INSTANTIATE_FLOOR(float, 3)
TW_INSTANTIATE_FLOOR(double, 1)
TW_INSTANTIATE_FLOOR(double, 2)
TW_INSTANTIATE_FLOOR(double, 3)

}  // namespace thalweg::sound::inline TW_HALF
