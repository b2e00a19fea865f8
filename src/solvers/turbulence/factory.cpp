// SPDX-License-Identifier: Apache-2.0
// Builds the solver in this half: on the CPU, or on a device.
#include "exec/device_info.hpp"
#include "solvers/turbulence/navier_stokes.hpp"

namespace thalweg::turbulence::inline TW_HALF {

std::unique_ptr<simulation::Simulation> build(io::Case& input,
                                              const transport::Communicator& comm) {
  const Parameters p = read_parameters(input);
  if (p.single_precision) return std::make_unique<NavierStokes<float>>(p, comm);
  return std::make_unique<NavierStokes<double>>(p, comm);
}

#ifdef TW_DEVICE_HALF
[[maybe_unused]] static const bool registered = [] {
  simulation::Registry::instance().add_factory("turbulence", "cuda", build);
  return true;
}();
#endif

}  // namespace thalweg::turbulence::inline TW_HALF
