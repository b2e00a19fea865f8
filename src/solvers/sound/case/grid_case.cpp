// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "solvers/sound/case/sections.hpp"

namespace thalweg::sound {

namespace {

/// As many values as the grid has dimensions; one stands for all.
template <class T>
std::array<T, 3> per_axis(io::Case& input, const std::string& key, std::vector<T> values,
                          const Grid& grid, T absent) {
  const auto dimensions = static_cast<std::size_t>(grid.dimensions);
  if (values.size() == 1) values.resize(dimensions, values[0]);
  if (values.size() != dimensions) {
    if (grid.is_known)
      input.error(key,
                  fmt::format("has {} elements; expected one, or {}: as many as grid.points has "
                              "axes of more than one point",
                              values.size(), dimensions));
    values.resize(dimensions, values[0]);
  }
  values.resize(3, absent);
  return {values[0], values[1], values[2]};
}

int dimensions_of(const std::vector<std::int64_t>& points) {
  int dimensions = static_cast<int>(points.size());
  while (dimensions > 1 && points[static_cast<std::size_t>(dimensions - 1)] == 1) --dimensions;
  return dimensions;
}

void read_axisymmetric(io::Case& input, Parameters& p) {
  p.grid.axisymmetric =
      input.boolean("sound.axisymmetric", false, "x is an axis of rotation, y the radius from it");
  p.problem.axisymmetric = p.grid.axisymmetric;
  if (!p.grid.axisymmetric) return;
  if (p.grid.dimensions != 2)
    input.error("sound.axisymmetric", "needs a grid of two dimensions: along the axis, radius");
  if (p.grid.origin[1] != 0) input.error("grid.origin", "must have y = 0 where y is a radius");
}

}  // namespace

void read_grid(io::Case& input, Parameters& p) {
  const std::size_t before = input.error_count();
  const auto points = input.integers(
      "grid.points", {.minimum = 1, .maximum = 65536, .meaning = "grid points in x, y, z"}, {1, 3});
  Grid& grid = p.grid;
  grid.dimensions = dimensions_of(points);
  for (std::size_t d = 0; d < points.size(); ++d) {
    grid.points[d] = static_cast<int>(points[d]);
    if (d < static_cast<std::size_t>(grid.dimensions) && points[d] < 4 &&
        input.error_count() == before)
      input.error("grid.points", "must be at least 4 along each axis that the grid has");
  }
  const io::Number length{
      .minimum = 0, .exclusive = true, .meaning = "distance of grid points", .unit = "m"};
  grid.spacing =
      per_axis(input, "grid.spacing", input.numbers("grid.spacing", length, {1, 3}), grid, 1.0);
  grid.origin = per_axis(
      input, "grid.origin",
      input.numbers("grid.origin",
                    {.default_value = 0, .meaning = "place of the first point", .unit = "m"},
                    {1, 3}),
      grid, 0.0);
  grid.is_known = input.error_count() == before;
  p.problem.points = grid.points;
  p.problem.spacing = grid.spacing;
  p.problem.dimensions = grid.dimensions;
  read_axisymmetric(input, p);
}

/// Thin grids get thin layers, so that a small example needs no thought.
void read_layers(io::Case& input, Parameters& p) {
  const std::string at = "sound.absorbing_layer.";
  const std::size_t before = input.error_count();
  const double usual = p.grid.dimensions == 3 ? 10 : 20;
  const auto thickness = [&](const std::string& key) {
    const io::Number rule{.default_value = usual,
                          .minimum = 0,
                          .maximum = 1000,
                          .meaning = "points of the absorbing layer; 0: periodic",
                          .unit = ""};
    return per_axis(input, key, input.integers(key, rule, {1, 3}), p.grid, std::int64_t{0});
  };
  const auto both = thickness(at + "points");
  const auto low = input.has(at + "low") ? thickness(at + "low") : both;
  const auto high = input.has(at + "high") ? thickness(at + "high") : both;
  const bool is_known = p.grid.is_known && input.error_count() == before;
  const auto alpha = per_axis(
      input, at + "alpha",
      input.numbers(at + "alpha",
                    {.default_value = 2, .minimum = 0, .meaning = "nepers per point at the edge"},
                    {1, 3}),
      p.grid, 2.0);
  const std::string given = input.has(at + "low")    ? "low"
                            : input.has(at + "high") ? "high"
                                                     : "points";
  for (std::size_t d = 0; d < static_cast<std::size_t>(p.grid.dimensions); ++d) {
    const bool on_axis = p.grid.axisymmetric && d == 1;  // no layer around the axis itself
    p.problem.layer[d] = {{on_axis ? 0 : static_cast<int>(low[d]), static_cast<int>(high[d])},
                          alpha[d]};
    const AbsorbingLayer& layer = p.problem.layer[d];
    p.grid.is_periodic[d] = !on_axis && layer.points[0] == 0 && layer.points[1] == 0;
    if (is_known && layer.points[0] + layer.points[1] >= p.grid.points[d])
      input.error(at + given,
                  fmt::format("leaves nothing of the {} points along {}: {} + {} absorb",
                              p.grid.points[d], "xyz"[d], layer.points[0], layer.points[1]));
  }
}

}  // namespace thalweg::sound
