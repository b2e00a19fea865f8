// SPDX-License-Identifier: Apache-2.0
// A pulse at a plane between two media, and one at an absorbing layer.
#include <gtest/gtest.h>

#include <cstdio>
#include <numeric>

#include "tests/convergence/sound_tissue.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;

constexpr int points = 1024;
constexpr double spacing = 1e-4, speed = 1500, density = 1000;

/// A Gaussian pulse exp(-(x / w)^2) that travels to the right.
struct Pulse {
  double centre, width;  // in cells
  double at(double x) const {
    const double s = (x / spacing - centre) / width;
    return std::exp(-s * s);
  }
};

struct Media {
  double speed, density;  // beyond the plane
};

/// The fields on a line whose second half has another sound speed and density, once the pulse has
/// met the plane half a cell before point points / 2.
std::vector<double> after_the_plane(const Media& media, const Pulse& pulse, double cfl) {
  const double fastest = std::max(media.speed, speed);
  Problem p = water({points, 1, 1}, spacing, cfl * spacing / fastest);
  const auto halves = [](double left, double right) {
    std::vector<double> values(points, left);
    std::fill(values.begin() + points / 2, values.end(), right);
    return sampled(values);
  };
  p.medium.sound_speed = halves(speed, media.speed);
  p.medium.density = halves(density, media.density);
  p.sound_speed_ref = fastest;
  const auto solver = make(p);
  set_line(*solver, p, on_line(points, spacing, [&](double x) { return pulse.at(x); }),
           on_line(
               points, spacing,
               [&](double x) { return pulse.at(x + speed * p.dt / 2) / (density * speed); }, 0.5));
  take_steps(*solver, std::llround(250 * spacing / speed / p.dt));
  return solver->field(Field::pressure);
}

/// The value of the largest size among some points.
double peak(const std::vector<double>& values, int begin, int end) {
  return *std::max_element(values.begin() + begin, values.begin() + end,
                           [](double a, double b) { return std::abs(a) < std::abs(b); });
}

struct Ratio {
  double reflected, transmitted;
};

/// R = (Z2 - Z1) / (Z2 + Z1), T = 2 Z2 / (Z2 + Z1): Blackstock, Fundamentals of Physical Acoustics
/// (2000), ch. 3.
Ratio exact_ratio(const Media& media) {
  const double first = speed * density, second = media.speed * media.density;
  return {(second - first) / (second + first), 2 * second / (second + first)};
}

Ratio measured_ratio(const Media& media, double width, double cfl) {
  const auto values = after_the_plane(media, {384, width}, cfl);
  return {peak(values, 0, points / 2), peak(values, points / 2, points)};
}

/// The pressure on a periodic grid of varying density, whose first point is this one of the sample.
std::vector<double> on_periodic_grid(const std::array<int, 3>& extent,
                                     const std::array<int, 3>& first) {
  Problem p = water(extent, spacing, 0.1 * spacing / speed);
  const auto sample = [&](auto value) {
    return varied(p, [&](int x, int y, int z) {
      return value((x + first[0]) % extent[0], (y + first[1]) % extent[1],
                   (z + first[2]) % extent[2]);
    });
  };
  p.medium.density =
      sample([](int x, int y, int z) { return density + 50.0 * x + 70.0 * y + 90.0 * z; });
  p.initial_pressure =
      sample([](int x, int y, int z) { return std::sin(0.7 * x * x + y + 2 * z); });
  const auto solver = make(p);
  take_steps(*solver, 20);
  return solver->field(Field::pressure);
}

// The last points are followed by the first.
TEST(PeriodicGrid, HasNoSeam) {
  for (const auto& extent : {std::array{32, 1, 1}, std::array{12, 16, 1}, std::array{8, 10, 12}}) {
    const std::array first{3, extent[1] / 3, extent[2] / 3};
    const auto whole = on_periodic_grid(extent, {0, 0, 0}),
               rolled = on_periodic_grid(extent, first);
    std::vector<double> expected;
    for (int z = 0; z < extent[2]; ++z)
      for (int y = 0; y < extent[1]; ++y)
        for (int x = 0; x < extent[0]; ++x) {
          const int row = (y + first[1]) % extent[1] + extent[1] * ((z + first[2]) % extent[2]);
          expected.push_back(
              whole[static_cast<std::size_t>((x + first[0]) % extent[0] + extent[0] * row)]);
        }
    EXPECT_LT(difference(rolled, expected), 1e-12) << extent[1] << " " << extent[2];
  }
}

class Plane : public ::testing::TestWithParam<Media> {};

