// SPDX-License-Identifier: Apache-2.0
// Velocities of what comes in, by place.
#pragma once

#include <string>
#include <vector>

#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow {

/// The velocity through a face, over its mean: a parabola between two sides of the family, and
/// between both others, too, where it has them. It is made for families that are straight, or
/// rectangles with two sides along an axis.
class ParabolicProfile {
 public:
  ParabolicProfile(const Mesh& mesh, const std::string& family);
  double factor(const geometry::Vector& place) const;
  /// Of so many parabolas: none where the family has no sides.
  std::size_t parabolas() const { return axes_.size(); }

 private:
  void include(const Mesh& mesh, const Patch& patch);
  void find_axes(const Mesh& mesh);
  double width(std::size_t axis) const { return highest_[axis] - lowest_[axis]; }

  std::vector<std::size_t> axes_;  // x, y, z: along which there are parabolas
  geometry::Vector lowest_{}, highest_{};
  bool is_first_ = true;
};

/// Velocities at points along one coordinate, or at all points of a grid of two: linear between
/// them, and that of the nearest beyond them.
class VelocityTable {
 public:
  /// One coordinate or two: numbers of x, y, z, and increasing values of each; velocities in rows
  /// of the second. Of one coordinate the second has one value.
  struct Coordinate {
    std::size_t number = 0;
    std::vector<double> values;
  };
  VelocityTable() = default;
  VelocityTable(Coordinate first, Coordinate second, std::vector<geometry::Vector> velocities)
      : first_(std::move(first)), second_(std::move(second)), velocities_(std::move(velocities)) {}
  const std::vector<geometry::Vector>& velocities() const { return velocities_; }
  geometry::Vector at(const geometry::Vector& place) const;

 private:
  Coordinate first_, second_;
  std::vector<geometry::Vector> velocities_;
};

}  // namespace thalweg::flow
