// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/initial/shear_layer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace thalweg::turbulence {

namespace {

struct ShearLayer {
  double speed, thickness, perturbation, wave_number;
  char normal;
};

/// Two layers across the normal, and waves along x that a stream function makes. (6.14)
std::vector<std::string> formulas(const ShearLayer& s) {
  const std::string end = fmt::format("L{}", s.normal);
  const auto distance = [&](const char* place) {
    return fmt::format("(({}-{}*{})/{:.17g})", s.normal, place, end, s.thickness);
  };
  const std::string first = distance("0.25"), second = distance("0.75");
  const auto bell = [](const std::string& d) { return fmt::format("exp(-{0}*{0})", d); };
  const std::string flow = fmt::format("{:.17g}*(tanh({})-tanh({})-1)", s.speed, first, second);
  const double size = s.speed * s.perturbation;
  const std::string along =
      fmt::format("{:.17g}*cos({:.17g}*x)*({}*{}+{}*{})", -2 * size / (s.wave_number * s.thickness),
                  s.wave_number, first, bell(first), second, bell(second));
  const std::string across =
      fmt::format("{:.17g}*sin({:.17g}*x)*({}+{})", size, s.wave_number, bell(first), bell(second));
  const std::string stream = flow + "+" + along;
  if (s.normal == 'y') return {stream, across, "0"};
  return {stream, "0", across};
}

}  // namespace

void read_shear_layer(io::Case& input, Parameters& p) {
  ShearLayer s{};
  s.speed = input.number(
      "initial.amplitude",
      {.default_value = 1, .meaning = "half the difference of velocities", .unit = "velocity"});
  s.normal = input.choice("initial.normal", {"y", "z"}, "y", "across the layers")[0];
  const double length = p.length[s.normal == 'y' ? 1 : 2];
  s.thickness = input.number("initial.thickness", {.minimum = 0,
                                                   .maximum = length / 16,
                                                   .exclusive = true,
                                                   .meaning = "of a layer: tanh(distance / it)",
                                                   .unit = "length"});
  s.perturbation = input.number("initial.perturbation",
                                {.default_value = 0.01,
                                 .minimum = 0,
                                 .meaning = "velocity of waves in the layers, over amplitude"});
  const auto waves = input.integer("initial.wavenumber",
                                   {.default_value = 1,
                                    .minimum = 1,
                                    .maximum = static_cast<double>(std::max(1, p.modes().kx)),
                                    .meaning = "of these waves, in units of 2 pi / length in x"});
  s.wave_number = 2 * std::numbers::pi * static_cast<double>(waves) / p.length[0];
  p.initial.amplitude = s.speed;
  p.initial.formulas.push_back({"velocity", formulas(s)});
}

}  // namespace thalweg::turbulence