// The grid cannot hold a jump: what it holds instead is some cells wide, so the error falls with
// the square of cells over the pulse's width.
TEST_P(Plane, ReflectsAndTransmitsByTheImpedances) {
  const Ratio exact = exact_ratio(GetParam());
  std::printf("  1500 m/s, 1000 kg/m^3 to %g, %g; CFL 0.1; R = %.4f, T = %.4f\n"
              "    width [cells]  error of R  order   error of T  order\n",
              GetParam().speed, GetParam().density, exact.reflected, exact.transmitted);
  Ratio last{};
  for (const double width : {8.0, 16.0, 32.0}) {
    const Ratio found = measured_ratio(GetParam(), width, 0.1);
    const Ratio error{std::abs(found.reflected - exact.reflected),
                      std::abs(found.transmitted - exact.transmitted)};
    const bool first = last.reflected == 0;
    const Ratio order{first ? 0 : std::log2(last.reflected / error.reflected),
                      first ? 0 : std::log2(last.transmitted / error.transmitted)};
    std::printf("    %-13g  %.2e    %5.2f   %.2e    %5.2f\n", width, error.reflected,
                order.reflected, error.transmitted, order.transmitted);
    EXPECT_LT(error.reflected, 0.2 / (width * width));
    EXPECT_LT(error.transmitted, 0.2 / (width * width));
    if (!first) {
      EXPECT_NEAR(order.reflected, 2, 0.4);
      EXPECT_NEAR(order.transmitted, 2, 0.4);
    }
    last = error;
  }
}

INSTANTIATE_TEST_SUITE_P(Media, Plane,
                         ::testing::Values(Media{1500, 2000}, Media{2000, 1000}, Media{3000, 2000},
                                           Media{1000, 500}));

/// The largest pressure on a line of water and air after 2000 steps.
double after_long(double cfl) {
  constexpr int n = 256;
  Problem p = water({n, 1, 1}, spacing, cfl * spacing / speed);
  std::vector<double> c(n, speed), rho(n, density);
  std::fill(c.begin() + n / 2, c.end(), 340);
  std::fill(rho.begin() + n / 2, rho.end(), 1.2);
  p.medium.sound_speed = sampled(c);
  p.medium.density = sampled(rho);
  p.initial_pressure = sampled(on_line(n, spacing, [](double x) { return Pulse{n / 4, 8}.at(x); }));
  const auto solver = make(p);
  take_steps(*solver, 2000);
  return largest(solver->field(Field::pressure));
}

// u and p take steps by D+ / rho and rho c^2 D-, whose product's largest eigenvalue is at most
// max(rho c^2) k_max^2 / min(rho): with steps below 2 over its root the leapfrog is stable. For
// water and air that is a CFL number of 0.022; at 0.1 it is not stable, though c <= c_ref.
TEST(WaterAndAir, IsStableUpToTheBoundOfTheDensities) {
  const double cfl = 2 / pi * std::sqrt(1.2 / density), most = after_long(cfl);
  std::printf("  CFL %.4f: largest pressure %.3f of 1\n", cfl, most);
  EXPECT_LT(most, 1.05);
  EXPECT_GT(most, 0.3);  // the pulses are still under way
}

/// What is left of a pulse, over what it was.
struct Remainder {
  double amplitude, energy;
};

/// Of a pulse that has met a layer of 20 points on each side. The layers meet at the periodic end,
/// so that what passes both comes back as well.
Remainder left_over(double width, double cfl, double alpha) {
  constexpr int n = 256;
  Problem p = water({n, 1, 1}, spacing, cfl * spacing / speed);
  p.layer[0] = {{20, 20}, alpha};
  const Pulse pulse{128, width};
  const auto start = on_line(n, spacing, [&](double x) { return pulse.at(x); });
  const auto solver = make(p);
  set_line(*solver, p, start,
           on_line(
               n, spacing,
               [&](double x) { return pulse.at(x + speed * p.dt / 2) / (density * speed); }, 0.5));
  take_steps(*solver, std::llround(230 * spacing / speed / p.dt));
  const auto end = solver->field(Field::pressure);
  return {largest(end), std::inner_product(end.begin(), end.end(), end.begin(), 0.0) /
                            std::inner_product(start.begin(), start.end(), start.begin(), 0.0)};
}

/// What two layers of P points let through: exp(-2 alpha sum (l / P)^4), l = 1 to P.
double through(double alpha, int thickness) {
  double s = 0;
  for (int l = 1; l <= thickness; ++l) s += std::pow(static_cast<double>(l) / thickness, 4);
  return std::exp(-2 * alpha * s);
}

// At normal incidence the layer's impedance is the medium's: nothing but the finite step of its
// factors from point to point reflects.
TEST(AbsorbingLayer, LeavesNothingOfAPulseAtNormalIncidence) {
  std::printf("  20 points on each side; what is left\n"
              "    alpha  width [cells]  CFL  amplitude  energy    passes both\n");
  for (const double alpha : {1.0, 2.0, 4.0})
    for (const double width : {2.5, 8.0})
      for (const double cfl : {0.1, 0.5}) {
        const Remainder left = left_over(width, cfl, alpha);
        const double passes = through(alpha, 20);
        std::printf("    %-5g  %-13g  %-3g  %.2e   %.2e  %.2e\n", alpha, width, cfl, left.amplitude,
                    left.energy, passes);
        EXPECT_LT(left.amplitude, 2e-6 + 1.01 * passes);
        EXPECT_LT(left.energy, std::pow(2e-6 + 1.01 * passes, 2));
        if (alpha == 1) {
          EXPECT_NEAR(left.amplitude, passes, 0.05 * passes);
        }
      }
}

}  // namespace
}  // namespace thalweg::sound
