// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/mesh/file_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/error.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

/// Of a plane grid: it becomes one cell thick, from k = 1 to 2.
io::VertexRange thickened(io::VertexRange range) {
  range.begin[2] = 1;
  range.end[2] = 2;
  return range;
}

/// The face that a range of vertices lies on; the axis is -1 where it is no part of one.
grid::Face face_of(const io::VertexRange& range, const grid::Cell& cells) {
  grid::Face face{-1, false};
  for (int d = 0; d < 3; ++d) {
    const int begin = range.begin[index(2 - d)], last = cells[index(d)] + 1;
    if (begin != range.end[index(2 - d)]) continue;
    if (face.axis >= 0 || (begin != 1 && begin != last)) return {-1, false};
    face = {d, begin != 1};
  }
  return face;
}

std::string text_of(const io::VertexRange& range) {
  return fmt::format("({}, {}, {}) to ({}, {}, {}) of i, j, k", range.begin[0], range.begin[1],
                     range.begin[2], range.end[0], range.end[1], range.end[2]);
}

Patch patch_of(const io::GridFamily& family, const VertexBlock& block,
               const io::VertexRange& range) {
  Patch patch{family.zone, face_of(range, block.cells), {}, family.family};
  for (std::size_t d = 0; d < 3; ++d) {
    patch.cells.lower[d] = std::min(range.begin[2 - d], range.end[2 - d]) - 1;
    patch.cells.upper[d] = std::max(range.begin[2 - d], range.end[2 - d]) - 1;
  }
  if (patch.face.axis < 0 || !grid::Box{{}, block.cells}.contains(patch.cells))
    throw InputError(fmt::format(
        "zone \"{}\": the range of \"{}\", {}, is no part of a face of its "
        "{} x {} x {} cells",
        block.name, family.name, text_of(range), block.cells[2], block.cells[1], block.cells[0]));
  const std::size_t a = index(patch.face.axis);
  patch.cells.lower[a] = patch.face.upper ? block.cells[a] - 1 : 0;
  patch.cells.upper[a] = patch.cells.lower[a] + 1;
  return patch;
}

int sign_of(int n) { return n < 0 ? -1 : 1; }

/// With axes in place of zeros: along the ranges, or out of one block into the other.
std::array<int, 3> completed(std::array<int, 3> transform, const io::VertexRange& own,
                             const io::VertexRange& donor, bool leads_on) {
  for (std::size_t d = 0; d < 3; ++d) {
    if (transform[d] != 0) continue;
    for (const int axis : {1, 2, 3}) {
      if (std::any_of(transform.begin(), transform.end(),
                      [&](int t) { return std::abs(t) == axis; }))
        continue;
      const int along = own.end[d] - own.begin[d],
                there = donor.end[index(axis - 1)] - donor.begin[index(axis - 1)];
      if ((along == 0) != (there == 0)) continue;
      const bool is_same = along == 0 ? leads_on : sign_of(along) == sign_of(there);
      transform[d] = is_same ? axis : -axis;
      break;
    }
  }
  return transform;
}

/// Throws InputError for a rotation about several axes.
RigidMotion motion_of(const io::GridConnection& stated) {
  RigidMotion motion{.shift = stated.translation, .centre = stated.rotation_centre};
  for (int axis = 0; axis < 3; ++axis) {
    const double angle = stated.rotation_angle[index(axis)];
    if (angle == 0) continue;
    if (motion.angle != 0)
      throw InputError("it is periodic by a rotation about several axes, where one is expected");
    motion.angle = angle;
    motion.axis = axis;
  }
  return motion;
}

