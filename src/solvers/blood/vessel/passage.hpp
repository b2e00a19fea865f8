// SPDX-License-Identifier: Apache-2.0
// How wide a vessel is where it is narrowest: what decides whether a lattice is fine enough, and
// whether a cell can pass.
#pragma once

#include "geometry/shape.hpp"
#include "solvers/blood/vessel/interior.hpp"

namespace thalweg::blood {

/// The widest ball that can move from every opening to every other; with fewer than two openings,
/// the widest that has room.
struct Passage {
  double diameter = 0;       // m; 0 where the openings are not joined
  geometry::Vector place{};  // of its middle where there is least room [m]
  double accuracy = 0;       // balls are tried at places so far apart [m]
  bool is_way = false;       // between openings
};
/// Looks at places half a spacing apart, or farther where that would be more than 100 000. Between
/// them there may be more room, by up to 1.8 times their distance. box: around the interior. Of
/// more than 20 openings ways are not looked for.
Passage find_passage(const Interior& interior, const geometry::Bounds& box, double spacing);

}  // namespace thalweg::blood
