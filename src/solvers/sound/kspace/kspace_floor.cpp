// SPDX-License-Identifier: Apache-2.0
// The least time of each sweep: its bare transforms, and the bytes that must pass through memory.
// docs/theory/sound.md, section 7.
#include "exec/bandwidth.hpp"
#include "solvers/sound/kspace/kspace.hpp"

namespace thalweg::sound::inline TW_HALF {

/// Over as much memory as a step uses.
template <class Real, int D>
double KSpace<Real, D>::measure_bandwidth() const {
  const double bytes = comm_.max(working_set(domain_, sizeof(Real)));
  comm_.barrier();
  return exec::measure_triad_bandwidth(exec_, static_cast<std::size_t>(bytes));
}

template <class Real, int D>
void KSpace<Real, D>::set_floors() {
  const double points = static_cast<double>(domain_.end() - domain_.begin()) * sizeof(Real);
  const double travelling = travelling_bytes(domain_, sizeof(Real));
  const fft::BareTimes bare = pipeline_.measure_bare_times(comm_);
  const double bandwidth = comm_.min(bandwidth_);
  const auto size = [](const Coefficient<Real>& c) { return static_cast<double>(c.bytes()); };
  CoefficientBytes coefficients{.density = size(medium_.density),
                                .state = size(medium_.speed_squared) + size(medium_.nonlinear),
                                .tau = size(medium_.tau)};
  for (const auto& c : medium_.dt_per_density) coefficients.inertia += size(c);
  for (const Sweep& s : sweeps(form_, coefficients)) {
    Phase& phase = phases_[s.phase];
    phase.bytes_per_call =
        comm_.max((s.arrived + s.out + s.modes) * travelling + s.points * points + s.coefficients);
    const bool on_rows = s.sends == fft::TileDirection::to_planes;
    const double transforms = on_rows ? s.in * bare.lines_forward + s.out * bare.lines_inverse
                                      : s.in * bare.planes_inverse + s.out * bare.planes_forward;
    phase.floor_seconds = transforms + phase.bytes_per_call / bandwidth;
  }
}

#define TW_INSTANTIATE_MEMBERS(Real, D)                                                            \
  template double KSpace<Real, D>::measure_bandwidth() const;                                      \
  template void KSpace<Real, D>::set_floors();
TW_EACH_FORM(TW_INSTANTIATE_MEMBERS)
#undef TW_INSTANTIATE_MEMBERS

}  // namespace thalweg::sound::inline TW_HALF
