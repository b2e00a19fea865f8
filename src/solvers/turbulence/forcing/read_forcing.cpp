// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/forcing/read_forcing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/forcing/forced_modes.hpp"

namespace thalweg::turbulence {

namespace {

constexpr const char* power = "velocity^2/time";

/// Which field is forced: asked only where a set has two that can be.
void read_field(io::Case& input, Parameters& p) {
  const std::vector<StateField> fields = describe(p).fields;
  const auto has = [&](FieldKind kind) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const StateField& f) { return f.kind == kind; });
  };
  if (!has(FieldKind::velocity))
    input.error("forcing.kind", "needs equations with a velocity");
  else if (has(FieldKind::magnetic))
    p.forcing.of_magnetic_field = input.choice("forcing.field", {"velocity", "magnetic"},
                                               "velocity", "which field is forced") == "magnetic";
}

void read_constant(io::Case& input, const Parameters& p, ForcingParameters& forcing) {
  const std::string shape =
      input.choice("forcing.shape", {"kolmogorov", "abc", "taylor-green"}, {});
  forcing.shape = shape == "abc"            ? ForcingShape::abc
                  : shape == "taylor-green" ? ForcingShape::taylor_green
                                            : ForcingShape::kolmogorov;
  forcing.amplitude =
      input.number("forcing.amplitude",
                   {.meaning = "largest force of each sine of the shape", .unit = "velocity/time"});
  forcing.wavenumber = static_cast<int>(
      input.integer("forcing.wavenumber", {.default_value = 1,
                                           .minimum = 1,
                                           .maximum = 32768,
                                           .meaning = "wave number in units of 2 pi / length"}));
  if (forcing.shape == ForcingShape::abc &&
      (p.length[0] != p.length[1] || p.length[1] != p.length[2]))
    input.error("grid.length", "must be equal in x, y, z for forcing.shape = \"abc\"");
  else if (!input.has_errors() && forced_modes(p).empty())
    input.error("forcing.wavenumber",
                "must be one whose modes grid.points and turbulence.dealias keep");
}

void read_shell(io::Case& input, const Parameters& p, ForcingParameters& forcing) {
  const char* units = "in units of 2 pi / longest side";
  forcing.k_min = input.number("forcing.k_min", {.default_value = 1,
                                                 .minimum = 0,
                                                 .exclusive = true,
                                                 .meaning = "least wave number of the shell",
                                                 .unit = units});
  forcing.k_max = input.number("forcing.k_max", {.default_value = 2,
                                                 .minimum = 0,
                                                 .exclusive = true,
                                                 .meaning = "largest wave number of the shell",
                                                 .unit = units});
  forcing.energy_input =
      input.number("forcing.energy_input", {.minimum = 0,
                                            .exclusive = true,
                                            .meaning = "rate at which energy is put in",
                                            .unit = power});
  if (forcing.k_max < forcing.k_min) {
    input.error("forcing.k_max", fmt::format("must be >= forcing.k_min = {:g}", forcing.k_min));
    return;
  }
  if (input.has_errors()) return;
  const double largest = largest_whole_shell(p);
  if (forcing.k_max > largest * (1 + 1e-9))
    input.error("forcing.k_max",
                fmt::format("must be <= {:.6g}: beyond it, modes of the shell are truncated "
                            "(grid.points, turbulence.dealias)",
                            largest));
  else if (forced_modes(p).empty())
    input.error("forcing.k_max",
                fmt::format("must leave a mode in the shell: none has a wave number between {:g} "
                            "and {:g}",
                            forcing.k_min, forcing.k_max));
}

void read_random(io::Case& input, const Parameters& p, ForcingParameters& forcing) {
  read_shell(input, p, forcing);
  forcing.correlation_time = input.number(
      "forcing.correlation_time", {.default_value = 0,
                                   .minimum = 0,
                                   .meaning = "of the force; 0: it is drawn anew in every step",
                                   .unit = "time"});
  if (forcing.correlation_time > 0 && p.step.value_or(0) > forcing.correlation_time)
    input.error("forcing.correlation_time",
                fmt::format("must be 0 or >= time.step = {:g}, which has to follow it", *p.step));
  forcing.helicity = input.number("forcing.helicity",
                                  {.default_value = 0,
                                   .minimum = -1,
                                   .maximum = 1,
                                   .meaning = "of the force: 1 and -1 are curls of themselves"});
  forcing.seed = static_cast<std::uint64_t>(
      input.integer("forcing.seed",
                    {.default_value = 1, .minimum = 0, .maximum = 9e15, .meaning = "random seed"}));
}

void read_linear(io::Case& input, const Parameters& p, ForcingParameters& forcing) {
  forcing.rate = input.number(
      "forcing.rate",
      {.minimum = 0, .exclusive = true, .meaning = "A of the force A u", .unit = "1/time"});
  if (forcing.of_magnetic_field && p.mean_field != std::array<double, 3>{})
    input.error("turbulence.magnetic_field",
                "must be 0: forcing.kind = \"linear\" of the magnetic field would make it grow");
}

ForcingKind kind_of(const std::string& name) {
  if (name == "constant") return ForcingKind::constant;
  if (name == "random") return ForcingKind::random;
  if (name == "constant-energy-input") return ForcingKind::constant_energy_input;
  return ForcingKind::linear;
}

std::string text_of_shell(const ForcingParameters& f, std::size_t modes) {
  return fmt::format("{} modes with k in [{:g}, {:g}]", modes, f.k_min, f.k_max);
}

}  // namespace

void read_forcing(io::Case& input, Parameters& p) {
  if (!input.has_table("forcing")) return;
  ForcingParameters& forcing = p.forcing;
  forcing.kind = kind_of(
      input.choice("forcing.kind", {"constant", "random", "constant-energy-input", "linear"}, {}));
  read_field(input, p);
  switch (forcing.kind) {
  case ForcingKind::constant: return read_constant(input, p, forcing);
  case ForcingKind::random: return read_random(input, p, forcing);
  case ForcingKind::constant_energy_input: return read_shell(input, p, forcing);
  default: return read_linear(input, p, forcing);
  }
}

std::vector<std::string> forcing_lines(const Parameters& p) {
  const ForcingParameters& f = p.forcing;
  const char* field = f.of_magnetic_field ? "magnetic field" : "velocity";
  const auto modes = [&] {
    double count = 0;
    for (const ForcedMode& mode : forced_modes(p)) count += mode.weight;
    return static_cast<std::size_t>(count);
  };
  switch (f.kind) {
  case ForcingKind::none: return {};
  case ForcingKind::constant:
    return {fmt::format("forcing of the {}: constant, {} modes, amplitude {:g}", field, modes(),
                        f.amplitude)};
  case ForcingKind::random:
    return {fmt::format(
        "forcing of the {}: random, {}, {}, mean input {:g}{}", field, text_of_shell(f, modes()),
        f.correlation_time > 0 ? fmt::format("correlated over {:g}", f.correlation_time)
                               : "drawn anew in every step",
        f.energy_input, f.correlation_time > 0 ? " to a flow that does not respond" : "")};
  case ForcingKind::constant_energy_input:
    return {fmt::format("forcing of the {}: along itself in {}, input {:g} at all times", field,
                        text_of_shell(f, modes()), f.energy_input)};
  case ForcingKind::linear:
    return {fmt::format("forcing of the {}: {:g} times itself at all wave numbers", field, f.rate)};
  }
  return {};
}

}  // namespace thalweg::turbulence
