// SPDX-License-Identifier: Apache-2.0
// The space that the fluid fills, and the lattice laid over it. The x axis runs along the vessel.
// What is inside: interior.hpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "grid/lattice.hpp"
#include "solvers/blood/vessel/interior.hpp"

namespace thalweg::blood {

struct Vessel {
  VesselShape shape = VesselShape::box;
  geometry::Vector size{};                     // x, y, z [m]; of a tube y and z are its diameter
  geometry::Vector middle{};                   // of the box around it [m]
  double spacing = 1;                          // m
  std::shared_ptr<const Interior> interior{};  // of any number of copies
  /// Of the plates of a channel [m/s]; z is 0.
  geometry::Vector lower_velocity{}, upper_velocity{};

  /// Sites lie symmetrically about the middle; across walls as many as fit between them.
  grid::Lattice lattice() const;
  geometry::Vector place(const grid::Cell& site) const;
  bool is_walled(std::size_t axis) const { return interior->is_walled(axis); }
  bool is_inside(const geometry::Vector& place) const { return interior->is_inside(place); }
  /// The sites with fluid whose z index is in [begin, end).
  std::vector<grid::Cell> sites(int begin, int end) const;
  /// How far it is from a place inside to the wall along a step that ends outside, as a part of the
  /// step.
  double distance_to_wall(const geometry::Vector& from, const geometry::Vector& step) const {
    return interior->distance_to_wall(from, step);
  }
  /// Of the wall at a place on it [m/s].
  geometry::Vector wall_velocity(const geometry::Vector& place) const;
  bool has_walls() const { return shape != VesselShape::box; }
  /// Whether more than its size says where its walls are.
  bool is_free_form() const { return shape > VesselShape::tube; }
  bool is_round() const { return shape == VesselShape::tube || is_free_form(); }
  bool has_moving_walls() const;
  double volume() const { return interior->volume(); }  // m^3
  /// Across x, the mean along it [m^2].
  double cross_section() const { return volume() / size[0]; }
  double wall_area() const { return interior->wall_area(); }  // m^2
  /// Whether it closes on itself, so that fluid can be driven round.
  bool is_loop() const { return interior->loop_length() > 0; }
};

std::string name_of(VesselShape shape);

}  // namespace thalweg::blood
