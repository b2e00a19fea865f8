// SPDX-License-Identifier: Apache-2.0
#include "sound_cases.hpp"

#include <algorithm>
#include <cmath>

namespace thalweg::bench {

using namespace sound;

namespace {

/// Values that vary from point to point, within 5 %.
Quantity varied(double base) {
  return {.value = base, .read = [base](std::int64_t begin, std::int64_t end, double* values) {
            for (std::int64_t i = begin; i < end; ++i)
              values[i - begin] =
                  base * (1 + 0.05 * static_cast<double>(i * 2654435761 >> 16 & 1023) / 1023);
          }};
}

}  // namespace

Problem tissue(std::array<int, 3> points) {
  Problem p;
  p.points = points;
  p.dimensions = points[2] > 1 ? 3 : 2;
  p.spacing = {2e-4, 2e-4, 2e-4};
  p.dt = 3e-8;
  p.steps = 1000;
  p.sound_speed_ref = 1600;
  p.layer.fill({{10, 10}, 2});
  p.medium.sound_speed = varied(1500);
  p.medium.density = varied(1000);
  p.medium.nonlinearity = varied(6);
  p.medium.absorption = Absorption::power_law;
  p.medium.absorption_coefficient = varied(0.5);
  p.medium.absorption_power = 1.5;
  return p;
}

Problem tissue_with_source(std::array<int, 3> points) {
  Problem p = tissue(points);
  const auto [nx, ny, nz] = points;
  PressureSource source;
  source.mode = SourceMode::additive_plain;
  const std::int64_t plane = std::min(20, nz - 1);
  const int first = nz > 1 ? ny / 4 : std::min(20, ny - 1), rows = nz > 1 ? ny / 2 : 1;
  for (int y = first; y < first + rows; ++y)
    for (int x = nx / 4; x < nx / 4 + nx / 2; ++x)
      source.points.push_back((plane * ny + y) * nx + x);
  for (int t = 0; t < 1000; ++t)
    source.signals.samples.push_back(static_cast<float>(std::sin(0.3 * t)));
  source.signals.steps = 1000;
  p.pressure_sources = {source};
  return p;
}

Problem axisymmetric_tissue(int n) {
  Problem p = tissue_with_source({n, n, 1});
  p.axisymmetric = true;
  p.medium.absorption = Absorption::none;
  return p;
}

Problem photoacoustic_disc(int n, Absorption absorption) {
  Problem p;
  p.points = {n, n, 1};
  p.dimensions = 2;
  p.spacing = {1e-4, 1e-4, 1};
  p.dt = 2e-8;
  p.steps = 1000;
  p.sound_speed_ref = 1500;
  p.layer[0] = p.layer[1] = {{20, 20}, 2};
  p.medium.sound_speed.value = 1500;
  p.medium.density.value = 1000;
  p.medium.absorption = absorption;
  p.medium.absorption_coefficient.value = absorption == Absorption::none ? 0 : 0.75;
  p.medium.absorption_power = 1.5;
  p.initial_pressure =
      Quantity{.value = 0, .read = [n](std::int64_t begin, std::int64_t end, double* values) {
                 for (std::int64_t i = begin; i < end; ++i)
                   values[i - begin] = std::hypot(static_cast<double>(i % n - n / 2),
                                                  static_cast<double>(i / n - n / 2)) < 20
                                           ? 1e5
                                           : 0;
               }};
  return p;
}

std::vector<std::int64_t> middle_points(const Problem& problem, std::int64_t count) {
  std::vector<std::int64_t> points;
  for (std::int64_t i = 0; i < count; ++i) points.push_back(problem.size() / 2 + i);
  return points;
}

}  // namespace thalweg::bench
