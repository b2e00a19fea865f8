// SPDX-License-Identifier: Apache-2.0
// What a case will take, from its layout alone.
#pragma once

#include "fft/streaming.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Bytes that the rank with most will hold. device: cpu or cuda; threads: per rank. Collective.
simulation::MemoryEstimate estimate_memory(const Parameters& parameters,
                                           const transport::Communicator& comm,
                                           const std::string& device, int threads);

/// Bytes that this rank takes of its device. Collective.
double device_memory(const Parameters& parameters, const transport::Communicator& comm,
                     const fft::Streaming& streaming);

}  // namespace thalweg::turbulence
