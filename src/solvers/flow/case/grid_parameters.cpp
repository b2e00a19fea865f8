// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/grid_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>
#include <optional>

#include "base/error.hpp"
#include "solvers/flow/case/box_parameters.hpp"
#include "solvers/flow/case/names.hpp"
#include "solvers/flow/case/shape_parameters.hpp"
#include "solvers/flow/mesh/file_grid.hpp"

namespace thalweg::flow {

using grid::index;

namespace {

/// [[grid.family]]: faces of blocks, as far as nothing else is said of them.
struct NamedFaces {
  std::string family;
  std::vector<std::string> faces;  // "block 1 x-"
};

std::vector<NamedFaces> read_families(io::Case& input) {
  std::vector<NamedFaces> all;
  for (int n = 0; n < input.count("grid.family"); ++n) {
    const std::string at = fmt::format("grid.family.{}.", n);
    all.push_back(
        {input.text(at + "name", {}, "of the family"),
         input.texts(at + "faces", {}, "such as \"block 1 x-\"; none: all that are left")});
    if (!can_be_written(all.back().family))
      input.error(at + "name", "must not have ',', '/', quotes and control characters");
  }
  return all;
}

/// Throws InputError for faces that there are not.
void add_families(Mesh& mesh, const std::vector<NamedFaces>& families) {
  for (const NamedFaces& named : families) {
    std::vector<std::string> missing = named.faces;
    for (int b = 0; b < mesh.blocks.size(); ++b)
      for (int axis = 0; axis < 3; ++axis)
        for (const bool upper : {false, true})
          std::erase(missing,
                     mesh.blocks.block(b).name + " " + grid::text_of(grid::Face{axis, upper}));
    if (!missing.empty())
      throw InputError(fmt::format("the family \"{}\" names \"{}\", where a block and its face "
                                   "are expected, such as \"{} x-\". Nothing was run.",
                                   named.family, missing.front(), mesh.blocks.block(0).name));
    for (Patch patch : faces_without_condition(mesh)) {
      const std::string name =
          mesh.blocks.block(patch.block).name + " " + grid::text_of(patch.face);
      if (!named.faces.empty() &&
          std::find(named.faces.begin(), named.faces.end(), name) == named.faces.end())
        continue;
      patch.family = named.family;
      mesh.patches.push_back(patch);
    }
  }
}

/// Between periodic faces that are to be found.
std::vector<RigidMotion> read_motions(io::Case& input) {
  std::vector<RigidMotion> motions;
  if (input.has("grid.translations"))
    for (const std::vector<double>& t : input.rows(
             "grid.translations",
             {.meaning = "between periodic faces: x, y, z of each", .unit = "length"}, {3, 3}))
      motions.push_back({.shift = {t[0], t[1], t[2]}});
  if (!input.has("grid.rotation")) return motions;
  RigidMotion turn;
  const std::string axis = input.choice("grid.rotation.axis", {"x", "y", "z"}, "z");
  turn.axis = axis[0] - 'x';
  turn.angle = std::numbers::pi / 180 *
               input.number("grid.rotation.angle", {.minimum = 0,
                                                    .maximum = 180,
                                                    .exclusive = true,
                                                    .meaning = "between periodic faces",
                                                    .unit = "degrees"});
  turn.centre =
      input.numbers3("grid.rotation.centre",
                     {.default_value = 0, .meaning = "a place on the axis", .unit = "length"});
  motions.push_back(turn);
  return motions;
}

std::shared_ptr<const Mesh> read_grid_of_file(io::Case& input) {
  const std::size_t errors = input.error_count();
  const std::filesystem::path file =
      input.resolve(input.text("grid.file", {}, "of the grid: CGNS, or PLOT3D"));
  const auto dimensions = input.integer(
      "grid.dimensions", {.default_value = 0,
                          .minimum = 0,
                          .maximum = 3,
                          .meaning = "2 or 3: refuses other grids; 0: as the file says"});
  if (dimensions == 1) input.error("grid.dimensions", "must be 2 or 3, or 0");
  const double tolerance =
      input.number("grid.tolerance", {.default_value = 1e-3,
                                      .minimum = 0,
                                      .maximum = 0.1,
                                      .exclusive = true,
                                      .meaning = "of points that coincide, by the spacing there"});
  const std::vector<RigidMotion> motions = read_motions(input);
  const std::string map = input.text("grid.map", "", "a neutral map file; empty: none");
  const std::vector<NamedFaces> families = read_families(input);
  if (input.error_count() > errors) return nullptr;
  io::StructuredGrid found = io::read_structured_grid(file);
  if (!map.empty()) io::add_neutral_map(input.resolve(map), found);
  VertexGrid grid =
      vertex_grid_of(found, file.string(), static_cast<Dimensions>(static_cast<int>(dimensions)));
  grid.tolerance = tolerance;
  grid.motions = motions;
  try {
    Mesh mesh = assembled(std::move(grid));
    add_families(mesh, families);
    mesh.notes.insert(mesh.notes.begin(), found.notes.begin(), found.notes.end());
    return std::make_shared<const Mesh>(std::move(mesh));
  } catch (const InputError& error) {
    throw InputError(file.string() + ": " + error.what());
  }
}

}  // namespace

std::shared_ptr<const Mesh> read_grid(io::Case& input) {
  const std::size_t errors = input.error_count();
  std::vector<std::string> kinds{"box", "wavy", "file"};
  for (const std::string& shape : shape_kinds()) kinds.push_back(shape);
  const std::string kind = input.choice("grid.kind", kinds, input.has("grid.file") ? "file" : "box",
                                        "how the grid is made");
  std::shared_ptr<const Mesh> mesh;
  if (kind == "file") {
    mesh = read_grid_of_file(input);
  } else if (kind == "box" || kind == "wavy") {
    const BoxGrid box = read_box(input, kind == "wavy");
    if (input.error_count() == errors) mesh = std::make_shared<const Mesh>(box_mesh(box));
  } else {
    const std::optional<VertexGrid> grid = read_shape(input, kind);
    if (grid) mesh = std::make_shared<const Mesh>(assembled(*grid));
  }
  return mesh;
}

void require_runnable(io::Case& input, const Mesh& mesh) {
  require_conditions(mesh);
  for (const grid::Block& block : mesh.blocks.blocks())
    for (int axis = mesh.first_axis(); axis < 3; ++axis)
      if (block.cells[index(axis)] < fewest_cells) {
        input.error("grid",
                    fmt::format("block \"{}\" has {} cells along {}, where {} are needed",
                                block.name, block.cells[index(axis)], "zyx"[axis], fewest_cells));
        return;
      }
}

}  // namespace thalweg::flow