Seam seam_of(const io::GridConnection& stated, const VertexGrid& grid, bool is_plane) {
  std::vector<grid::Block> blocks;
  for (const VertexBlock& block : grid.blocks) blocks.push_back({block.name, block.cells});
  grid::CgnsConnection c{.block = stated.zone, .donor = stated.donor};
  const io::VertexRange own = is_plane ? thickened(stated.range) : stated.range,
                        donor = is_plane ? thickened(stated.donor_range) : stated.donor_range;
  c.begin = own.begin, c.end = own.end;
  c.donor_begin = donor.begin, c.donor_end = donor.end;
  const grid::Face here = face_of(own, blocks[index(stated.zone)].cells),
                   there = face_of(donor, blocks[index(stated.donor)].cells);
  c.transform = completed(stated.transform, own, donor, here.upper != there.upper);
  try {
    Seam seam{grid::connection_of(blocks, c), motion_of(stated)};
    seam.connection.turn = seam.motion.angle;
    return seam;
  } catch (const InputError& error) {
    throw InputError(fmt::format("{} (\"{}\", {})", error.what(), stated.name, text_of(own)));
  }
}

/// Both planes of a grid of one cell along k lie across z.
bool is_between_planes(const VertexBlock& block) {
  if (block.cells[0] != 1) return false;
  const double thickness = block.at({1, 0, 0})[2] - block.at({0, 0, 0})[2];
  bool is_even = thickness != 0;
  grid::for_each_cell({{}, {2, block.cells[1] + 1, block.cells[2] + 1}}, [&](const grid::Cell& v) {
    grid::Cell below = v;
    below[0] = 0;
    const Vector up = geometry::plus(block.at(v), block.at(below), -1);
    is_even = is_even &&
              std::abs(up[0]) + std::abs(up[1]) + std::abs(up[2] - v[0] * thickness) <
                  1e-6 * std::abs(thickness) &&
              std::abs(block.at(below)[2] - block.at({0, 0, 0})[2]) < 1e-6 * std::abs(thickness);
  });
  return is_even;
}

VertexBlock block_of(const io::GridZone& zone, bool is_plane) {
  const std::array<int, 3>& n = zone.vertices;
  VertexBlock block{zone.name, {is_plane ? 1 : n[0] - 1, n[1] - 1, n[2] - 1}, {}};
  const std::size_t count = static_cast<std::size_t>(zone.size());
  const auto [lowest, highest] = std::minmax_element(zone.at[2].begin(), zone.at[2].end());
  const auto reach = std::minmax_element(zone.at[0].begin(), zone.at[0].end());
  if (is_plane && *highest - *lowest > 1e-6 * (*reach.second - *reach.first))
    throw InputError(fmt::format("zone \"{}\" of two dimensions reaches from z = {:g} to {:g}, "
                                 "where a plane across z is expected",
                                 zone.name, *lowest, *highest));
  for (const int layer : {0, 1}) {
    if (layer == 1 && !is_plane) break;
    for (std::size_t v = 0; v < count; ++v)
      block.vertices.push_back(
          {zone.at[0][v], zone.at[1][v], is_plane ? static_cast<double>(layer) : zone.at[2][v]});
  }
  return block;
}

VertexGrid converted(const io::StructuredGrid& grid, Dimensions dimensions) {
  VertexGrid all{.blocks = {}};
  for (const io::GridZone& zone : grid.zones) all.blocks.push_back(block_of(zone, grid.is_plane));
  const bool could_be_flat =
      grid.is_plane || std::all_of(all.blocks.begin(), all.blocks.end(), is_between_planes);
  if (dimensions == Dimensions::three && could_be_flat)
    throw InputError("the grid is plane, where grid.dimensions = 3 asks for three dimensions");
  if (dimensions == Dimensions::two && !could_be_flat)
    throw InputError(
        "the grid has three dimensions, where grid.dimensions = 2 asks for a plane one, "
        "or one cell along k between two planes across z");
  all.is_flat = could_be_flat;
  // Of a plane grid, what lies on the plane itself.
  const auto is_on_plane = [&](const io::VertexRange& range) {
    return grid.is_plane && range.begin[0] != range.end[0] && range.begin[1] != range.end[1];
  };
  for (const io::GridFamily& family : grid.families) {
    if (is_on_plane(family.range)) continue;
    const io::VertexRange range = grid.is_plane ? thickened(family.range) : family.range;
    const Patch patch = patch_of(family, all.blocks[index(family.zone)], range);
    if (!all.is_flat || patch.face.axis != 0) all.patches.push_back(patch);
  }
  for (const io::GridConnection& c : grid.connections) {
    if (is_on_plane(c.range)) continue;
    const Seam seam = seam_of(c, all, grid.is_plane);
    if (!all.is_flat || seam.connection.face.axis != 0) all.seams.push_back(seam);
  }
  return all;
}

}  // namespace

