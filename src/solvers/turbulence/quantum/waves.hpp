// SPDX-License-Identifier: Apache-2.0
// Starts of a wave function that are given by their modes: a small wave, and waves of all kinds
// with equal energy (docs/theory/turbulence.md, (12.6), (12.18)).
#pragma once

#include "solvers/turbulence/initial/mode_writer.hpp"
#include "solvers/turbulence/parameters.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

/// sqrt n0, with what the case asks for on top of it where that is made of waves. Collective.
template <class Real>
void set_waves(const Parameters& parameters, const fft::Layout& layout,
               const transport::Communicator& comm, const ModeWriter<Real>& modes);

}  // namespace thalweg::turbulence
