// SPDX-License-Identifier: Apache-2.0
// Velocities of what comes in, by place.
#pragma once

#include <string>
#include <vector>

#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow {

/// The velocity through a face, over its mean: between two sides of the family a parabola, along
/// each axis across which there is flow.
class ParabolicProfile {
 public:
  ParabolicProfile(const Mesh& mesh, const std::string& family);
  double factor(const geometry::Vector& place) const;

 private:
  void include(const Mesh& mesh, const Patch& patch);

  std::size_t dimensions_;
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
