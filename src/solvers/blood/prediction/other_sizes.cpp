// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/prediction/other_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "solvers/blood/case/inflow_parameters.hpp"

namespace thalweg::blood {

namespace {

constexpr const char* size_keys[] = {"geometry.length", "geometry.width", "geometry.height"};

std::string setting_of(std::size_t axis, double spacings, const Vessel& vessel) {
  return fmt::format("{}={:.12g}", size_keys[axis], std::round(spacings) * vessel.spacing);
}

/// Whether all cells are packed into what the vessel's size says.
bool has_packed_cells(const Parameters& p) {
  return std::all_of(p.cells.species.begin(), p.cells.species.end(),
                     [](const auto& s) { return s.placements.empty() && s.count > 0; });
}

/// As many cells in each volume as the case has, whichever way it says so.
void add_hematocrits(const Parameters& p, std::vector<std::string>& settings) {
  for (std::size_t s = 0; s < p.cells.species.size(); ++s) {
    const SpeciesParameters& species = p.cells.species[s];
    settings.push_back(fmt::format("cells.species.{}.hematocrit={:.12g}", s,
                                   static_cast<double>(species.count) * volume_of_cell(species) /
                                       p.vessel.volume()));
  }
}

std::vector<std::string> sample_of_plasma(const Parameters& p, std::int64_t sites) {
  constexpr double length = 64;  // spacings: rows long enough for vectors
  const bool is_long = sites > 2'000'000 && p.vessel.size[0] > length * p.vessel.spacing;
  return is_long ? std::vector{setting_of(0, length, p.vessel)} : std::vector<std::string>{};
}

/// A vertex takes as long as many sites do, so a piece of some cells each way is enough.
std::vector<std::string> sample_of_cells(const Parameters& p) {
  constexpr double least_spacings = 48, least_cells = 4, rarest = 4;
  if (!has_packed_cells(p) || !p.openings.empty()) return {};
  double widest = 0;
  for (const SpeciesParameters& s : p.cells.species)
    widest = std::max(widest, 2 * reach_of(s.shape));
  const double side = std::max(least_spacings, std::ceil(least_cells * widest / p.vessel.spacing));
  std::vector<std::string> settings;
  double part = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const double spacings = p.vessel.size[d] / p.vessel.spacing;
    if (p.vessel.is_walled(d) || spacings <= side) continue;
    settings.push_back(setting_of(d, side, p.vessel));
    part *= side / spacings;
  }
  for (const SpeciesParameters& s : p.cells.species)
    if (part * static_cast<double>(s.count) < rarest) return {};
  if (!settings.empty()) add_hematocrits(p, settings);
  return settings;
}

}  // namespace

std::vector<std::string> sample_of(const Parameters& p, std::int64_t sites) {
  if (p.vessel.is_free_form() || !p.planes.empty()) return {};
  return p.cells.species.empty() ? sample_of_plasma(p, sites) : sample_of_cells(p);
}

std::vector<std::string> grown(const Parameters& p, double factor) {
  if (p.vessel.is_free_form() || !p.openings.empty())
    throw InputError("--weak: this vessel cannot grow: its walls or openings say how large it is. "
                     "Take a periodic box, channel, duct or tube, or give a larger vessel for each "
                     "number of nodes. Nothing was run.");
  if (!p.cells.species.empty() && !has_packed_cells(p))
    throw InputError("--weak: the cells of this case are placed one by one, and a larger vessel "
                     "would need more: give hematocrit or number. Nothing was run.");
  double axes = 0;
  for (std::size_t d = 0; d < 3; ++d) axes += p.vessel.is_walled(d) ? 0 : 1;
  const double longer = std::pow(factor, 1 / axes);
  std::vector<std::string> settings;
  for (std::size_t d = 0; d < 3; ++d)
    if (!p.vessel.is_walled(d))
      settings.push_back(setting_of(d, longer * p.vessel.size[d] / p.vessel.spacing, p.vessel));
  add_hematocrits(p, settings);
  return settings;
}

}  // namespace thalweg::blood
