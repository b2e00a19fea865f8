// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include "solvers/turbulence/equations/equation_set.hpp"
#include "solvers/turbulence/limits.hpp"
#include "solvers/turbulence/scheme.hpp"

namespace thalweg::turbulence {

namespace {

/// About the largest |u_x| + |u_y| + |u_z| of the initial state where the case tells it.
std::optional<double> initial_speed(const Parameters& p) {
  const Initial& start = p.initial;
  const auto [a, b, c] = start.abc;
  switch (start.kind) {
  case InitialKind::taylor_green:
    return std::abs(start.amplitude) * std::max(1.0, p.length[1] / p.length[0]);
  case InitialKind::abc: return 2 * (std::abs(a) + std::abs(b) + std::abs(c));
  case InitialKind::random: return 4 * std::sqrt(2 * start.energy);
  case InitialKind::wave: return 2 * std::abs(start.amplitude);
  case InitialKind::orszag_tang: return 8 * std::abs(start.amplitude);
  case InitialKind::shear_layer: return std::abs(start.amplitude);
  case InitialKind::vortex_pair: {
    // In the directions between the axes; the other vortex adds what carries the pair.
    constexpr double fastest = 0.64 * std::numbers::sqrt2;  // of a Gaussian core, where r = 1.12 a
    return std::abs(start.pair.circulation) / (2 * std::numbers::pi) *
           (fastest / start.pair.core_radius + 1 / start.pair.separation);
  }
  case InitialKind::file:
  case InitialKind::formula:
  case InitialKind::vortex_lines:
  case InitialKind::vortex_rings:
  case InitialKind::thermal: return {};
  }
  return {};
}

/// About the largest |b_i| / dx_i of a start that the case tells.
double initial_magnetic_rate(const Parameters& p) {
  const Initial& start = p.initial;
  const double speed = start.kind == InitialKind::orszag_tang
                           ? 5.6 * std::abs(start.amplitude)
                           : 4 * std::sqrt(2 * start.magnetic_energy);
  double finest = 0;
  for (std::size_t d = 0; d < 3; ++d) finest = std::max(finest, p.points[d] / p.length[d]);
  return speed * finest;
}

/// Of all fields. (5.12) holds for the one that is damped least.
std::pair<double, double> least_and_largest_diffusivity(const Parameters& p) {
  const std::vector<StateField> fields = describe(p).fields;
  const auto [least, largest] = std::ranges::minmax_element(fields, {}, &StateField::diffusivity);
  return {least->diffusivity, largest->diffusivity};
}

/// rk2 amplifies every wave a little; up to this Courant number diffusion damps more. Waves of
/// rotation, stratification and magnetic fields are beside the flow: with these it cannot be told.
/// (5.12)
std::optional<double> damped_courant_number(const Parameters& p) {
  const auto speed = initial_speed(p);
  const double diffusivity = least_and_largest_diffusivity(p).first;
  if (diffusivity == 0) return 0.0;
  if (!speed || fastest_wave(p) > 0 || p.is_magnetic()) return {};
  std::array<double, 3> spacing{};
  for (std::size_t d = 0; d < 3; ++d) spacing[d] = p.length[d] / p.points[d];
  const auto [finest, coarsest] = std::minmax_element(spacing.begin(), spacing.end());
  const double phase = largest_phase(p.modes());
  return std::cbrt(8 * diffusivity * *finest / (phase * phase * *speed * *coarsest * *coarsest));
}

}  // namespace

std::optional<double> stable_courant_number(const Parameters& p) {
  if (p.scheme == "rk2") return damped_courant_number(p);
  // The explicit viscous term may bring as much damping as the step allows it.
  const double damping = p.viscous == Viscous::explicit_term ? largest_viscous_step : 0;
  // Waves may take as much of the extent as a step leaves them.
  const double waves = fastest_wave(p) > 0 ? wave_phase_per_step : 0;
  return (stable_extent(p.scheme, damping) - waves) / largest_phase(p.modes());
}

namespace {

/// Waves that a fixed step does not resolve: (5.13) bounds those that follow the flow.
std::vector<std::string> advice_on_waves(const Parameters& p) {
  const double phase = fastest_wave(p) * p.step.value_or(0), limit = stable_extent(p.scheme);
  if (phase <= wave_phase_per_step) return {};
  const std::string turned =
      fmt::format("note: time.step = {:g} turns the fastest wave of rotation and stratification by "
                  "{:.2g} radians",
                  *p.step, phase);
  if (phase > limit)
    return {fmt::format("{}: {} makes it grow; {:g} resolves it", turned, p.scheme,
                        wave_phase_per_step / fastest_wave(p))};
  return {fmt::format("{}: it is stable up to {:.2f}, and resolved with {:g}", turned, limit,
                      wave_phase_per_step / fastest_wave(p))};
}

/// Waves that rk2 amplifies more than diffusion damps them at the largest scale or the smallest:
/// those between are better off. Of rotation, stratification and a uniform field, which last as
/// long as the run. (5.14)
std::vector<std::string> advice_on_waves_of_rk2(const Parameters& p) {
  const auto& b = p.mean_field;
  const double alfven = std::hypot(b[0], b[1], b[2]),
               diffusivity = least_and_largest_diffusivity(p).first;
  if (fastest_wave(p) + alfven == 0) return {};
  const double smallest = 2 * std::numbers::pi / *std::ranges::max_element(p.length),
               largest = std::sqrt(largest_k_squared(p));
  const auto damped_step = [&](double k, double speed) {
    return std::cbrt(8 * diffusivity * k * k / std::pow(fastest_wave(p) + k * speed, 4));
  };
  const double limit =
      std::min(damped_step(smallest, alfven), damped_step(largest, alfven * fastest_whistler(p)));
  if (*p.step <= limit) return {};
  return {fmt::format("note: time.step = {:g} with rk2, which amplifies waves of rotation, "
                      "stratification and the uniform magnetic field: {}; rk3 and rk4 have real "
                      "limits",
                      *p.step,
                      limit > 0
                          ? fmt::format("diffusion damps that for certain up to {:.3g}", limit)
                          : "nothing damps that in a field without diffusion")};
}

/// Explicit diffusion beyond what a fixed step bears.
std::vector<std::string> advice_on_diffusion(const Parameters& p) {
  if (p.viscous != Viscous::explicit_term) return {};
  const double rate = least_and_largest_diffusivity(p).second * largest_k_squared(p),
               limit = stable_damping(p.scheme);
  if (rate * *p.step <= limit) return {};
  return {fmt::format("note: time.step = {:g} times the rate of explicit diffusion at the smallest "
                      "scale is {:.3g}: {} makes it grow from {:.2f} on; {:.3g} is stable, and any "
                      "step with turbulence.viscous = \"integrating-factor\"",
                      *p.step, rate * *p.step, p.scheme, limit, largest_viscous_step / rate)};
}

/// What whistlers do to a step that follows the flow. (3.10)
std::vector<std::string> advice_on_whistlers(const Parameters& p) {
  const double times = fastest_whistler(p);
  if (times == 1) return {};
  return {fmt::format("note: the shortest whistler is {:.3g} times as fast as an Alfven wave, so "
                      "where the magnetic field decides, steps are as much shorter",
                      times)};
}

/// Waves of the magnetic field that a fixed step makes grow. (5.15)
std::vector<std::string> advice_on_magnetic_waves(const Parameters& p) {
  const double times = fastest_whistler(p);
  const bool is_rk2 = p.scheme == "rk2";
  // What rk2 does to waves of Alfven depends on diffusion: advice_on_waves_of_rk2.
  if (!p.is_magnetic() || (is_rk2 && times == 1)) return {};
  const double alfven =
      largest_alfven_frequency(p) + largest_phase(p.modes()) * initial_magnetic_rate(p);
  if (alfven == 0) return {};  // those of rotation alone: advice_on_waves
  const double half = fastest_wave(p) / 2, frequency = half + std::hypot(half, times * alfven),
               phase = frequency * *p.step, limit = stable_extent(p.scheme);
  if (phase <= limit || phase <= wave_phase_per_step) return {};
  return {fmt::format("note: time.step = {:g} turns the shortest {} of the start by up to {:.2g} "
                      "radians, and {} makes it grow{}; {:g} resolves it",
                      *p.step, times > 1 ? "whistler" : "Alfven wave", phase, p.scheme,
                      is_rk2 ? "" : fmt::format(" from {:.2f} on", limit),
                      std::max(limit / 2, wave_phase_per_step) / frequency)};
}

/// The healing length on the grid, and the rotation that a fixed step makes in its highest mode.
std::vector<std::string> advice_on_superfluid(const Parameters& p) {
  std::vector<std::string> notes;
  const double largest = std::sqrt(largest_k_squared(p)), resolved = largest * p.healing_length;
  if (resolved < 1)
    notes.push_back(fmt::format("note: the largest kept wave number times the healing length is "
                                "{:.2g}: cores of vortices are resolved from about 1.5 on",
                                resolved));
  const double frequency = fastest_wave(p), phase = frequency * p.step.value_or(0);
  if (phase <= wave_phase_per_step) return notes;
  const double growth = wave_growth(p, *p.step);
  const std::string turned = fmt::format(
      "note: time.step = {:g} turns the highest mode by {:.2g} radians", *p.step, phase);
  const std::string enough = fmt::format("{:g} resolves it", wave_phase_per_step / frequency);
  notes.push_back(
      growth > 1e-9
          ? fmt::format("{}: {} then makes waves grow by a factor e in {:.2g} of time; {}", turned,
                        p.scheme, 1 / growth, enough)
          : fmt::format("{}: {}", turned, enough));
  return notes;
}

/// A Courant number beyond its limit.
std::vector<std::string> advice_on_flow(const Parameters& p) {
  const std::optional<double> limit = stable_courant_number(p);
  if (limit && *p.cfl <= *limit) return {};
  const std::string given = fmt::format("note: time.cfl = {:g}", *p.cfl);
  if (p.scheme != "rk2")
    return {fmt::format("{} is beyond {:.2f}, up to which {} is linearly stable for certain with "
                        "this dealiasing: the smallest scales may grow",
                        given, *limit, p.scheme)};
  const std::string enough =
      limit && *limit > 0
          ? fmt::format("diffusion damps that for certain up to {:.2f}", *limit)
          : std::string(limit ? "nothing damps that in a field without diffusion"
                              : "whether diffusion damps that depends on the speed and on waves");
  return {fmt::format("{} with rk2, which amplifies waves and the smallest scales a little at any "
                      "step: {}; rk3 and rk4 have real limits",
                      given, enough)};
}

}  // namespace

std::vector<std::string> advice(const Parameters& p) {
  if (p.equations == Equations::gross_pitaevskii) return advice_on_superfluid(p);
  std::vector<std::string> notes;
  const auto add = [&](std::vector<std::string> more) {
    std::ranges::move(more, std::back_inserter(notes));
  };
  if (p.cfl) {
    add(advice_on_flow(p));
    add(advice_on_whistlers(p));
  } else {
    add(p.scheme == "rk2" ? advice_on_waves_of_rk2(p) : advice_on_waves(p));
    add(advice_on_diffusion(p));
    add(advice_on_magnetic_waves(p));
  }
  return notes;
}

}  // namespace thalweg::turbulence
