// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/metrics.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

Vector difference(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// Here, so that it is compiled as this file is.
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

struct Corners {
  Vector of[4];
};

/// Of the lower face of a cell, around the axis in the sense of a right hand: (x, y, z) is cyclic.
Corners corners(const MeshLevel& mesh, int block, int axis, const grid::Cell& cell) {
  const std::size_t first = index((axis + 2) % 3), second = index((axis + 1) % 3);
  grid::Cell a = cell, b = cell, c = cell, d = cell;
  ++b[first];
  ++c[first], ++c[second];
  ++d[second];
  return {
      {mesh.vertex(block, a), mesh.vertex(block, b), mesh.vertex(block, c), mesh.vertex(block, d)}};
}

Vector mean(const Corners& corners) {
  Vector sum{};
  for (const Vector& corner : corners.of)
    for (std::size_t n = 0; n < 3; ++n) sum[n] += corner[n] / 4;
  return sum;
}

grid::Cell behind(grid::Cell cell, int axis) {
  ++cell[index(axis)];
  return cell;
}

[[noreturn]] void refuse(const MeshLevel& mesh, int block, const grid::Cell& cell, double volume) {
  const grid::Block& of = mesh.blocks.block(block);
  const Vector at = cell_centre(mesh, block, cell);
  throw InputError(fmt::format(
      "{}: cell ({}, {}, {}) of x, y, z at ({:.6g}, {:.6g}, {:.6g}){} has a volume of {:.3g}: it "
      "is folded, or the block is left-handed. Nothing was run.",
      of.name, of.first[2] + cell[2], of.first[1] + cell[1], of.first[0] + cell[0], at[0], at[1],
      at[2], mesh.level > 0 ? fmt::format(" on level {} of the multigrid", mesh.level) : "",
      volume));
}

}  // namespace

Vector area(const Vector (&corners)[4]) {
  const Vector d = cross(difference(corners[2], corners[0]), difference(corners[3], corners[1]));
  return {d[0] / 2, d[1] / 2, d[2] / 2};
}

Vector face_area(const MeshLevel& mesh, int block, int axis, const grid::Cell& cell) {
  return area(corners(mesh, block, axis, cell).of);
}

Vector face_centre(const MeshLevel& mesh, int block, int axis, const grid::Cell& cell) {
  return mean(corners(mesh, block, axis, cell));
}

Vector cell_centre(const MeshLevel& mesh, int block, const grid::Cell& cell) {
  Vector sum{};
  for (const grid::Cell& face : {cell, behind(cell, 0)}) {
    const Vector of_face = face_centre(mesh, block, 0, face);
    for (std::size_t n = 0; n < 3; ++n) sum[n] += of_face[n] / 2;
  }
  return sum;
}

double cell_volume(const MeshLevel& mesh, int block, const grid::Cell& cell) {
  const Vector reference = mesh.vertex(block, cell);
  double volume = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (const bool is_upper : {false, true}) {
      const grid::Cell face = is_upper ? behind(cell, axis) : cell;
      const Vector arm = difference(face_centre(mesh, block, axis, face), reference);
      volume += (is_upper ? 1 : -1) * geometry::dot(arm, face_area(mesh, block, axis, face)) / 3;
    }
  return volume;
}

Metrics metrics_of(const MeshLevel& mesh, const grid::BlockArena& arena) {
  Metrics metrics;
  const auto size = static_cast<std::size_t>(arena.size());
  for (auto* list : {&metrics.area, &metrics.mean})
    for (std::vector<double>& field : *list) field.resize(size);
  metrics.volume.resize(size);
  const auto set = [&](const grid::BlockPlace& place, const grid::Cell& cell) {
    const auto at = static_cast<std::size_t>(place.at(cell[0], cell[1], cell[2]));
    for (int axis = 0; axis < 3; ++axis) {
      const grid::Cell upper = behind(cell, axis);
      const auto beyond = static_cast<std::size_t>(place.at(upper[0], upper[1], upper[2]));
      const Vector areas[2] = {face_area(mesh, place.block, axis, cell),
                               face_area(mesh, place.block, axis, upper)};
      for (std::size_t n = 0; n < 3; ++n) {
        const std::size_t field = index(3 * axis) + n;
        metrics.area[field][at] = areas[0][n];
        if (upper[index(axis)] == place.cells[axis]) metrics.area[field][beyond] = areas[1][n];
        metrics.mean[field][at] = (areas[0][n] + areas[1][n]) / 2;
      }
    }
    const double volume = cell_volume(mesh, place.block, cell);
    if (!(volume > 0)) refuse(mesh, place.block, cell, volume);
    metrics.volume[at] = volume;
  };
  for (const grid::BlockPlace& place : arena.places())
    grid::for_each_cell({{}, {place.cells[0], place.cells[1], place.cells[2]}},
                        [&](const grid::Cell& cell) { set(place, cell); });
  return metrics;
}

}  // namespace thalweg::flow
