// SPDX-License-Identifier: Apache-2.0
// The phase around a ring of a quantum vortex in a periodic box (docs/theory/turbulence.md,
// (12.16)).
#pragma once

#include <array>

#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

class RingPhase {
 public:
  /// length: of the box, x, y, z.
  RingPhase(const VortexRing& ring, const std::array<double, 3>& length);

  /// A point of the box as its nearest image of the ring sees it.
  struct Place {
    std::array<double, 3> offset;  // from the centre, x, y, z
    double height;                 // along the direction of motion
    double radius;                 // across it
  };
  Place place(const std::array<double, 3>& point) const;
  /// Half the solid angle of the disc in the ring, with that of its images, and with a uniform
  /// slope that lets it begin anew at the end of the box.
  double phase(const Place& place) const;
  double size() const { return ring_.radius; }

 private:
  /// Of images alone, as dipoles with their next moment.
  double images(const std::array<double, 3>& offset) const;

  VortexRing ring_;
  std::array<double, 3> length_;
  std::array<double, 3> slope_{};
};

/// The solid angle of a disc of a radius at a point, by height over its plane and distance from its
/// axis; it changes its sign with the height. Paxton (1959), Rev. Sci. Instrum. 30, 254.
double solid_angle(double disc, double height, double distance);

}  // namespace thalweg::turbulence
