// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/packing/packing.hpp"

#include <Random123/philox.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/error.hpp"
#include "solvers/blood/packing/relaxation.hpp"

namespace thalweg::blood {

using geometry::Vector;

namespace {

/// Bodies begin so small that there is room for all, and grow by this much at a time.
constexpr double first_scale = 0.3, growth = 0.01;
/// They grow a little too large, as overlaps vanish in the limit only.
constexpr double last_scale = 1.005;
/// Overlaps that are left when bodies grow on, and at the end: less than they have grown too large.
constexpr double passing = 0.03, passing_at_last = 0.004;
/// Without a better sweep in so many, the bodies are jammed.
constexpr int patience = 300;

/// Number `draw` of a cell, even in (0, 1), at an attempt to place it.
double random(std::uint64_t seed, int cell, std::uint32_t draw, std::uint32_t attempt = 0) {
  const auto bits = r123::Philox4x32()(
      {{static_cast<std::uint32_t>(cell), draw, attempt, 0u}},
      {{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}});
  return (static_cast<double>(bits[0]) + 0.5) / 4294967296.0;
}

Vector random_place(const Vessel& vessel, std::uint64_t seed, int cell) {
  Vector place{};
  for (std::uint32_t d = 0; d < 3; ++d) place[d] = (random(seed, cell, d) - 0.5) * vessel.size[d];
  if (vessel.shape == VesselShape::tube) {
    const double radius = vessel.size[1] / 2 * std::sqrt(random(seed, cell, 1));
    const double angle = 2 * std::numbers::pi * random(seed, cell, 2);
    place = {place[0], radius * std::cos(angle), radius * std::sin(angle)};
  }
  return place;
}

/// In a vessel of free form, where a body of the first scale has room.
Vector random_place(const WallField& walls, std::uint64_t seed, int cell, const RoundedDisc& body) {
  constexpr std::uint32_t attempts = 100000;
  const Vessel& vessel = walls.vessel();
  for (std::uint32_t attempt = 0; attempt < attempts; ++attempt) {
    Vector place = vessel.middle;
    for (std::uint32_t d = 0; d < 3; ++d)
      place[d] += (random(seed, cell, d, attempt) - 0.5) * vessel.size[d];
    if (walls.at(place).distance > first_scale * body.radius()) return place;
  }
  throw InputError(fmt::format(
      "the cells do not fit into the vessel: of {} random places none is {:.3g} um away from all "
      "walls, as a cell {:.3g} um across needs to begin. Take a wider vessel, or give the cells "
      "their centres",
      attempts, first_scale * body.radius() * 1e6, 2 * body.radius() * 1e6));
}

Vector random_direction(std::uint64_t seed, int cell) {
  const double z = 2 * random(seed, cell, 3) - 1;
  const double angle = 2 * std::numbers::pi * random(seed, cell, 4);
  const double r = std::sqrt(1 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

/// Of a vessel of simple shape. Half of the clearance belongs to each cell, the other half of that
/// to walls to them.
Vessel within_clearance(Vessel vessel, double clearance) {
  for (std::size_t d = 0; d < 3; ++d)
    if (vessel.is_walled(d)) vessel.size[d] -= clearance;
  vessel.interior = vessel.is_walled(0) ? make_open_interior(vessel.shape, vessel.size)
                                        : make_interior(vessel.shape, vessel.size);
  return vessel;
}

/// walls: of a vessel of free form.
std::vector<Body> scattered(const Vessel& vessel, const WallField* walls,
                            const std::vector<PackedSpecies>& species,
                            const PackingOptions& options) {
  std::vector<Body> bodies;
  for (const PackedSpecies& one : species) {
    TW_CHECK(one.bound.rounding > 0, "cells are thicker than a flat disc");
    for (int n = 0; n < one.count; ++n) {
      const int cell = static_cast<int>(bodies.size());
      const RoundedDisc full{one.bound.core, one.bound.rounding + options.clearance / 2};
      bodies.push_back({full,
                        walls != nullptr ? random_place(*walls, options.seed, cell, full)
                                         : random_place(vessel, options.seed, cell),
                        random_direction(options.seed, cell)});
    }
  }
  return bodies;
}

/// Pushes bodies aside until hardly any overlaps are left. Whether that came about.
bool settle(Relaxation& relaxation, double left) {
  double least = HUGE_VAL;
  for (int since = 0; since < patience; ++since) {
    const double overlap = relaxation.sweep();
    if (overlap <= left) return true;
    if (overlap < 0.95 * least) {
      least = overlap;
      since = 0;
    }
  }
  return false;
}

/// Returns the scale that the bodies could grow to: 1 if they came to be free of overlaps.
double grow(Relaxation& relaxation, const std::function<void(double)>& progress) {
  double reached = 0;
  for (double scale = first_scale; reached < last_scale; scale += growth) {
    scale = std::min(scale, last_scale);
    relaxation.set_scale(scale);
    if (!settle(relaxation, scale < last_scale ? passing : passing_at_last))
      return std::min(reached, 1.0 - growth);
    reached = scale;
    if (progress) progress(std::pow(scale / last_scale, 3));
  }
  relaxation.set_scale(1);
  return relaxation.is_free() ? 1 : 1 - growth;
}

double hematocrit_of(const Vessel& vessel, const std::vector<PackedSpecies>& species) {
  double cells = 0;
  for (const PackedSpecies& one : species) cells += one.count * one.volume;
  return cells / vessel.volume();
}

void check_widths(const Vessel& vessel, const std::vector<PackedSpecies>& species,
                  double clearance) {
  for (const PackedSpecies& one : species)
    for (std::size_t d = 0; d < 3; ++d) {
      const bool walled = vessel.is_walled(d);
      const double needed =
          walled ? 2 * one.bound.rounding + 2 * clearance : 2 * one.bound.radius() + clearance;
      if (one.count > 0 && vessel.size[d] < needed)
        throw InputError(fmt::format(
            "the cells do not fit into the vessel: it is {:.3g} um wide along {}, but {} takes "
            "{:.3g} um",
            vessel.size[d] * 1e6, "xyz"[d],
            walled ? "a cell between walls" : "a cell beside its own image", needed * 1e6));
    }
}

[[noreturn]] void refuse(double asked, double scale, std::size_t cells, double clearance) {
  throw InputError(fmt::format(
      "the cells do not fit into the vessel: {} cells, a hematocrit of {:.3f}, were asked for. "
      "They grew to {:.3f} of their diameters, a hematocrit of {:.3f}, and could then move no "
      "more. Ask for a lower hematocrit, a smaller clearance (it is {:.3g} um) or a larger vessel, "
      "or let cells begin small (cells.growth)",
      cells, asked, scale, asked * std::pow(scale, 3), clearance * 1e6));
}

PackedCell packed(int species, const Body& body, const Vessel& vessel) {
  const auto [first, second] = geometry::across(body.axis);
  const Vector third = body.axis;
  PackedCell cell{species, wrapped(vessel, body.centre), {}};
  for (std::size_t d = 0; d < 3; ++d) cell.rotation[d] = {first[d], second[d], third[d]};
  return cell;
}

}  // namespace

Vector PackedCell::place(const Vector& own) const {
  Vector place = centre;
  for (std::size_t d = 0; d < 3; ++d) place[d] += geometry::dot(rotation[d], own);
  return place;
}

std::vector<PackedCell> pack(const Vessel& vessel, const std::vector<PackedSpecies>& species,
                             const PackingOptions& options) {
  TW_CHECK(options.clearance >= 0, "cells keep a distance");
  check_widths(vessel, species, options.clearance);
  std::optional<WallField> walls;
  if (vessel.is_free_form()) walls.emplace(vessel, options.clearance / 2);
  const WallField* field = walls ? &*walls : nullptr;
  const Vessel inner = walls ? vessel : within_clearance(vessel, options.clearance);
  Relaxation relaxation(inner, field, scattered(inner, field, species, options));
  const double scale = grow(relaxation, options.progress);
  if (scale < 1)
    refuse(hematocrit_of(vessel, species), scale, relaxation.bodies().size(), options.clearance);
  std::vector<PackedCell> cells;
  for (std::size_t s = 0; s < species.size(); ++s)
    for (int n = 0; n < species[s].count; ++n)
      cells.push_back(packed(static_cast<int>(s), relaxation.bodies()[cells.size()], vessel));
  return cells;
}

int count_for(const Vessel& vessel, double hematocrit, double volume_of_cell) {
  return static_cast<int>(std::lround(hematocrit * vessel.volume() / volume_of_cell));
}

}  // namespace thalweg::blood
