// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/sensors.hpp"

namespace thalweg::sound {

std::string name_of(Field field) {
  const char* names[] = {"pressure",
                         "velocity_x",
                         "velocity_y",
                         "velocity_z",
                         "colocated_velocity_x",
                         "colocated_velocity_y",
                         "colocated_velocity_z"};
  return names[static_cast<int>(field)];
}

std::string name_of(Statistic statistic) {
  const char* names[] = {"raw", "rms", "maximum", "minimum", "maximum_all", "minimum_all", "final"};
  return names[static_cast<int>(statistic)];
}

}  // namespace thalweg::sound
