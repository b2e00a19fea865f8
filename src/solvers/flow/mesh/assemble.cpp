// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "solvers/flow/mesh/metrics.hpp"
#include "solvers/flow/mesh/vertex_grid.hpp"
#include "solvers/flow/mesh/weld.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

MeshLevel level_of(const Mesh& mesh) { return {&mesh, mesh.blocks}; }

/// Blocks and their vertices alone.
Mesh bare_mesh(std::vector<VertexBlock> blocks, const std::vector<grid::Connection>& connections,
               bool is_flat) {
  std::vector<grid::Block> bare;
  bare.reserve(blocks.size());
  for (const VertexBlock& block : blocks) bare.push_back({block.name, block.cells});
  const auto shared = std::make_shared<const std::vector<VertexBlock>>(std::move(blocks));
  return {grid::BlockGrid(std::move(bare), connections),
          [shared](int block, const grid::Cell& v) { return (*shared)[index(block)].at(v); },
          {},
          is_flat};
}

/// The block's volume by its faces alone: cells inside cancel.
bool is_left_handed(const Mesh& mesh, int block) {
  double volume = 0;
  grid::for_each_cell(mesh.blocks.cells(block), [&](const grid::Cell& cell) {
    volume += cell_volume(level_of(mesh), block, cell);
  });
  return volume < 0;
}

/// Of cells: counted from the other end of x.
grid::IndexMap turned(const VertexBlock& block) {
  grid::IndexMap map;
  map.sign[2] = -1;
  map.shift[2] = block.cells[2] - 1;
  return map;
}

grid::Face turned(grid::Face face) {
  return {face.axis, face.axis == 2 ? !face.upper : face.upper};
}

/// x runs the other way in a block: its vertices, families and connections.
void turn(VertexGrid& grid, int number) {
  VertexBlock& block = grid.blocks[index(number)];
  const grid::IndexMap map = turned(block);
  for (int z = 0; z <= block.cells[0]; ++z)
    for (int y = 0; y <= block.cells[1]; ++y) {
      const auto row =
          block.vertices.begin() + static_cast<std::ptrdiff_t>(block.number({z, y, 0}));
      std::reverse(row, row + block.cells[2] + 1);
    }
  for (Patch& patch : grid.patches)
    if (patch.block == number) patch.cells = map(patch.cells), patch.face = turned(patch.face);
  for (Seam& seam : grid.seams) {
    grid::Connection& c = seam.connection;
    if (c.block == number) {
      c.patch = map(c.patch);
      c.face = turned(c.face);
      c.map = map.then(c.map);  // it is its own inverse
    }
    if (c.donor == number) {
      c.donor_face = turned(c.donor_face);
      c.map = c.map.then(map);
    }
  }
}

std::vector<std::string> turn_left_handed(VertexGrid& grid) {
  std::vector<std::string> notes;
  const Mesh mesh = bare_mesh(grid.blocks, {}, grid.is_flat);
  for (int b = 0; b < mesh.blocks.size(); ++b)
    if (is_left_handed(mesh, b)) {
      turn(grid, b);
      notes.push_back(fmt::format("block \"{}\" is left-handed: its x axis (i) was turned round",
                                  grid.blocks[index(b)].name));
    }
  return notes;
}

/// Cells whose volumes are not above 0: the worst of them, and how many there are in its block.
void refuse_folded_cells(const Mesh& mesh) {
  const MeshLevel level = level_of(mesh);
  std::string faults;
  for (int b = 0; b < mesh.blocks.size(); ++b) {
    int count = 0;
    grid::Cell worst{};
    double least = 0;
    grid::for_each_cell(mesh.blocks.cells(b), [&](const grid::Cell& cell) {
      const double volume = cell_volume(level, b, cell);
      if (volume > 0) return;
      if (count++ == 0 || volume < least) least = volume, worst = cell;
    });
    if (count == 0) continue;
    const Vector at = cell_centre(level, b, worst);
    faults += fmt::format("{} cell{} of block \"{}\" {} folded: the worst is cell ({}, {}, {}) of "
                          "x, y, z at ({:.6g}, {:.6g}, {:.6g}), with a volume of {:.3g}\n",
                          count, count == 1 ? "" : "s", mesh.blocks.block(b).name,
                          count == 1 ? "is" : "are", worst[2], worst[1], worst[0], at[0], at[1],
                          at[2], least);
  }
  if (!faults.empty()) throw InputError(faults + "Nothing was run.");
}

/// Of the faces of a cell, squared: [2 axis + is_upper], 0 where nothing flows across.
std::array<double, 6> squared_areas(const MeshLevel& level, int block, const grid::Cell& cell) {
  std::array<double, 6> areas{};
  for (int axis = level.mesh->first_axis(); axis < 3; ++axis)
    for (const int upper : {0, 1}) {
      grid::Cell at = cell;
      at[index(axis)] += upper;
      const Vector area = face_area(level, block, axis, at);
      areas[index(2 * axis + upper)] = geometry::dot(area, area);
    }
  return areas;
}

