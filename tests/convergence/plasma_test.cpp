// SPDX-License-Identifier: Apache-2.0
// Plasma against exact flows: docs/theory/blood.md, section 7.
#include <cmath>
#include <complex>
#include <numbers>
#include <set>

#include "solvers/blood/lattice/d3q19.hpp"
#include "solvers/blood/lattice/sites.hpp"
#include "tests/support/blood_cases.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::scalar, testing::Solver;

// Lengths in spacings of 1 um; kinematic viscosity 1e-6 m^2/s, so that a step is (tau - 1/2) / 3
// us.
constexpr const char* channel = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "channel"
length = 2e-6
width = 1e-6
height = 8e-6
[blood]
density = 1000
viscosity = 1e-3
walls = "half-way"
[flow]
pressure_gradient = [1e4, 0, 0]
)";

/// Steps in which a flow between walls so many spacings apart forgets how it began.
int steady_steps(double width, double relaxation_time) {
  const double viscosity = (relaxation_time - 0.5) / 3;
  return static_cast<int>(std::ceil(3.5 * width * width / viscosity));
}

std::string setting(const std::string& key, double value) {
  return key + "=" + std::to_string(value);
}

struct Profile {
  std::vector<double> z, velocity;
};
Profile profile_of(simulation::Simulation& solver) {
  const simulation::Table table = solver.tables({"profile"}).at(0);
  return {table.values[0], table.values[1]};
}

/// Root of the sum of squared differences to exact(z) over that of exact(z).
template <class Exact>
double error_of(const Profile& profile, Exact exact) {
  double difference = 0, size = 0;
  for (std::size_t n = 0; n < profile.z.size(); ++n) {
    const double expected = exact(profile.z[n]);
    difference += std::pow(profile.velocity[n] - expected, 2);
    size += expected * expected;
  }
  return std::sqrt(difference / size);
}

/// u = G / (2 mu) (H^2 / 4 - z^2) (5.1)
struct Poiseuille {
  double height;  // m
  double operator()(double z) const { return 1e4 / 2e-3 * (height * height / 4 - z * z); }
};

class HalfWayWalls : public ::testing::TestWithParam<double> {};

// (2.5): the whole profile is off by one constant. Measured by an independent program, too:
// 1.112e-2 and 2.781e-3 of the flow at 8 and 16 sites and tau = 0.8.
TEST_P(HalfWayWalls, SlipAsTheoryHasIt) {
  const double tau = GetParam(), magic = (tau - 0.5) * (tau - 0.5);
  const Solver solver =
      plasma_after(steady_steps(8, tau), channel,
                   {"blood.collision=\"bgk\"", setting("blood.relaxation_time", tau)});
  const Profile profile = profile_of(*solver);
  const double slip = 1e4 * 1e-12 / (8 * 1e-3) * (16 * magic / 3 - 1),
               fastest = 1e4 * 64e-12 / 8e-3;
  for (std::size_t n = 0; n < profile.z.size(); ++n)
    EXPECT_NEAR(profile.velocity[n], Poiseuille{8e-6}(profile.z[n]) + slip, 1e-9 * fastest);
}
INSTANTIATE_TEST_SUITE_P(RelaxationTimes, HalfWayWalls, ::testing::Values(0.8, 1.0, 1.5));

TEST(Channel, ConvergesInSecondOrder) {
  const auto error = [](int sites) {
    const Solver solver =
        plasma_after(steady_steps(sites, 0.8), channel,
                     {"blood.collision=\"bgk\"", "blood.relaxation_time=0.8",
                      setting("geometry.height", sites * 1e-6), "geometry.length=1e-6"});
    return error_of(profile_of(*solver), Poiseuille{sites * 1e-6});
  };
  const double coarse = error(8), fine = error(16);
  EXPECT_NEAR(coarse, 1.112e-2, 1e-5);  // facts of the field, from a program of their own
  EXPECT_NEAR(fine, 2.781e-3, 1e-6);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.01);
}

class ExactWalls : public ::testing::TestWithParam<const char*> {};

// With (tau+ - 1/2) (tau- - 1/2) = 3/16 half-way walls do not slip, whatever the viscosity.
TEST_P(ExactWalls, OfTwoRelaxationTimes) {
  for (const double tau : {0.7, 1.2}) {
    const Solver solver = plasma_after(
        steady_steps(8, tau), channel,
        {setting("blood.relaxation_time", tau), std::string("blood.walls=\"") + GetParam() + "\""});
    EXPECT_LT(error_of(profile_of(*solver), Poiseuille{8e-6}), 2e-8) << tau;
  }
}

TEST_P(ExactWalls, ThatMove) {
  const Solver solver =
      plasma_after(steady_steps(8, 0.9), channel,
                   {"flow.pressure_gradient=[0, 0, 0]", "geometry.upper_velocity=[0.02, 0, 0]",
                    "geometry.lower_velocity=[-0.01, 0, 0]", "blood.relaxation_time=0.9",
                    std::string("blood.walls=\"") + GetParam() + "\""});
  const double error =
      error_of(profile_of(*solver), [](double z) { return 0.005 + 0.03 * z / 8e-6; });
  EXPECT_LT(error, 1e-8);
  EXPECT_LT(std::abs(scalar(*solver, "mass_change")), 1e-12);
}
INSTANTIATE_TEST_SUITE_P(Kinds, ExactWalls, ::testing::Values("half-way", "interpolated"));

