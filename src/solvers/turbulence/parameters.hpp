// SPDX-License-Identifier: Apache-2.0
// What a turbulence case says, as plain numbers: read and checked once, in parameters.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fft/layout.hpp"
#include "io/case/case.hpp"
#include "simulation/setup/transport_options.hpp"
#include "solvers/turbulence/initial/formula.hpp"
#include "solvers/turbulence/particles/species.hpp"
#include "solvers/turbulence/statistics/average_parameters.hpp"
#include "solvers/turbulence/statistics/statistics_parameters.hpp"

namespace thalweg::turbulence {

enum class Equations { navier_stokes, boussinesq, mhd, hall_mhd, gross_pitaevskii };
enum class HallWave { whistler, ion_cyclotron };
enum class Viscous { integrating_factor, explicit_term };
enum class InitialKind {
  taylor_green,
  abc,
  random,
  wave,
  orszag_tang,
  file,
  formula,
  shear_layer,
  vortex_pair,
  vortex_lines,
  vortex_rings,
  thermal
};
enum class Spectrum { k4, von_karman };

/// Formulas of a field of the state, by component.
struct FormulaField {
  std::string name;
  std::vector<std::string> components;
};

/// A ring of a quantum vortex; it moves along `normal`.
struct VortexRing {
  double radius = 0;
  std::array<double, 3> centre{};  // x, y, z
  int normal = 2;                  // direction
  int sign = 1;                    // along or against it
};

/// A straight quantum vortex along z.
struct VortexLine {
  double x = 0, y = 0;
  int sign = 1;  // of the circulation about z
};

/// Two straight vortices along z with Gaussian cores.
struct VortexPair {
  double circulation = 1;  // of the one at smaller x
  double core_radius = 0, separation = 0;
  bool rotates_alike = false;
};

/// A field, or a part of it, in a file.
struct FileField {
  std::filesystem::path file;
  std::string dataset;
  int first, components;  // of the state
};

/// [initial]; only the members of its kind are set.
struct Initial {
  InitialKind kind = InitialKind::taylor_green;
  double amplitude = 1;                // taylor-green, wave, orszag-tang [velocity]
  std::array<double, 3> abc{1, 1, 1};  // A, B, C [velocity]
  int wavenumber = 1;                  // abc, in units of 2 pi / length
  double energy = 0.5;                 // random: mean of u^2 / 2
  double peak_wavenumber = 4;          // random, in units of the smallest 2 pi / length
  Spectrum spectrum = Spectrum::k4;
  std::uint64_t seed = 0;
  double buoyancy_energy = 0;                      // of a random field: mean of theta^2 / 2
  double magnetic_energy = 0;                      // of a random field: mean of b^2 / 2
  double helicity = 0;                             // random: of modes, -1 to 1
  double magnetic_helicity = 0;                    // the same of the magnetic field
  std::optional<double> magnetic_peak_wavenumber;  // where it is another
  std::array<int, 3> mode{1, 0, 1};                // wave: mode numbers in x, y, z
  bool is_standing = false;                        // wave
  HallWave branch = HallWave::whistler;            // wave of hall-mhd
  std::vector<FileField> file_fields;
  std::vector<FormulaField> formulas;
  FormulaConstants constants;
  int lines = 1;                         // vortex-lines: 4 lines^2 of them in the box
  VortexPair pair;                       // vortex-pair
  std::vector<VortexLine> vortex_lines;  // vortex-lines, where they are placed
  std::vector<VortexRing> rings;         // vortex-rings
  int relaxation = 0;                    // steps in imaginary time (12.13)
};

/// A passive scalar; its initial field is random, with `energy` as the mean of theta^2 / 2.
struct ScalarParameters {
  double diffusivity = 0;
  std::array<double, 3> gradient{};  // of the mean [1/length]
  double energy = 0;
};

/// coefficient k^(2 order) with either sign of the exponent [1/time].
struct ExtraDamping {
  double coefficient = 0;
  double order = 0;
};

enum class DecompositionKind { automatic, slab, pencil };

/// How points and modes are split over ranks.
struct Decomposition {
  DecompositionKind kind = DecompositionKind::automatic;
  int ranks_per_plane = 0;              // of pencils; 0: chosen
  std::optional<fft::RankGrid> grid{};  // what was chosen (split_choice.hpp); none: not yet
};

/// Of a run on a device: where fields lie between sweeps. Automatic: there where they fit.
enum class Residence { automatic, device, host };
struct DeviceParameters {
  Residence residence = Residence::automatic;
  int streams = 4;  // of fields on the host, and the chunks that they pass in; 0: chosen
  int chunks = 0;
};

enum class ForcingKind { none, constant, random, constant_energy_input, linear };
enum class ForcingShape { kolmogorov, abc, taylor_green };

/// [forcing]; only the members of its kind are set (docs/theory/turbulence.md, section 11).
struct ForcingParameters {
  ForcingKind kind = ForcingKind::none;
  bool of_magnetic_field = false;  // in place of the velocity
  ForcingShape shape = ForcingShape::kolmogorov;
  int wavenumber = 1;           // of a shape, in units of 2 pi / length
  double amplitude = 1;         // of a shape [velocity/time]
  double k_min = 1, k_max = 2;  // of a shell, in units of 2 pi / longest side
  double energy_input = 0;      // [velocity^2/time]
  double correlation_time = 0;  // of random forces [time]
  double helicity = 0;          // of random forces, in -1..1
  std::uint64_t seed = 0;       // of random forces
  double rate = 0;              // of a linear force [1/time]

