// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/inflow/reservoir.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"

namespace thalweg::blood {

using geometry::Opening, geometry::Vector;

namespace {

/// So many cells of the kind that fills most, if the vessel is not so wide that its length decides:
/// they come again in the same order.
constexpr int wanted_cells = 32;
/// With other seeds, before a reservoir is refused.
constexpr std::uint64_t most_attempts = 10;
/// The shortest reservoir, in diameters of the largest cell.
constexpr double least_length = 3;

/// Its own coordinates: x against the flow, y and z across.
struct Feed {
  Vessel vessel{};  // periodic along x
  const Opening* opening = nullptr;
  std::array<std::size_t, 2> across{};

  Vector direction(const Vector& own) const {
    Vector to{};
    to[opening->axis] = -own[0] * opening->normal[opening->axis];
    for (std::size_t d = 0; d < 2; ++d) to[across[d]] = own[d + 1];
    return to;
  }
};

Feed feed_of(const Vessel& vessel, const Opening& opening) {
  Feed feed;
  feed.opening = &opening;
  feed.across = {opening.axis == 0 ? std::size_t{1} : 0, opening.axis == 2 ? std::size_t{1} : 2};
  const double width = feed_width(vessel, opening);
  feed.vessel.shape = vessel.is_free_form() ? VesselShape::tube : vessel.shape;
  feed.vessel.spacing = vessel.spacing;
  feed.vessel.size = vessel.is_free_form() ? Vector{0, width, width} : vessel.size;
  return feed;
}

double area_across(const Vessel& feed) {
  const double box = feed.size[1] * feed.size[2];
  return feed.shape == VesselShape::tube ? std::numbers::pi / 4 * box : box;
}

/// Long enough for `wanted_cells` and for cells of each kind.
double length_of(const Vessel& feed, const std::vector<FedSpecies>& species) {
  double most = 0, widest = 0;
  for (const FedSpecies& one : species) {
    most = std::max(most, one.hematocrit / one.packed.volume);
    if (one.hematocrit > 0) widest = std::max(widest, 2 * one.packed.bound.radius());
  }
  return std::max(wanted_cells / (most * area_across(feed)), least_length * widest);
}

/// The velocity at a place of a developed flow, over the mean.
double relative_velocity(const Feed& feed, ProfileKind profile, const Vector& own) {
  if (profile == ProfileKind::uniform) return 1;
  const Vector& size = feed.vessel.size;
  const double y = 2 * own[1] / size[1], z = 2 * own[2] / size[2];
  if (feed.vessel.shape == VesselShape::tube) return 2 * (1 - y * y - z * z);
  if (feed.vessel.shape == VesselShape::channel) return 1.5 * (1 - z * z);
  return 2.25 * (1 - y * y) * (1 - z * z);
}

std::vector<PackedCell> packed_reservoir(const Feed& feed, const std::vector<FedSpecies>& species,
                                         const ReservoirOptions& options, const std::string& name) {
  std::vector<PackedSpecies> kinds;
  for (const FedSpecies& one : species) {
    kinds.push_back(one.packed);
    kinds.back().count =
        one.hematocrit == 0
            ? 0
            : std::max(1, count_for(feed.vessel, one.hematocrit, one.packed.volume));
  }
  // So few cells may jam by chance.
  for (std::uint64_t attempt = 0;; ++attempt) {
    try {
      return pack(feed.vessel, kinds, {options.clearance, options.seed + 1009 * attempt, {}});
    } catch (const InputError& error) {
      if (attempt + 1 == most_attempts)
        throw InputError(
            fmt::format("in front of the opening {}, {}. Nothing was run.", name, error.what()));
    }
  }
}

/// How far behind the opening each cell's centre is when it enters [m]; checks that it has room.
std::vector<double> depths(const Vessel& vessel, const OpeningParameters& opening,
                           const std::vector<FedSpecies>& species, const ReservoirOptions& options,
                           const Opening& at, std::vector<ReservoirCell>& cells) {
  std::vector<double> depths;
  for (ReservoirCell& cell : cells) {
    const Mesh net = species[static_cast<std::size_t>(cell.species)].turned(cell.axis);
    double reach = 0;
    for (const Vector& vertex : net.vertices)
      reach = std::max(reach, geometry::dot(vertex, at.normal));
    const double depth = options.margin + reach;
    cell.centre = geometry::plus(cell.centre, at.normal, -depth);
    for (const Vector& vertex : net.vertices)
      if (!vessel.is_inside(geometry::plus(cell.centre, vertex)))
        throw InputError(fmt::format(
            "cells cannot enter by the opening {}: {:.3g} um behind it the vessel is narrower than "
            "there, or turns. Let it run straight for {:.3g} um behind the opening, or take a "
            "larger cells.clearance. Nothing was run.",
            opening.name, 1e6 * (depth - geometry::dot(vertex, at.normal)),
            1e6 * (options.margin + 2 * reach)));
    depths.push_back(depth);
  }
  return depths;
}

void mirror(ReservoirCell& cell, const Vector& middle, std::size_t axis, int sign) {
  cell.centre[axis] = middle[axis] + sign * (cell.centre[axis] - middle[axis]);
  cell.axis[axis] *= sign;
}

/// About the axis of the opening.
void turn(ReservoirCell& cell, const Vector& middle, const std::array<std::size_t, 2>& across,
          double angle) {
  const std::size_t a = across[0], b = across[1];
  const double c = std::cos(angle), s = std::sin(angle);
  const auto turned = [&](const Vector& v) {
    Vector to = v;
    to[a] = c * v[a] - s * v[b];
    to[b] = s * v[a] + c * v[b];
    return to;
  };
  cell.centre = geometry::plus(middle, turned(geometry::plus(cell.centre, middle, -1)));
  cell.axis = turned(cell.axis);
}

}  // namespace

double feed_width(const Vessel& vessel, const Opening& opening) {
  if (vessel.is_free_form()) return 2 * opening.nearest_rim;
  return vessel.interior->width();
}

std::vector<ReservoirCell> make_reservoir(const Vessel& vessel, const OpeningParameters& opening,
                                          const std::vector<FedSpecies>& species,
                                          const ReservoirOptions& options) {
  const Opening& at = opening.in(vessel);
  Feed feed = feed_of(vessel, at);
  feed.vessel.size[0] = length_of(feed.vessel, species);
  feed.vessel.interior = make_interior(feed.vessel.shape, feed.vessel.size);
  const std::vector<PackedCell> packed = packed_reservoir(feed, species, options, opening.name);
  std::vector<ReservoirCell> cells;
  std::vector<double> speeds, flows(species.size());  // of cells, relative; by species
  for (const PackedCell& cell : packed) {
    const auto& rows = cell.rotation;
    const Vector own{0, cell.centre[1], cell.centre[2]};
    cells.push_back({cell.species, geometry::plus(at.center, feed.direction(own)),
                     feed.direction({rows[0][2], rows[1][2], rows[2][2]})});
    speeds.push_back(relative_velocity(feed, opening.profile, own));
    flows[static_cast<std::size_t>(cell.species)] += speeds.back();
  }
  const std::vector<double> depth = depths(vessel, opening, species, options, at, cells);
  const double shallowest = cells.empty() ? 0 : *std::min_element(depth.begin(), depth.end());
  for (std::size_t n = 0; n < cells.size(); ++n) {
    const auto s = static_cast<std::size_t>(cells[n].species);
    // (14.1): all cells of a kind together make up its hematocrit.
    cells[n].period = flows[s] * species[s].packed.volume / (species[s].hematocrit * speeds[n]);
    const double way = packed[n].centre[0] / feed.vessel.size[0] + 0.5 +
                       (depth[n] - shallowest) / feed.vessel.size[0];
    cells[n].first = way * cells[n].period;
  }
  return cells;
}

std::vector<ReservoirCell> other_places(const Vessel& vessel, const Opening& opening,
                                        const ReservoirCell& cell) {
  const Feed feed = feed_of(vessel, opening);
  const auto [first, second] = feed.across;
  std::vector<ReservoirCell> others;
  if (feed.vessel.shape == VesselShape::duct) {
    for (const auto& [a, b] : {std::pair{-1, 1}, std::pair{1, -1}, std::pair{-1, -1}}) {
      others.push_back(cell);
      mirror(others.back(), opening.center, first, a);
      mirror(others.back(), opening.center, second, b);
    }
    return others;
  }
  constexpr int parts = 8;
  for (int part = 1; part < parts; ++part) {
    others.push_back(cell);
    if (feed.vessel.shape == VesselShape::channel)
      others.back().centre[1] += part * feed.vessel.size[1] / parts;
    else
      turn(others.back(), opening.center, feed.across, 2 * std::numbers::pi * part / parts);
  }
  return others;
}

}  // namespace thalweg::blood
