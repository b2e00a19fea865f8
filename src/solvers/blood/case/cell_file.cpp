// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/case/cell_file.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "solvers/blood/case/cell_file_formats.hpp"

namespace thalweg::blood {

using geometry::Vector;

Placement placement_of(const Vector& centre, const Vector& axis) {
  const double square = geometry::dot(axis, axis);
  if (!(square > 0 && std::isfinite(square)))
    throw InputError(
        fmt::format("the axis ({}, {}, {}) has no direction", axis[0], axis[1], axis[2]));
  Placement placement;
  placement.centre = centre;
  placement.axis = geometry::unit(axis);
  return placement;
}

/// A turn about z, and then the shortest one that brings z to the axis.
Placement placement_of(const Vector& centre, const std::array<double, 4>& orientation) {
  const auto [w, x, y, z] = orientation;
  const double square = w * w + x * x + y * y + z * z;
  if (!(std::abs(square - 1) < 1e-3))
    throw InputError(
        fmt::format("the orientation ({}, {}, {}, {}) is no quaternion (w, x, y, z) of "
                    "length 1: its length is {:.4g}",
                    w, x, y, z, std::sqrt(square)));
  const Vector axis{2 * (x * z + w * y) / square, 2 * (y * z - w * x) / square,
                    (w * w - x * x - y * y + z * z) / square};
  Placement placement = placement_of(centre, axis);
  placement.spin = 2 * std::atan2(z, w);
  return placement;
}

CellFile read_cell_file(const std::filesystem::path& file, const std::vector<std::string>& species,
                        const std::vector<int>& vertices) {
  const std::string ending = file.extension().string();
  if (ending == ".csv" || ending == ".txt") return {read_cell_table(file, species)};
  if (ending != ".h5" && ending != ".hdf5" && ending != ".vtkhdf")
    throw InputError(fmt::format("{}: cells are read from files that end in .csv or .txt (tables), "
                                 ".h5 or .hdf5 (datasets) or .vtkhdf (membranes of a run)",
                                 file.string()));
  if (is_membrane_file(file)) return {read_membrane_centres(file, vertices), true};
  return {read_cell_datasets(file, static_cast<int>(species.size()))};
}

}  // namespace thalweg::blood
