// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/parameters.hpp"

#include <numbers>

#include "solvers/turbulence/decomposition.hpp"
#include "solvers/turbulence/forcing/read_forcing.hpp"
#include "solvers/turbulence/initial/read_initial.hpp"
#include "solvers/turbulence/message_precision.hpp"
#include "solvers/turbulence/particle_parameters.hpp"
#include "solvers/turbulence/quantum/read.hpp"
#include "solvers/turbulence/residence.hpp"
#include "solvers/turbulence/shared_keys.hpp"
#include "solvers/turbulence/statistics/averaged_fields.hpp"

namespace thalweg::turbulence {

namespace {

constexpr double pi2 = 2 * std::numbers::pi;

void read_grid(io::Case& input, Parameters& p) {
  const auto points = input.integers3(
      "grid.points", {.minimum = 4, .maximum = 65536, .meaning = "grid points in x, y, z"});
  for (std::size_t d = 0; d < 3; ++d) p.points[d] = static_cast<int>(points[d]);
  p.length = input.numbers3(
      "grid.length",
      {.default_value = pi2, .minimum = 0, .exclusive = true, .meaning = "box lengths in x, y, z"});
}

/// Keys of one set alone; a case of another set that gives them gets told what they belong to.
void read_set(io::Case& input, Parameters& p) {
  const std::string name = input.choice(
      "turbulence.equations",
      {"navier-stokes", "boussinesq", "mhd", "hall-mhd", "gross-pitaevskii"}, "navier-stokes");
  p.equations = name == "boussinesq"         ? Equations::boussinesq
                : name == "mhd"              ? Equations::mhd
                : name == "hall-mhd"         ? Equations::hall_mhd
                : name == "gross-pitaevskii" ? Equations::gross_pitaevskii
                                             : Equations::navier_stokes;
  if (p.equations == Equations::gross_pitaevskii) return read_superfluid(input, p);
  if (p.equations == Equations::boussinesq) {
    p.buoyancy_frequency =
        input.number("turbulence.buoyancy_frequency",
                     {.minimum = 0,
                      .meaning = "Brunt-Vaisala frequency N; gravity is along -z",
                      .unit = "1/time"});
    p.diffusivity = input.number(
        "turbulence.diffusivity",
        {.minimum = 0, .meaning = "diffusivity of the buoyancy", .unit = "length^2/time"});
  }
  if (p.is_magnetic()) {
    p.resistivity =
        input.number("turbulence.resistivity",
                     {.minimum = 0, .meaning = "magnetic diffusivity", .unit = "length^2/time"});
    p.mean_field = input.numbers3("turbulence.magnetic_field",
                                  {.default_value = 0,
                                   .meaning = "uniform magnetic field as an Alfven velocity",
                                   .unit = "length/time"});
  }
  if (p.equations == Equations::hall_mhd)
    p.ion_inertial_length =
        input.number("turbulence.ion_inertial_length",
                     {.minimum = 0, .meaning = "ion inertial length d_i", .unit = "length"});
  p.rotation = input.numbers3(
      "turbulence.rotation",
      {.default_value = 0, .meaning = "angular velocity of the frame", .unit = "1/time"});
}

ExtraDamping read_damping(io::Case& input, const std::string& key, const char* unit) {
  ExtraDamping damping;
  if (!input.has_table(key)) return damping;
  damping.coefficient =
      input.number(key + ".coefficient",
                   {.minimum = 0, .exclusive = true, .meaning = "of the damping", .unit = unit});
  damping.order = input.number(
      key + ".order",
      {.minimum = 0, .maximum = 16, .exclusive = true, .meaning = "power of the Laplacian"});
  return damping;
}

void read_scalars(io::Case& input, Parameters& p) {
  for (int n = 0; n < input.count("turbulence.scalar"); ++n) {
    const std::string at = "turbulence.scalar." + std::to_string(n) + ".";
    ScalarParameters scalar;
    scalar.diffusivity = input.number(
        at + "diffusivity", {.minimum = 0, .meaning = "its diffusivity", .unit = "length^2/time"});
    scalar.gradient = input.numbers3(
        at + "gradient",
        {.default_value = 0, .meaning = "gradient of its mean in x, y, z", .unit = "1/length"});
    scalar.energy = input.number(
        at + "energy",
        {.default_value = 0, .minimum = 0, .meaning = "mean of theta^2 / 2 of a random start"});
    p.scalars.push_back(scalar);
  }
}

void read_dealias(io::Case& input, Parameters& p) {
  const std::string dealias =
      input.choice("turbulence.dealias", {"spherical", "per-direction", "none"}, "spherical");
  p.truncation = dealias == "spherical"       ? fft::Truncation::spherical
                 : dealias == "per-direction" ? fft::Truncation::per_direction
                                              : fft::Truncation::none;
}

void read_equations(io::Case& input, Parameters& p) {
  read_set(input, p);
  read_dealias(input, p);
  if (p.equations == Equations::gross_pitaevskii) return;
  read_scalars(input, p);
  p.hyperviscosity = read_damping(input, "turbulence.hyperviscosity", "length^(2 order)/time");
  p.hypoviscosity = read_damping(input, "turbulence.hypoviscosity", "1/length^(2 order)/time");
  p.viscosity =
      input.number("turbulence.viscosity",
                   {.minimum = 0, .meaning = "kinematic viscosity", .unit = "length^2/time"});
  p.viscous = input.choice("turbulence.viscous", {"integrating-factor", "explicit"},
                           "integrating-factor") == "explicit"
                  ? Viscous::explicit_term
                  : Viscous::integrating_factor;
}

void read_time(io::Case& input, Parameters& p) {
  p.scheme = input.choice("time.scheme", {"rk2", "rk3", "rk4"}, "rk3");
  const std::string key = input.exactly_one({"time.cfl", "time.step"}, "how large steps are");
  if (key == "time.cfl")
    p.cfl = input.number(
        key, {.minimum = 0, .maximum = 4, .exclusive = true, .meaning = "Courant number"});
  if (key == "time.step")
    p.step =
        input.number(key, {.minimum = 0, .exclusive = true, .meaning = "step", .unit = "time"});
}

}  // namespace

Parameters read_parameters(io::Case& input) {
  Parameters p;
  p.single_precision =
      input.choice("simulation.precision", {"double", "single"}, "double") == "single";
  read_grid(input, p);
  read_equations(input, p);
  read_initial(input, p);
  p.averages = read_averages(input, describe(p));
  read_particles(input, p);
  read_time(input, p);
  read_forcing(input, p);
  if (p.equations != Equations::gross_pitaevskii)
    p.statistics = read_statistics(input, *std::min_element(p.points.begin(), p.points.end()));
  p.transport = simulation::read_transport(input);
  p.single_messages = read_single_messages(input);
  p.decomposition = read_decomposition(input);
  p.device = read_device(input);
  p.writes_fields =
      input.has_table("output.fields") || input.count("slice") > 0 || input.count("probe") > 0;
  p.writes_spectra = input.has_table("output.spectra");
  p.writes_checkpoints = input.has_table("checkpoint");
  return p;
}

}  // namespace thalweg::turbulence
