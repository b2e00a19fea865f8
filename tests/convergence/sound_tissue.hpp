// SPDX-License-Identifier: Apache-2.0
// A small problem with everything in it: a varying, nonlinear, absorbing medium, sources of
// pressure and velocity in all modes, a transducer, an initial pressure, absorbing layers. For
// tests that compare runs.
#pragma once

#include "tests/convergence/sound_runs.hpp"

namespace thalweg::sound::runs {

/// A function of the point's number, with no symmetry.
template <class Function>
Quantity varied(const Problem& p, Function function) {
  std::vector<double> values;
  const auto [nx, ny, nz] = p.points;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) values.push_back(function(x, y, z));
  return sampled(std::move(values));
}

inline Signals tone(int steps, int signals, double amplitude) {
  Signals s{steps, signals, {}};
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < signals; ++i)
      s.samples.push_back(static_cast<float>(amplitude * std::sin(0.4 * t + 0.1 * i)));
  return s;
}

inline std::vector<std::int64_t> plate(const Problem& p, int cell) {
  std::vector<std::int64_t> points;
  for (int z = 0; z < p.points[2]; z += 2)
    for (int y = p.points[1] / 4; y < p.points[1] / 2; ++y)
      points.push_back(cell + p.points[0] * (y + std::int64_t{p.points[1]} * z));
  return points;
}

inline std::vector<std::int64_t> delays(int count) {
  std::vector<std::int64_t> steps;
  for (int i = 0; i < count; ++i) steps.push_back(7 * i % 30);
  return steps;
}

/// Pressures of some megapascals; nz = 1 gives two dimensions. Axisymmetric absorption is Stokes'.
inline Problem tissue(std::array<int, 3> points, bool axisymmetric = false) {
  Problem p = water(points, 1e-4, 0.3 * 1e-4 / 1700);
  p.axisymmetric = axisymmetric;
  p.sound_speed_ref = 1700;
  Medium& m = p.medium;
  m.sound_speed = varied(p, [](int x, int y, int z) {
    return 1550 + 100 * std::sin(0.3 * x + 0.2 * y) + 40 * std::cos(0.5 * z + 0.1 * x);
  });
  m.density = varied(
      p, [](int x, int y, int z) { return 1000 + 50 * std::cos(0.2 * x + 0.4 * y + 0.3 * z); });
  m.nonlinearity = varied(p, [](int x, int y, int) { return 6 + std::sin(0.1 * x * y); });
  m.absorption = axisymmetric ? Absorption::stokes : Absorption::power_law;
  m.absorption_power = 1.4;
  m.absorption_coefficient = varied(p, [](int x, int, int) { return 0.5 + 0.02 * x; });
  for (std::size_t d = 0; d < static_cast<std::size_t>(p.dimensions); ++d)
    p.layer[d] = {{axisymmetric && d == 1 ? 0 : 4, 4}, 2};
  p.initial_pressure = varied(p, [&](int x, int y, int z) {
    const double dx = x - 12, dy = y - 9, dz = z - p.points[2] / 2;
    return 1e6 * std::exp(-(dx * dx + dy * dy + dz * dz) / 8);
  });
  const auto front = plate(p, 6), back = plate(p, 15), wall = plate(p, 19);
  const int count = static_cast<int>(front.size());
  p.pressure_sources = {{SourceMode::additive, front, tone(25, count, 0.1)},
                        {SourceMode::dirichlet, wall, tone(20, 1, 0.05)}};
  p.velocity_sources = {
      {SourceMode::additive, back, {tone(30, 1, 0.05), tone(15, count, 0.05), {}}},
      {SourceMode::additive_plain, wall, {tone(35, count, 0.02), {}, {}}}};
  p.transducer = Transducer{back, delays(count), tone(60, 1, 0.03).samples, 24};
  return p;
}

/// The problem in three and two dimensions and axisymmetric, no two axes alike.
enum class Shape { box, sheet, axisymmetric };

inline Problem tissue(Shape shape) {
  if (shape == Shape::box) return tissue({26, 20, 18});
  return tissue({30, 28, 1}, shape == Shape::axisymmetric);
}

}  // namespace thalweg::sound::runs
