// SPDX-License-Identifier: Apache-2.0
// Fields that a case gives as formulas.
#pragma once

#include <string>
#include <vector>

#include "base/complex.hpp"
#include "fft/layout.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

/// Set the fields of the state that initial.formulas gives (as set_initial_state does, which has
/// set the others): values on the grid, plane by plane, transformed to the modes that are kept;
/// vectors are made divergence-free. Gives a line for the user for each field that is not what its
/// formula says. Collective. Throws InputError where a formula is not finite, or gives the magnetic
/// field a mean.
template <class Real>
std::vector<std::string> set_formulas(const Parameters& parameters, const SetDescription& set,
                                      const fft::Layout& layout,
                                      const transport::Communicator& comm, Complex<Real>* state);

}  // namespace thalweg::turbulence
