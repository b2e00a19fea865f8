// SPDX-License-Identifier: Apache-2.0
// Fields that are given at points, as modes: what formulas and files have in common.
#pragma once

#include <string>
#include <vector>

#include "fft/rectangles.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

/// Mean squares of a field: of the values, of the modes that are kept, and without divergence.
struct Squares {
  double values = 0, kept = 0, left = 0;
};

/// Transform values on this rank's planes, (plane, y, x, component of three), to the first modes'
/// components of `layout`. Those of `kept` count for the sums. A vector is made divergence-free
/// (1.7). Collective.
template <class Real>
Squares modes_of_values(const Parameters& parameters, const fft::Layout& layout,
                        const fft::Modes& kept, const transport::Communicator& comm,
                        exec::View<const Real, 4> values, SpectralView<Real> modes);

/// What of a field was lost, where it is more than rounding: lines for the user.
template <class Real>
std::vector<std::string> losses(const std::string& name, const Squares& squares);

/// The uniform field is the mean of b, and turbulence.magnetic_field says it. Give the state that
/// mean in place of its own. Throws InputError where its own is another, or is not 0 where
/// `may_repeat` is false: it must not be given twice. Collective.
template <class Real>
void set_uniform_field(const Parameters& parameters, const StateField& magnetic, bool may_repeat,
                       const std::string& name, const fft::Layout& layout,
                       const transport::Communicator& comm, Complex<Real>* state);

/// What this transforms at a time, for estimates.
fft::Traffic point_values_traffic();

}  // namespace thalweg::turbulence
