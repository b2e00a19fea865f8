// SPDX-License-Identifier: Apache-2.0
// Fields from files, resampled spectrally where their grid differs from the case's.
#pragma once

#include <string>
#include <vector>

#include "base/complex.hpp"
#include "fft/layout.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

/// Set the fields of the state that initial.file_fields names: each is transformed on its own grid,
/// the modes that both grids keep are taken over, and the rest is zero; vectors are made
/// divergence-free. Gives a line for the user for each field that is not what its file says.
/// Collective. Throws InputError where a file cannot be used, or its magnetic field has another
/// mean than the case.
template <class Real>
std::vector<std::string> read_initial_fields(const Parameters& parameters,
                                             const SetDescription& set, const fft::Layout& layout,
                                             const transport::Communicator& comm,
                                             Complex<Real>* state);

}  // namespace thalweg::turbulence
