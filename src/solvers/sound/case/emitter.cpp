// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/case/emitter.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "solvers/sound/case/array_case.hpp"
#include "solvers/sound/case/quantity_file.hpp"
#include "solvers/sound/case/shape_case.hpp"

namespace thalweg::sound {

using geometry::distance;
using geometry::plus;
using geometry::SurfacePoint;

namespace {

/// Each point once, however many places it is nearest to.
std::vector<Emission> at_points(std::vector<std::int64_t> points, const Vector& direction) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  std::vector<Emission> emissions;
  for (const std::int64_t point : points) emissions.push_back({point, 1, 0, direction});
  return emissions;
}

std::vector<Emission> read_points(io::Case& input, const std::string& at, const Grid& grid,
                                  const Vector& direction) {
  std::vector<std::int64_t> points;
  for (const Vector& place : read_places(input, at + "positions", grid, "points"))
    if (const auto point = grid.nearest(place))
      points.push_back(*point);
    else
      input.error(at + "positions", text(place, grid.dimensions) + " is outside of the grid");
  return at_points(std::move(points), direction);
}

/// The points nearest to a straight line.
std::vector<Emission> read_line(io::Case& input, const std::string& at, const Grid& grid,
                                const Vector& direction) {
  const Vector from = read_place(input, at + "from", grid, "one end");
  const Vector to = read_place(input, at + "to", grid, "other end");
  const double step = grid.smallest_spacing() / 4;
  const int count = 1 + static_cast<int>(distance(from, to) / step);
  std::vector<std::int64_t> points;
  for (int i = 0; i <= count; ++i) {
    const Vector place = plus(from, plus(to, from, -1), static_cast<double>(i) / count);
    const auto point = grid.nearest(place);
    if (!point) {
      input.error(at + "from", "the line leaves the grid at " + text(place, grid.dimensions));
      break;
    }
    points.push_back(*point);
  }
  return at_points(std::move(points), direction);
}

/// The points where a file is not 0, which is their weight.
std::vector<Emission> read_mask(io::Case& input, const std::string& at, const Grid& grid,
                                const Vector& direction) {
  std::vector<Emission> emissions;
  if (!input.has(at + "mask_file")) input.text(at + "mask_file", {}, "file of the weights");
  const auto mask = read_file_quantity(input, at + "mask", grid);
  if (!mask) return emissions;
  for_each_piece(*mask, grid.size(), [&](std::int64_t begin, const std::vector<double>& values) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] != 0)
        emissions.push_back({begin + static_cast<std::int64_t>(i), values[i], 0, direction});
  });
  if (emissions.empty()) input.error(at + "mask_file", "is 0 everywhere");
  return emissions;
}

std::vector<SurfacePoint> read_disc(io::Case& input, const std::string& at, const Grid& grid,
                                    const Vector& direction) {
  const Vector center = read_place(input, at + "center", grid, "centre");
  const double radius = input.number(at + "radius", length_of("radius"));
  return geometry::disc(center, direction, radius, sampling_of(grid));
}

std::vector<SurfacePoint> read_bowl(io::Case& input, const std::string& at, const Grid& grid) {
  const Vector apex = read_place(input, at + "apex", grid, "deepest point of the bowl");
  const Vector focus = read_place(input, at + "focus", grid, "centre of its sphere");
  const double aperture = input.number(at + "aperture", length_of("diameter of the rim"));
  const double radius = distance(apex, focus);
  if (!grid.is_known) return {};
  if (radius < grid.smallest_spacing())
    input.error(at + "focus", "must lie away from the apex");
  else if (aperture > 2 * radius)
    input.error(at + "aperture", "is larger than the sphere: apex and focus are half of " +
                                     std::to_string(2 * radius) + " m apart");
  else
    return geometry::bowl(apex, focus, aperture, sampling_of(grid));
  return {};
}

}  // namespace

std::vector<std::string> emitter_shapes() {
  return {"points", "line", "box", "disc", "bowl", "array", "file"};
}

bool is_surface(const std::string& shape) {
  return shape == "disc" || shape == "bowl" || shape == "array";
}

std::vector<Emission> read_emitter(io::Case& input, const std::string& at, const std::string& shape,
                                   const EmitterContext& context) {
  const Grid& grid = context.grid;
  const std::size_t before = input.error_count();
  Vector direction{1, 0, 0};
  if (shape != "bowl")
    direction = read_direction(input, at + "direction", grid, direction,
                               "direction in which it moves, and a disc faces");
  if (is_surface(shape) && grid.is_known && grid.dimensions == 1) {
    input.error(at + "shape", "needs two dimensions or more; in one use \"points\"");
    return {};
  }
  if (shape == "points") return read_points(input, at, grid, direction);
  if (shape == "line") return read_line(input, at, grid, direction);
  if (shape == "file") return read_mask(input, at, grid, direction);
  if (shape == "box") {
    const geometry::Shape box = read_box(input, at, grid);
    auto points = points_in(box, grid);
    if (points.empty() && grid.is_known && input.error_count() == before)
      input.error(at + "lower", "the box holds no point of the grid");
    return at_points(std::move(points), direction);
  }
  try {
    if (shape == "array") return read_array(input, at, direction, context);
    const auto surface =
        shape == "disc" ? read_disc(input, at, grid, direction) : read_bowl(input, at, grid);
    if (grid.is_known && input.error_count() == before)
      return emissions_of(surface, grid, context.spread);
  } catch (const Error& error) {
    input.error(at + "shape", error.what());
  }
  return {};
}

}  // namespace thalweg::sound
