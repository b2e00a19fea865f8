// SPDX-License-Identifier: Apache-2.0
// The inside of a round tube that is bent to a part of a circle, or to a ring.
#pragma once

#include <string>
#include <vector>

#include "solvers/blood/vessel/flat_ends.hpp"
#include "solvers/blood/vessel/interior.hpp"

namespace thalweg::blood {

struct TorusShape {
  double diameter = 0;          // of the tube [m]
  double curvature_radius = 0;  // of its axis [m], above half the diameter
  int arc = 360;                // degrees: 90 and 180 are bends, 360 is a ring
  double legs = 0;              // how far both ends of a bend run on straight [m]
};

/// The axis lies in the plane z = 0, about the origin. It begins on the x axis and turns towards y.
class TorusInterior : public Interior {
 public:
  /// is_open: the ends of a bend are openings, else walls.
  TorusInterior(const TorusShape& shape, bool is_open);

  bool is_walled(std::size_t) const override { return true; }
  bool is_inside(const geometry::Vector& place) const override;
  double clearance(const geometry::Vector& place) const override;
  double volume() const override;
  double wall_area() const override;
  double width() const override { return shape_.diameter; }
  const std::vector<geometry::Opening>& openings() const override { return ends_.openings(); }
  int opening_left_by(const geometry::Vector& from, const geometry::Vector& step) const override {
    return ends_.left_by(from, step);
  }
  DistanceWithin distance_to(const std::vector<int>& openings) const override {
    return ends_.distance_to(openings);
  }
  double loop_length() const override { return is_ring() ? axis_length() : 0; }
  geometry::Vector loop_direction(const geometry::Vector& place) const override;
  std::vector<std::string> report_with(const Interior& walls, double spacing) const override;

  geometry::Bounds box() const;

 private:
  /// Where a place is about the axis.
  struct Position {
    double room;    // to the tube's wall; negative outside [m]
    double to_end;  // to the nearest end, along the tube; negative beyond it [m]
  };
  bool is_ring() const { return shape_.arc == 360; }
  Position position(const geometry::Vector& place) const;
  double room_about(double across, double z) const;
  double axis_length() const;
  std::vector<FlatEnd> flat_ends() const;

  TorusShape shape_;
  bool is_open_;
  FlatEnds ends_;
};

}  // namespace thalweg::blood
