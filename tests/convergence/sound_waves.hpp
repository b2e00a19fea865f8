// SPDX-License-Identifier: Apache-2.0
// Plane waves that the method solves exactly, whatever the step, and positions to hear them at.
#pragma once

#include "tests/convergence/sound_runs.hpp"

namespace thalweg::sound::runs {

inline constexpr double speed = 1500, density = 1000, spacing = 1e-4;

using Position = std::array<double, 3>;  // in cells

/// Places with no system in them, some of them beyond the last point of an axis.
inline std::vector<Position> scattered(const Problem& p, int count) {
  std::vector<Position> positions;
  for (int i = 0; i < count; ++i) {
    Position position{};
    for (std::size_t d = 0; d < static_cast<std::size_t>(p.dimensions); ++d)
      position[d] = std::fmod(0.21 + i * (5.37 + 1.73 * static_cast<double>(d)), p.points[d] - 0.5);
    positions.push_back(position);
  }
  return positions;
}

inline std::int64_t nearest(const Problem& p, const Position& position) {
  std::int64_t index = 0;
  for (std::size_t d = 3; d-- > 0;)
    index = index * p.points[d] +
            std::min<int>(static_cast<int>(std::lround(position[d])), p.points[d] - 1);
  return index;
}

/// p = cos(k x) cos(omega t), which the method solves exactly, whatever the step.
struct StandingWave {
  std::array<int, 3> modes;
  Problem problem;
  Position k{};  // per cell
  double omega = 0;

  StandingWave(std::array<int, 3> points, std::array<int, 3> waves) : modes(waves) {
    problem = water(points, spacing, 0.3 * spacing / speed);
    for (std::size_t d = 0; d < 3; ++d) {
      k[d] = 2 * pi * modes[d] / points[d];
      omega += k[d] * k[d];
    }
    omega = std::sqrt(omega) * speed / spacing;
    std::vector<double> start;
    for (int z = 0; z < points[2]; ++z)
      for (int y = 0; y < points[1]; ++y)
        for (int x = 0; x < points[0]; ++x)
          start.push_back(pressure({double(x), double(y), double(z)}, 0));
    problem.initial_pressure = sampled(start);
  }
  double phase(const Position& x) const { return k[0] * x[0] + k[1] * x[1] + k[2] * x[2]; }
  double pressure(const Position& x, double t) const {
    return std::cos(phase(x)) * std::cos(omega * t);
  }
  /// Along axis c; rho du/dt = -grad p.
  double velocity(const Position& x, double t, int c) const {
    return k[static_cast<std::size_t>(c)] / spacing / (density * omega) * std::sin(phase(x)) *
           std::sin(omega * t);
  }
  /// The largest velocity, by which errors are judged.
  double scale() const { return 1 / (density * speed); }
};

/// p = cos(k x - omega t) on an oblique k, of `period` steps: under way from the start.
struct TravellingWave {
  Problem problem;
  Position k{};  // [1/m]
  double wave_number = 0;
  int period;

  TravellingWave(std::array<int, 3> points, std::array<int, 3> modes, int steps_per_period)
      : period(steps_per_period) {
    problem = water(points, spacing, 1);
    for (std::size_t d = 0; d < 3; ++d) {
      k[d] = 2 * pi * modes[d] / (points[d] * spacing);
      wave_number += k[d] * k[d];
    }
    wave_number = std::sqrt(wave_number);
    problem.dt = 2 * pi / (wave_number * speed * period);
  }
  /// cos(k x - omega t) at the grid's points, moved by half a cell along one axis (-1: none).
  std::vector<double> values(double steps_later, int moved, double factor) const {
    std::vector<double> all;
    const auto [nx, ny, nz] = problem.points;
    for (int z = 0; z < nz; ++z)
      for (int y = 0; y < ny; ++y)
        for (int x = 0; x < nx; ++x) {
          Position at{double(x), double(y), double(z)};
          if (moved >= 0) at[static_cast<std::size_t>(moved)] += 0.5;
          const double kx = spacing * (k[0] * at[0] + k[1] * at[1] + k[2] * at[2]);
          all.push_back(factor * std::cos(kx - 2 * pi * steps_later / period));
        }
    return all;
  }
  void start(WaveSolver& solver) const {
    constexpr const char* parts[] = {"rhox", "rhoy", "rhoz"};
    constexpr const char* velocities[] = {"ux_sgx", "uy_sgy", "uz_sgz"};
    std::vector<StateArray> state{{"p", values(0, -1, 1)}};
    for (int c = 0; c < problem.dimensions; ++c) {
      const double along = k[static_cast<std::size_t>(c)] / wave_number;
      state.push_back({parts[c], values(0, -1, along * along / (speed * speed))});
      state.push_back({velocities[c], values(-0.5, c, along / (density * speed))});
    }
    solver.set_state(0, state);
  }
  /// p^2 / (2 rho c) along each axis, for an amplitude of 1.
  double intensity(int c) const {
    return k[static_cast<std::size_t>(c)] / wave_number / (2 * density * speed);
  }
};

}  // namespace thalweg::sound::runs
