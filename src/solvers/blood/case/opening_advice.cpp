// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/case/opening_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thalweg::blood {

namespace {

/// Of a developed flow, over the mean: exact between plates and in a tube.
double peak_factor(const Parameters& p, ProfileKind profile) {
  if (profile == ProfileKind::uniform) return 1;
  return peak_over_mean(p);
}

double peak_velocity(const Parameters& p, const OpeningParameters& opening) {
  return peak_factor(p, opening.profile) * opening.waveform.largest() / opening.in(p.vessel).area;
}

/// Four times the area over the rim: the diameter of a round opening.
double hydraulic_diameter(const Parameters& p, const OpeningParameters& opening) {
  const geometry::Opening& at = opening.in(p.vessel);
  return 4 * at.area / at.perimeter;
}

/// Half the distance of the plates of a channel; else half the hydraulic diameter.
double half_width(const Parameters& p, double hydraulic_diameter) {
  return p.vessel.shape == VesselShape::channel ? p.vessel.size[2] / 2 : hydraulic_diameter / 2;
}

std::string waveform_text(const Waveform& waveform, const std::string& unit) {
  std::string text = fmt::format("{:.4g} {}", waveform.mean(), unit);
  const bool varies = waveform.largest() > std::abs(waveform.mean()) * (1 + 1e-12);
  if (varies) text += fmt::format(" in the mean, up to {:.4g}", waveform.largest());
  if (waveform.period() > 0) text += fmt::format(", with a period of {:.4g} s", waveform.period());
  return text;
}

const char* name_of(ProfileKind profile) {
  switch (profile) {
  case ProfileKind::uniform: return "uniform";
  case ProfileKind::parabolic: return "parabolic";
  case ProfileKind::computed: return "computed";
  case ProfileKind::womersley: break;
  }
  return "womersley";
}

std::string windkessel_text(const Windkessel& w) {
  std::string text = fmt::format("resistance {:.4g} Pa s/m^3", w.resistance);
  if (w.compliance > 0)
    text += fmt::format(", compliance {:.4g} m^3/Pa (time constant {:.4g} s)", w.compliance,
                        w.resistance * w.compliance);
  if (w.proximal > 0) text += fmt::format(", proximal resistance {:.4g} Pa s/m^3", w.proximal);
  return text;
}

void advise_on_flow(const Parameters& p, const OpeningParameters& opening,
                    std::vector<std::string>& lines) {
  const double area = opening.in(p.vessel).area, width = hydraulic_diameter(p, opening),
               viscosity = p.kinematic_viscosity();
  const double fastest = peak_velocity(p, opening), on_lattice = fastest / p.units().velocity();
  std::string line =
      fmt::format("opening {}: velocity, {}, into the vessel {}; Reynolds number {:.3g}",
                  opening.name, name_of(opening.profile), waveform_text(opening.waveform, "m^3/s"),
                  opening.waveform.largest() / area * width / viscosity);
  if (const double period = opening.waveform.period(); period > 0)
    line +=
        fmt::format(", Womersley number {:.3g}",
                    half_width(p, width) * std::sqrt(2 * std::numbers::pi / period / viscosity));
  lines.push_back(line + fmt::format("; up to {:.3g} of a spacing per step", on_lattice));
  if (on_lattice > 0.1)
    lines.push_back(
        fmt::format("warning: the flow through {} is too fast for the lattice, results are wrong "
                    "above 0.1 or so of a spacing per step: take a smaller grid.spacing or "
                    "blood.relaxation_time, at which steps are shorter",
                    opening.name));
}

/// Pressures far apart compress the fluid of the lattice.
void advise_on_pressures(const Parameters& p, std::vector<std::string>& lines) {
  double low = 0, high = 0;
  bool is_first = true;
  for (const OpeningParameters& opening : p.openings) {
    if (opening.kind != OpeningKind::pressure || opening.windkessel) continue;
    const double spread = opening.waveform.largest() - std::abs(opening.waveform.mean());
    const double from = opening.waveform.mean() - spread, to = opening.waveform.mean() + spread;
    low = is_first ? from : std::min(low, from);
    high = is_first ? to : std::max(high, to);
    is_first = false;
  }
  const double excess = 3 * (high - low) / p.units().pressure();
  if (excess > 0.1)
    lines.push_back(
        fmt::format("warning: the pressures of openings differ by {:.3g} Pa, which changes the "
                    "density on the lattice by the part {:.2g}; above 0.1 results are wrong: take "
                    "a smaller grid.spacing or blood.relaxation_time",
                    high - low, excess));
}

void advise_on_walls(const Parameters& p, std::vector<std::string>& lines) {
  if (!p.vessel.is_walled(0)) return;
  const std::vector<geometry::Opening>& found = p.vessel.interior->openings();
  for (std::size_t n = 0; n < found.size() && !p.openings.empty(); ++n)
    if (std::ranges::find(p.openings, static_cast<int>(n), &OpeningParameters::number) ==
        p.openings.end())
      lines.push_back(fmt::format("opening {} is closed by a wall: no entry of [[openings]] is for "
                                  "it",
                                  found[n].name));
  const bool is_read =
      p.vessel.shape == VesselShape::surface || p.vessel.shape == VesselShape::mask;
  if (p.openings.empty() && is_read && !found.empty())
    lines.push_back("warning: all openings are closed by walls: give them conditions in "
                    "[[openings]], or let the vessel be periodic with geometry.periodic = true");
}

}  // namespace

double peak_over_mean(const Parameters& p) {
  return p.vessel.shape == VesselShape::channel ? 1.5 : 2;
}

double velocity_by_openings(const Parameters& p) {
  double flow = 0, low = 0, high = 0;
  bool has_pressure = false;
  for (const OpeningParameters& opening : p.openings) {
    if (opening.kind == OpeningKind::velocity) flow = std::max(flow, peak_velocity(p, opening));
    if (opening.kind != OpeningKind::pressure || opening.windkessel) continue;
    high = has_pressure ? std::max(high, opening.waveform.mean()) : opening.waveform.mean();
    low = has_pressure ? std::min(low, opening.waveform.mean()) : opening.waveform.mean();
    has_pressure = true;
  }
  const double width = p.vessel.interior->width();
  const double length = *std::ranges::max_element(p.vessel.size);
  const double factor = p.vessel.shape == VesselShape::channel ? 8 : 16;
  return std::max(flow, (high - low) / length * width * width / (factor * p.viscosity));
}

std::vector<std::string> opening_advice(const Parameters& p) {
  std::vector<std::string> lines;
  for (const OpeningParameters& opening : p.openings) {
    if (opening.kind == OpeningKind::velocity)
      advise_on_flow(p, opening, lines);
    else if (opening.windkessel)
      lines.push_back(fmt::format("opening {}: pressure behind {}", opening.name,
                                  windkessel_text(*opening.windkessel)));
    else
      lines.push_back(fmt::format("opening {}: pressure, {}", opening.name,
                                  waveform_text(opening.waveform, "Pa")));
  }
  advise_on_pressures(p, lines);
  advise_on_walls(p, lines);
  return lines;
}

}  // namespace thalweg::blood
