// SPDX-License-Identifier: Apache-2.0
// A fluid that thins as it is sheared, between plates: against the profile that follows from the
// balance of forces, which is computed here on its own.
#include <cmath>

#include "solvers/blood/rheology/viscosity_model.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::scalar, testing::Solver;
using transport::Communicator;

// 16 um between plates. The viscosity falls from ten times that at large rates: 2e3 1/s at the wall
// against the 100 1/s where thinning begins.
constexpr const char* channel = R"(
[geometry]
shape = "channel"
height = 16e-6
[blood]
density = 1000
viscosity_model = "carreau-yasuda"
zero_shear_viscosity = 1e-2
infinite_shear_viscosity = 1e-3
time_constant = 1e-2
exponent = 0.4
transition = 1.5
relaxation_time = 0.56
[flow]
pressure_gradient = [5e5, 0, 0]
)";
constexpr CarreauYasuda model{1e-2, 1e-3, 1e-2, 0.4, 1.5};
constexpr double gradient = 5e5, half_height = 8e-6;

/// The rate of shear under a stress, by halving.
double rate_under(double stress) {
  double low = 0, high = stress / model.infinite;
  for (int n = 0; n < 100; ++n) {
    const double middle = (low + high) / 2;
    (model.viscosity(middle) * middle < stress ? low : high) = middle;
  }
  return low;
}

/// u(z) = int from |z| to the wall of the rate under G z, by Simpson's rule.
double exact_velocity(double z) {
  constexpr int intervals = 400;
  const double from = std::abs(z), h = (half_height - from) / intervals;
  double sum = 0;
  for (int n = 0; n <= intervals; ++n)
    sum += (n == 0 || n == intervals ? 1 : (n % 2 == 1 ? 4 : 2)) *
           rate_under(gradient * (from + n * h));
  return sum * h / 3;
}

std::vector<std::string> with(int sites, const std::string& precision = "double") {
  const std::string spacing = std::to_string(16.0 / sites) + "e-6";
  return {"grid.spacing=" + spacing, "geometry.length=" + spacing, "geometry.width=" + spacing,
          "simulation.precision=\"" + precision + "\""};
}

/// tau - 1/2 = 0.06: 3.5 H^2 / nu steps are more than enough, as most of the fluid is thicker.
int steps_of(int sites) { return static_cast<int>(2.0 * sites * sites / 0.02); }

double error_of(simulation::Simulation& solver) {
  const simulation::Table table = solver.tables({"profile"}).at(0);
  double difference = 0, size = 0;
  for (std::size_t n = 0; n < table.values[0].size(); ++n) {
    const double expected = exact_velocity(table.values[0][n]);
    difference += std::pow(table.values[1][n] - expected, 2);
    size += expected * expected;
  }
  return std::sqrt(difference / size);
}

TEST(CarreauYasuda, ConvergesToTheProfileInSecondOrder) {
  const Solver coarse = plasma_after(steps_of(8), channel, with(8)),
               middle = plasma_after(steps_of(16), channel, with(16)),
               fine = plasma_after(steps_of(32), channel, with(32));
  const double errors[] = {error_of(*coarse), error_of(*middle), error_of(*fine)};
  EXPECT_LT(errors[0], 0.05);
  EXPECT_GT(std::log2(errors[0] / errors[1]), 1.7);
  EXPECT_GT(std::log2(errors[1] / errors[2]), 1.7);
  RecordProperty("errors", std::to_string(errors[0]) + " " + std::to_string(errors[1]) + " " +
                               std::to_string(errors[2]));
  // G H / 2, whatever the fluid.
  EXPECT_NEAR(scalar(*fine, "mean_wall_shear_stress") / (gradient * half_height), 1, 0.02);
}

// A parabola with the same flow would be twice too fast in the middle.
TEST(CarreauYasuda, FlattensTheProfile) {
  const Solver solver = plasma_after(steps_of(16), channel, with(16));
  EXPECT_LT(scalar(*solver, "largest_velocity") / scalar(*solver, "mean_velocity"), 1.42);
}

TEST(CarreauYasuda, WithoutThinningIsNewtonian) {
  std::vector<std::string> settings = with(8);
  settings.emplace_back("blood.exponent=1");
  settings.emplace_back("blood.zero_shear_viscosity=1e-3");
  const Solver solver = plasma_after(300, channel, settings);
  std::vector<std::string> newtonian = with(8);
  newtonian.emplace_back("blood.viscosity=1e-3");
  constexpr const char* plain = R"(
[geometry]
shape = "channel"
height = 16e-6
[blood]
density = 1000
relaxation_time = 0.56
[flow]
pressure_gradient = [5e5, 0, 0]
)";
  const Solver other = plasma_after(300, plain, newtonian);
  EXPECT_NEAR(scalar(*solver, "flow_rate") / scalar(*other, "flow_rate"), 1, 1e-12);
}

TEST(CarreauYasuda, SingleAgreesWithDouble) {
  const Solver in_double = plasma_after(400, channel, with(8)),
               in_single = plasma_after(400, channel, with(8, "single"));
  EXPECT_NEAR(scalar(*in_single, "flow_rate") / scalar(*in_double, "flow_rate"), 1, 2e-4);
}

// The table stands for tau gamma = stress, solved to the last digit.
TEST(RelaxationTable, GivesTheRelaxationTimeOfTheRate) {
  constexpr double viscosity = 3e-2, step = 1e-4;
  for (const double transition : {0.64, 2.0}) {
    CarreauYasuda other = model;
    other.transition = transition;
    const RelaxationTable table = relaxation_table(other, viscosity, step);
    const auto intervals = static_cast<double>(table.rates.size() - 1);
    for (double rate = 1e-2; rate < 1e5; rate *= 1.37) {
      const double tau = 0.5 + 3 * other.viscosity(rate) / viscosity, stress = tau * rate * step;
      const double place = std::sqrt(stress / (stress + table.middle)) * intervals;
      const auto n = static_cast<std::size_t>(place);
      const double part = place - static_cast<double>(n);
      const double found = (1 - part) * table.rates[n] + part * table.rates[n + 1];
      EXPECT_NEAR(found * tau, 1, 5e-5) << rate << " " << transition;
    }
  }
}

/// Pressures at both ends drive the same flow as a gradient.
TEST(CarreauYasuda, PassesOpeningsOfGivenPressure) {
  std::vector<std::string> changes = with(16);
  const int steps = 12000;
  const double driven = scalar(*plasma_after(steps, channel, changes), "flow_rate");
  changes.insert(changes.end(),
                 {"geometry.length=24e-6", "flow.pressure_gradient=[0, 0, 0]",
                  "openings=[{ name = \"x_low\", kind = \"pressure\", pressure = 12.0 }, { name = "
                  "\"x_high\", kind = \"pressure\", pressure = 0.0 }]"});
  EXPECT_NEAR(scalar(*plasma_after(steps, channel, changes), "flow_rate") / driven, 1, 3e-3);
}

}  // namespace
}  // namespace thalweg::blood
