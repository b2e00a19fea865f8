// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/cells/cell_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "solvers/blood/case/inflow_parameters.hpp"

namespace thalweg::blood {

namespace {

/// More than these take long to pack: they are packed by pieces of about so many.
constexpr std::int64_t most_packed = 4000;
constexpr double cells_of_piece = 1000;

bool feeds(const Parameters& p) {
  return std::any_of(p.openings.begin(), p.openings.end(),
                     [](const OpeningParameters& opening) { return opening.feeds(); });
}

/// What flows in fills the vessel in time, where the case does not say where cells are.
void fill_by_inflow(const Parameters& p, CellPlan& plan) {
  if (!feeds(p)) return;
  if (p.cells.count() > 0) {
    plan.note = "cells: those that are there at the beginning; more enter";
    return;
  }
  if (p.vessel.is_free_form())
    throw InputError(
        "Cells enter this vessel by its openings, and no cell is there at the beginning: what they "
        "send depends on where they will be. Give the species a hematocrit, or cells.file the "
        "cells of a run (its last output), to predict that state. Nothing was run.");
  for (std::size_t s = 0; s < p.cells.species.size(); ++s)
    plan.cells.species[s].count = std::llround(cells_by_inflow(p, s));
  plan.note =
      fmt::format("cells: {} in a vessel that is filled as what flows in", plan.cells.count());
}

double widest_cell(const CellParameters& cells) {
  double widest = 0;
  for (const SpeciesParameters& s : cells.species) widest = std::max(widest, 2 * reach_of(s.shape));
  return widest;
}

/// How often a piece of about so many cells fits along each periodic axis; a cell meets no image of
/// itself.
std::array<int, 3> repeats_of(const Vessel& vessel, const CellParameters& cells) {
  constexpr double room = 1.1;
  double axes = 0, volume = 1;
  for (std::size_t d = 0; d < 3; ++d)
    if (!vessel.is_walled(d)) ++axes, volume *= vessel.size[d];
  const double pieces = static_cast<double>(cells.count()) / cells_of_piece;
  const double side = axes > 0 ? std::pow(volume / pieces, 1 / axes) : 1;
  std::array<int, 3> repeats{1, 1, 1};
  for (std::size_t d = 0; d < 3; ++d)
    if (!vessel.is_walled(d)) {
      const auto wanted = std::lround(vessel.size[d] / side),
                 most = static_cast<long>(vessel.size[d] / (room * widest_cell(cells)));
      repeats[d] = static_cast<int>(std::max(1L, std::min(wanted, most)));
    }
  return repeats;
}

std::string left_out_text(const CellPlan& plan, const CellParameters& all) {
  std::string text;
  for (std::size_t s = 0; s < all.species.size(); ++s)
    if (plan.cells.species[s].count == 0 && all.species[s].count > 0)
      text += fmt::format("; {} of {} are left out, less than half of one in a piece",
                          all.species[s].count, all.species[s].name);
  return text;
}

/// All species are packed, in a vessel whose size alone says where its walls are.
void cut_in_pieces(CellPlan& plan) {
  const CellParameters all = plan.cells;
  plan.repeats = repeats_of(plan.piece, all);
  if (plan.pieces() == 1) return;
  for (SpeciesParameters& s : plan.cells.species)
    s.count = std::llround(static_cast<double>(s.count) / plan.pieces());
  for (std::size_t d = 0; d < 3; ++d) plan.piece.size[d] /= plan.repeats[d];
  plan.piece.interior = make_interior(plan.piece.shape, plan.piece.size);
  plan.note = fmt::format("cells: {} stand for {} in {} x {} x {} copies of one packed piece{}",
                          plan.cells.count(), all.count(), plan.repeats[0], plan.repeats[1],
                          plan.repeats[2], left_out_text(plan, all));
}

bool can_be_cut(const Parameters& p, const CellPlan& plan) {
  const auto is_packed = [](const SpeciesParameters& s) { return s.placements.empty(); };
  return plan.cells.count() > most_packed && !p.vessel.is_free_form() && p.openings.empty() &&
         std::all_of(plan.cells.species.begin(), plan.cells.species.end(), is_packed);
}

/// Dense packings jam now and then; of a piece another one is as good.
std::vector<std::vector<Placement>> placed_or_packed(const CellPlan& plan) {
  constexpr int attempts = 4;
  CellParameters cells = plan.cells;
  for (int attempt = 1; plan.pieces() > 1 && attempt < attempts; ++attempt) {
    try {
      return place_cells(cells, plan.piece);
    } catch (const InputError&) {
      ++cells.seed;
    }
  }
  return place_cells(cells, plan.piece);
}

}  // namespace

CellPlan plan_cells(const Parameters& p) {
  CellPlan plan{p.cells, p.vessel, {1, 1, 1}, {}};
  fill_by_inflow(p, plan);
  if (can_be_cut(p, plan)) cut_in_pieces(plan);
  return plan;
}

CellLayout lay_cells(const Parameters& p, const CellPlan& plan) {
  CellLayout layout{{}, plan.repeats, {}};
  geometry::Vector to_first;
  for (std::size_t d = 0; d < 3; ++d) {
    layout.period[d] = plan.piece.size[d] / p.vessel.spacing;
    to_first[d] = -0.5 * (plan.repeats[d] - 1) * plan.piece.size[d];
  }
  const auto placements = placed_or_packed(plan);
  for (std::size_t s = 0; s < placements.size(); ++s) {
    const Mesh net = net_on_lattice(plan.cells.species[s], p.vessel);
    for (Placement placement : placements[s]) {
      placement.centre = geometry::plus(placement.centre, to_first);
      const Mesh mesh = placed_on_lattice(net, placement, p.vessel);
      LaidCell cell{static_cast<int>(s), {}};
      for (std::size_t d = 0; d < 3; ++d)
        for (const geometry::Vector& vertex : mesh.vertices) cell.places.push_back(vertex[d]);
      layout.cells.push_back(std::move(cell));
    }
  }
  return layout;
}

}  // namespace thalweg::blood
