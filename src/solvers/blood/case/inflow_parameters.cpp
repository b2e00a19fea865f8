// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/case/inflow_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/blood/case/changing_hands.hpp"
#include "solvers/blood/inflow/reservoir.hpp"
#include "solvers/blood/openings/aside.hpp"

namespace thalweg::blood {

namespace {

using geometry::Opening;

/// More than rounded discs about red cells pack to.
constexpr double densest = 0.6;

void check_hematocrits(io::Case& input, const Parameters& p, const OpeningParameters& opening,
                       const std::string& key) {
  const std::size_t species = p.cells.species.size();
  if (species == 0) return input.error(key, "needs cells: a [[cells.species]] says what they are");
  if (opening.hematocrits.size() != species)
    return input.error(key, fmt::format("must be one number for each of the {} [[cells.species]], "
                                        "in their order; 0 for those that do not enter",
                                        species));
  for (std::size_t s = 0; s < species; ++s)
    if (opening.hematocrits[s] > 0 && p.cells.species[s].stretching.force > 0)
      input.error(key, "must be 0 for " + p.cells.species[s].name +
                           ", which has a stretching_force: cells that enter lie anyhow");
  double sum = 0;
  for (const double hematocrit : opening.hematocrits) sum += hematocrit;
  if (sum > densest)
    input.error(key,
                fmt::format("must be {} at most{}: cells that do not touch fill no more", densest,
                            species > 1 ? fmt::format(" in all, not {:.4g}", sum) : ""));
  if (opening.waveform.mean() <= 0 && opening.waveform.largest() <= -opening.waveform.mean())
    input.error(key, "needs a flow into the vessel, but this one leads out at all times");
}

/// A cell may enter on its edge, so what it is thick matters.
void check_width(io::Case& input, const Parameters& p, const OpeningParameters& opening,
                 const std::string& key) {
  const double width = feed_width(p.vessel, opening.in(p.vessel));
  for (std::size_t s = 0; s < p.cells.species.size(); ++s) {
    if (opening.hematocrits[s] == 0) continue;
    const SpeciesParameters& species = p.cells.species[s];
    const RoundedDisc bound = bounding_disc(control_net(species).vertices);
    const double needed = 2 * (bound.rounding + p.cells.clearance);
    if (width < needed)
      input.error(key,
                  fmt::format("lets {} enter, which take {:.3g} um between walls, but {} is only "
                              "{:.3g} um wide. Take smaller cells, or a wider opening",
                              species.name, needed * 1e6, opening.name, width * 1e6));
  }
}

/// How near a cell comes to an opening [m]; negative beyond it.
double room_before(const Opening& at, const Mesh& cell) {
  double least = std::numeric_limits<double>::infinity();
  for (const geometry::Vector& vertex : cell.vertices)
    least = std::min(least, (at.is_high ? 1 : -1) * (at.center[at.axis] - vertex[at.axis]));
  return least;
}

/// Vertices beyond an opening would find no fluid. Where those of a run's membranes are is not read
/// yet.
void check_places(io::Case& input, const Parameters& p, std::size_t s) {
  const SpeciesParameters& species = p.cells.species[s];
  if (species.placements.empty() || !p.cells.shapes_from.empty()) return;
  const Mesh net = control_net(species);
  const double margin = opening_margin(p.cells.delta) * p.vessel.spacing,
               farthest = margin + bounding_disc(net.vertices).radius();
  for (std::size_t k = 0; k < species.placements.size(); ++k)
    for (const OpeningParameters& opening : p.openings) {
      const Opening& at = opening.in(p.vessel);
      const Placement& place = species.placements[k];
      const geometry::Vector aside = aside_of(p.vessel, at, place.centre);
      if (std::abs(place.centre[at.axis] - at.center[at.axis]) > farthest ||
          geometry::dot(aside, aside) > at.farthest_rim * at.farthest_rim)
        continue;
      const double room = room_before(at, placed(net, place));
      if (room >= margin) continue;
      const bool is_filed = !place.where.empty();
      return input.error(
          is_filed ? "cells.file" : fmt::format("cells.species.{}.centres", s),
          fmt::format(
              "{} ({}) {} the opening {}: cells must begin {:.3g} um from openings at least",
              is_filed ? "the cell of " + place.where : fmt::format("number {}", k + 1),
              species.name,
              room > 0 ? fmt::format("comes within {:.3g} um of", room * 1e6) : "reaches through",
              opening.name, margin * 1e6));
    }
}

/// Of a species, the part of what flows in over all openings.
double mean_hematocrit(const Parameters& p, std::size_t species) {
  double cells = 0, all = 0;
  for (const OpeningParameters& opening : p.openings) {
    if (opening.kind != OpeningKind::velocity) continue;
    const double flow = std::max(0.0, opening.waveform.mean());
    all += flow;
    if (opening.feeds()) cells += flow * opening.hematocrits[species];
  }
  if (all > 0) return cells / all;
  for (const OpeningParameters& opening : p.openings)
    if (opening.feeds()) cells = std::max(cells, opening.hematocrits[species]);
  return cells;
}

}  // namespace

void check_inflow(io::Case& input, Parameters& p) {
  const std::size_t mistakes = input.error_count();
  for (int n = 0; n < input.count("openings"); ++n) {
    const std::string key = fmt::format("openings.{}.hematocrit", n);
    if (!input.has(key) || static_cast<std::size_t>(n) >= p.openings.size()) continue;
    const OpeningParameters& opening = p.openings[static_cast<std::size_t>(n)];
    if (opening.kind != OpeningKind::velocity) continue;
    check_hematocrits(input, p, opening, key);
    if (input.error_count() == mistakes) check_width(input, p, opening, key);
  }
  if (input.error_count() != mistakes || p.openings.empty()) return;
  for (std::size_t s = 0; s < p.cells.species.size(); ++s) {
    check_places(input, p, s);
    if (p.cells.species[s].count == 0 && expected_cells(p, s) == 0)
      input.error(fmt::format("cells.species.{}", s),
                  "is nowhere at the beginning, and enters by no opening: give centres, number or "
                  "hematocrit, or a hematocrit of what flows in by one of [[openings]]");
  }
}

double cells_by_inflow(const Parameters& p, std::size_t species) {
  return mean_hematocrit(p, species) * p.vessel.volume() / volume_of_cell(p.cells.species[species]);
}

double expected_cells(const Parameters& p, std::size_t species) {
  // In a narrow vessel or behind a jam there are more than in what flows in.
  constexpr double crowding = 1.25;
  return std::max(static_cast<double>(p.cells.species[species].count),
                  crowding * cells_by_inflow(p, species));
}

std::vector<std::string> inflow_advice(const Parameters& p) {
  std::vector<std::string> lines;
  for (const OpeningParameters& opening : p.openings) {
    if (!opening.feeds()) continue;
    for (std::size_t s = 0; s < p.cells.species.size(); ++s) {
      if (opening.hematocrits[s] == 0) continue;
      const double flow = std::max(0.0, opening.waveform.mean());
      const double rate = flow * opening.hematocrits[s] / volume_of_cell(p.cells.species[s]);
      lines.push_back(fmt::format("opening {}: {} enter at a hematocrit of {:.4g}, {:.4g} in a "
                                  "second: one in {:.4g} steps; "
                                  "looked for every {} steps",
                                  opening.name, p.cells.species[s].name, opening.hematocrits[s],
                                  rate, 1 / (rate * p.units().step), inflow_interval(p)));
    }
  }
  if (lines.empty()) return lines;
  double cells = 0;
  for (std::size_t s = 0; s < p.cells.species.size(); ++s) cells += expected_cells(p, s);
  lines.push_back(fmt::format("up to {:.0f} cells are expected in the vessel at a time", cells));
  return lines;
}

double volume_of_cell(const SpeciesParameters& species) {
  return volume_of(surface_of(species.shape, 4));
}

double expected_inflow_speed(const Parameters& p) {
  double fastest = 0;
  for (const OpeningParameters& opening : p.openings)
    if (opening.kind == OpeningKind::velocity)
      fastest = std::max(fastest, 2 * opening.waveform.largest() /
                                      (opening.in(p.vessel).area * p.units().velocity()));
  return fastest;
}

std::int64_t inflow_interval(const Parameters& p) {
  constexpr double way = 0.5;
  const double speed =
      std::max(expected_inflow_speed(p), way / static_cast<double>(most_steps_between));
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(way / speed));
}

}  // namespace thalweg::blood
