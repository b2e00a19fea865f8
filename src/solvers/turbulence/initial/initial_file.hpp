// SPDX-License-Identifier: Apache-2.0
// A velocity field from a file, resampled spectrally where its grid differs from the case's.
#pragma once

#include "base/complex.hpp"
#include "solvers/turbulence/parameters.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

/// As set_initial_velocity, for initial.kind = "file": the field is transformed on its own grid,
/// the modes that both grids keep are taken over, and the rest is zero. Collective. Throws
/// InputError where the file cannot be used.
template <class Real>
void read_initial_velocity(const Parameters& parameters, const fft::Layout& layout,
                           const transport::Communicator& comm, Complex<Real>* velocity);

}  // namespace thalweg::turbulence
