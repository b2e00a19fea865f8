// SPDX-License-Identifier: Apache-2.0
// Where rounded discs touch the walls of a vessel.
#pragma once

#include <vector>

#include "geometry/vector.hpp"
#include "solvers/blood/packing/disc_distance.hpp"
#include "solvers/blood/packing/wall_field.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// The core of a disc comes too near to a wall by `overlap` [m] (negative: it does not), at a place
/// of the core.
struct WallContact {
  geometry::Vector place{}, inward{};  // m; of length 1
  double overlap = 0;
};

/// Where a core, which should keep `rounding` [m] from walls, comes nearest to them; of a tube, to
/// several sides of it. None of those that it surely keeps off. Of a vessel whose size says where
/// its walls are.
std::vector<WallContact> wall_contacts(const Vessel& vessel, const Disc& core, double rounding);

/// Where a core comes too near to walls of any shape, at places of it that are apart from each
/// other.
std::vector<WallContact> wall_contacts(const WallField& walls, const Disc& core, double rounding);

/// Moves a centre by whole periods to within half a period of the vessel's middle.
geometry::Vector wrapped(const Vessel& vessel, const geometry::Vector& place);

}  // namespace thalweg::blood
