// SPDX-License-Identifier: Apache-2.0
// What a user should know before a run is spent: is the wave resolved, the step stable, the layer
// thick enough, the medium plausible.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "solvers/sound/case/advice.hpp"
#include "solvers/sound/case/sections.hpp"

namespace thalweg::sound {

double courant_number(const Parameters& p) {
  return p.sound_speed.range.highest * p.problem.dt / p.grid.smallest_spacing();
}

double largest_stable_step(const Problem& problem, double highest_speed) {
  const double c = problem.sound_speed_ref;
  if (c >= highest_speed) return std::numeric_limits<double>::infinity();
  double square = 0;
  for (std::size_t d = 0; d < static_cast<std::size_t>(problem.dimensions); ++d)
    square += std::pow(std::numbers::pi / problem.spacing[d], 2);
  return 2 / (c * std::sqrt(square)) * std::asin(c / highest_speed);
}

double surely_stable_step(const Parameters& p) {
  double square = 0;
  for (std::size_t d = 0; d < static_cast<std::size_t>(p.problem.dimensions); ++d)
    square += std::pow(std::numbers::pi / p.problem.spacing[d], 2);
  const Range rho = p.density.range;
  const double fastest = p.sound_speed.range.highest * std::sqrt(rho.highest / rho.lowest);
  return 2 / (std::sqrt(square) * fastest);
}

double points_per_wavelength(const Parameters& p) {
  if (p.highest_frequency == 0) return std::numeric_limits<double>::infinity();
  double coarsest = 0;
  for (std::size_t d = 0; d < static_cast<std::size_t>(p.grid.dimensions); ++d)
    coarsest = std::max(coarsest, p.grid.spacing[d]);
  return p.sound_speed.range.lowest / p.highest_frequency / coarsest;
}

namespace {

void advise_on_waves(Parameters& p) {
  const double ppw = points_per_wavelength(p);
  if (ppw < 2)
    p.note(fmt::format("the sources' highest frequency ({:.3g} MHz) has {:.2g} points per "
                       "wavelength where sound is slowest; below 2 the grid does not carry it",
                       p.highest_frequency / 1e6, ppw));
  else if (p.problem.medium.nonlinearity && ppw < 6)
    p.note(fmt::format("the medium is nonlinear, and {:.2g} points per wavelength resolve only {} "
                       "harmonic(s) of {:.3g} MHz",
                       ppw, static_cast<int>(ppw / 2), p.highest_frequency / 1e6));
  else if (ppw < 3)
    p.note(fmt::format("{:.2g} points per wavelength at {:.3g} MHz; 3 or more keep the error small",
                       ppw, p.highest_frequency / 1e6));
}

/// The speed that a case gives is that of the lowest frequencies. (3.3)
void advise_on_dispersion(Parameters& p) {
  constexpr double most = 0.05;  // more than the theory of small absorption is made for
  const Medium& m = p.problem.medium;
  if (m.absorption != Absorption::power_law || !m.disperses || p.highest_frequency == 0) return;
  const double y = m.absorption_power, frequency = p.highest_frequency,
               nepers_per_metre = 100 * p.absorption.highest * std::pow(frequency / 1e6, y) /
                                  (20 * std::log10(std::numbers::e)),
               change = p.sound_speed.range.highest * nepers_per_metre / frequency / 2 /
                        std::numbers::pi * std::tan(std::numbers::pi * y / 2);
  if (std::abs(change) > most)
    p.note(fmt::format(
        "dispersion makes waves of {:.3g} MHz up to {:.2g} % {} than sound_speed, which is that of "
        "the lowest frequencies; allow for it in sound_speed, or set sound.dispersion = false",
        frequency / 1e6, 100 * std::abs(change), change < 0 ? "faster" : "slower"));
}

bool has_layer(const Parameters& p) {
  return std::any_of(p.problem.layer.begin(), p.problem.layer.end(),
                     [](const auto& layer) { return layer.points[0] > 0 || layer.points[1] > 0; });
}

void advise_on_step(Parameters& p) {
  const double limit = largest_stable_step(p.problem, p.sound_speed.range.highest);
  const bool uniform = p.sound_speed.quantity.uniform() && p.density.quantity.uniform();
  if (p.problem.dt > limit)
    p.note(fmt::format("the step of {:.3g} s is beyond the limit of stability, {:.3g} s, because "
                       "sound_speed_ref is below the largest speed of sound",
                       p.problem.dt, limit));
  else if (courant_number(p) > 0.5 && !uniform)
    p.note(fmt::format("the CFL number is {:.2g}; where the medium changes, 0.3 or less is usual",
                       courant_number(p)));
  else if (courant_number(p) > 1 && has_layer(p))
    p.note(fmt::format("the CFL number is {:.2g}; above 1 the absorbing layer sends waves back",
                       courant_number(p)));
  constexpr double strong_contrast = 4;  // of densities; tissue and bone differ by 2
  const Range rho = p.density.range;
  if (rho.highest > strong_contrast * rho.lowest && p.problem.dt > surely_stable_step(p))
    p.note(
        fmt::format("the density varies {:.3g}-fold; the step of {:.3g} s may be unstable, up to "
                    "{:.3g} s is stable for certain",
                    rho.highest / rho.lowest, p.problem.dt, surely_stable_step(p)));
  if (p.highest_frequency * p.problem.dt > 0.5)
    p.note("the steps are too long for the sources' highest frequency: less than two per period");
}

void advise_on_layers(Parameters& p) {
  for (std::size_t d = 0; d < static_cast<std::size_t>(p.grid.dimensions); ++d)
    for (const int side : {0, 1}) {
      const int points = p.problem.layer[d].points[side];
      if (points > 0 && points < 6)
        p.note(fmt::format("the absorbing layer at the {} end of {} is {} points thick; below 10 "
                           "it reflects audibly",
                           side == 0 ? "low" : "high", "xyz"[d], points));
    }
}

void advise_on_medium(Parameters& p) {
  const Range c = p.sound_speed.range, rho = p.density.range;
  if (c.lowest < 100 || c.highest > 10000)
    p.note(fmt::format("the speed of sound reaches from {:g} to {:g} m/s: is it in m/s?", c.lowest,
                       c.highest));
  if (rho.lowest < 0.5 || rho.highest > 30000)
    p.note(fmt::format("the density reaches from {:g} to {:g} kg/m^3: is it in kg/m^3?", rho.lowest,
                       rho.highest));
}

}  // namespace

void advise(Parameters& p) {
  advise_on_waves(p);
  advise_on_dispersion(p);
  advise_on_step(p);
  advise_on_layers(p);
  advise_on_medium(p);
}

}  // namespace thalweg::sound
