// SPDX-License-Identifier: Apache-2.0
// The force between two vertices of different cells, and between a vertex and a wall.
// docs/theory/blood.md, section 7.
#pragma once

#include "base/portable.hpp"

namespace thalweg::blood {

/// In any units. Nothing beyond `range`.
struct RepulsionLaw {
  double range = 0;
  double strength = 0;       // between vertices
  double wall_strength = 0;  // from walls
};

inline namespace TW_HALF {

/// Without the strength; distance may be negative, within a wall. What is nearer than a quarter of
/// the range is pushed as if it were there, so that no step throws a vertex away. (7.11)
TW_HD double push(const RepulsionLaw& law, double distance) {
  if (distance >= law.range) return 0;
  const double least = 0.25 * law.range, held = distance < least ? least : distance;
  return law.range * law.range / (held * held) - 1;
}

}  // namespace TW_HALF

}  // namespace thalweg::blood
