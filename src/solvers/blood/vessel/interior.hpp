// SPDX-License-Identifier: Apache-2.0
// The inside of a vessel, as each shape has it: behind Vessel, which lays the lattice over it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "geometry/openings.hpp"
#include "geometry/vector.hpp"

namespace thalweg::blood {

/// The first are described by their size, the others by more. box: periodic all round. channel:
/// between plates at +-height / 2 in z, periodic in x and y. duct: rectangular, tube: round, both
/// periodic in x. surface: what triangles enclose. junction: tubes that meet. torus: a tube bent to
/// an arc or a ring. mask: voxels of an image. spheres: fixed ones in a box, periodic all round.
enum class VesselShape { box, channel, duct, tube, surface, junction, torus, mask, spheres };

/// A solid sphere that stays where it is, with the fluid around it.
struct FixedSphere {
  geometry::Vector centre{};  // m
  double radius = 0;          // m
};

/// Walls that are triangles, by their numbers in the surface, as the file has them, without
/// openings.
struct WallTriangles {
  const geometry::TriangleSurface* surface = nullptr;  // none: walls are no triangles
  std::vector<int> numbers{};
};

/// How far a place is from the nearest of some things [m]; `most` where none is nearer.
using DistanceWithin = std::function<double(const geometry::Vector& place, double most)>;

class Interior {
 public:
  virtual ~Interior() = default;
  /// Whether walls bound it along an axis: 0, 1, 2 for x, y, z. Else it is periodic there.
  virtual bool is_walled(std::size_t axis) const = 0;
  virtual bool is_inside(const geometry::Vector& place) const = 0;
  /// Which of `count` places are inside: the first, and those a spacing apart along x from it.
  virtual std::vector<bool> row_inside(const geometry::Vector& first, double spacing,
                                       int count) const;
  /// How far it is from a place inside to the wall along a step that ends outside, as a part of the
  /// step.
  virtual double distance_to_wall(const geometry::Vector& from, const geometry::Vector& step) const;
  /// To the nearest wall, without openings [m]; infinity where there is none.
  virtual double clearance(const geometry::Vector& place) const = 0;
  virtual double volume() const = 0;     // m^3
  virtual double wall_area() const = 0;  // m^2
  /// Between walls that face each other [m].
  virtual double width() const = 0;
  /// About so much: velocity, the mean over fluid and solid, times viscosity over the gradient of
  /// pressure [m^2]. 0: width() says it.
  virtual double permeability() const { return 0; }
  /// Of the axis of a vessel that closes on itself [m]; 0: others.
  virtual double loop_length() const { return 0; }
  /// In such a vessel, a gradient of pressure along it that is 1 on the axis.
  virtual geometry::Vector loop_direction(const geometry::Vector&) const { return {}; }
  virtual double bytes() const { return 0; }  // of memory, on the host
  /// Flat parts of the surface in faces of the box around it, through which fluid may pass.
  virtual const std::vector<geometry::Opening>& openings() const;
  /// Which of them a step from a place inside to one outside leaves by; -1: it meets a wall.
  virtual int opening_left_by(const geometry::Vector& from, const geometry::Vector& step) const;
  /// Whether a step from a place inside leads through an opening.
  virtual bool leaves_by(int opening, const geometry::Vector& from,
                         const geometry::Vector& step) const {
    return opening_left_by(from, step) == opening;
  }
  /// Whether that is an opening, and no wall.
  virtual bool is_open(int) const { return true; }
  /// From some of the openings, in order.
  virtual DistanceWithin distance_to(const std::vector<int>& openings) const;
  /// As long as the interior lives.
  virtual WallTriangles wall_triangles() const { return {}; }
  /// Fixed spheres in the fluid.
  virtual const std::vector<FixedSphere>& spheres() const;
  /// Which of them a step from a place inside to one outside ends in; -1: none.
  virtual int sphere_met(const geometry::Vector& from, const geometry::Vector& step) const;
  /// From the centre of the nearest image of a sphere to a place.
  virtual geometry::Vector from_sphere(int sphere, const geometry::Vector& place) const;
  /// Lines for `thalweg check`, on a lattice of so large a spacing [m].
  std::vector<std::string> report(double spacing) const { return report_with(*this, spacing); }
  /// walls: the same interior, maybe with more of its openings as walls.
  virtual std::vector<std::string> report_with(const Interior& /*walls*/,
                                               double /*spacing*/) const {
    return {};
  }
};

/// Of the shapes that their size describes. size: x, y, z [m]; of a tube y and z are its diameter.
/// Its middle is the origin.
std::shared_ptr<const Interior> make_interior(VesselShape shape, const geometry::Vector& size);

/// A channel, duct or tube that ends at +-size[0] / 2, with the openings x_low and x_high there.
std::shared_ptr<const Interior> make_open_interior(VesselShape shape, const geometry::Vector& size);

}  // namespace thalweg::blood