VertexGrid vertex_grid_of(const io::StructuredGrid& grid, const std::string& file,
                          Dimensions dimensions) {
  try {
    return converted(grid, dimensions);
  } catch (const InputError& error) {
    throw InputError(file + ": " + error.what() + ". Nothing was run.");
  }
}

namespace {

/// The vertices of cells at a face, (i, j, k) from 1.
io::VertexRange range_of(const grid::Box& cells, grid::Face face) {
  io::VertexRange range;
  for (std::size_t d = 0; d < 3; ++d) {
    const bool is_across = d == index(face.axis);
    range.begin[2 - d] = 1 + (is_across ? cells.lower[d] + face.upper : cells.lower[d]);
    range.end[2 - d] = is_across ? range.begin[2 - d] : 1 + cells.upper[d];
  }
  return range;
}

io::GridConnection stated(const Mesh& mesh, const grid::Connection& c) {
  io::GridConnection s{.zone = c.block, .donor = c.donor, .range = range_of(c.patch, c.face)};
  grid::Cell begin{}, image{};
  for (std::size_t d = 0; d < 3; ++d) {
    s.transform[2 - d] = c.map.sign[d] * (3 - c.map.axis[d]);
    begin[d] = s.range.begin[2 - d] - 1;
    for (const auto& [from, to] : {std::pair{&s.range.begin, &s.donor_range.begin},
                                   std::pair{&s.range.end, &s.donor_range.end}}) {
      const int shift = c.map.shift[d] + (c.map.sign[d] < 0);
      const int vertex = c.map.sign[d] * ((*from)[2 - d] - 1) + shift;
      (*to)[index(2 - c.map.axis[d])] = vertex + 1;
    }
  }
  for (std::size_t d = 0; d < 3; ++d) image[d] = s.donor_range.begin[2 - d] - 1;
  if (c.turn != 0) {
    s.rotation_angle[index(mesh.turn_axis)] = c.turn;
    s.rotation_centre = mesh.turn_centre;
  }
  const RigidMotion turn{.angle = c.turn, .axis = mesh.turn_axis, .centre = mesh.turn_centre};
  // Points of neighbours are the same by every bit.
  s.translation =
      geometry::plus(mesh.vertex(c.donor, image), turn(mesh.vertex(c.block, begin)), -1);
  return s;
}

}  // namespace

io::StructuredGrid structured_grid_of(const Mesh& mesh) {
  io::StructuredGrid grid;
  for (int b = 0; b < mesh.blocks.size(); ++b) {
    const grid::Cell& cells = mesh.blocks.block(b).cells;
    io::GridZone zone{mesh.blocks.block(b).name, {cells[0] + 1, cells[1] + 1, cells[2] + 1}, {}};
    grid::for_each_cell({{}, {cells[0] + 1, cells[1] + 1, cells[2] + 1}}, [&](const grid::Cell& v) {
      const Vector at = mesh.vertex(b, v);
      for (std::size_t n = 0; n < 3; ++n) zone.at[n].push_back(at[n]);
    });
    grid.zones.push_back(std::move(zone));
  }
  for (const grid::Connection& c : mesh.blocks.connections())
    grid.connections.push_back(stated(mesh, c));
  for (const Patch& patch : mesh.patches)
    grid.families.push_back(
        {patch.block, range_of(patch.cells, patch.face), patch.family, patch.family});
  return grid;
}

}  // namespace thalweg::flow
