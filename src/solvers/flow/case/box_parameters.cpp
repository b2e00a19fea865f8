// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/case/box_parameters.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "solvers/flow/case/grid_parameters.hpp"
#include "solvers/flow/case/shape_parameters.hpp"

namespace thalweg::flow {

namespace {

template <class From>
std::array<int, 3> as_int(const From& from) {
  return {static_cast<int>(from[0]), static_cast<int>(from[1]), static_cast<int>(from[2])};
}

/// grid.grading.x, and so on: segments of one axis. None where the case does not say, or where they
/// are not the axis.
Spacing read_grading(io::Case& input, const BoxGrid& box, std::size_t d) {
  const std::string key = fmt::format("grid.grading.{}", "xyz"[d]);
  if (!input.has(key)) return {};
  const std::size_t errors = input.error_count();
  std::vector<Segment> segments;
  double length = 0, cells = 0;
  for (const std::vector<double>& row :
       input.rows(key,
                  {.minimum = 0,
                  .exclusive = true,
                  .meaning = "segments of the axis: length, cells, last cell over the first"},
                  {3, 3})) {
    length += row[0];
    cells += row[1];
    if (row[1] == std::round(row[1]) && row[1] <= box.cells[d])
      segments.push_back({row[0], static_cast<int>(row[1]), row[2]});
    else
      input.error(key,
                  fmt::format("has a segment of {} cells; expected a whole number, and no more "
                              "than the {} of grid.cells",
                              row[1], box.cells[d]));
  }
  if (input.error_count() > errors) return {};
  constexpr double rounding = 1e-9;
  if (cells != box.cells[d])
    input.error(key, fmt::format("has {} cells in all, but grid.cells says {} along {}", cells,
                                 box.cells[d], "xyz"[d]));
  if (std::abs(length - box.length[d]) > rounding * box.length[d])
    input.error(key, fmt::format("is {} long in all, but grid.length says {} along {}", length,
                                 box.length[d], "xyz"[d]));
  if (box.stretching[d] != 0)
    input.error(key, fmt::format("excludes grid.stretching along {}", "xyz"[d]));
  return input.error_count() > errors ? Spacing{} : graded(segments);
}

void require_cells(io::Case& input, const BoxGrid& box) {
  for (std::size_t d = 0; d < 3; ++d) {
    const bool is_across = d == 2 && box.cells[2] == 1;
    if (is_across && box.stretching[2] != 0)
      input.error("grid.stretching", "must be 0 along z where there is one cell");
    if (!is_across && box.cells[d] / box.blocks[d] < fewest_cells)
      input.error("grid.cells", fmt::format("leaves blocks of fewer than {} cells along {}",
                                            fewest_cells, "xyz"[d]));
  }
  if (box.cells[2] == 1 && box.blocks[2] != 1)
    input.error("grid.blocks", "must be 1 along z where there is one cell");
}

}  // namespace

BoxGrid read_box(io::Case& input, bool is_wavy) {
  BoxGrid box;
  box.cells = as_int(input.integers3("grid.cells", {.minimum = 1,
                                                    .maximum = 65536,
                                                    .meaning = "cells along x, y, z; 1 along z: "
                                                               "a flat grid"}));
  box.length = input.numbers3("grid.length", {.default_value = 1,
                                              .minimum = 0,
                                              .exclusive = true,
                                              .meaning = "of the box along x, y, z",
                                              .unit = "length"});
  box.origin = input.numbers3(
      "grid.origin", {.default_value = 0, .meaning = "lower corner of the box", .unit = "length"});
  box.stretching = input.numbers3(
      "grid.stretching", {.default_value = 0,
                          .minimum = 0,
                          .maximum = 10,
                          .meaning = "rate of tanh, finer towards both ends of x, y, z; 0: even"});
  box.blocks = as_int(input.integers3(
      "grid.blocks", {.default_value = 1, .minimum = 1, .meaning = "blocks along x, y, z"}));
  box.is_periodic = read_periodic(input, box.cells[2] == 1, false);
  if (is_wavy)
    box.amplitude = input.number("grid.amplitude", {.default_value = 0.06,
                                                    .minimum = 0,
                                                    .maximum = 0.5,
                                                    .meaning = "of the waves, over the length"});
  for (std::size_t d = 0; d < 3; ++d) box.places[d] = read_grading(input, box, d);
  require_cells(input, box);
  return box;
}

}  // namespace thalweg::flow
