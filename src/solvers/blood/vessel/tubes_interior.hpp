// SPDX-License-Identifier: Apache-2.0
// The inside of tubes that meet: junctions, bends, rings.
#pragma once

#include <vector>

#include "geometry/shape.hpp"
#include "solvers/blood/vessel/flat_ends.hpp"
#include "solvers/blood/vessel/interior.hpp"

namespace thalweg::blood {

/// A round tube along straight pieces, with balls of its diameter where they meet.
struct TubePath {
  std::vector<geometry::Vector> points;  // two or more [m]
  double diameter = 0;                   // m
};

/// Within any of the tubes. Ends that stand where another end of a tube stands are joined by a
/// ball; all others are flat walls, or openings.
class TubesInterior : public Interior {
 public:
  /// period: along x, with images of all tubes before and behind [m]; 0: none. is_open: flat ends
  /// in faces of the box around all tubes are openings.
  TubesInterior(const std::vector<TubePath>& tubes, double period, bool is_open = false);

  bool is_walled(std::size_t axis) const override { return axis > 0 || period_ == 0; }
  bool is_inside(const geometry::Vector& place) const override;
  /// That of the tube which has most room around the place: exact but beside edges where tubes
  /// meet.
  double clearance(const geometry::Vector& place) const override;
  /// By 24 places across the narrowest tube, or as many as 4 million around all tubes allow.
  double volume() const override { return volume_; }
  double wall_area() const override { return wall_area_; }
  double width() const override { return width_; }
  const std::vector<geometry::Opening>& openings() const override { return ends_.openings(); }
  int opening_left_by(const geometry::Vector& from, const geometry::Vector& step) const override {
    return ends_.left_by(from, step);
  }
  DistanceWithin distance_to(const std::vector<int>& openings) const override {
    return ends_.distance_to(openings);
  }
  std::vector<std::string> report_with(const Interior& walls, double spacing) const override;

  /// Around all tubes; along x the period where there is one.
  const geometry::Bounds& box() const { return box_; }

 private:
  struct Piece {
    geometry::Vector from, along;  // along: of length 1
    double length, radius;
    /// By a flat wall, at its begin and end; by an opening there.
    bool is_closed[2] = {true, true}, is_open[2] = {false, false};
    double way[2] = {0, 0};  // radius of what leads through that wall into other tubes
  };
  /// Fills the gap where pieces meet. Within a tube only between the end of the piece before and
  /// the begin of that after, so that short pieces do not bulge out of the tube's ends.
  struct Ball {
    geometry::Vector center;
    double radius;
    bool is_between = false;
    geometry::Vector before{}, after{};  // along these pieces
  };
  void add(const TubePath& tube);
  void add_images();
  void join_ends(const std::vector<TubePath>& tubes, double shift);
  void find_box(const std::vector<TubePath>& tubes);
  void open_ends();
  void measure();
  /// To the wall of one part, with openings as walls or without; negative outside.
  static double room_in(const Piece& piece, const geometry::Vector& place, bool with_openings);
  static double room_in(const Ball& ball, const geometry::Vector& place);

  double room(const geometry::Vector& place, bool with_openings) const;

  double period_;
  std::vector<Piece> pieces_;
  std::vector<Ball> balls_;
  std::size_t tubes_;
  FlatEnds ends_;
  geometry::Bounds box_;
  double volume_ = 0, wall_area_ = 0, width_ = 0;
};

}  // namespace thalweg::blood
