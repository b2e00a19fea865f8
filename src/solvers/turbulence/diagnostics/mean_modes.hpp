// SPDX-License-Identifier: Apache-2.0
// The mean of a vector field, its mode k = 0: a mean flow, or a uniform magnetic field.
#pragma once

#include <array>

#include "exec/memory.hpp"
#include "solvers/turbulence/kernels.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence::inline TW_HALF {

template <class Real>
using MeanModes = std::array<Complex<Real>, 3>;

/// Those of the components from `first` on. The first mode of the first rank has k = 0: on all
/// others they are 0.
template <class Real>
MeanModes<Real> mean_modes(const exec::Exec& exec, const transport::Communicator& comm,
                           ConstSpectralView<Real> state, int first) {
  MeanModes<Real> mean{};
  if (comm.rank() != 0) return mean;
  for (int c = 0; c < 3; ++c)
    exec::copy_bytes(exec, &mean[static_cast<std::size_t>(c)], &state(first + c, 0, 0, 0),
                     sizeof(Complex<Real>));
  exec.wait();
  return mean;
}

template <class Real>
void set_mean_modes(const exec::Exec& exec, const transport::Communicator& comm,
                    SpectralView<Real> state, int first, const MeanModes<Real>& mean) {
  if (comm.rank() != 0) return;
  for (int c = 0; c < 3; ++c)
    exec::copy_bytes(exec, &state(first + c, 0, 0, 0), &mean[static_cast<std::size_t>(c)],
                     sizeof(Complex<Real>));
  exec.wait();
}

}  // namespace thalweg::turbulence::inline TW_HALF
