// SPDX-License-Identifier: Apache-2.0
// Initial states, built on the host in spectral space. docs/theory/turbulence.md, section 6.
#pragma once

#include "base/complex.hpp"
#include "fft/layout.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

/// Fill this rank's modes of the state the case asks for: (component, row, depth, column) in the
/// layout's padded order, zero on entry. Vectors are divergence-free, and fields the same on any
/// number of ranks. Collective. Throws InputError where a file cannot be used.
template <class Real>
void set_initial_state(const Parameters& parameters, const SetDescription& set,
                       const fft::Layout& layout, const transport::Communicator& comm,
                       Complex<Real>* state);

}  // namespace thalweg::turbulence
