// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/grid_text.hpp"

#include <fmt/format.h>

#include <map>

#include "solvers/flow/case/grid_parameters.hpp"
#include "solvers/flow/mesh/quality.hpp"

namespace thalweg::flow {

namespace {

using Lines = std::vector<std::string>;

std::string counted(std::int64_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string range_text(const grid::Box& cells) {
  return fmt::format("{}..{}, {}..{}, {}..{}", cells.lower[2], cells.upper[2], cells.lower[1],
                     cells.upper[1], cells.lower[0], cells.upper[0]);
}

std::string face_text(const Mesh& mesh, int block, grid::Face face) {
  return fmt::format("\"{}\" {}", mesh.blocks.block(block).name, grid::text_of(face));
}

void add_blocks(const Mesh& mesh, Lines& lines) {
  std::int64_t cells = 0;
  for (int b = 0; b < mesh.blocks.size(); ++b) cells += mesh.blocks.cells(b).size();
  lines.push_back(fmt::format("{}, {}{}", counted(mesh.blocks.size(), "block"),
                              counted(cells, "cell"), mesh.is_flat ? ", flat" : ""));
  for (const grid::Block& block : mesh.blocks.blocks())
    lines.push_back(fmt::format("  \"{}\": {} x {} x {}", block.name, block.cells[2],
                                block.cells[1], block.cells[0]));
  for (const std::string& note : mesh.notes) lines.push_back(note);
}

void add_quality(const Mesh& mesh, Lines& lines) {
  const Quality quality = quality_of(mesh);
  const Bounds bounds = bounds_of(mesh);
  lines.push_back(fmt::format("from ({:.5g}, {:.5g}, {:.5g}) to ({:.5g}, {:.5g}, {:.5g})",
                              bounds.lower[0], bounds.lower[1], bounds.lower[2], bounds.upper[0],
                              bounds.upper[1], bounds.upper[2]));
  lines.push_back("least volume: " + text_of(mesh, quality.least_volume));
  lines.push_back("largest volume: " + text_of(mesh, quality.largest_volume));
  lines.push_back("worst skewness (0 to 1): " + text_of(mesh, quality.skewness));
  lines.push_back("worst aspect ratio: " + text_of(mesh, quality.aspect_ratio));
}

/// Each from one side.
void add_connections(const Mesh& mesh, Lines& lines) {
  Lines found;
  std::vector<grid::Connection> seen;
  for (const grid::Connection& c : mesh.blocks.connections()) {
    if (std::find(seen.begin(), seen.end(), c.reverse()) != seen.end()) continue;
    seen.push_back(c);
    found.push_back(fmt::format(
        "  {} to {}, cells {} of x, y, z; axes x, y, z run along {}, {}, {}",
        face_text(mesh, c.block, c.face), face_text(mesh, c.donor, c.donor_face),
        range_text(c.patch), grid::text_of(grid::Face{c.map.axis[2], c.map.sign[2] > 0}),
        grid::text_of(grid::Face{c.map.axis[1], c.map.sign[1] > 0}),
        grid::text_of(grid::Face{c.map.axis[0], c.map.sign[0] > 0})));
  }
  lines.push_back(counted(static_cast<std::int64_t>(found.size()), "connection"));
  lines.insert(lines.end(), found.begin(), found.end());
}

void add_families(const Mesh& mesh, Lines& lines) {
  std::map<std::string, std::int64_t> faces;
  for (const Patch& patch : mesh.patches) faces[patch.family] += patch.cells.size();
  const std::vector<std::string> names = mesh.family_names();
  lines.push_back(fmt::format("{} famil{}", names.size(), names.size() == 1 ? "y" : "ies"));
  for (const std::string& name : names)
    lines.push_back(fmt::format("  \"{}\": {}", name, counted(faces[name], "face")));
  const std::vector<Patch> bare = faces_without_condition(mesh);
  if (bare.empty()) lines.push_back("all faces are connected or have a family");
  for (const Patch& patch : bare)
    lines.push_back(fmt::format("without a family and not connected: {}, cells {} of x, y, z",
                                face_text(mesh, patch.block, patch.face), range_text(patch.cells)));
}

}  // namespace

std::vector<std::string> grid_lines(const Mesh& mesh) {
  Lines lines;
  add_blocks(mesh, lines);
  add_quality(mesh, lines);
  add_connections(mesh, lines);
  add_families(mesh, lines);
  lines.push_back(
      fmt::format("multigrid: at most {}", counted(most_levels(mesh, fewest_cells), "level")));
  return lines;
}

}  // namespace thalweg::flow
