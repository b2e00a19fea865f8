// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/other_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "solvers/flow/grid_parameters.hpp"
#include "solvers/flow/mesh/shapes.hpp"
#include "solvers/flow/shape_parameters.hpp"

namespace thalweg::flow {

namespace {

/// The case was read without mistakes, with the defaults that its grid has: these are not the same.
LongGrid long_box(io::Case& input, const std::string& kind) {
  LongGrid grid;
  grid.cells = input.integers3("grid.cells", {.minimum = 1});
  grid.blocks = input.integers3("grid.blocks", {.default_value = 1});
  grid.length = input.numbers3("grid.length", {.default_value = 1});
  const auto stretching = input.numbers3("grid.stretching", {.default_value = 0});
  const auto is_periodic = read_periodic(input, grid.cells[2] == 1, false);
  for (int axis = 2; axis >= 0; --axis) {
    const auto d = static_cast<std::size_t>(axis);
    const bool is_even = stretching[d] == 0 && !input.has(fmt::format("grid.grading.{}", "xyz"[d]));
    if (!is_periodic[d] || !is_even || (kind == "wavy" && axis < 2)) continue;
    grid.kind = kind;
    grid.axis = axis;
    break;
  }
  return grid;
}

LongGrid long_shape(io::Case& input, const std::string& kind) {
  const bool is_plate = kind == "plate";
  const Span usual = is_plate ? PlateGrid{}.span : Span{};
  const auto layers =
      input.integer("grid.layers", {.default_value = static_cast<double>(usual.cells)});
  std::vector<std::string> usually_periodic;
  if (usual.is_periodic) usually_periodic.emplace_back("z");
  const bool is_periodic = layers > 1 && read_periodic(input, false, true, usually_periodic)[2];
  LongGrid grid;
  if (is_periodic) grid.kind = kind;
  grid.cells[2] = layers;
  grid.length[2] = input.number("grid.span", {.default_value = usual.length});
  if (is_plate && layers > 1)
    grid.blocks[2] = input.integer(
        "grid.blocks_along", {.default_value = static_cast<double>(PlateGrid{}.blocks_along)});
  return grid;
}

}  // namespace

std::vector<std::string> LongGrid::times(double factor) const {
  const auto d = static_cast<std::size_t>(axis);
  const std::int64_t in_block = cells[d] / blocks[d];
  const auto count =
      std::max<std::int64_t>(1, std::llround(factor * static_cast<double>(blocks[d])));
  // Of one block, its cells; else blocks of as many cells as they have.
  const bool is_cut = blocks[d] > 1;
  const std::int64_t n =
      is_cut ? count * in_block
             : std::max<std::int64_t>(fewest_cells,
                                      8 * std::llround(factor * static_cast<double>(cells[d]) / 8));
  if (n == cells[d]) return {};
  const double extent = length[d] * static_cast<double>(n) / static_cast<double>(cells[d]);
  const std::int64_t in = is_cut ? count : 1;
  if (kind != "box" && kind != "wavy") {
    std::vector<std::string> settings{fmt::format("grid.layers={}", n),
                                      fmt::format("grid.span={:.17g}", extent)};
    if (kind == "plate") settings.push_back(fmt::format("grid.blocks_along={}", in));
    return settings;
  }
  LongGrid other = *this;
  other.cells[d] = n;
  other.blocks[d] = in;
  other.length[d] = extent;
  return {
      fmt::format("grid.cells=[{}, {}, {}]", other.cells[0], other.cells[1], other.cells[2]),
      fmt::format("grid.blocks=[{}, {}, {}]", other.blocks[0], other.blocks[1], other.blocks[2]),
      fmt::format("grid.length=[{:.17g}, {:.17g}, {:.17g}]", other.length[0], other.length[1],
                  other.length[2])};
}

LongGrid long_grid(io::Case& input) {
  if (input.has("grid.file")) return {};
  const std::string kind = input.text("grid.kind", "box");
  if (kind == "file" || kind == "sphere") return {};
  return kind == "box" || kind == "wavy" ? long_box(input, kind) : long_shape(input, kind);
}

std::vector<std::string> sample_of(const LongGrid& grid, double cells) {
  constexpr double enough = 1.2e6;
  if (grid.kind.empty() || cells <= enough) return {};
  return grid.times(enough / cells);
}

std::vector<std::string> grown(const LongGrid& grid, double factor) {
  if (grid.kind.empty())
    throw InputError("--weak: the grid of the case has no periodic axis along which it stays the "
                     "same, so that it cannot grow. Give a larger case for each number of nodes. "
                     "Nothing was run.");
  return grid.times(factor);
}

}  // namespace thalweg::flow
