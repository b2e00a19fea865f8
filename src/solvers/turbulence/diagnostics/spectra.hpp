// SPDX-License-Identifier: Apache-2.0
// Energy spectra of a state: by shells, and along and across the z axis
// (docs/theory/turbulence.md, section 7).
#pragma once

#include <array>
#include <vector>

#include "fft/layout.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/turbulence/diagnostics/spectrum_names.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// Of one field of the state, by |k|, |k_z| and k across z: bin centre and the three quantities of
/// its kind (spectrum_columns) per bin width. Bins are one smallest wave number wide; bin n of a
/// shell spectrum holds n - 1/2 <= |k| / width < n + 1/2. Summed where the modes lie, in an order
/// that the number of threads does not change. Collective.
template <class Real>
std::vector<simulation::Table> spectra(const exec::Exec& exec, const fft::Layout& layout,
                                       const std::array<double, 3>& length,
                                       const transport::Communicator& comm,
                                       ConstSpectralView<Real> state, const StateField& field);
/// Of one field, by the same bins: the transfer T(k) of its energy per bin width and the flux
/// -sum of T up to the bin (7.16), (7.17). rates: dU/dt by the nonlinear terms, like the state.
/// Collective.
template <class Real>
std::vector<simulation::Table>
transfers(const exec::Exec& exec, const fft::Layout& layout, const std::array<double, 3>& length,
          const transport::Communicator& comm, ConstSpectralView<Real> state,
          ConstSpectralView<Real> rates, const StateField& field);
/// Of a wave function: its energies, of the fields that MotionAndDensity makes of it, and those of
/// the density and of the wave function itself (spectra_of_density). Collective.
template <class Real>
std::vector<simulation::Table>
quantum_spectra(const exec::Exec& exec, const fft::Layout& layout,
                const std::array<double, 3>& length, const transport::Communicator& comm,
                ConstSpectralView<Real> state, ConstSpectralView<Real> fields, double dispersion);
/// Bytes that each takes where the modes lie, for estimates.
double spectra_bytes(const fft::Layout& layout, const std::array<double, 3>& length);

}  // namespace thalweg::turbulence::inline TW_HALF
