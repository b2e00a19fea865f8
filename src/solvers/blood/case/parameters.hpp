// SPDX-License-Identifier: Apache-2.0
// What a case of the blood solver says, as plain numbers: read and checked once, in parameters.cpp.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "io/case/case.hpp"
#include "simulation/setup/transport_options.hpp"
#include "solvers/blood/balance/balance_parameters.hpp"
#include "solvers/blood/case/cell_parameters.hpp"
#include "solvers/blood/case/streaming.hpp"
#include "solvers/blood/measures/planes.hpp"
#include "solvers/blood/measures/wall_averages.hpp"
#include "solvers/blood/openings/opening_parameters.hpp"
#include "solvers/blood/rheology/viscosity_model.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// How units of the lattice (spacing, step, density of the fluid) convert to SI.
struct Units {
  double spacing = 1;  // m
  double step = 1;     // s
  double density = 1;  // kg/m^3

  double velocity() const { return spacing / step; }
  double pressure() const { return density * velocity() * velocity(); }
  /// Of a force per volume.
  double force_density() const { return density * spacing / (step * step); }
  double force() const { return force_density() * spacing * spacing * spacing; }
  /// Of a force per length.
  double tension() const { return force() / spacing; }
  double energy() const { return force() * spacing; }
  /// Of a volume per time.
  double flow_rate() const { return spacing * spacing * spacing / step; }
};

/// Where the fluid begins.
/// shear: the velocity of plates, and even shear between them.
enum class InitialKind { rest, taylor_green, shear };

/// A case. SI units.
struct Parameters {
  bool single_precision = false;
  Vessel vessel;
  double density = 0;    // kg/m^3
  double viscosity = 0;  // dynamic, Pa s; of a fluid that thins that at large rates of shear
  std::optional<CarreauYasuda> thinning{};
  double relaxation_time = 0;  // of even moments, in steps
  /// (tau+ - 1/2) (tau- - 1/2); none: one relaxation time (BGK).
  std::optional<double> magic_parameter{};
  Streaming streaming = Streaming::in_place;
  bool interpolated_walls = true;
  /// Force per volume [N/m^3] = gradient + amplitude cos(2 pi frequency t).
  std::array<double, 3> gradient{}, amplitude{};
  /// The same along the axis of a vessel that closes on itself.
  double axial_gradient = 0, axial_amplitude = 0;
  double frequency = 0;  // Hz
  InitialKind initial = InitialKind::rest;
  double initial_velocity = 0;  // m/s, of the Taylor-Green vortex
  int initial_dimensions = 2;   // 3: it varies along z, too
  CellParameters cells{};
  std::vector<OpeningParameters> openings{};  // those with a condition
  std::vector<Plane> planes{};
  std::optional<WallAverageTimes> wall_averages{};
  simulation::TransportOptions transport{};
  BalanceParameters balance{};
  bool writes_fields = false;
  bool keeps_velocity = false;  // of one step, for the change to another

  double kinematic_viscosity() const { return viscosity / density; }
  Units units() const;
  /// Of odd moments.
  double odd_relaxation_time() const;
  /// The force per volume at a time [s], in units of the lattice.
  std::array<double, 3> lattice_force(double time) const;
  /// The same along the axis of a vessel that closes on itself.
  double lattice_axial_force(double time) const;
};

/// Read and check the solver's sections of a case; mistakes go to the case's diagnostics.
Parameters read_parameters(io::Case& input);

}  // namespace thalweg::blood
