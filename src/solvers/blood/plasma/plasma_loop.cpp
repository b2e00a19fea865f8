// SPDX-License-Identifier: Apache-2.0
// Flow round a vessel that closes on itself: docs/theory/blood.md, section 5.
#include "base/error.hpp"
#include "exec/reduce.hpp"
#include "solvers/blood/plasma/plasma.hpp"

namespace thalweg::blood::inline TW_HALF {

template <class Real>
void Plasma<Real>::set_up_loop() {
  const int sites = sites_.own();
  std::vector<Real> direction(3 * static_cast<std::size_t>(sites));
  for (int i = 0; i < sites; ++i) {
    const auto site = static_cast<std::size_t>(i);
    const geometry::Vector along =
        p_.vessel.interior->loop_direction(p_.vessel.place(sites_.cells()[site]));
    for (std::size_t d = 0; d < 3; ++d)
      direction[d * static_cast<std::size_t>(sites) + site] = static_cast<Real>(along[d]);
  }
  loop_.emplace(LoopForce<Real>{exec::Array<Real, 2>({3, sites})});
  exec::copy_bytes(exec_, loop_->direction.view().data, direction.data(),
                   direction.size() * sizeof(Real));
  exec_.wait();
  if (cells_) return;
  loop_->force = exec::Array<Real, 2>({3, sites});
  loop_->velocity = exec::Array<Real, 2>({3, sites});
}

/// (5.10), to what membranes push at the present time.
template <class Real>
void Plasma<Real>::push_round_loop() {
  if (!loop_) return;
  const auto timer = phases_.measure("drive");
  const auto strength =
      static_cast<Real>(p_.lattice_axial_force(static_cast<double>(steps_) * units_.step));
  in_state([&]<State state, class Force>(const Slots<state>&, const Force& force) {
    if constexpr (std::is_same_v<Force, NodeForce<Real>>)
      exec::parallel_for(exec_, sites_.own(),
                         AddLoopForce<Real>{force, std::as_const(*loop_).direction.view().data,
                                            loop_->sites(), strength});
  });
}

/// Of all sites, in spacings per step. (5.11)
template <class Real>
double Plasma<Real>::sum_along_loop() {
  const auto timer = phases_.measure("diagnostics");
  return comm_.sum(in_state([&]<State state, class Force>(const Slots<state>& slots,
                                                          const Force& force) -> double {
    if constexpr (std::is_same_v<Force, NodeForce<Real>>)
      return exec::parallel_sum<double>(exec_, sites_.own(),
                                        VelocityAlongLoop<state, Real, Force>{
                                            {slots, std::as_const(populations_).view().data, force},
                                            std::as_const(*loop_).direction.view().data,
                                            loop_->sites()});
    return 0;
  }));
}

TW_INSTANTIATE(Plasma)

}  // namespace thalweg::blood::inline TW_HALF
