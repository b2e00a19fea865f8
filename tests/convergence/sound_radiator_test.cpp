// SPDX-License-Identifier: Apache-2.0
// A piston and a focused bowl in continuous operation: the pressure along their axis.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/convergence/sound_runs.hpp"
#include "tests/support/radiators.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;
using testing::Radiator;
using testing::Ring;

constexpr double speed = 1500, frequency = 1e6, wavelength = speed / frequency;
constexpr double spacing = wavelength / 5, k = 2 * pi / wavelength;
constexpr double sharpness = 1.0 * spacing;  // of the source

/// A grid with the radiator's middle at cell `source` of its axis, which runs along x: at y = 0
/// in axisymmetric grids, else in the middle of y and z.
struct Tank {
  std::array<int, 3> points;
  int source, layer, steps_per_period, periods;

  bool axisymmetric() const { return points[2] == 1; }
  int middle(std::size_t d) const { return axisymmetric() ? 0 : points[d] / 2; }
  double dt() const { return 1 / frequency / steps_per_period; }
  int steps() const { return steps_per_period * periods; }
  std::int64_t on_axis(int cell) const {
    return cell + points[0] * (middle(1) + std::int64_t{points[1]} * middle(2));
  }
  Problem problem() const;
};

Problem Tank::problem() const {
  Problem p = water(points, spacing, dt());
  p.axisymmetric = axisymmetric();
  p.steps = steps();
  p.layer[0] = {{layer, layer}};
  p.layer[1] = {{axisymmetric() ? 0 : layer, layer}};
  if (!axisymmetric()) p.layer[2] = {{layer, layer}};
  return p;
}

/// Sources per volume that a surface spread by a Gaussian makes at a point, for u = 1.
double strength_at(const std::vector<Ring>& rings, double x, double from_axis) {
  double sum = 0;
  for (const Ring& ring : rings) {
    const double dx = x - ring.x, dr = from_axis - ring.r;
    if (dx * dx + dr * dr > 25 * sharpness * sharpness) continue;
    sum += ring.area * testing::spread_ring(dx, ring.r, from_axis, sharpness);
  }
  return sum;
}

/// Where the sheet lies, and how strong it is there.
struct Sheet {
  std::vector<std::int64_t> points;
  std::vector<double> strength;
};

Sheet sheet_of(const Radiator& radiator, const Tank& tank) {
  Sheet sheet;
  const auto rings = testing::rings_of(radiator, 200);
  const auto [nx, ny, nz] = tank.points;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y) {
      const double r = spacing * std::hypot(y - tank.middle(1), z - tank.middle(2));
      for (int x = 0; x < nx; ++x) {
        const double s = strength_at(rings, (x - tank.source) * spacing, r);
        if (s < 1e-7 / spacing) continue;
        sheet.points.push_back(x + nx * (y + std::int64_t{ny} * z));
        sheet.strength.push_back(s);
      }
    }
  return sheet;
}

/// The mass that the sheet lets out: of a layer of sources half goes to each side, so it must put
/// out 2 rho u to act as a surface that moves with u. A step adds it to each part of the density.
/// rho c u = 1 Pa; the spreading's loss is made good.
PressureSource source_of(const Sheet& sheet, const Tank& tank) {
  const int parts = tank.axisymmetric() ? 2 : 3, count = static_cast<int>(sheet.points.size());
  const double ramp = 4, gain = std::exp(k * k * sharpness * sharpness / 2);
  PressureSource source{SourceMode::additive, sheet.points, {tank.steps(), count, {}}};
  for (int step = 0; step < tank.steps(); ++step) {
    const double cycles = static_cast<double>(step) / tank.steps_per_period;
    const double rise = cycles < ramp ? (1 - std::cos(pi * cycles / ramp)) / 2 : 1;
    for (const double s : sheet.strength)
      source.signals.samples.push_back(static_cast<float>(
          gain * 2 * s * tank.dt() / (speed * parts) * rise * std::sin(2 * pi * cycles)));
  }
  return source;
}

