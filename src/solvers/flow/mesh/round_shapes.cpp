// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "solvers/flow/mesh/planes.hpp"
#include "solvers/flow/mesh/spacing.hpp"

namespace thalweg::flow {

using geometry::Vector, grid::index;

namespace {

/// Half the angle [0, pi] from the middle of the wake where even cells would have `half`. Cells
/// before the body become `wake` times as long as those behind it, and keep their shapes: this is a
/// conformal map, of the circle and of the sphere.
double half_angle(double half, double wake) {
  return std::atan2(std::sin(half), std::sqrt(wake) * std::cos(half));
}

/// The direction that even cells have at `even`, with axis x in the middle of the wake.
Vector turned_to_wake(const Vector& even, double wake) {
  const double aside = std::hypot(even[1], even[2]);
  if (aside == 0) return even;
  const double angle = 2 * half_angle(std::atan2(aside, even[0]) / 2, wake);
  const double by = std::sin(angle) / aside;
  return {std::cos(angle), by * even[1], by * even[2]};
}

}  // namespace

VertexGrid cylinder_grid(const CylinderGrid& shape) {
  const Spacing outwards = growing(shape.outwards, shape.first / (shape.far - shape.radius));
  VertexGrid grid{.blocks = {plane_block("sector", shape.around, shape.outwards, [&](int j, int i) {
                    // The last line is the first by every bit.
                    const double even = std::numbers::pi * (j % shape.around) / shape.around;
                    const double angle = 2 * half_angle(even, shape.wake);
                    const double r = between(shape.radius, shape.far, outwards[index(i)]);
                    return Point{r * std::cos(angle), r * std::sin(angle)};
                  })}};
  add_family(grid, 0, {2, false}, "cylinder");
  add_family(grid, 0, {2, true}, "far");
  return layered(cut(grid, 1, shape.blocks), shape.span);
}

VertexGrid sphere_grid(const SphereGrid& shape) {
  const Spacing outwards = growing(shape.outwards, shape.first / (shape.far - shape.radius));
  VertexGrid grid{.blocks = {}};
  for (std::size_t d = 0; d < 3; ++d)
    for (const int sign : {-1, 1}) {
      VertexBlock block{std::string("side ") + "xyz"[d] + (sign > 0 ? "+" : "-"),
                        {shape.outwards, shape.side, shape.side},
                        {}};
      grid::for_each_cell(
          {{}, {shape.outwards + 1, shape.side + 1, shape.side + 1}}, [&](const grid::Cell& v) {
            // Along the sides equal angles; sign makes the axes right-handed.
            Vector at{};
            at[d] = sign;
            at[(d + 1) % 3] = sign * std::tan(std::numbers::pi / 4 * (2.0 * v[2] / shape.side - 1));
            at[(d + 2) % 3] = std::tan(std::numbers::pi / 4 * (2.0 * v[1] / shape.side - 1));
            const double r = between(shape.radius, shape.far, outwards[index(v[0])]);
            block.vertices.push_back(
                geometry::plus({}, turned_to_wake(geometry::unit(at), shape.wake), r));
          });
      grid.blocks.push_back(std::move(block));
      const int number = static_cast<int>(grid.blocks.size()) - 1;
      add_family(grid, number, {0, false}, "sphere");
      add_family(grid, number, {0, true}, "far");
    }
  return grid;
}

namespace {

/// Lines of an ellipse's coordinates, drawn down to the plate. The ellipse within has the plate's
/// length and the radius of its edges.
class PlatePlaces {
 public:
  explicit PlatePlaces(const PlateGrid& shape)
      : radius_(shape.thickness / 2), half_(shape.chord / 2), height_(std::sqrt(radius_ * half_)),
        focus_(std::sqrt(half_ * half_ - height_ * height_)), inner_(std::atanh(height_ / half_)),
        outer_(std::acosh(shape.far / focus_)), outwards_(growing(shape.outwards, first_of(shape))),
        around_(shape.around) {}

  Point operator()(int j, int i) const {
    const double angle = 2 * std::numbers::pi * (j % around_) / around_;
    const double s = outwards_[index(i)], mu = between(inner_, outer_, s);
    const double x = focus_ * std::cosh(mu) * std::cos(angle);
    const double y = focus_ * std::sinh(mu) * std::sin(angle);
    // What the ellipse is higher than the plate, less and less of it outwards.
    const double surplus = height_ * std::abs(std::sin(angle)) - plate(half_ * std::cos(angle));
    const double left = std::pow(1 - s, 4);
    return {x, y - left * std::copysign(surplus, std::sin(angle))};
  }

 private:
  /// Half the plate's thickness at x.
  double plate(double x) const {
    const double into_edge = std::abs(x) - (half_ - radius_);
    if (into_edge <= 0) return radius_;
    return std::sqrt(std::max(0.0, radius_ * radius_ - into_edge * into_edge));
  }
  /// At the middle of the plate a step in s moves y by this.
  double first_of(const PlateGrid& shape) const {
    const double slope = focus_ * std::cosh(inner_) * (outer_ - inner_) + 4 * (height_ - radius_);
    return shape.first / slope;
  }

  double radius_, half_, height_, focus_, inner_, outer_;
  Spacing outwards_;
  int around_;
};

}  // namespace

VertexGrid plate_grid(const PlateGrid& shape) {
  VertexGrid grid{
      .blocks = {plane_block("part", shape.around, shape.outwards, PlatePlaces(shape))}};
  add_family(grid, 0, {2, false}, "plate");
  add_family(grid, 0, {2, true}, "far");
  const VertexGrid thick = layered(cut(grid, 1, shape.blocks_around), shape.span);
  return shape.blocks_along > 1 ? cut(thick, 0, shape.blocks_along) : thick;
}

}  // namespace thalweg::flow
