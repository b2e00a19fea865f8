// SPDX-License-Identifier: Apache-2.0
// Builds the solver in this half: on the CPU, or on a device.
#include "exec/device_info.hpp"
#include "solvers/turbulence/solver.hpp"
#include "solvers/turbulence/split_choice.hpp"

namespace thalweg::turbulence::inline TW_HALF {

std::unique_ptr<simulation::Simulation> build(io::Case& input,
                                              const transport::Communicator& comm) {
  Parameters p = read_parameters(input);
  choose_split(p, comm, exec::kernel_space == exec::Space::device);
  if (p.single_precision) return std::make_unique<Solver<float>>(p, comm);
  return std::make_unique<Solver<double>>(p, comm);
}

namespace {

bool register_device() {
  simulation::Registry::instance().add_factory("turbulence", "cuda", build);
  return true;
}

// A constant on the host, where register.cpp chooses among several builds of this source.
[[maybe_unused]] const bool registered =
    exec::kernel_space == exec::Space::device && register_device();

}  // namespace

}  // namespace thalweg::turbulence::inline TW_HALF