/// The amplitude at each cell of the axis over the last period.
std::vector<double> amplitudes(const Radiator& radiator, const Tank& tank, bool single_precision) {
  Problem p = tank.problem();
  p.pressure_sources = {source_of(sheet_of(radiator, tank), tank)};
  Sensors sensors{.points = {},
                  .records = {{Field::pressure, Statistic::raw}},
                  .first_step = tank.steps() - tank.steps_per_period};
  for (int x = 0; x < tank.points[0]; ++x) sensors.points.push_back(tank.on_axis(x));
  Series series(sensors);
  const auto solver = make(p, single_precision, sensors, &series);
  take_steps(*solver, tank.steps());
  solver->flush();
  std::vector<double> result;
  for (int x = 0; x < tank.points[0]; ++x) {
    std::vector<double> period;
    for (int n = 0; n < tank.steps_per_period; ++n) period.push_back(series.at(n, x));
    result.push_back(std::abs(amplitude(period, 1)));
  }
  return result;
}

/// The largest error along the axis, from 6 cells on, over the largest amplitude; prints some.
double expect_on_axis(const Radiator& radiator, const Tank& tank, bool single_precision,
                      double bound) {
  const auto measured = amplitudes(radiator, tank, single_precision);
  const int end = tank.points[0] - tank.layer - tank.source;
  const int start = static_cast<int>(std::ceil(radiator.depth() / spacing)) + 6;
  double worst = 0, most = 0;
  std::printf("    %d steps/period, %s\n    x [mm]  exact    measured\n", tank.steps_per_period,
              single_precision ? "single" : "double");
  for (int x = start; x < end; ++x) {
    const double exact = radiator.on_axis(k, x * spacing),
                 found = measured[static_cast<std::size_t>(x + tank.source)];
    worst = larger(worst, std::abs(exact - found));
    most = std::max(most, exact);
    if (x % 6 == 0) std::printf("    %-6.1f  %.4f   %.4f\n", x * spacing * 1e3, exact, found);
  }
  std::printf("    largest error over largest amplitude: %.2e\n", worst / most);
  EXPECT_LT(worst, bound * most);
  return worst / most;
}

// In three dimensions the step is exact, and the spread source is: only the layers' reflections,
// the end of the ramp, and what the Gaussian leaves beyond five deviations remain.
TEST(Radiator, PistonInThreeDimensions) {
  std::printf(
      "  piston of radius 5 cells, 5 points per wavelength, 48^3, amplitude over rho c u\n");
  expect_on_axis({5 * spacing}, {{48, 48, 48}, 16, 10, 16, 14}, true, 2e-4);
}

/// Twice, with half the step: in axisymmetric grids the k-space correction, made of cosines along
/// the radius, is not exact, and the error of second order in the step.
void expect_second_order(const Radiator& radiator, const Tank& tank, double bound) {
  Tank fine = tank;
  fine.steps_per_period *= 2;
  const double coarse_error = expect_on_axis(radiator, tank, false, bound),
               order = std::log2(coarse_error / expect_on_axis(radiator, fine, false, bound / 3.5));
  std::printf("    order %.2f\n", order);
  EXPECT_NEAR(order, 2, 0.2);
}

TEST(Radiator, PistonAboutAnAxis) {
  std::printf("  piston of radius 12 cells, 5 points per wavelength\n");
  expect_second_order({12 * spacing}, {{110, 54, 1}, 24, 20, 16, 30}, 0.02);
}

TEST(Radiator, FocusedBowlAboutAnAxisFollowsONeil) {
  std::printf("  bowl of radius 20 cells, focus at 40 cells, 5 points per wavelength\n");
  expect_second_order({20 * spacing, 40 * spacing}, {{110, 54, 1}, 24, 20, 16, 30}, 0.02);
}

}  // namespace
}  // namespace thalweg::sound
