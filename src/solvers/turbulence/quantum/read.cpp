// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/quantum/read.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/turbulence/initial/read_file.hpp"
#include "solvers/turbulence/quantum/vortices.hpp"
#include "solvers/turbulence/shared_keys.hpp"

namespace thalweg::turbulence {

namespace {

/// A wave function has no viscosity, and a frame that turns, scalars and damping need a velocity.
void refuse_keys_of_a_velocity(io::Case& input) {
  for (const char* key :
       {"viscosity", "viscous", "rotation", "hyperviscosity", "hypoviscosity", "scalar",
        "diffusivity", "resistivity", "magnetic_field", "buoyancy_frequency"}) {
    const std::string path = std::string("turbulence.") + key;
    if (!input.has(path) && !input.has_table(path)) continue;
    input.error(path, "is no key of turbulence.equations = \"gross-pitaevskii\"; leave it out, or "
                      "take a set that has a velocity");
    input.pass_over(path);
  }
}

/// [[initial.ring]].
void read_rings(io::Case& input, const Parameters& p, Initial& initial) {
  for (int n = 0; n < input.count("initial.ring"); ++n) {
    const std::string at = "initial.ring." + std::to_string(n) + ".";
    VortexRing ring;
    const double smallest = *std::min_element(p.length.begin(), p.length.end());
    ring.radius = input.number(at + "radius", {.minimum = 0,
                                               .maximum = std::max(smallest / 2, 1e-300),
                                               .exclusive = true,
                                               .meaning = "radius of the ring",
                                               .unit = "length"});
    ring.centre = input.numbers3(at + "centre", {.meaning = "its centre", .unit = "length"});
    const std::string normal =
        input.choice(at + "direction", {"x", "y", "z", "-x", "-y", "-z"}, "z");
    ring.normal = normal.back() - 'x';
    ring.sign = normal.size() == 2 ? -1 : 1;
    initial.rings.push_back(ring);
  }
  if (initial.rings.empty())
    input.error("initial.kind", "\"vortex-rings\" needs at least one table [[initial.ring]]");
}

/// [[initial.line]]: as many turn one way as the other, because the box is periodic.
void read_placed_lines(io::Case& input, Initial& initial) {
  int sum = 0;
  for (int n = 0; n < input.count("initial.line"); ++n) {
    const std::string at = "initial.line." + std::to_string(n) + ".";
    VortexLine line;
    line.x = input.number(at + "x", {.meaning = "where the line is", .unit = "length"});
    line.y = input.number(at + "y", {.meaning = "where the line is", .unit = "length"});
    line.sign = static_cast<int>(
        input.integer(at + "sign", {.minimum = -1, .maximum = 1, .meaning = "of its circulation"}));
    if (line.sign == 0) input.error(at + "sign", "must be 1 or -1");
    sum += line.sign;
    initial.vortex_lines.push_back(line);
  }
  if (sum != 0)
    input.error("initial.line.0.sign",
                "and the other signs add up to " + std::to_string(sum) +
                    ", but a periodic box holds as many lines of either sign: they must be 0");
}

/// An array of lines that stand still, or lines at given places.
void read_lines(io::Case& input, const Parameters& p, Initial& initial) {
  initial.kind = InitialKind::vortex_lines;
  if (input.count("initial.line") > 0) return read_placed_lines(input, initial);
  const double most = std::max(1, std::min(p.modes().kx, p.modes().ky));
  initial.lines = static_cast<int>(input.integer(
      "initial.lines", {.default_value = 1,
                        .minimum = 1,
                        .maximum = most,
                        .meaning = "pairs of vortex lines along x and y; there are 4 lines^2"}));
}

/// A vortex of the flow must have the circulation of some lines.
void read_quantum_taylor_green(io::Case& input, const Parameters& p, Initial& initial) {
  initial.amplitude = input.number("initial.amplitude", {.default_value = 1,
                                                         .minimum = 0,
                                                         .exclusive = true,
                                                         .meaning = "amplitude of the flow",
                                                         .unit = "velocity"});
  if (p.length[0] != p.length[1] || p.length[1] != p.length[2])
    input.error("grid.length", "must be equal in x, y, z for initial.kind = \"taylor-green\"");
  if (input.has_errors()) return;
  Parameters started = p;
  started.initial = initial;
  const double lines = lines_of_taylor_green(started), whole = std::max(1.0, std::round(lines));
  constexpr double margin = 0.01;
  if (std::abs(lines - whole) > margin)
    input.error("turbulence.healing_length",
                "makes " + std::to_string(lines) +
                    " times four vortex lines of a vortex of this flow, which must be a whole "
                    "number; healing_length = " +
                    std::to_string(p.healing_length * lines / whole) + " does");
}

}  // namespace

void read_superfluid(io::Case& input, Parameters& p) {
  const auto positive = [&](const char* key, const char* meaning, const char* unit) {
    return input.number(key, {.minimum = 0, .exclusive = true, .meaning = meaning, .unit = unit});
  };
  p.sound_speed = positive("turbulence.sound_speed", "speed of long waves", "length/time");
  p.healing_length =
      positive("turbulence.healing_length", "size of the core of a vortex", "length");
  p.mean_density = input.number(
      "turbulence.mean_density",
      {.default_value = 1, .minimum = 0, .exclusive = true, .meaning = "density at rest"});
  refuse_keys_of_a_velocity(input);
}

void read_quantum_initial(io::Case& input, Parameters& p) {
  const std::string kind =
      input.choice("initial.kind",
                   {"wave", "vortex-lines", "vortex-rings", "taylor-green", "thermal", "file"}, {});
  Initial& initial = p.initial;
  if (kind == "wave") {
    initial.kind = InitialKind::wave;
    initial.amplitude =
        input.number("initial.amplitude",
                     {.default_value = 1e-4, .meaning = "of the density, over the mean density"});
    read_wave(input, p, initial);
  } else if (kind == "thermal") {
    initial.kind = InitialKind::thermal;
    initial.energy = input.number(
        "initial.energy",
        {.minimum = 0, .meaning = "of all waves, per volume", .unit = "density velocity^2"});
    initial.seed = read_seed(input);
  } else if (kind == "vortex-lines") {
    read_lines(input, p, initial);
  } else if (kind == "file") {
    initial.kind = InitialKind::file;
    read_initial_files(input, p);
  } else if (kind == "vortex-rings") {
    initial.kind = InitialKind::vortex_rings;
    read_rings(input, p, initial);
  } else {
    initial.kind = InitialKind::taylor_green;
    read_quantum_taylor_green(input, p, initial);
  }
  initial.relaxation = static_cast<int>(
      input.integer("initial.relaxation", {.default_value = kind == "taylor-green" ? 1000.0 : 0.0,
                                           .minimum = 0,
                                           .maximum = 1e9,
                                           .meaning = "steps in imaginary time"}));
}

}  // namespace thalweg::turbulence
