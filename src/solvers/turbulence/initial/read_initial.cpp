// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/read_initial.hpp"

#include <algorithm>
#include <map>

#include "solvers/turbulence/initial/read_file.hpp"
#include "solvers/turbulence/initial/read_formulas.hpp"
#include "solvers/turbulence/initial/shapes.hpp"
#include "solvers/turbulence/initial/shear_layer.hpp"
#include "solvers/turbulence/initial/vortex_pair.hpp"
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

/// Takes a shape's modes only to see whether the grid keeps them all.
struct ShapeCheck {
  fft::Modes modes;
  bool& is_whole;
  void set(int, int mx, int my, int mz, Complex<double>) const {
    is_whole = is_whole && modes.keeps(mx, my, mz);
  }
};

/// Without some of its modes a shape is another flow, or none.
template <class Shape>
void require_whole(io::Case& input, const Parameters& p, const char* key, Shape shape) {
  if (input.has_errors()) return;
  bool is_whole = true;
  shape(ShapeCheck{p.modes(), is_whole});
  if (!is_whole)
    input.error(key, "must be one whose modes grid.points and turbulence.dealias keep");
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
  initial.wavenumber = static_cast<int>(
      input.integer("initial.wavenumber", {.default_value = 1,
                                           .minimum = 1,
                                           .maximum = 32768,
                                           .meaning = "wave number in units of 2 pi / length"}));
  if (p.length[0] != p.length[1] || p.length[1] != p.length[2])
    input.error("grid.length", "must be equal in x, y, z for initial.kind = \"abc\"");
  require_whole(input, p, "initial.wavenumber", [&](const ShapeCheck& modes) {
    shapes::abc(initial.abc, initial.wavenumber, modes);
  });
}

double read_helicity(io::Case& input, const char* key) {
  return input.number(key, {.default_value = 0,
                            .minimum = -1,
                            .maximum = 1,
                            .meaning = "how far each mode is the curl of itself"});
}

void read_random(io::Case& input, Initial& initial) {
  initial.energy = input.number("initial.energy", {.default_value = 0.5,
                                                   .minimum = 0,
                                                   .exclusive = true,
                                                   .meaning = "mean of u^2 / 2",
                                                   .unit = "velocity^2"});
  initial.helicity = read_helicity(input, "initial.helicity");
}

/// A random magnetic field beside the velocity.
void read_random_magnetic(io::Case& input, Initial& initial) {
  initial.magnetic_energy =
      input.number("initial.magnetic_energy", {.default_value = 0,
                                               .minimum = 0,
                                               .meaning = "mean of b^2 / 2 of a random field",
                                               .unit = "velocity^2"});
  if (initial.magnetic_energy == 0) return;
  initial.magnetic_helicity = read_helicity(input, "initial.magnetic_helicity");
  if (input.has("initial.magnetic_peak_wavenumber"))
    initial.magnetic_peak_wavenumber =
        input.number("initial.magnetic_peak_wavenumber",
                     {.minimum = 0,
                      .exclusive = true,
                      .meaning = "peak of its spectrum in units of 2 pi / longest side"});
}

/// Random fields beside the velocity, each with its own numbers. Whether there is any.
bool read_random_companions(io::Case& input, const Parameters& p, Initial& initial) {
  if (p.equations == Equations::boussinesq)
    initial.buoyancy_energy =
        input.number("initial.buoyancy_energy", {.default_value = 0,
                                                 .minimum = 0,
                                                 .meaning = "mean of theta^2 / 2 of a random field",
                                                 .unit = "velocity^2"});
  if (p.is_magnetic()) read_random_magnetic(input, initial);
  bool any = initial.buoyancy_energy > 0 || initial.magnetic_energy > 0;
  for (const ScalarParameters& scalar : p.scalars) any = any || scalar.energy > 0;
  return any;
}

