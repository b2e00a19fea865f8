// SPDX-License-Identifier: Apache-2.0
// What all rungs of the ladder compute: one problem, its coefficients and its start.
#pragma once

#include "ladder_array.hpp"
#include "solvers/sound/problem/wave_solver.hpp"

namespace thalweg::bench::ladder {

/// Nonlinear, power-law absorbing, everything heterogeneous, with an initial pressure; points along
/// x, y, z.
sound::Problem make_problem(std::array<int, 3> points);

/// Coefficients at points, along axes and of modes; equation numbers: docs/theory/sound.md.
struct Tables {
  explicit Tables(const sound::Problem& problem);

  Box points;
  float dt;
  std::vector<float> dt_per_density[3], density, speed_squared, nonlinear, absorbing, dispersing;
  std::vector<float> layer[3], staggered_layer[3];
  std::vector<Mode> forward[3], backward[3];   // i k exp(+- i k dx / 2) by bin (2.3), (2.4)
  std::vector<float> kappa, absorb, disperse;  // of all modes (2.2), (3.4)

 private:
  void set_medium(const sound::Problem& problem);
  void set_axes(const sound::Problem& problem);
  void set_modes(double rate, double power);
  std::vector<double> k_[3];
};

/// The state that rungs start from.
struct State {
  std::vector<float> pressure, parts[3], velocity[3];
};

}  // namespace thalweg::bench::ladder
