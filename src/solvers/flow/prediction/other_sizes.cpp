// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/prediction/other_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "solvers/flow/case/grid_parameters.hpp"
#include "solvers/flow/case/shape_parameters.hpp"
#include "solvers/flow/mesh/quality.hpp"
#include "solvers/flow/mesh/shapes.hpp"

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

/// Where a shorter grid is looked at: in the same place of its length.
class PlacesWithin {
 public:
  PlacesWithin(const Parameters& p, std::size_t axis, double ratio)
      : p_(p), axis_(axis), ratio_(ratio), begin_(bounds_of(*p.mesh).lower[axis]) {}

  std::vector<std::string> settings(io::Case& input) const {
    std::vector<std::string> all;
    for (std::size_t n = 0; n < p_.probes.size(); ++n)
      all.push_back(setting(fmt::format("probe.{}.point", n), p_.probes[n].point));
    for (std::size_t n = 0; n < p_.lines.size(); ++n) {
      all.push_back(setting(fmt::format("line.{}.from", n), p_.lines[n].from));
      all.push_back(setting(fmt::format("line.{}.to", n), p_.lines[n].to));
    }
    for (int n = 0; n < input.count("slice"); ++n)
      if (auto of_slice = slice(input, fmt::format("slice.{}.", n))) all.push_back(*of_slice);
    return all;
  }

 private:
  double moved(double place) const { return begin_ + (place - begin_) * ratio_; }
  std::string setting(const std::string& key, geometry::Vector at) const {
    at[axis_] = moved(at[axis_]);
    return fmt::format("{}=[{:.17g}, {:.17g}, {:.17g}]", key, at[0], at[1], at[2]);
  }
  /// Layers of blocks become the first one of the first block, which all sizes have.
  std::optional<std::string> slice(io::Case& input, const std::string& at) const {
    if (input.has(at + "plane.block"))
      return fmt::format("{}plane={{ block = \"{}\", i = 0 }}", at, p_.mesh->blocks.block(0).name);
    if (input.text(at + "axis", {}) != std::string(1, "xyz"[axis_])) return std::nullopt;
    return fmt::format("{}position={:.17g}", at,
                       moved(input.number(at + "position", {.default_value = 0})));
  }

  const Parameters& p_;
  std::size_t axis_;
  double ratio_, begin_;
};

}  // namespace

std::int64_t LongGrid::cells_of(double factor) const {
  const auto d = static_cast<std::size_t>(axis);
  const auto rounded = [&](std::int64_t whole, std::int64_t part) {
    return part * std::llround(factor * static_cast<double>(whole) / static_cast<double>(part));
  };
  if (blocks[d] > 1) return std::max<std::int64_t>(1, rounded(blocks[d], 1)) * in_block();
  const std::int64_t halved = std::int64_t{1} << (levels - 1);
  return std::max<std::int64_t>(fewest_cells * halved,
                                rounded(cells[d], std::max<std::int64_t>(8, halved)));
}

std::vector<std::string> LongGrid::times(double factor) const {
  const auto d = static_cast<std::size_t>(axis);
  const std::int64_t n = cells_of(factor);
  if (n == cells[d]) return {};
  const double extent = length[d] * static_cast<double>(n) / static_cast<double>(cells[d]);
  const std::int64_t in = blocks[d] > 1 ? n / in_block() : 1;
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

LongGrid long_grid(io::Case& input, int levels) {
  if (input.has("grid.file")) return {};
  const std::string kind = input.text("grid.kind", "box");
  if (kind == "file" || kind == "sphere") return {};
  LongGrid grid = kind == "box" || kind == "wavy" ? long_box(input, kind) : long_shape(input, kind);
  grid.levels = levels;
  return grid;
}

std::vector<std::string> sample_of(io::Case& input, const LongGrid& grid, const Parameters& p) {
  constexpr double enough = 1.2e6;
  if (grid.kind.empty() || p.cells() <= enough) return {};
  const double factor = enough / p.cells();
  std::vector<std::string> settings = grid.times(factor);
  if (settings.empty()) return {};
  const auto d = static_cast<std::size_t>(grid.axis);
  const double ratio =
      static_cast<double>(grid.cells_of(factor)) / static_cast<double>(grid.cells[d]);
  const std::vector<std::string> moved = PlacesWithin(p, d, ratio).settings(input);
  settings.insert(settings.end(), moved.begin(), moved.end());
  return settings;
}

std::vector<std::string> grown(const LongGrid& grid, double factor) {
  if (grid.kind.empty())
    throw InputError("--weak: the grid of the case has no periodic axis along which it stays the "
                     "same, so that it cannot grow. Give a larger case for each number of nodes. "
                     "Nothing was run.");
  return grid.times(factor);
}

}  // namespace thalweg::flow
