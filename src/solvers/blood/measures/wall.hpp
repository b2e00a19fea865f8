// SPDX-License-Identifier: Apache-2.0
// Where walls stand beside lattice sites, and the shear stress there.
#pragma once

#include <array>
#include <vector>

#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// The wall nearest to a site: `distance` from it [m], along minus the normal.
struct WallPoint {
  geometry::Vector place{};   // on the wall [m]
  geometry::Vector normal{};  // of length 1, into the fluid
  double distance = 0;        // m
};
WallPoint nearest_wall(const Vessel& vessel, const geometry::Vector& site);

/// The rate of shear at a wall, as the velocity's derivative along the normal less its part along
/// the normal [1/s], from a site at a distance from it: velocity [m/s] against the wall's, and rate
/// of strain [1/s] as xx, yy, zz, xy, xz, yz. (10.9)
geometry::Vector wall_shear_rate(const WallPoint& wall, const geometry::Vector& velocity,
                                 const std::array<double, 6>& strain, double spacing);

}  // namespace thalweg::blood