/// Starts that set all fields of their set leave none to be drawn.
void refuse_random_companions(io::Case& input, const Initial& initial) {
  const auto refuse = [&](const char* key, double energy) {
    if (energy > 0)
      input.error(key, "must be 0 for initial.kind = \"wave\" and \"orszag-tang\": they set this "
                       "field themselves");
  };
  refuse("initial.buoyancy_energy", initial.buoyancy_energy);
  refuse("initial.magnetic_energy", initial.magnetic_energy);
}

void read_amplitude(io::Case& input, Initial& initial) {
  initial.amplitude = input.number(
      "initial.amplitude", {.default_value = 1, .meaning = "amplitude", .unit = "velocity"});
}

void read_taylor_green(io::Case& input, const Parameters& p, Initial& initial) {
  read_amplitude(input, initial);
  require_whole(input, p, "initial.kind", [&](const ShapeCheck& modes) {
    shapes::taylor_green(initial.amplitude, 1, p.length, modes);
  });
}

void read_plane_wave(io::Case& input, const Parameters& p, Initial& initial) {
  read_amplitude(input, initial);
  read_wave(input, p, initial);
  if (p.equations != Equations::hall_mhd) return;
  const bool is_whistler = input.choice("initial.branch", {"whistler", "ion-cyclotron"}, {},
                                        "which of the two waves") == "whistler";
  initial.branch = is_whistler ? HallWave::whistler : HallWave::ion_cyclotron;
}

void read_orszag_tang(io::Case& input, const Parameters& p, Initial& initial) {
  read_amplitude(input, initial);
  if (!p.is_magnetic())
    input.error("initial.kind",
                "\"orszag-tang\" needs turbulence.equations = \"mhd\" or \"hall-mhd\"");
  require_whole(input, p, "initial.kind",
                [&](const ShapeCheck& modes) { shapes::orszag_tang(initial.amplitude, modes); });
}

/// The keys of one kind.
void read_kind(io::Case& input, Parameters& p) {
  Initial& initial = p.initial;
  switch (initial.kind) {
  case InitialKind::taylor_green: return read_taylor_green(input, p, initial);
  case InitialKind::abc: return read_abc(input, p, initial);
  case InitialKind::random: return read_random(input, initial);
  case InitialKind::wave: return read_plane_wave(input, p, initial);
  case InitialKind::orszag_tang: return read_orszag_tang(input, p, initial);
  case InitialKind::file: return read_initial_files(input, p);
  case InitialKind::shear_layer: return read_shear_layer(input, p);
  case InitialKind::vortex_pair: return read_vortex_pair(input, p, initial);
  case InitialKind::formula: return read_formulas(input, p);
  case InitialKind::vortex_lines:
  case InitialKind::vortex_rings:
  case InitialKind::thermal: break;  // of a wave function
  }
}

}  // namespace

void read_initial(io::Case& input, Parameters& p) {
  if (p.equations == Equations::gross_pitaevskii) return read_quantum_initial(input, p);
  static const std::map<std::string, InitialKind> kinds{{"taylor-green", InitialKind::taylor_green},
                                                        {"abc", InitialKind::abc},
                                                        {"random", InitialKind::random},
                                                        {"wave", InitialKind::wave},
                                                        {"orszag-tang", InitialKind::orszag_tang},
                                                        {"shear-layer", InitialKind::shear_layer},
                                                        {"vortex-pair", InitialKind::vortex_pair},
                                                        {"file", InitialKind::file},
                                                        {"formula", InitialKind::formula}};
  std::vector<std::string> names;
  for (const auto& [name, kind] : kinds) names.push_back(name);
  Initial& initial = p.initial;
  initial.kind = kinds.at(input.choice("initial.kind", names, {}));
  read_kind(input, p);
  const bool sets_all =
      initial.kind == InitialKind::wave || initial.kind == InitialKind::orszag_tang;
  if (!sets_all && initial.kind != InitialKind::formula) read_companion_formulas(input, p);
  const bool has_random_companions = read_random_companions(input, p, initial);
  if (sets_all) refuse_random_companions(input, initial);
  if (initial.kind == InitialKind::random || has_random_companions) read_spectrum(input, initial);
}

}  // namespace thalweg::turbulence
