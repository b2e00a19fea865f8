// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/case/placement_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "solvers/blood/case/cell_file.hpp"
#include "solvers/blood/case/cell_overlaps.hpp"
#include "solvers/blood/packing/packing.hpp"

namespace thalweg::blood {

namespace {

/// Reads the keys of one [[cells.species]] that say where its cells begin, or how many.
class PlacementReader {
 public:
  PlacementReader(io::Case& input, const std::string& path, const Vessel& vessel)
      : input_(input), path_(path), vessel_(vessel) {}

  void read(SpeciesParameters& s) {
    const std::vector<std::string> keys{path_ + "centres", path_ + "number", path_ + "hematocrit"};
    // Those that enter need not be there at the beginning.
    const std::string given = input_.count("openings") > 0
                                  ? input_.at_most_one(keys, "where cells begin, or how many")
                                  : input_.exactly_one(keys, "where cells begin, or how many");
    if (given == path_ + "centres") {
      s.placements = read_placements(reach_of(s.shape));
      s.count = static_cast<std::int64_t>(s.placements.size());
    } else if (given == path_ + "number") {
      s.count =
          input_.integer(given, {.minimum = 1, .maximum = 1e6, .meaning = "of cells, packed"});
    } else if (given == path_ + "hematocrit") {
      const double hematocrit =
          input_.number(given, {.minimum = 0,
                                .maximum = 0.7,
                                .exclusive = true,
                                .meaning = "part of the vessel that cells fill, packed"});
      s.count = count_for(vessel_, hematocrit, volume_of(s.shape));
      if (s.count == 0)
        input_.error(given, "is less than half a cell: take more, or a larger vessel");
    }
  }

 private:
  std::vector<Placement> read_placements(double reach) {
    const auto centres = input_.rows(
        path_ + "centres", {.meaning = "where cells begin; the vessel's middle is 0", .unit = "m"},
        {3, 3});
    std::vector<std::vector<double>> axes;
    if (input_.has(path_ + "axes"))
      axes = input_.rows(path_ + "axes", {.meaning = "which way their axes point"}, {3, 3});
    if (axes.size() > 1 && axes.size() != centres.size())
      input_.error(path_ + "axes", "must be one, or one for each of the " +
                                       std::to_string(centres.size()) + " centres");
    std::vector<Placement> placements;
    for (std::size_t k = 0; k < centres.size(); ++k) {
      Placement placement{{centres[k][0], centres[k][1], centres[k][2]}};
      if (!axes.empty()) {
        const std::vector<double>& axis = axes[axes.size() == 1 ? 0 : std::min(k, axes.size() - 1)];
        placement.axis = {axis[0], axis[1], axis[2]};
      }
      if (geometry::dot(placement.axis, placement.axis) == 0)
        input_.error(path_ + "axes", "must not be 0");
      else
        placement.axis = geometry::unit(placement.axis);
      check_place(placement, k, reach);
      placements.push_back(placement);
    }
    return placements;
  }

  void check_place(const Placement& placement, std::size_t number, double reach) {
    if (!vessel_.is_inside(placement.centre))
      input_.error(path_ + "centres",
                   "number " + std::to_string(number + 1) + " must lie in the vessel");
    check_room_for_images(input_, path_ + "centres", vessel_, reach);
  }

  io::Case& input_;
  const std::string& path_;
  const Vessel& vessel_;
};

}  // namespace

void check_room_for_images(io::Case& input, const std::string& key, const Vessel& vessel,
                           double reach) {
  for (std::size_t d = 0; d < 3; ++d)
    if (!vessel.is_walled(d) && 2 * reach > 0.95 * vessel.size[d])
      input.error(
          key,
          fmt::format("cells are {:.3g} m across: the vessel must be longer than that where it "
                      "is periodic, so that no cell meets itself; it is {:.3g} m",
                      2 * reach, vessel.size[d]));
}

void read_cells_file(io::Case& input, const Vessel& vessel, CellParameters& cells) {
  const std::string key = "cells.file";
  const std::size_t mistakes = input.error_count();
  std::vector<std::string> names;
  std::vector<int> vertices;
  for (std::size_t n = 0; n < cells.species.size(); ++n) {
    const SpeciesParameters& s = cells.species[n];
    for (const char* other : {"centres", "axes", "number", "hematocrit"})
      if (const std::string path = fmt::format("cells.species.{}.{}", n, other); input.has(path))
        input.error(path, "does not go with cells.file, which says where all cells are");
    names.push_back(s.name);
    vertices.push_back(vertices_of(s.shape, s.refinement));
    check_room_for_images(input, key, vessel, reach_of(s.shape));
  }
  const auto file = input.resolve(
      input.text(key, {}, "where cells begin: a table, datasets, or a run's membranes"));
  if (!std::filesystem::is_regular_file(file))
    return input.error(key, "there is no file " + file.string());
  if (input.error_count() != mistakes) return;
  try {
    CellFile read = read_cell_file(file, names, vertices);
    if (read.cells.empty()) return input.error(key, file.string() + " holds no cells");
    if (read.has_shapes) cells.shapes_from = file;
    if (const auto wrong = find_cell_without_room(read, cells.species, vessel))
      return input.error(key, file.string() + ": " + *wrong);
    for (FiledCell& cell : read.cells) {
      SpeciesParameters& s = cells.species[static_cast<std::size_t>(cell.species)];
      cell.placement.where = std::move(cell.where);
      s.placements.push_back(std::move(cell.placement));
      ++s.count;
    }
  } catch (const Error& error) {
    input.error(key, error.what());
  }
}

void read_placements(io::Case& input, const std::string& path, const Vessel& vessel,
                     SpeciesParameters& species) {
  PlacementReader(input, path, vessel).read(species);
}

}  // namespace thalweg::blood