  bool has_shell() const {
    return kind == ForcingKind::random || kind == ForcingKind::constant_energy_input;
  }
};

/// A case of the turbulence solver. Lengths, times and velocities in one consistent system of
/// units.
struct Parameters {
  bool single_precision = false;
  std::array<int, 3> points{};     // x, y, z
  std::array<double, 3> length{};  // x, y, z
  Equations equations = Equations::navier_stokes;
  double viscosity = 0;
  double diffusivity = 0;                      // of buoyancy
  double resistivity = 0;                      // magnetic diffusivity
  double ion_inertial_length = 0;              // d_i of Hall magnetohydrodynamics
  double buoyancy_frequency = 0;               // N [1/time]; gravity is along -z
  std::array<double, 3> rotation{};            // Omega, the angular velocity of the frame [1/time]
  std::array<double, 3> mean_field{};          // uniform magnetic field as an Alfven velocity
  double sound_speed = 0, healing_length = 0;  // c, xi, n0 of a superfluid
  double mean_density = 1;
  ExtraDamping hyperviscosity, hypoviscosity;
  std::vector<ScalarParameters> scalars;
  ForcingParameters forcing;
  std::vector<ParticleSpecies> particles;
  StatisticsParameters statistics;
  AverageParameters averages;
  fft::Truncation truncation = fft::Truncation::spherical;
  Viscous viscous = Viscous::integrating_factor;
  Initial initial;
  std::string scheme;         // rk2, rk3, rk4
  std::optional<double> cfl;  // exactly one of cfl and step
  std::optional<double> step;
  simulation::TransportOptions transport{};
  bool single_messages = false;  // whatever the fields are
  Decomposition decomposition{};
  DeviceParameters device{};
  bool writes_fields = false, writes_spectra = false, writes_checkpoints = false;

  bool has_extra_damping() const {
    return hyperviscosity.coefficient > 0 || hypoviscosity.coefficient > 0;
  }
  /// Whether there is a magnetic field.
  bool is_magnetic() const {
    return equations == Equations::mhd || equations == Equations::hall_mhd;
  }
  /// The product of three fields takes a finer grid than that of two. (4.4)
  fft::Modes modes() const {
    return fft::kept_modes(points[0], points[1], points[2], truncation,
                           equations == Equations::gross_pitaevskii ? 4 : 3);
  }
};

/// Read and check the solver's sections of a case; mistakes go to the case's diagnostics.
Parameters read_parameters(io::Case& input);

}  // namespace thalweg::turbulence
