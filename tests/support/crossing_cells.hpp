// SPDX-License-Identifier: Apache-2.0
// A case with cells that cross from rank to rank and over the ends of the domain, and its variants.
#pragma once

#include <string>
#include <vector>

#include "tests/support/test_device.hpp"

namespace thalweg::blood {

// Plates drag two cells along x, by half the length of the domain in 200 steps; a push along y
// carries them over that end.
inline constexpr const char* channel = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "channel"
length = 12e-6
width = 10e-6
height = 12e-6
lower_velocity = [0.1, 0, 0]
upper_velocity = [0.16, 0, 0]
[blood]
viscosity = 1e-3
density = 1000
relaxation_time = 1
[initial]
kind = "shear"
[flow]
pressure_gradient = [0, 2e7, 0]
[cells]
[[cells.species]]
name = "red cells"
radius = 3.91e-6
refinement = 1
shear_modulus = 1e-5
bending_modulus = 2e-19
volume_modulus = 1e2
centres = [[4e-6, 1e-6, -2e-6]]
axes = [[0, 1, 1]]
[[cells.species]]
name = "ball"
shape = "sphere"
radius = 1.6e-6
refinement = 1
law = "neo-hookean"
shear_modulus = 1e-4
centres = [[-3e-6, -3e-6, 3e-6], [0, 4.9e-6, 3e-6]]
)";

/// Settings in a precision, with other fluids in the cells: thicker than plasma in one kind,
/// thinner in the other.
inline std::vector<std::string> with_contrast(const std::string& precision) {
  std::vector<std::string> settings = testing::with(precision);
  settings.insert(settings.end(),
                  {"blood.relaxation_time=0.9", "cells.species.0.interior_viscosity=4e-3",
                   "cells.species.1.interior_viscosity=0.5e-3"});
  return settings;
}

/// The same, with membranes of flat triangles.
inline std::vector<std::string> with_flat(const std::string& precision) {
  std::vector<std::string> settings = testing::with(precision);
  settings.insert(settings.end(),
                  {"cells.species.0.elements=\"flat\"", "cells.species.1.elements=\"flat\""});
  return settings;
}

/// The same, with one kind's membranes viscous.
inline std::vector<std::string> with_viscosity(const std::string& precision) {
  std::vector<std::string> settings = testing::with(precision);
  settings.insert(settings.end(), {"cells.species.1.membrane_viscosity=1e-8",
                                   "cells.species.1.dilatational_viscosity=5e-9"});
  return settings;
}

/// The same, with the membranes of both kinds too stiff for a step of the fluid, and one viscous.
inline std::vector<std::string> with_substeps(const std::string& precision) {
  std::vector<std::string> settings = with_viscosity(precision);
  settings.insert(settings.end(),
                  {"cells.species.0.shear_modulus=1e-3", "cells.species.0.substeps=4",
                   "cells.species.1.shear_modulus=5e-2", "cells.species.1.substeps=8"});
  return settings;
}

/// The same, with forces between the two balls, which lie side by side over the end of the domain,
/// and between a third one and the wall; walls: over that between vertices.
inline std::vector<std::string> with_repulsion(const std::string& precision, double range,
                                               double walls = 1) {
  std::vector<std::string> settings = testing::with(precision);
  settings.insert(settings.end(),
                  {"cells.species.1.centres=[[-5.5e-6, -3e-6, 3e-6], [3.1e-6, -3e-6, 3e-6], "
                   "[-2e-6, 3e-6, -4.2e-6]]",
                   "cells.repulsion={ range = " + std::to_string(range) +
                       "e-6, strength = 2e-11, wall_strength = " + std::to_string(2 * walls) +
                       "e-11 }"});
  return settings;
}

}  // namespace thalweg::blood
