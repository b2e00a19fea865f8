// SPDX-License-Identifier: Apache-2.0
// How far places are from the walls of a vessel of any shape.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "geometry/vector.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// The distance to walls, linear between places that are the vessel's spacing apart. Openings are
/// walls, too. Places are looked at as they are needed, a block at a time: not by several threads
/// at once.
class WallField {
 public:
  /// Distances are less by what is kept free [m].
  WallField(const Vessel& vessel, double kept);

  struct Sample {
    double distance = 0;       // m; negative outside
    geometry::Vector slope{};  // along x, y, z
  };
  Sample at(const geometry::Vector& place) const;
  /// Between the places that distances are taken at [m].
  double spacing() const { return vessel_.spacing; }
  const Vessel& vessel() const { return vessel_; }

 private:
  static constexpr int width = 8;  // of a block, in spacings
  static constexpr int nodes = width + 1;
  using Block = std::array<double, std::size_t{nodes} * nodes * nodes>;
  using BlockNumber = std::array<std::int64_t, 3>;  // from the middle, along x, y, z

  const Block& block(const BlockNumber& number) const;
  double distance_at(geometry::Vector place) const;

  Vessel vessel_;
  double kept_;
  mutable std::unordered_map<std::uint64_t, std::unique_ptr<const Block>> blocks_;
};

}  // namespace thalweg::blood
