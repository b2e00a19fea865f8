// SPDX-License-Identifier: Apache-2.0
// Particles in flows that stay as they are: Beltrami flows without viscosity, whose paths are
// known.
#include <gtest/gtest.h>

#include <algorithm>

#include "solvers/turbulence/particles/spline.hpp"
#include "tests/convergence/flows.hpp"
#include "tests/support/written_points.hpp"
#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace flows;
using transport::Communicator;

constexpr double pi = std::numbers::pi;

/// u = (A sin z + C cos y, B sin x + A cos z, C sin y + B cos x).
Parameters beltrami(int n, double step, const std::array<double, 3>& abc) {
  Parameters p = cube(n, 0, "rk3", step);
  p.initial.kind = InitialKind::abc;
  p.initial.abc = abc;
  return p;
}

using Place = std::array<double, 3>;

Place abc_velocity(const Place& x) {
  return {std::sin(x[2]) + std::cos(x[1]), std::sin(x[0]) + std::cos(x[2]),
          std::sin(x[1]) + std::cos(x[0])};
}

/// By the classical scheme of order 4 with so many steps.
Place path_end(Place x, double time, int steps) {
  const double h = time / steps;
  const auto ahead = [&x](const Place& u, double by) {
    return Place{x[0] + by * u[0], x[1] + by * u[1], x[2] + by * u[2]};
  };
  for (int n = 0; n < steps; ++n) {
    const Place a = abc_velocity(x), b = abc_velocity(ahead(a, h / 2)),
                c = abc_velocity(ahead(b, h / 2)), d = abc_velocity(ahead(c, h));
    for (std::size_t i = 0; i < 3; ++i) x[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
  }
  return x;
}

const std::vector<Place> starts = {{0.3, 5.9, 3.1}, {6.2, 0.02, 1.4}, {2.2, 3.3, 6.28}};

ParticleSpecies species_at(const std::vector<Place>& places) {
  ParticleSpecies species;
  species.name = "tracers";
  species.count = static_cast<std::int64_t>(places.size());
  species.places = places;
  return species;
}

/// The shortest way between two places of the periodic box.
double apart(const double* a, const Place& b) {
  double sum = 0;
  for (std::size_t d = 0; d < 3; ++d) sum += std::pow(std::remainder(a[d] - b[d], 2 * pi), 2);
  return std::sqrt(sum);
}

double worst_path(double step) {
  Parameters p = beltrami(32, step, {1, 1, 1});
  p.particles = {species_at(starts)};
  const auto solver = solved<double>(p, 1.6, Communicator::self());
  const io::PointSet points = testing::points_of(*solver, "tracers");
  double worst = 0;
  for (std::size_t n = 0; n < starts.size(); ++n) {  // in the order of rows, not of numbers
    const Place& start = starts[static_cast<std::size_t>(points.identities[n])];
    worst = std::max(worst, apart(points.places.data() + 3 * n, path_end(start, 1.6, 2000)));
  }
  return worst;
}

// Interpolation errs by less than 2e-5 here, a tenth of what the finer step does.
TEST(Particles, FollowPathsOfASteadyFlowWithOrder2) {
  const double coarse = worst_path(0.1), fine = worst_path(0.05);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.25);
  EXPECT_LT(fine, 5e-3);
}

/// The largest error of the velocity that particles see at the start.
double worst_velocity(int n) {
  Parameters p = beltrami(n, 0.1, {1, 1, 1});
  std::vector<Place> places;
  for (int i = 0; i < 200; ++i) places.push_back({0.37 * i, 0.73 * i, 0.11 * i});
  p.particles = {species_at(places)};
  Solver<double> solver(p, Communicator::self());
  solver.initialise();
  const io::PointSet points = testing::points_of(solver, "tracers");
  const auto& seen = std::get<std::vector<double>>(points.values[1].values);
  double worst = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place exact = abc_velocity(places[i]);
    for (std::size_t c = 0; c < 3; ++c)
      worst = std::max(worst, std::abs(seen[3 * i + c] - exact[c]));
  }
  return worst;
}

TEST(Particles, SeeTheVelocityWithOrder4) {
  const double coarse = worst_velocity(16), fine = worst_velocity(32);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.2);
}

/// A flow (A sin z, A cos z, 0) through which a heavy particle falls: along its path the fluid's
/// velocity is a wave in time.
double error_of_falling(double step) {
  constexpr double tau = 0.5, w = -1.2, end = 2, z = 0.7;
  Parameters p = beltrami(32, step, {1, 0, 0});
  p.particles = {species_at({{1, 2, z}})};
  p.particles[0].response_time = tau;
  p.particles[0].settling_velocity = {0, 0, w};
  const auto solver = solved<double>(p, end, Communicator::self());
  const io::PointSet points = testing::points_of(*solver, "tracers");
  // v' = (sin(z + w t) - v) / tau with v = sin z at first.
  const auto forced = [&](double t) {
    return (std::sin(z + w * t) - tau * w * std::cos(z + w * t)) / (1 + tau * tau * w * w);
  };
  const double decay = std::exp(-end / tau),
               exact = forced(end) + (std::sin(z) - forced(0)) * decay;
  const auto& velocity = std::get<std::vector<double>>(points.values[0].values);
  EXPECT_NEAR(velocity[2], w, 1e-12);
  EXPECT_NEAR(std::remainder(points.places[2] - (z + w * end), 2 * pi), 0, 1e-12);
  return std::abs(velocity[0] - exact);
}

