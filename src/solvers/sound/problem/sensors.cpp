// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/problem/sensors.hpp"

#include <limits>

namespace thalweg::sound {

std::string name_of(Field field) {
  const char* names[] = {"pressure",
                         "velocity_x",
                         "velocity_y",
                         "velocity_z",
                         "colocated_velocity_x",
                         "colocated_velocity_y",
                         "colocated_velocity_z",
                         "intensity_x",
                         "intensity_y",
                         "intensity_z"};
  return names[static_cast<int>(field)];
}

std::string name_of(Statistic statistic) {
  const char* names[] = {"raw",         "rms",   "maximum", "minimum", "maximum_all",
                         "minimum_all", "final", "rms_all", "mean"};
  return names[static_cast<int>(statistic)];
}

double start_value(Statistic statistic) {
  constexpr double most = std::numeric_limits<float>::max();
  if (statistic == Statistic::maximum || statistic == Statistic::maximum_all) return -most;
  if (statistic == Statistic::minimum || statistic == Statistic::minimum_all) return most;
  return 0;
}

}  // namespace thalweg::sound
