// SPDX-License-Identifier: Apache-2.0
// Conditions of flow that change with time, and outflows that carry away, against exact solutions:
// docs/theory/flow.md, section 4.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <numbers>

#include "geometry/vector.hpp"
#include "tests/support/flow_runs.hpp"
#include "tests/support/table_file.hpp"

namespace thalweg::flow {
namespace {

using testing::cells, testing::CellValues, testing::flow_solver, testing::joined,
    testing::largest_change, testing::scalar, testing::Solver, testing::TableFile;

constexpr double pi = std::numbers::pi;

// Between plates, with a force as a cosine or a plate that moves as one.
constexpr const char* gap = R"(
[grid]
cells = [16, 32, 1]
length = [0.5, 1, 1]
periodic = ["x"]
[flow]
viscosity = 0.5
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
[cycles]
tolerance = 1e-5
[time]
scheme = "bdf2"
step = 0.05
)";

constexpr double gap_viscosity = 0.5, angular = 2 * pi, gap_end = 2.2;

TableFile cosine() {
  return TableFile("cosine.csv", "time,factor", 4001, [](int n) {
    return joined({n / 4000.0, std::cos(2 * pi * n / 4000.0)});
  });
}

/// Settings for a step, or for the longest of steps that follow the flow.
using Settings = std::function<std::vector<std::string>(double step)>;

Settings with_steps(const std::vector<std::string>& settings) {
  return [settings](double step) {
    std::vector<std::string> all = settings;
    all.push_back("time.step=" + std::to_string(step));
    return all;
  };
}

/// Against u(y) at the end; by settings of the gap.
struct GapErrors {
  double exact = 0;
  std::vector<double> velocity;
};
GapErrors gap_after(double step, const Settings& settings,
                    const std::function<double(double)>& exact) {
  const Solver solver = flow_solver(gap, settings(step));
  solver->initialise();
  while (solver->time() < gap_end) solver->step(gap_end);
  GapErrors errors;
  for (const auto& [key, c] : CellValues(*solver).cells) {
    errors.exact = std::max(errors.exact, std::abs(c.velocity[0] - exact(c.centre[1])));
    errors.velocity.push_back(c.velocity[0]);
  }
  return errors;
}

double distance(const GapErrors& a, const GapErrors& b) {
  double worst = 0;
  for (std::size_t n = 0; n < a.velocity.size(); ++n)
    worst = std::max(worst, std::abs(a.velocity[n] - b.velocity[n]));
  return worst;
}

void expect_second_order_in_time(const char* name, const Settings& settings,
                                 const std::function<double(double)>& exact) {
  const GapErrors a = gap_after(0.05, settings, exact), b = gap_after(0.025, settings, exact),
                  c = gap_after(0.0125, settings, exact);
  const double order = std::log2(distance(a, b) / distance(b, c));
  std::printf("  %s: error %.3e at the smallest step, order %.2f\n", name, c.exact, order);
  EXPECT_GT(order, 1.85);
  EXPECT_LT(order, 2.3);
  EXPECT_LT(c.exact, 2e-3);
}

// Womersley: i w u = f + nu u'', no slip at 0 and 1.
double pulsating(double y) {
  using C = std::complex<double>;
  const C k = std::sqrt(C(0, angular / gap_viscosity));
  const C u = 1.0 / C(0, angular) * (1.0 - std::cosh(k * (y - 0.5)) / std::cosh(k * 0.5));
  return (u * std::exp(C(0, angular * gap_end))).real();
}

std::vector<std::string> driven_by(const TableFile& table) {
  return {"flow.force=[1, 0, 0]", table.setting("flow.force_factor_file"),
          "flow.force_repeat=true"};
}

TEST(ForceAgainstTime, DrivesAPulsatingChannelWithTheSecondOrder) {
  const TableFile table = cosine();
  expect_second_order_in_time("pulsating channel", with_steps(driven_by(table)), pulsating);
}

// The flow turns round, so steps grow to the longest and shrink again, by a third at most.
TEST(StepsByTheFlow, KeepTheSecondOrder) {
  const TableFile table = cosine();
  const Settings settings = [&](double step) {
    std::vector<std::string> all = with_steps(driven_by(table))(step);
    all.push_back("time.cfl=" + std::to_string(step));
    return all;
  };
  expect_second_order_in_time("steps by the flow", settings, pulsating);
}

TEST(StepsByTheFlow, AreThoseOfTheCourantNumberOrTheLongest) {
  const TableFile table = cosine();
  std::vector<std::string> settings = driven_by(table);
  settings.insert(settings.end(), {"time.step=0.05", "time.cfl=0.02"});
  const Solver solver = flow_solver(gap, settings);
  solver->initialise();
  int limited = 0, growing = 0;
  double rate = 0, before = 0;
  for (int n = 0; n < 60; ++n) {
    solver->step(1e9);
    const double by_flow = rate > 0 ? 0.02 / rate : 1, by_growth = n > 0 ? 1.5 * before : 1;
    EXPECT_NEAR(solver->dt(), std::min({0.05, by_flow, by_growth}), 1e-12) << n;
    limited += by_flow < std::min(0.05, by_growth);
    growing += by_growth < std::min(0.05, by_flow);
    before = solver->dt();
    rate = solver->courant_number() / before;
  }
  EXPECT_GT(limited, 5);
  EXPECT_GT(growing, 0);
}

// Stokes: a plate that moves in its own plane.
TEST(WallAgainstTime, DragsFluidWithTheSecondOrder) {
  const TableFile table = cosine();
  const auto exact = [](double y) {
    using C = std::complex<double>;
    const C k = std::sqrt(C(0, angular / gap_viscosity));
    return (std::sinh(k * y) / std::sinh(k) * std::exp(C(0, angular * gap_end))).real();
  };
  expect_second_order_in_time(
      "plate that swings",
      with_steps({"boundary.1.velocity=[1, 0, 0]", table.setting("boundary.1.factor_file"),
                  "boundary.1.repeat=true"}),
      exact);
}

// The force that it takes is that of Poiseuille: 12 nu U / H^2.
TEST(MeanVelocity, IsHeldByTheForceThatItTakes) {
  const Solver solver = flow_solver(gap, {"flow.mean_velocity=[0.5, 0, 0]"});
  solver->initialise();
  for (int n = 0; n < 100; ++n) solver->step(1e9);
  double mean = 0;
  const CellValues values(*solver);
  for (const auto& [key, c] : values.cells)
    mean += c.velocity[0] / static_cast<double>(values.cells.size());
  EXPECT_NEAR(mean, 0.5, 1e-12);
  const double force = scalar(*solver, "driving_force_x"), volume = 0.5;
  EXPECT_NEAR(force, 12 * gap_viscosity * 0.5, 0.01);
  EXPECT_NEAR(force * volume, scalar(*solver, "wall_force_x"), 1e-9);
}

// A vortex that a stream carries through the end of a duct.
constexpr const char* passage = R"(
[grid]
cells = [48, 48, 1]
length = [2, 2, 1]
[flow]
viscosity = 1e-3
[initial]
kind = "vortex"
velocity = [1, 0, 0]
centre = [1, 1, 0]
radius = 0.15
amplitude = 0.3
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
[[boundary]]
family = "x+"
kind = "convective-outflow"
[[boundary]]
family = "y-"
kind = "slip"
[[boundary]]
family = "y+"
kind = "slip"
[cycles]
tolerance = 1e-3
[time]
scheme = "bdf2"
step = 0.05
)";