TEST(Particles, ThatAreHeavyFallThroughAShearFlowWithOrder2) {
  const double coarse = error_of_falling(0.1), fine = error_of_falling(0.05);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.3);
  EXPECT_LT(fine, 2e-3);
}

TEST(Particles, OfAShortResponseTimeFollowTheFlow) {
  Parameters p = beltrami(16, 0.05, {1, 1, 1});
  p.particles = {species_at(starts), species_at(starts)};
  p.particles[1].name = "light";
  p.particles[1].response_time = 1e-9;
  const auto solver = solved<double>(p, 0.5, Communicator::self());
  const auto a = testing::points_of(*solver, "tracers").places,
             b = testing::points_of(*solver, "light").places;
  for (std::size_t n = 0; n < a.size(); ++n) EXPECT_NEAR(a[n], b[n], 1e-7);
}

TEST(Particles, AreInACellWhereverTheyAre) {
  const GridLine line = GridLine::of(12, 2 * pi);
  for (int turn = -3; turn < 4; ++turn)
    for (int point = 0; point < 12; ++point)
      EXPECT_EQ(cell_at((point + 0.25) * 2 * pi / 12 + turn * 2 * pi, line).point, point);
  EXPECT_EQ(cell_at(-1e-30, line).point, 11);
  for (const double place : {std::nan(""), 1e300, -1e300, HUGE_VAL}) {
    const int point = cell_at(place, line).point;
    EXPECT_TRUE(0 <= point && point < 12) << place;
  }
}

/// Where the first particles end, in the order of their numbers.
std::vector<double> first_places(const io::PointSet& points, std::size_t count) {
  std::vector<double> places(3 * count);
  for (std::size_t n = 0; n < points.identities.size(); ++n)
    for (std::size_t d = 0; d < 3; ++d) {
      const auto identity = static_cast<std::size_t>(points.identities[n]);
      if (identity < count) places[3 * identity + d] = points.places[3 * n + d];
    }
  return places;
}

/// The starts and as many more as processors take in three blocks of 32, of which the last is not
/// full.
std::vector<Place> many_places() {
  std::vector<Place> many = starts;
  for (int n = 0; n < 90; ++n) many.push_back({0.71 * n, 0.53 * n, 6.2 - 0.37 * n});
  return many;
}

TEST(Particles, GoTheSameWayWhereverTheyStandInMemory) {
  const std::vector<Place> many = many_places();
  Parameters p = beltrami(16, 0.05, {1, 1, 1});
  p.particles = {species_at(starts), species_at(many)};
  p.particles[1].name = "many";
  const auto solver = solved<double>(p, 0.5, Communicator::self());
  EXPECT_EQ(first_places(testing::points_of(*solver, "tracers"), starts.size()),
            first_places(testing::points_of(*solver, "many"), starts.size()));
}

// So a restart, which reads them in the order of their numbers, goes on with the same columns.
TEST(Particles, HaveTheSameMeansInAnyOrderInMemory) {
  Parameters p = beltrami(16, 0.05, {1, 1, 1});
  std::vector<Place> places = many_places();
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
    p.particles.push_back(species_at(places));
    p.particles.back().name = name;
    p.particles.back().response_time = 0.1;
    p.particles.back().settling_velocity = {0, 0.1, -0.3};
    std::rotate(places.begin(), places.begin() + 13, places.end());
  }
  const auto solver = fields::started(p);
  for (int n = 0; n < 3; ++n) {
    for (const std::string name : {"b", "c", "d", "e", "f"})
      for (const char* mean : {"_velocity_rms", "_slip_rms", "_displacement_rms"})
        EXPECT_EQ(scalar(*solver, name + mean), scalar(*solver, std::string("a") + mean)) << name;
    solver->step(no_limit);
  }
}

TEST(Particles, BeginAtRandomPlacesOfTheWholeBox) {
  Parameters p = beltrami(8, 0.1, {1, 1, 1});
  ParticleSpecies species = species_at({});
  species.count = 4000;
  species.seed = 3;
  p.particles = {species};
  Solver<double> solver(p, Communicator::self());
  solver.initialise();
  const auto places = testing::points_of(solver, "tracers").places;
  double mean[3] = {};
  for (std::size_t n = 0; n < places.size(); ++n) {
    EXPECT_GE(places[n], 0);
    EXPECT_LT(places[n], 2 * pi);
    mean[n % 3] += places[n] / 4000;
  }
  // The mean of so many strays by 2 pi / sqrt(12 * 4000) = 0.029.
  for (const double m : mean) EXPECT_NEAR(m, pi, 0.12);
  EXPECT_EQ(scalar(solver, "tracers_displacement_rms"), 0);
  EXPECT_EQ(scalar(solver, "tracers_slip_rms"), 0);
  // <u^2> / 3 of ABC is 1.
  EXPECT_NEAR(scalar(solver, "tracers_velocity_rms"), 1, 0.05);
}

TEST(Species, IsNotNamedLikeAnAverage) {
  const auto named = [](const std::string& name) {
    return fields::refusal([&] {
      fields::read("viscosity = 0.01",
                   "kind = \"taylor-green\"\n[averages]\nfrom = 0\n[[particles]]\nname = \"" +
                       name + "\"\ncount = 1");
    });
  };
  for (const char* name : {"mean_velocity", "reynolds_stress_xy"})
    EXPECT_NE(named(name).find("is the name of an average"), std::string::npos) << named(name);
  EXPECT_EQ(named("mean_pressure"), "") << "no average of this case";
}

}  // namespace
}  // namespace thalweg::turbulence
