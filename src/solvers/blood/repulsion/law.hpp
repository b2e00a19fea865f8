// SPDX-License-Identifier: Apache-2.0
// The force between two vertices of different cells, and between a vertex and a wall.
// docs/theory/blood.md, section 7.
#pragma once

#include "base/portable.hpp"

namespace thalweg::blood::inline TW_HALF {

/// In any units. Nothing beyond `range`.
struct RepulsionLaw {
  double range = 0;
  double strength = 0;       // between vertices
  double wall_strength = 0;  // from walls

  /// What is nearer than this part of the range is pushed as if it were there, so that no step
  /// throws a vertex away.
  static constexpr double nearest = 0.25;

  /// Without the strength; distance may be negative, within a wall. (7.9)
  TW_HD double push(double distance) const {
    if (distance >= range) return 0;
    const double least = nearest * range, held = distance < least ? least : distance;
    return range * range / (held * held) - 1;
  }
};

}  // namespace thalweg::blood::inline TW_HALF