const std::string tube = testing::text_of(testing::DrivenTube{});

/// Of the flow through a tube of so many spacings, against Hagen and Poiseuille. (5.2)
double flow_rate_error(double diameter, const std::string& walls) {
  const Solver solver = plasma_after(
      steady_steps(diameter / std::sqrt(2), 0.8), tube,
      {"geometry.diameter=" + std::to_string(diameter) + "e-6", "blood.walls=\"" + walls + "\""});
  const double d = diameter * 1e-6;
  const Profile profile = profile_of(*solver);
  return error_of(profile, [&](double z) {
    // The plane nearest to the axis: half a spacing off it where their number is even.
    const double off = profile.z.size() % 2 == 0 ? 0.5e-6 : 0;
    return 1e4 / 4e-3 * (d * d / 4 - z * z - off * off);
  });
}

// Round walls lie anywhere between sites. Means over diameters smooth what depends on where.
TEST(Tube, ConvergesInSecondOrderWithInterpolatedWalls) {
  const auto mean = [](double diameter, const std::string& walls) {
    double sum = 0;
    for (const double more : {0.0, 0.3, 0.7}) sum += flow_rate_error(diameter + more, walls);
    return sum / 3;
  };
  const double coarse = mean(10, "interpolated"), fine = mean(20, "interpolated");
  EXPECT_LT(coarse, 0.01);
  EXPECT_GT(std::log2(coarse / fine), 1.7);
  EXPECT_GT(mean(20, "half-way"), 3 * fine);
}

// J. R. Womersley, "Method for the calculation of velocity, rate of flow and viscous drag in
// arteries when the pressure gradient is known", J. Physiol. 127 (1955); here between plates. (5.6)
TEST(Channel, OscillatesAsItMust) {
  constexpr double frequency = 8000, omega = 2 * std::numbers::pi * frequency;  // alpha about 1.8
  constexpr double step = 0.25e-6 / 3;                                          // tau = 3/4
  const int steps = static_cast<int>(std::lround(3.2 / frequency / step));
  const Solver solver = plasma_after(
      steps, channel,
      {"flow.pressure_gradient=[0, 0, 0]", "flow.amplitude=[1e4, 0, 0]", "flow.frequency=8000",
       "geometry.height=16e-6", "geometry.length=1e-6", "blood.relaxation_time=0.75"});
  const std::complex<double> i(0, 1), lambda = std::sqrt(i * omega / 1e-6);
  const std::complex<double> turned = std::exp(i * omega * (steps * step));
  const double error = error_of(profile_of(*solver), [&](double z) {
    return std::real(1e4 / (i * omega * 1e3) *
                     (1.0 - std::cosh(lambda * z) / std::cosh(lambda * 8e-6)) * turned);
  });
  EXPECT_LT(error, 5e-3);
}

// (5.3): the energy falls as exp(-4 nu k^2 t). The lattice is off by the square of k dx.
TEST(Box, VortexDecaysAsItMust) {
  constexpr const char* box = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "box"
length = 16e-6
width = 16e-6
height = 1e-6
[blood]
density = 1000
viscosity = 1e-3
relaxation_time = 0.8
[initial]
kind = "taylor-green"
velocity = 0.1
)";
  const Solver begun = plasma_after(0, box), solver = plasma_after(100, box);
  const double k = 2 * std::numbers::pi / 16e-6, time = 100 * 0.1e-6;
  const double rate =
      std::log(scalar(*begun, "kinetic_energy") / scalar(*solver, "kinetic_energy"));
  EXPECT_NEAR(rate / (4 * 1e-6 * k * k * time), 1, 0.02);
}

// The pressure of the vortex (5.8) and what shear adds to populations (5.9) are there from the
// beginning, so no sound is heard: velocities of all sites fall by the same factor from step to
// step.
TEST(Box, VortexBeginsInBalance) {
  constexpr const char* box = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "box"
length = 24e-6
width = 16e-6
height = 1e-6
[blood]
density = 1000
viscosity = 1e-3
relaxation_time = 0.8
[initial]
kind = "taylor-green"
velocity = 0.2
)";
  const testing::SiteVelocities begun(*plasma_after(0, box)), later(*plasma_after(6, box));
  const double k = 2 * std::numbers::pi / 24e-6, l = 2 * std::numbers::pi / 16e-6;
  const double factor = std::exp(-1e-6 * (k * k + l * l) * 6 * 0.1e-6);
  for (const auto& [site, velocity] : begun.of_site)
    for (std::size_t d = 0; d < 3; ++d)
      EXPECT_NEAR(later.of_site.at(site)[d], factor * velocity[d], 2e-3 * 0.2);
}

// Lines of 64 bytes, of which a page has 64.
TEST(Populations, BeginAtDifferentPlacesOfAPage) {
  for (const std::int64_t sites : {1, 1000, 96 * 96 * 96, 128 * 128 * 128, 2097153}) {
    const std::int64_t stride = padded_stride(sites);
    EXPECT_GE(stride, sites);
    EXPECT_LE(stride, sites + most_padding);
    for (const std::int64_t bytes : {4, 8}) {
      std::set<std::int64_t> lines;
      for (int q = 0; q < directions; ++q) lines.insert(q * stride * bytes / 64 % 64);
      EXPECT_EQ(lines.size(), static_cast<std::size_t>(directions)) << sites << " of " << bytes;
    }
  }
}

}  // namespace
}  // namespace thalweg::blood
