// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/parameters.hpp"

#include <algorithm>
#include <numbers>

#include "solvers/turbulence/decomposition.hpp"
#include "solvers/turbulence/forcing/read_forcing.hpp"
#include "solvers/turbulence/initial/read_formulas.hpp"
#include "solvers/turbulence/particle_parameters.hpp"
#include "solvers/turbulence/quantum/read.hpp"
#include "solvers/turbulence/shared_keys.hpp"

namespace thalweg::turbulence {

std::uint64_t read_seed(io::Case& input) {
  return static_cast<std::uint64_t>(
      input.integer("initial.seed",
                    {.default_value = 1, .minimum = 0, .maximum = 9e15, .meaning = "random seed"}));
}

void read_wave(io::Case& input, const Parameters& p, Initial& initial) {
  const auto mode = input.integers3(
      "initial.mode", {.minimum = -32768, .maximum = 32768, .meaning = "mode numbers in x, y, z"});
  for (std::size_t d = 0; d < 3; ++d) initial.mode[d] = static_cast<int>(mode[d]);
  const auto [x, y, z] = initial.mode;
  const bool is_first = x > 0 || (x == 0 && (y > 0 || (y == 0 && z > 0)));
  if (!is_first)
    input.error("initial.mode", "must begin with a positive number (zeros aside)");
  else if (!p.modes().keeps(x, y, z))
    input.error("initial.mode", "must be a mode that grid.points and turbulence.dealias keep");
  initial.is_standing =
      input.boolean("initial.standing", false,
                    "begin with the velocity of the wave alone, of a superfluid its density");
}

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
  const std::string name =
      input.choice("turbulence.equations",
                   {"navier-stokes", "boussinesq", "mhd", "gross-pitaevskii"}, "navier-stokes");
  p.equations = name == "boussinesq"         ? Equations::boussinesq
                : name == "mhd"              ? Equations::mhd
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
  if (p.equations == Equations::mhd) {
    p.resistivity =
        input.number("turbulence.resistivity",
                     {.minimum = 0, .meaning = "magnetic diffusivity", .unit = "length^2/time"});
    p.mean_field = input.numbers3("turbulence.magnetic_field",
                                  {.default_value = 0,
                                   .meaning = "uniform magnetic field as an Alfven velocity",
                                   .unit = "length/time"});
  }
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

/// The spectrum that all random fields of a start share.
void read_spectrum(io::Case& input, Initial& initial) {
  initial.peak_wavenumber =
      input.number("initial.peak_wavenumber",
                   {.default_value = 4,
                    .minimum = 0,
                    .exclusive = true,
                    .meaning = "peak of the spectrum in units of 2 pi / longest side"});
  initial.spectrum = input.choice("initial.spectrum", {"k4", "von-karman"}, "k4") == "k4"
                         ? Spectrum::k4
                         : Spectrum::von_karman;
  initial.seed = read_seed(input);
}

void read_abc(io::Case& input, const Parameters& p, Initial& initial) {
  const char* names[] = {"initial.a", "initial.b", "initial.c"};
  for (std::size_t c = 0; c < 3; ++c)
    initial.abc[c] =
        input.number(names[c], {.default_value = 1, .meaning = "amplitude", .unit = "velocity"});
  // At least 1, so that a wrong grid is reported alone.
  const double largest = std::max(1, std::min({p.modes().kx, p.modes().ky, p.modes().kz}));
  initial.wavenumber = static_cast<int>(
      input.integer("initial.wavenumber", {.default_value = 1,
                                           .minimum = 1,
                                           .maximum = largest,
                                           .meaning = "wave number in units of 2 pi / length"}));
  if (p.length[0] != p.length[1] || p.length[1] != p.length[2])
    input.error("grid.length", "must be equal in x, y, z for initial.kind = \"abc\"");
}

/// Random fields beside the velocity, each with its own numbers. Whether there is any.
bool read_random_companions(io::Case& input, const Parameters& p, Initial& initial) {
  const auto energy = [&](const char* key, const char* meaning) {
    return input.number(
        key, {.default_value = 0, .minimum = 0, .meaning = meaning, .unit = "velocity^2"});
  };
  if (p.equations == Equations::boussinesq)
    initial.buoyancy_energy =
        energy("initial.buoyancy_energy", "mean of theta^2 / 2 of a random field");
  if (p.equations == Equations::mhd)
    initial.magnetic_energy =
        energy("initial.magnetic_energy", "mean of b^2 / 2 of a random field");
  bool any = initial.buoyancy_energy > 0 || initial.magnetic_energy > 0;
  for (const ScalarParameters& scalar : p.scalars) any = any || scalar.energy > 0;
  return any;
}

void read_initial(io::Case& input, Parameters& p) {
  if (p.equations == Equations::gross_pitaevskii) return read_quantum_initial(input, p);
  const std::string kind =
      input.choice("initial.kind",
                   {"taylor-green", "abc", "random", "wave", "orszag-tang", "file", "formula"}, {});
  Initial& initial = p.initial;
  const auto read_amplitude = [&] {
    initial.amplitude = input.number(
        "initial.amplitude", {.default_value = 1, .meaning = "amplitude", .unit = "velocity"});
  };
  if (kind == "taylor-green") {
    initial.kind = InitialKind::taylor_green;
    read_amplitude();
  } else if (kind == "abc") {
    initial.kind = InitialKind::abc;
    read_abc(input, p, initial);
  } else if (kind == "random") {
    initial.kind = InitialKind::random;
    initial.energy = input.number("initial.energy", {.default_value = 0.5,
                                                     .minimum = 0,
                                                     .exclusive = true,
                                                     .meaning = "mean of u^2 / 2",
                                                     .unit = "velocity^2"});
  } else if (kind == "wave") {
    initial.kind = InitialKind::wave;
    read_amplitude();
    read_wave(input, p, initial);
  } else if (kind == "orszag-tang") {
    initial.kind = InitialKind::orszag_tang;
    read_amplitude();
    if (p.equations != Equations::mhd)
      input.error("initial.kind", "\"orszag-tang\" needs turbulence.equations = \"mhd\"");
  } else if (kind == "formula") {
    initial.kind = InitialKind::formula;
    read_formulas(input, p);
  } else {
    initial.kind = InitialKind::file;
    initial.file = input.resolve(input.text("initial.path", {}));
    initial.dataset = input.text("initial.dataset", "velocity");
    if (input.has("initial.path") && !std::filesystem::is_regular_file(initial.file))
      input.error("initial.path", "there is no file " + initial.file.string());
  }
  const bool has_random_companions = read_random_companions(input, p, initial);
  if (kind == "random" || has_random_companions) read_spectrum(input, initial);
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
  read_particles(input, p);
  read_time(input, p);
  read_forcing(input, p);
  p.transport = simulation::read_transport(input);
  p.decomposition = read_decomposition(input);
  p.writes_fields = input.has_table("output.fields");
  p.writes_spectra = input.has_table("output.spectra");
  p.writes_checkpoints = input.has_table("checkpoint");
  return p;
}

}  // namespace thalweg::turbulence
