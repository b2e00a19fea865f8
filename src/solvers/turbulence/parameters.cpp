// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/parameters.hpp"

#include <algorithm>
#include <numbers>

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

void read_equations(io::Case& input, Parameters& p) {
  input.choice("turbulence.equations", {"navier-stokes"}, "navier-stokes");
  p.viscosity =
      input.number("turbulence.viscosity",
                   {.minimum = 0, .meaning = "kinematic viscosity", .unit = "length^2/time"});
  const std::string dealias =
      input.choice("turbulence.dealias", {"spherical", "per-direction", "none"}, "spherical");
  p.truncation = dealias == "spherical"       ? fft::Truncation::spherical
                 : dealias == "per-direction" ? fft::Truncation::per_direction
                                              : fft::Truncation::none;
  p.viscous = input.choice("turbulence.viscous", {"integrating-factor", "explicit"},
                           "integrating-factor") == "explicit"
                  ? Viscous::explicit_term
                  : Viscous::integrating_factor;
}

void read_random(io::Case& input, Initial& initial) {
  initial.energy = input.number("initial.energy", {.default_value = 0.5,
                                                   .minimum = 0,
                                                   .exclusive = true,
                                                   .meaning = "mean of u^2 / 2",
                                                   .unit = "velocity^2"});
  initial.peak_wavenumber =
      input.number("initial.peak_wavenumber",
                   {.default_value = 4,
                    .minimum = 0,
                    .exclusive = true,
                    .meaning = "peak of the spectrum in units of 2 pi / longest side"});
  initial.spectrum = input.choice("initial.spectrum", {"k4", "von-karman"}, "k4") == "k4"
                         ? Spectrum::k4
                         : Spectrum::von_karman;
  initial.seed = static_cast<std::uint64_t>(
      input.integer("initial.seed",
                    {.default_value = 1, .minimum = 0, .maximum = 9e15, .meaning = "random seed"}));
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

void read_initial(io::Case& input, Parameters& p) {
  const std::string kind =
      input.choice("initial.kind", {"taylor-green", "abc", "random", "file"}, {});
  Initial& initial = p.initial;
  if (kind == "taylor-green") {
    initial.kind = InitialKind::taylor_green;
    initial.amplitude = input.number(
        "initial.amplitude", {.default_value = 1, .meaning = "amplitude", .unit = "velocity"});
  } else if (kind == "abc") {
    initial.kind = InitialKind::abc;
    read_abc(input, p, initial);
  } else if (kind == "random") {
    initial.kind = InitialKind::random;
    read_random(input, initial);
  } else {
    initial.kind = InitialKind::file;
    initial.file = input.resolve(input.text("initial.path", {}));
    initial.dataset = input.text("initial.dataset", "velocity");
    if (input.has("initial.path") && !std::filesystem::is_regular_file(initial.file))
      input.error("initial.path", "there is no file " + initial.file.string());
  }
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
  read_time(input, p);
  p.transport = simulation::read_transport(input);
  p.writes_fields = input.has_table("output.fields");
  p.writes_spectra = input.has_table("output.spectra");
  return p;
}

}  // namespace thalweg::turbulence
