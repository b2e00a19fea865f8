// SPDX-License-Identifier: Apache-2.0
// What a turbulence case says, as plain numbers: read and checked once, in parameters.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "fft/layout.hpp"
#include "io/case/case.hpp"
#include "simulation/setup/transport_options.hpp"

namespace thalweg::turbulence {

enum class Viscous { integrating_factor, explicit_term };
enum class InitialKind { taylor_green, abc, random, file };
enum class Spectrum { k4, von_karman };

/// [initial]; only the members of its kind are set.
struct Initial {
  InitialKind kind = InitialKind::taylor_green;
  double amplitude = 1;                // taylor-green [velocity]
  std::array<double, 3> abc{1, 1, 1};  // A, B, C [velocity]
  int wavenumber = 1;                  // abc, in units of 2 pi / length
  double energy = 0.5;                 // random: mean of u^2 / 2
  double peak_wavenumber = 4;          // random, in units of the smallest 2 pi / length
  Spectrum spectrum = Spectrum::k4;
  std::uint64_t seed = 0;
  std::filesystem::path file;
  std::string dataset;
};

/// A case of the turbulence solver. Lengths, times and velocities in one consistent system of
/// units.
struct Parameters {
  bool single_precision = false;
  std::array<int, 3> points{};     // x, y, z
  std::array<double, 3> length{};  // x, y, z
  double viscosity = 0;
  fft::Truncation truncation = fft::Truncation::spherical;
  Viscous viscous = Viscous::integrating_factor;
  Initial initial;
  std::string scheme;         // rk2, rk3, rk4
  std::optional<double> cfl;  // exactly one of cfl and step
  std::optional<double> step;
  simulation::TransportOptions transport{};
  bool writes_fields = false, writes_spectra = false;

  fft::Modes modes() const { return fft::kept_modes(points[0], points[1], points[2], truncation); }
};

/// Read and check the solver's sections of a case; mistakes go to the case's diagnostics.
Parameters read_parameters(io::Case& input);

}  // namespace thalweg::turbulence
