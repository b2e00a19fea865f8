// SPDX-License-Identifier: Apache-2.0
// A volume cut into boxes of equal size, each with fluid or without: what masks are made of.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "geometry/shape.hpp"

namespace thalweg::blood {

/// Along x, y, z.
using Voxel = std::array<int, 3>;

class Voxels {
 public:
  /// has_fluid: x fastest. size: of a voxel [m]. is_periodic: along x, y, z; beyond its other ends
  /// there is no fluid. middle: of the whole [m].
  Voxels(const Voxel& count, const geometry::Vector& size, const std::array<bool, 3>& is_periodic,
         const geometry::Vector& middle, std::vector<bool> has_fluid);

  const Voxel& count() const { return count_; }
  const geometry::Vector& size() const { return size_; }
  bool is_periodic(std::size_t axis) const { return is_periodic_[axis]; }
  const geometry::Bounds& box() const { return box_; }
  /// Of any voxel, also beyond the ends.
  bool has_fluid(const Voxel& voxel) const;
  /// The voxel that a place lies in, whether it exists or not.
  Voxel at(const geometry::Vector& place) const;
  geometry::Vector centre(const Voxel& voxel) const;

  std::int64_t fluid_count() const { return fluid_count_; }
  double volume() const;  // of the fluid [m^3]
  /// Of the walls that the stairs of voxels stand for [m^2]: by the crossings of lines along 13
  /// directions (Crofton's formula), without the ends of the box. docs/theory/blood.md, (9.2).
  double wall_area() const;
  /// To the nearest voxel without fluid [m], not counting what lies beyond ends; infinity where
  /// there is none.
  double clearance(const geometry::Vector& place) const;

  double bytes() const;

 private:
  /// Blocks of 2^level voxels along each axis: whether any is without fluid.
  struct Level {
    Voxel count;
    std::vector<bool> has_solid;
  };
  struct Block;
  std::optional<Voxel> wrapped(Voxel voxel) const;
  std::size_t index(const Voxel& voxel, const Voxel& count) const;
  void build_levels();
  double square_to(const Block& block, const geometry::Vector& place) const;

  Voxel count_;
  geometry::Vector size_;
  std::array<bool, 3> is_periodic_;
  geometry::Bounds box_;
  std::vector<bool> has_fluid_;
  std::int64_t fluid_count_ = 0;
  std::vector<Level> levels_;  // of blocks of 2, 4, 8, ... voxels
};

}  // namespace thalweg::blood