/// What is left of the velocity's change once the vortex has gone.
double left_of_vortex(const std::vector<std::string>& settings) {
  const Solver solver = flow_solver(passage, settings);
  solver->initialise();
  double most_cycles = 0;
  while (solver->time() < 2.5) {
    solver->step(2.5);
    most_cycles = std::max(most_cycles, scalar(*solver, "cycles"));
  }
  EXPECT_LT(most_cycles, 40);
  return largest_change(*solver, {1, 0, 0});
}

TEST(ConvectiveOutflow, LetsAVortexLeaveWithLittleReflection) {
  const double left = left_of_vortex({});
  const double by_pressure = left_of_vortex({"boundary.1={ family=\"x+\", kind=\"outflow\" }"});
  std::printf("  left of a vortex of 0.3: %.2e; at a given pressure %.2e\n", left, by_pressure);
  EXPECT_LT(left, 1e-3 * 0.3);
}

// As much leaves as comes in, whatever comes.
TEST(ConvectiveOutflow, BalancesWhatComesIn) {
  const Solver solver =
      flow_solver(passage, {cells(16, 16), "initial={ kind=\"rest\" }", "boundary.0.ramp=0.5",
                            "boundary.1.speed=1", "cycles.tolerance=1e-6"});
  solver->initialise();
  for (int n = 0; n < 30; ++n) {
    solver->step(1e9);
    EXPECT_LT(scalar(*solver, "residual_continuity"), 1e-5);
  }
  EXPECT_LT(largest_change(*solver, {1, 0, 0}), 1e-5);
}

}  // namespace
}  // namespace thalweg::flow
