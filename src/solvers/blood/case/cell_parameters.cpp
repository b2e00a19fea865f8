// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/case/cell_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "solvers/blood/case/changing_hands.hpp"
#include "solvers/blood/case/placement_parameters.hpp"
#include "solvers/blood/case/species_mesh.hpp"
#include "solvers/blood/case/species_parameters.hpp"

namespace thalweg::blood {

namespace {

/// In the order of Delta.
const std::array<std::string, 4> delta_names{"2-point", "3-point", "4-point", "cosine"};

/// In the order of Spreading.
const std::array<std::string, 2> spreading_names{"atomic", "gather"};

/// In the order of Copies.
const std::array<std::string, 2> copies_names{"vertices", "whole"};

/// One of a list of names that stand in the order of an enumeration, whose first value is 0.
template <class Choice, std::size_t n>
Choice read_choice(io::Case& input, const std::string& key, const std::array<std::string, n>& names,
                   Choice otherwise, const std::string& meaning) {
  const std::string name = input.choice(key, {names.begin(), names.end()},
                                        names[static_cast<std::size_t>(otherwise)], meaning);
  return static_cast<Choice>(std::find(names.begin(), names.end(), name) - names.begin());
}

void read_repulsion(io::Case& input, const Vessel& vessel, RepulsionLaw& law) {
  if (!input.has_table("cells.repulsion")) {
    if (input.has("cells.repulsion"))
      input.error("cells.repulsion", "must be { range = number, strength = number }");
    return;
  }
  const double most = 4;  // spacings
  law.range = input.number("cells.repulsion.range", {.minimum = 0,
                                                     .maximum = most * vessel.spacing,
                                                     .exclusive = true,
                                                     .meaning = "of the force between cells",
                                                     .unit = "m"});
  law.strength = input.number("cells.repulsion.strength",
                              {.minimum = 0,
                               .exclusive = true,
                               .meaning = "between two vertices, at 0.71 of the range",
                               .unit = "N"});
  law.wall_strength = input.number(
      "cells.repulsion.wall_strength",
      {.default_value = law.strength, .minimum = 0, .meaning = "from walls", .unit = "N"});
}

bool enter_by_any(io::Case& input) {
  for (int n = 0; n < input.count("openings"); ++n)
    if (input.has("openings." + std::to_string(n) + ".hematocrit")) return true;
  return false;
}

/// Packed cells have room for what they are at first.
void check_room_to_grow(io::Case& input, const Vessel& vessel, const CellParameters& cells) {
  for (std::size_t n = 0; n < cells.species.size(); ++n) {
    const std::string path = "cells.species." + std::to_string(n) + ".";
    for (const char* key : {"number", "hematocrit"})
      if (input.has(path + key))
        check_room_for_images(input, path + key, vessel, reach_of(cells.species[n].shape));
  }
}

/// Growing cells push each other aside, and are packed or placed by the case.
void read_growth(io::Case& input, const Vessel& vessel, CellParameters& cells) {
  const std::string key = "cells.growth";
  if (!input.has_table(key)) {
    if (input.has(key)) input.error(key, "must be { from = number, time = number }");
    return;
  }
  cells.growth.from = input.number(
      key + ".from", {.minimum = 0.5,
                      .maximum = 1,
                      .meaning = "part of their lengths at rest that cells have at the beginning"});
  cells.growth.time = input.number(
      key + ".time",
      {.minimum = 0, .exclusive = true, .meaning = "until cells have their size", .unit = "s"});
  if (cells.repulsion.range == 0)
    input.error(key, "needs cells.repulsion: nothing else keeps growing cells from each other");
  if (input.has("cells.file"))
    input.error(key, "does not go with cells.file, whose cells have their size");
  if (enter_by_any(input))
    input.error(key, "does not go with openings.hematocrit: cells that enter have their size");
  check_room_to_grow(input, vessel, cells);
}

/// What whole copies cannot know: forces between the cells of several ranks, and what a membrane
/// remembers.
void check_copies(io::Case& input, const CellParameters& cells) {
  if (cells.copies != Copies::whole) return;
  if (cells.repulsion.range > 0)
    input.error("cells.copies",
                "must be \"vertices\" where there is cells.repulsion: forces between cells are "
                "summed up by the owner of each, and sent from there");
  for (const SpeciesParameters& s : cells.species)
    if (s.moduli.viscosity > 0)
      return input.error("cells.copies", "must be \"vertices\" where membranes are viscous (\"" +
                                             s.name +
                                             "\"): what they remember stays with the owner");
}

/// Messages and tables of cells tell species by their names.
void check_species_names(io::Case& input, const std::vector<SpeciesParameters>& species) {
  for (std::size_t n = 1; n < species.size(); ++n)
    for (std::size_t m = 0; m < n; ++m)
      if (species[n].name == species[m].name)
        return input.error(fmt::format("cells.species.{}.name", n),
                           fmt::format("is the name of cells.species.{}, too: give each a name of "
                                       "its own, by which cells.file and messages tell them",
                                       m));
}

/// Of species that are there at the beginning.
void check_placements(io::Case& input, const CellParameters& cells) {
  const SpeciesParameters* first = nullptr;
  for (std::size_t n = 0; n < cells.species.size(); ++n) {
    const SpeciesParameters& s = cells.species[n];
    if (s.count == 0) continue;
    if (first == nullptr) first = &s;
    if (s.placements.empty() != first->placements.empty())
      input.error(
          "cells.species." + std::to_string(n),
          "must give centres if the first species does, and not if it does not: packed cells "
          "do not know of others");
  }
}

/// Which vertices are pulled is known by species: the outermost ones of a cell at rest that lies as
/// all of its species do.
void check_stretching(io::Case& input, const CellParameters& cells) {
  for (std::size_t n = 0; n < cells.species.size(); ++n) {
    const SpeciesParameters& s = cells.species[n];
    const bool lie_alike = std::ranges::all_of(
        s.placements, [&](const Placement& one) { return one.lies_as(s.placements[0]); });
    const bool are_known = !s.placements.empty() && lie_alike && cells.shapes_from.empty();
    if (s.stretching.force == 0 || are_known) continue;
    input.error(
        "cells.species." + std::to_string(n) + ".stretching_force",
        "needs cells that begin at rest and all lie the same way: give centres and one axis "
        "for all, or a table (cells.file); packed cells and membranes of a run lie anyhow");
  }
}

}  // namespace

std::string name_of(Delta delta) { return delta_names[static_cast<std::size_t>(delta)]; }

std::string name_of(Spreading spreading) {
  return spreading_names[static_cast<std::size_t>(spreading)];
}

std::string name_of(Copies copies) { return copies_names[static_cast<std::size_t>(copies)]; }

std::int64_t CellParameters::count() const {
  std::int64_t sum = 0;
  for (const SpeciesParameters& s : species) sum += s.count;
  return sum;
}

bool CellParameters::have_contrast() const {
  return std::any_of(species.begin(), species.end(),
                     [](const SpeciesParameters& s) { return s.contrast != 0; });
}

CellParameters read_cells(io::Case& input, const Vessel& vessel, const PlasmaOfCells& plasma) {
  CellParameters cells;
  if (!input.has_table("cells")) return cells;
  cells.delta = read_choice(input, "cells.delta", delta_names, cells.delta,
                            "between vertices and the lattice");
  cells.spreading =
      read_choice(input, "cells.spreading", spreading_names, cells.spreading,
                  "how devices bring forces to the lattice: vertices add, or sites sum up, which "
                  "gives the same bits in every run");
  cells.copies = read_choice(input, "cells.copies", copies_names, cells.copies,
                             "what ranks have of cells of others that they reach");
  cells.mends_kinks = input.boolean("cells.kink_correction", cells.mends_kinks,
                                    "whether vertices move with the fluid at the membrane, and "
                                    "not with its mean around");
  cells.mends_short_waves =
      input.boolean("cells.short_wave_correction", cells.mends_short_waves,
                    "whether vertices move with the short waves that the lattice does not carry");
  const std::size_t mistakes = input.error_count();
  const int count = input.count("cells.species");
  if (count == 0) input.error("cells.species", "must be given: one [[cells.species]] or more");
  const bool is_from_file = input.has("cells.file");
  for (int n = 0; n < count; ++n) {
    const std::string path = "cells.species." + std::to_string(n) + ".";
    cells.species.push_back(read_species(input, n, plasma));
    if (!is_from_file) read_placements(input, path, vessel, cells.species.back());
  }
  check_species_names(input, cells.species);
  if (is_from_file && count > 0) read_cells_file(input, vessel, cells);
  read_repulsion(input, vessel, cells.repulsion);
  read_growth(input, vessel, cells);
  check_copies(input, cells);
  check_placements(input, cells);
  if (input.error_count() == mistakes) check_stretching(input, cells);
  cells.removes_lost = input.choice("cells.on_loss", {"stop", "remove"}, "stop",
                                    "what follows when a cell has left through a wall") == "remove";
  if (!cells.are_packed() && !enter_by_any(input)) return cells;
  cells.clearance =
      input.number("cells.clearance", {.default_value = 0.3 * vessel.spacing,
                                       .minimum = 0,
                                       .meaning = "between packed cells, and from walls",
                                       .unit = "m"});
  cells.seed = static_cast<std::uint64_t>(input.integer(
      "cells.seed",
      {.default_value = 1, .minimum = 0, .maximum = 1e15, .meaning = "of random places"}));
  return cells;
}

double opening_margin(Delta delta) { return support_of(delta) / 2.0 + skin / 2; }

}  // namespace thalweg::blood
