// SPDX-License-Identifier: Apache-2.0
// Means of a state that some term would make grow for ever: they must be 0 but for rounding.
#pragma once

#include "base/complex.hpp"
#include "fft/layout.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence {

/// What of a field is rounding, over its size.
inline constexpr double rounding_of_means = 1e-6;

/// Root of the sum of squares of a field's modes, each as it is stored. Collective.
template <class Real>
double size_of(const StateField& field, const fft::Layout& layout,
               const transport::Communicator& comm, const Complex<Real>* state);

/// Set the mean of so many components of a field to 0. False: it was more than rounding of the
/// field. Collective.
template <class Real>
bool clear_mean(const StateField& field, int first, int count, const fft::Layout& layout,
                const transport::Communicator& comm, Complex<Real>* state);

/// Refuse a mean vertical velocity of a stratified flow: by (2.4) the mean buoyancy would grow.
/// Rounding of it is taken away. Throws InputError. Collective.
template <class Real>
void require_no_ascent(const Parameters& parameters, const SetDescription& set,
                       const fft::Layout& layout, const transport::Communicator& comm,
                       Complex<Real>* state);

}  // namespace thalweg::turbulence
