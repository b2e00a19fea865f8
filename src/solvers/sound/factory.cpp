// SPDX-License-Identifier: Apache-2.0
// Builds the solver in this half: on the CPU, or on a device.
#include "solvers/sound/kspace/kspace.hpp"
#include "solvers/sound/problem/builders.hpp"

namespace thalweg::sound::inline TW_HALF {

namespace {

template <class Real>
std::unique_ptr<WaveSolver> build_in(const Problem& problem, const Sensors& sensors,
                                     SeriesSink* sink, const SolverOptions& options,
                                     const transport::Communicator& comm) {
  if (problem.dimensions == 1)
    return std::make_unique<KSpace<Real, 1>>(problem, sensors, sink, options, comm);
  if (problem.dimensions == 2)
    return std::make_unique<KSpace<Real, 2>>(problem, sensors, sink, options, comm);
  return std::make_unique<KSpace<Real, 3>>(problem, sensors, sink, options, comm);
}

}  // namespace

std::unique_ptr<WaveSolver> build_waves(const Problem& problem, const Sensors& sensors,
                                        SeriesSink* sink, const SolverOptions& options,
                                        const transport::Communicator& comm) {
  return (options.single_precision ? build_in<float> : build_in<double>)(problem, sensors, sink,
                                                                         options, comm);
}

// A constant on the host, where register.cpp chooses among several builds of this source.
[[maybe_unused]] static const bool registered =
    exec::kernel_space == exec::Space::device && add_builder("cuda", build_waves);

}  // namespace thalweg::sound::inline TW_HALF