/// Faces without an area, as at a pole or an axis: fluxes divide by it. Of each block the first,
/// and how many there are.
void refuse_collapsed_faces(const Mesh& mesh) {
  constexpr double rounding = 1e-12;  // of an area, by that of the cell's largest face
  const MeshLevel level = level_of(mesh);
  std::string faults;
  for (int b = 0; b < mesh.blocks.size(); ++b) {
    int count = 0;
    std::string first;
    grid::for_each_cell(mesh.blocks.cells(b), [&](const grid::Cell& cell) {
      const std::array<double, 6> areas = squared_areas(level, b, cell);
      const double largest = *std::max_element(areas.begin(), areas.end());
      for (int n = 2 * mesh.first_axis(); n < 6; ++n) {
        if (areas[index(n)] > rounding * rounding * largest || count++ > 0) continue;
        const Vector at = cell_centre(level, b, cell);
        const grid::Face face{n / 2, n % 2 == 1};
        first = fmt::format("face {} of cell ({}, {}, {}) of x, y, z at ({:.6g}, {:.6g}, {:.6g})",
                            grid::text_of(face), cell[2], cell[1], cell[0], at[0], at[1], at[2]);
      }
    });
    if (count == 0) continue;
    faults += fmt::format("{} face{} of cells of block \"{}\" {} no area, such as {}\n", count,
                          count == 1 ? "" : "s", mesh.blocks.block(b).name,
                          count == 1 ? "has" : "have", first);
  }
  if (!faults.empty())
    throw InputError(faults +
                     "Poles and axes to which faces collapse are not computed: leave a small hole "
                     "there, or lay blocks across. Nothing was run.");
}

void refuse_bad_cells(const Mesh& mesh) {
  refuse_folded_cells(mesh);
  refuse_collapsed_faces(mesh);
}

/// Whether what lies beyond a connection is on its other side, where both blocks are right-handed:
/// then the map is a rotation.
bool leads_on(const grid::IndexMap& map) {
  const bool is_cyclic = (map.axis[1] - map.axis[0] + 3) % 3 == 1;
  return map.sign[0] * map.sign[1] * map.sign[2] == (is_cyclic ? 1 : -1);
}

/// Blocks that lie in each other, as where a file has one twice: their faces coincide, too.
void refuse_covered_blocks(const Mesh& mesh) {
  for (const grid::Connection& c : mesh.blocks.connections()) {
    if (leads_on(c.map)) continue;
    throw InputError(fmt::format(
        "face {} of block \"{}\" coincides with face {} of block \"{}\", but both blocks lie on "
        "the same side of it, where they are expected on both: one covers the other. Take one out "
        "of the grid. Nothing was run.",
        grid::text_of(c.face), mesh.blocks.block(c.block).name, grid::text_of(c.donor_face),
        mesh.blocks.block(c.donor).name));
  }
}

void refuse_missing_vertices(const VertexGrid& grid) {
  for (const VertexBlock& block : grid.blocks)
    TW_CHECK(block.vertices.size() == block.number(block.cells) + 1,
             "block \"" + block.name + "\" has other vertices than its cells need");
}

/// The axis that all rotations are about. Throws InputError where there are several.
void set_turns(const std::vector<Seam>& seams, Mesh& mesh) {
  const RigidMotion* first = nullptr;
  for (const Seam& seam : seams) {
    const RigidMotion& motion = seam.motion;
    if (motion.angle == 0) continue;
    if (!first) first = &motion;
    Vector apart = geometry::plus(motion.centre, first->centre, -1);
    apart[index(first->axis)] = 0;
    if (motion.axis != first->axis || geometry::dot(apart, apart) > 0)
      throw InputError(fmt::format(
          "the grid is periodic by rotations about {} through ({:g}, {:g}, {:g}) and about {} "
          "through ({:g}, {:g}, {:g}), where one axis is expected. Nothing was run.",
          "xyz"[first->axis], first -> centre[0], first -> centre[1], first -> centre[2],
          "xyz"[motion.axis], motion.centre[0], motion.centre[1], motion.centre[2]));
  }
  if (!first) return;
  mesh.turn_axis = first->axis;
  mesh.turn_centre = first->centre;
}

}  // namespace

Mesh assembled(VertexGrid grid) {
  refuse_missing_vertices(grid);
  std::vector<std::string> notes = turn_left_handed(grid);
  refuse_bad_cells(bare_mesh(grid.blocks, {}, grid.is_flat));
  refuse_open_seams(grid);
  const std::vector<Seam> found = find_seams(grid);
  if (!found.empty())
    notes.push_back(fmt::format("{} connection{} found where points coincide", found.size(),
                                found.size() == 1 ? " was" : "s were"));
  grid.seams.insert(grid.seams.end(), found.begin(), found.end());
  weld(grid);
  std::vector<grid::Connection> connections;
  for (const Seam& seam : grid.seams) connections.push_back(seam.connection);
  double vertices = 0;
  for (const VertexBlock& block : grid.blocks)
    vertices += static_cast<double>(block.vertices.size());
  Mesh mesh = bare_mesh(std::move(grid.blocks), connections, grid.is_flat);
  refuse_covered_blocks(mesh);
  set_turns(grid.seams, mesh);
  mesh.patches = std::move(grid.patches);
  mesh.vertex_bytes = vertices * sizeof(Vector);
  mesh.notes = std::move(notes);
  return mesh;
}

}  // namespace thalweg::flow
