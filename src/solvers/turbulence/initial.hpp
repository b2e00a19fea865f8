// SPDX-License-Identifier: Apache-2.0
// Initial states, built on the host in spectral space. docs/theory/turbulence.md, section 6.
#pragma once

#include "base/complex.hpp"
#include "fft/layout.hpp"
#include "solvers/turbulence/parameters.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

/// Fill this rank's modes of the velocity the case asks for: (component, row, depth, column) in the
/// layout's padded order, zero on entry. Divergence-free, and the same field on any number of
/// ranks. Collective. Throws InputError where a file cannot be used.
template <class Real>
void set_initial_velocity(const Parameters& parameters, const fft::Layout& layout,
                          const transport::Communicator& comm, Complex<Real>* velocity);

}  // namespace thalweg::turbulence
