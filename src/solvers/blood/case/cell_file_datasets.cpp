// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "io/hdf5/dataset_file.hpp"
#include "solvers/blood/case/cell_file_formats.hpp"

namespace thalweg::blood {

namespace {

using geometry::Vector, io::DatasetFile;

const std::string membrane_points = "VTKHDF/Points", membrane_cells = "VTKHDF/PointData/cell",
                  membrane_species = "VTKHDF/PointData/species",
                  membrane_identities = "VTKHDF/PointData/identity";

void require_shape(const DatasetFile& in, const std::string& name,
                   const std::vector<std::int64_t>& wanted) {
  if (!in.has(name) || !in.is_number(name))
    throw InputError(
        fmt::format("{} holds no numbers in a dataset \"{}\"", in.path().string(), name));
  const auto found = in.extents(name);
  if (found != wanted)
    throw InputError(fmt::format("{}: the dataset \"{}\" has extents ({}), expected are ({})",
                                 in.path().string(), name, fmt::join(found, ", "),
                                 fmt::join(wanted, ", ")));
}

std::int64_t rows_of(const DatasetFile& in, const std::string& name) {
  if (!in.has(name))
    throw InputError(fmt::format("{} holds no dataset \"{}\"", in.path().string(), name));
  const auto extents = in.extents(name);
  const std::int64_t rows = extents.empty() ? 0 : extents[0];
  require_shape(in, name, {rows, 3});
  return rows;
}

std::vector<double> values_if_there(const DatasetFile& in, const std::string& name,
                                    const std::vector<std::int64_t>& extents) {
  if (!in.has(name)) return {};
  require_shape(in, name, extents);
  return in.read_all<double>(name);
}

Vector finite_place(const DatasetFile& in, const std::vector<double>& values, std::size_t row) {
  const Vector place{values[3 * row], values[3 * row + 1], values[3 * row + 2]};
  if (!std::isfinite(place[0] + place[1] + place[2]))
    throw InputError(
        fmt::format("{}: row {} of the centres is not finite", in.path().string(), row));
  return place;
}

/// Of the field "cells" of a run: the vertices of all cells, in the order of identities.
struct Membrane {
  std::int64_t cell, species;
  std::vector<Vector> vertices;
};

std::vector<Membrane> read_membranes(const DatasetFile& in, const std::vector<int>& vertices) {
  const std::int64_t rows = rows_of(in, membrane_points);
  for (const std::string& name : {membrane_cells, membrane_species, membrane_identities})
    require_shape(in, name, {rows});
  const auto places = in.read_all<double>(membrane_points);
  const auto cells = in.read_all<std::int64_t>(membrane_cells),
             species = in.read_all<std::int64_t>(membrane_species),
             identities = in.read_all<std::int64_t>(membrane_identities);
  std::vector<std::size_t> order(static_cast<std::size_t>(rows));
  for (std::size_t n = 0; n < order.size(); ++n) order[n] = n;
  std::ranges::sort(order, {}, [&](std::size_t n) { return std::pair(cells[n], identities[n]); });
  std::vector<Membrane> membranes;
  for (const std::size_t n : order) {
    if (membranes.empty() || membranes.back().cell != cells[n])
      membranes.push_back({cells[n], species[n], {}});
    membranes.back().vertices.push_back(finite_place(in, places, n));
  }
  for (const Membrane& membrane : membranes) {
    const bool is_known =
        membrane.species >= 0 && membrane.species < static_cast<std::int64_t>(vertices.size());
    if (!is_known)
      throw InputError(fmt::format("{}: cell {} is of species {}, but the case has {}, from 0 on",
                                   in.path().string(), membrane.cell, membrane.species,
                                   vertices.size()));
    const int wanted = vertices[static_cast<std::size_t>(membrane.species)];
    if (static_cast<int>(membrane.vertices.size()) != wanted)
      throw InputError(fmt::format(
          "{}: cell {} has {} vertices, but cells of species {} have {} in "
          "the case: see refinement",
          in.path().string(), membrane.cell, membrane.vertices.size(), membrane.species, wanted));
  }
  return membranes;
}

Vector mean_of(const std::vector<Vector>& places) {
  Vector mean{};
  for (const Vector& place : places)
    mean = geometry::plus(mean, place, 1 / static_cast<double>(places.size()));
  return mean;
}

}  // namespace

std::vector<FiledCell> read_cell_datasets(const std::filesystem::path& file, int species) {
  const DatasetFile in = DatasetFile::open(file);
  const std::int64_t rows = rows_of(in, "centres");
  const auto centres = in.read_all<double>("centres");
  const auto kinds = values_if_there(in, "species", {rows}),
             axes = values_if_there(in, "axes", {rows, 3}),
             orientations = values_if_there(in, "orientations", {rows, 4});
  if (!axes.empty() && !orientations.empty())
    throw InputError(fmt::format(
        "{} holds axes and orientations: one of the two says how cells lie", file.string()));
  if (kinds.empty() && species > 1 && rows > 0)
    throw InputError(fmt::format("{} holds no dataset \"species\", but the case has {}",
                                 file.string(), species));
  std::vector<FiledCell> cells;
  for (std::size_t n = 0; n < static_cast<std::size_t>(rows); ++n) {
    const double kind = kinds.empty() ? 0 : kinds[n];
    if (!(kind == std::floor(kind) && kind >= 0 && kind < species))
      throw InputError(fmt::format("{}: row {} is of species {}, but the case has {}, from 0 on",
                                   file.string(), n, kind, species));
    const Vector centre = finite_place(in, centres, n);
    try {
      FiledCell cell;
      cell.species = static_cast<int>(kind);
      cell.where = fmt::format("row {}", n);
      cell.placement.centre = centre;
      if (!axes.empty()) cell.placement = placement_of(centre, finite_place(in, axes, n));
      if (!orientations.empty())
        cell.placement =
            placement_of(centre, std::array{orientations[4 * n], orientations[4 * n + 1],
                                            orientations[4 * n + 2], orientations[4 * n + 3]});
      cells.push_back(std::move(cell));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: row {}: {}", file.string(), n, error.what()));
    }
  }
  return cells;
}

bool is_membrane_file(const std::filesystem::path& file) {
  return DatasetFile::open(file).has(membrane_points);
}

std::vector<FiledCell> read_membrane_centres(const std::filesystem::path& file,
                                             const std::vector<int>& vertices) {
  std::vector<FiledCell> cells;
  for (const Membrane& membrane : read_membranes(DatasetFile::open(file), vertices)) {
    FiledCell cell;
    cell.species = static_cast<int>(membrane.species);
    cell.where = fmt::format("cell {}", membrane.cell);
    cell.placement.centre = mean_of(membrane.vertices);
    cells.push_back(std::move(cell));
  }
  return cells;
}

void read_shapes(const std::filesystem::path& file, const std::vector<int>& vertices,
                 std::vector<std::vector<Placement>>& placements) {
  std::vector<std::size_t> next(placements.size());
  for (Membrane& membrane : read_membranes(DatasetFile::open(file), vertices)) {
    const auto species = static_cast<std::size_t>(membrane.species);
    Placement& placement = placements[species].at(next[species]++);
    for (Vector& vertex : membrane.vertices) vertex = geometry::plus(vertex, placement.centre, -1);
    placement.shape = std::move(membrane.vertices);
  }
}

}  // namespace thalweg::blood
