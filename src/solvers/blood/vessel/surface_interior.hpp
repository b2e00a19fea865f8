// SPDX-License-Identifier: Apache-2.0
// The inside of a closed surface of triangles, and where it was cut open.
#pragma once

#include <cstdint>
#include <optional>

#include "geometry/openings.hpp"
#include "geometry/surface_queries.hpp"
#include "solvers/blood/vessel/interior.hpp"

namespace thalweg::blood {

class SurfaceInterior : public Interior {
 public:
  /// surface: closed, its triangles face outward [m]. is_periodic: along x, where its openings must
  /// match (geometry::rim_distance).
  SurfaceInterior(const geometry::TriangleSurface& surface, std::vector<geometry::Opening> openings,
                  bool is_periodic);

  bool is_walled(std::size_t axis) const override { return axis > 0 || !is_periodic_; }
  bool is_inside(const geometry::Vector& place) const override;
  /// One line along x decides on all of a row. A place that several parts of the surface enclose is
  /// inside.
  std::vector<bool> row_inside(const geometry::Vector& first, double spacing,
                               int count) const override;
  double distance_to_wall(const geometry::Vector& from,
                          const geometry::Vector& step) const override;
  double clearance(const geometry::Vector& place) const override;
  double volume() const override { return volume_; }
  double wall_area() const override { return wall_area_; }
  /// Of a tube with the same ratio of volume to wall.
  double width() const override { return 4 * volume_ / wall_area_; }
  /// Measured while one of 10^6 triangles is read, which takes most.
  double bytes() const override { return 280.0 * static_cast<double>(triangles_); }
  std::vector<std::string> report_with(const Interior& walls, double spacing) const override;

  const geometry::Bounds& box() const { return box_; }
  const std::vector<geometry::Opening>& openings() const override { return openings_; }
  bool is_open(int opening) const override;
  DistanceWithin distance_to(const std::vector<int>& openings) const override;
  WallTriangles wall_triangles() const override;
  int opening_left_by(const geometry::Vector& from, const geometry::Vector& step) const override;
  bool leaves_by(int opening, const geometry::Vector& from,
                 const geometry::Vector& step) const override;

 private:
  /// Where a step that ends outside leaves for good; nothing where rounding hides it.
  std::optional<geometry::Crossing> way_out(const geometry::Vector& from,
                                            const geometry::Vector& step, std::uint8_t kinds) const;
  /// In x, whichever period it is in.
  geometry::Vector in_box(geometry::Vector place) const;

  bool is_periodic_;
  std::size_t triangles_;  // of the file
  std::vector<geometry::Opening> openings_;
  geometry::Bounds box_;
  double volume_, wall_area_;
  geometry::SurfaceQueries queries_;
};

}  // namespace thalweg::blood
