// SPDX-License-Identifier: Apache-2.0
// Prescribed motion of a rigid body, and where it has brought the body: docs/theory/flow.md,
// section 9.
#pragma once

#include <array>

#include "base/waveform.hpp"
#include "geometry/vector.hpp"

namespace thalweg::flow {

/// Where a body stands and how it moves at a time. A place of the body as the case gives it is
/// turned by an angle about an axis through a pivot, then shifted.
struct Pose {
  geometry::Vector axis{0, 0, 1}, pivot{}, shift{};
  double angle = 0;             // radians
  geometry::Vector velocity{};  // of the pivot
  geometry::Vector spin{};      // angular velocity, along the axis

  /// The place of the body as the case gives it that is now here.
  geometry::Vector back(const geometry::Vector& place) const;
  geometry::Vector forth(const geometry::Vector& place) const;
  /// Of the rigid body, continued to all places. (9.1)
  geometry::Vector velocity_at(const geometry::Vector& place) const;
};

/// x(t) = x0 + V t + A cos(2 pi f t + phase), along each axis, and an angle of the same form.
struct Motion {
  /// One component: drift t + amplitude cos(2 pi frequency t + phase), and its derivative.
  struct Component {
    double drift = 0;
    Waveform swing{0, 0, 0, 0}, rate{0, 0, 0, 0};

    Component() = default;
    /// phase: radians.
    Component(double drift, double amplitude, double frequency, double phase);
    double at(double time) const { return drift * time + swing(time); }
    double rate_at(double time) const { return drift + rate(time); }
    /// Whether it leaves the body where it is.
    bool is_none() const { return drift == 0 && swing.largest() == 0; }
  };

  std::array<Component, 3> shift{};
  Component angle{};  // radians
  /// Of a body that looks the same whichever way it is turned: its surface moves, and it does not.
  double spin = 0;
  geometry::Vector axis{0, 0, 1}, pivot{};

  Pose pose(double time) const;
  /// Whether the body's shape stays where it is.
  bool is_still() const;
};

}  // namespace thalweg::flow
