// SPDX-License-Identifier: Apache-2.0
// What rungs 1 to 4 hold: the state, and their own copy of the coefficients, placed as they place
// their memory.
#pragma once

#include "ladder_rungs.hpp"

namespace thalweg::bench::ladder {

struct Fields {
  Fields(const Tables& tables, const Box& modes, Touch touch);
  void set(const State& state);
  std::vector<float> read_pressure() const {
    return {pressure.data(), pressure.data() + points.size()};
  }

  const Tables& tables;  // for what lies along axes
  Box points, modes;
  float scale;  // of a transform and back
  Array<float> pressure, parts[3], velocity[3];
  Array<float> dt_per_density[3], density, speed_squared, nonlinear, absorbing, dispersing;
  Array<float> kappa, absorb, disperse;
};

}  // namespace thalweg::bench::ladder
