// SPDX-License-Identifier: Apache-2.0
// The space that the fluid fills, and the lattice laid over it. The x axis runs along the vessel,
// and the origin of coordinates lies in its middle.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "geometry/vector.hpp"
#include "grid/lattice.hpp"

namespace thalweg::blood {

/// box: periodic all round. channel: between plates at +-height / 2 in z, periodic in x and y.
/// duct: rectangular, tube: round, both periodic in x.
enum class VesselShape { box, channel, duct, tube };

struct Vessel {
  VesselShape shape = VesselShape::box;
  geometry::Vector size{};  // x, y, z [m]; of a tube y and z are its diameter
  double spacing = 1;       // m
  /// Of the plates of a channel [m/s]; z is 0.
  geometry::Vector lower_velocity{}, upper_velocity{};

  /// Sites lie symmetrically about the middle; across walls as many as fit between them.
  grid::Lattice lattice() const;
  geometry::Vector place(const grid::Cell& site) const;
  bool is_inside(const geometry::Vector& place) const;
  /// The sites with fluid whose z index is in [begin, end).
  std::vector<grid::Cell> sites(int begin, int end) const;
  /// How far it is from a place inside to the wall along a step that ends outside, as a part of the
  /// step.
  double distance_to_wall(const geometry::Vector& from, const geometry::Vector& step) const;
  /// Of the wall at a place on it [m/s].
  geometry::Vector wall_velocity(const geometry::Vector& place) const;
  bool has_walls() const { return shape != VesselShape::box; }
  bool has_moving_walls() const;
  /// Across x [m^2].
  double cross_section() const;
  double wall_area() const;  // m^2
};

std::string name_of(VesselShape shape);
/// Whether walls bound the fluid along an axis: 0, 1, 2 for x, y, z. Else it is periodic there.
bool is_walled(VesselShape shape, std::size_t axis);

}  // namespace thalweg::blood
