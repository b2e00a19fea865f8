// SPDX-License-Identifier: Apache-2.0
// The names of spectra, for tables and for the checks of cases.
#pragma once

#include <array>
#include <string>

#include "solvers/turbulence/equations/equation_set.hpp"

namespace thalweg::turbulence {

/// Tables by |k|, |k_z| and k across z: "spectrum", "spectrum_parallel", ... of the velocity,
/// "spectrum_NAME", ... of others; of a wave function the first are those of its energies.
std::array<std::string, 3> spectrum_names(const StateField& field);
/// Their columns behind k.
std::array<std::string, 3> spectrum_columns(FieldKind kind);
/// The units of these.
std::array<std::string, 3> spectrum_units(const StateField& field);

/// Names of the transfer tables of a field: "transfer", "transfer_magnetic", and along and across
/// z.
std::array<std::string, 3> transfer_names(const StateField& field);
/// Of transfer and flux.
std::array<std::string, 2> transfer_units(const StateField& field);

/// All of these.
struct SpectrumNames {
  std::array<std::string, 3> tables, columns, units;
};
SpectrumNames spectra_of(const StateField& field);
/// Of the density and of the wave function itself. (12.10)
SpectrumNames spectra_of_density();

}  // namespace thalweg::turbulence
