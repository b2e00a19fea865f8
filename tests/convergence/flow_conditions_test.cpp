// SPDX-License-Identifier: Apache-2.0
// Conditions at faces of flow against exact solutions: docs/theory/flow.md, section 4.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numbers>

#include "geometry/vector.hpp"
#include "tests/support/flow_runs.hpp"

namespace thalweg::flow {
namespace {

using testing::CellValues, testing::converge, testing::flow_after, testing::flow_solver,
    testing::scalar, testing::Solver;

constexpr double pi = std::numbers::pi;

std::string cells(int nx, int ny) {
  return "grid.cells=[" + std::to_string(nx) + ", " + std::to_string(ny) + ", 1]";
}

/// A file with numbers in rows, as long as this lives.
class TableFile {
 public:
  TableFile(const char* name, const std::string& header, int rows,
            const std::function<std::string(int)>& row)
      : path_(std::filesystem::temp_directory_path() /
              ("thalweg-flow-" + std::to_string(getpid()) + name)) {
    std::ofstream out(path_);
    out << header << '\n';
    for (int n = 0; n < rows; ++n) out << row(n) << '\n';
  }
  ~TableFile() { std::filesystem::remove(path_); }
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;
  /// As the value of a key.
  std::string setting(const std::string& key) const { return key + "=\"" + path_.string() + "\""; }

 private:
  std::filesystem::path path_;
};

std::string joined(std::initializer_list<double> values) {
  std::string text;
  char number[32];
  for (const double value : values) {
    std::snprintf(number, sizeof number, "%s%.15g", text.empty() ? "" : ",", value);
    text += number;
  }
  return text;
}

double largest_change(simulation::Simulation& solver, const std::array<double, 3>& velocity) {
  double worst = 0;
  for (const auto& [key, cell] : CellValues(solver).cells)
    for (std::size_t d = 0; d < 3; ++d)
      worst = std::max(worst, std::abs(cell.velocity[d] - velocity[d]));
  return worst;
}

/// Root of the mean square over cells.
double error_of(simulation::Simulation& solver,
                const std::function<geometry::Vector(const geometry::Vector&)>& exact) {
  double squares = 0;
  const CellValues values(solver);
  for (const auto& [key, c] : values.cells) {
    const geometry::Vector u = exact(c.centre);
    for (std::size_t d = 0; d < 3; ++d) squares += std::pow(c.velocity[d] - u[d], 2);
  }
  return std::sqrt(squares / static_cast<double>(values.cells.size()));
}

// Through far fields on all sides.
constexpr const char* stream = R"(
[grid]
kind = "wavy"
cells = [32, 32, 1]
[flow]
viscosity = 0.01
[initial]
kind = "uniform"
velocity = [0.8, -0.5, 0]
[[boundary]]
family = "x-"
kind = "far-field"
velocity = [0.8, -0.5, 0]
pressure = 0.3
[[boundary]]
family = "x+"
kind = "far-field"
velocity = [0.8, -0.5, 0]
pressure = 0.3
[[boundary]]
family = "y-"
kind = "far-field"
velocity = [0.8, -0.5, 0]
pressure = 0.3
[[boundary]]
family = "y+"
kind = "far-field"
velocity = [0.8, -0.5, 0]
pressure = 0.3
[time]
scheme = "steady"
)";

TEST(FarField, LetsAUniformStreamBe) {
  std::vector<std::string> settings;
  for (int n = 0; n < 4; ++n) settings.push_back("boundary." + std::to_string(n) + ".pressure=0");
  const Solver solver = flow_solver(stream, settings);
  solver->initialise();
  for (int n = 0; n < 10; ++n) solver->step(1e9);
  EXPECT_LT(largest_change(*solver, {0.8, -0.5, 0}), 1e-13);
  for (const auto& [key, cell] : CellValues(*solver).cells) EXPECT_NEAR(cell.pressure, 0, 1e-13);
}

TEST(FarField, TakesAVortexFromAStreamWithinAFewCycles) {
  const Solver solver =
      flow_solver(stream, {"initial.kind=\"vortex\"", "initial.centre=[0.5, 0.5, 0]",
                           "initial.radius=0.1", "initial.amplitude=0.5"});
  solver->initialise();
  int n = 0;
  for (; n < 60 && largest_change(*solver, {0.8, -0.5, 0}) > 1e-9; ++n) solver->step(1e9);
  std::printf("  cycles until a vortex of 0.5 is below 1e-9: %d\n", n);
  EXPECT_LT(n, 40);
  for (const auto& [key, cell] : CellValues(*solver).cells) EXPECT_NEAR(cell.pressure, 0.3, 1e-8);
}

// A stream between slip walls feels none of them.
constexpr const char* duct = R"(
[grid]
cells = [32, 16, 1]
length = [2, 1, 1]
[flow]
viscosity = 0.1
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "slip"
[[boundary]]
family = "y+"
kind = "slip"
[time]
scheme = "steady"
)";

TEST(Slip, DoesNotHoldAStream) {
  const Solver solver = flow_solver(duct, {});
  solver->initialise();
  for (int n = 0; n < 20; ++n) solver->step(1e9);
  EXPECT_LT(largest_change(*solver, {1, 0, 0}), 1e-13);
  EXPECT_NEAR(scalar(*solver, "force_viscous_y-_x"), 0, 1e-13);
}

// With a jet that decays: slip gives what symmetry gives at walls that are even.
TEST(Slip, AgreesWithSymmetryAtEvenWalls) {
  const auto energy = [](const char* kind, int n) {
    const std::string y0 = std::string("boundary.2.kind=\"") + kind + "\"",
                      y1 = std::string("boundary.3.kind=\"") + kind + "\"";
    const Solver solver =
        flow_solver(duct, {cells(2 * n, n), y0, y1, "boundary.0.profile=\"parabolic\""});
    solver->initialise();
    converge(*solver, 1e-10);
    return scalar(*solver, "kinetic_energy");
  };
  EXPECT_NEAR(energy("slip", 32) / energy("symmetry", 32), 1, 2e-4);
}

// Poiseuille's profile from a table stays as it is, and pressure falls along it.
TEST(TableInflow, GivesPoiseuilleWithTheSecondOrder) {
  const TableFile table("inflow.csv", "y,velocity_x", 2001, [](int n) {
    const double y = n / 2000.0;
    return joined({y, 6 * y * (1 - y)});
  });
  double before = 0;
  for (const int n : {16, 32}) {
    const Solver solver = flow_solver(
        duct, {cells(2 * n, n), "boundary.0={ family=\"x-\", kind=\"inflow\", profile=\"table\" }",
               table.setting("boundary.0.profile_file"), "boundary.2.kind=\"wall\"",
               "boundary.3.kind=\"wall\""});
    solver->initialise();
    converge(*solver, 1e-11);
    const double error = error_of(*solver, [](const geometry::Vector& at) {
      return geometry::Vector{6 * at[1] * (1 - at[1]), 0, 0};
    });
    if (n > 16) {
      std::printf("  table inflow: error %.3e, order %.2f\n", error, std::log2(before / error));
      EXPECT_GT(std::log2(before / error), 1.9);
    }
    before = error;
  }
}

// Kovasznay behind a row of bars, Re 40: velocities are given on all sides. As much comes in as
// goes out, as sums over a period of a cosine are exact.
constexpr const char* kovasznay = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [32, 32, 1]
origin = [-0.5, -0.5, 0]
[flow]
viscosity = 0.025
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[boundary]]
family = "x-"
kind = "inflow"
profile = "table"
[[boundary]]
family = "x+"
kind = "inflow"
profile = "table"
[[boundary]]
family = "y-"
kind = "inflow"
profile = "table"
[[boundary]]
family = "y+"
kind = "inflow"
profile = "table"
[time]
scheme = "steady"
)";

geometry::Vector kovasznay_at(const geometry::Vector& at) {
  const double half = 1 / (2 * 0.025), rate = half - std::sqrt(half * half + 4 * pi * pi);
  const double e = std::exp(rate * at[0]), angle = 2 * pi * at[1];
  return {1 - e * std::cos(angle), rate / (2 * pi) * e * std::sin(angle), 0};
}

TEST(GivenVelocities, LeadToKovasznayWithTheSecondOrder) {
  const auto row = [&](double along, const geometry::Vector& at) {
    const geometry::Vector u = kovasznay_at(at);
    return joined({along, u[0], u[1]});
  };
  // Of one coordinate, and of two.
  const TableFile sides("x.csv", "x,y,velocity_x,velocity_y", 2 * 2001, [&](int n) {
    const double x = n % 2 - 0.5, y = n / 2 / 2000.0 - 0.5;
    return joined({x}) + "," + row(y, {x, y, 0});
  });
  const TableFile level("y.csv", "x,velocity_x,velocity_y", 2001, [&](int n) {
    const double x = n / 2000.0 - 0.5;
    return row(x, {x, 0.5, 0});
  });
  double before = 0;
  for (const int n : {16, 32, 64}) {
    const Solver solver =
        flow_solver(kovasznay, {cells(n, n), sides.setting("boundary.0.profile_file"),
                                sides.setting("boundary.1.profile_file"),
                                level.setting("boundary.2.profile_file"),
                                level.setting("boundary.3.profile_file")});
    solver->initialise();
    converge(*solver, 1e-9);
    const double error = error_of(*solver, kovasznay_at);
    if (n > 16) {
      std::printf("  Kovasznay %d: velocity %.3e (order %.2f)\n", n, error,
                  std::log2(before / error));
      EXPECT_GT(std::log2(before / error), n > 32 ? 1.9 : 1.8);
    }
    before = error;
  }
}

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

/// Against u(y) at the end; by settings of the gap.
struct GapErrors {
  double exact = 0;
  std::vector<double> velocity;
};
GapErrors gap_after(double step, std::vector<std::string> settings,
                    const std::function<double(double)>& exact) {
  settings.push_back("time.step=" + std::to_string(step));
  const Solver solver = flow_solver(gap, settings);
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

void expect_second_order_in_time(const char* name, const std::vector<std::string>& settings,
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
TEST(ForceAgainstTime, DrivesAPulsatingChannelWithTheSecondOrder) {
  const TableFile table = cosine();
  const auto exact = [](double y) {
    using C = std::complex<double>;
    const C k = std::sqrt(C(0, angular / gap_viscosity));
    const C u = 1.0 / C(0, angular) * (1.0 - std::cosh(k * (y - 0.5)) / std::cosh(k * 0.5));
    return (u * std::exp(C(0, angular * gap_end))).real();
  };
  expect_second_order_in_time(
      "pulsating channel",
      {"flow.force=[1, 0, 0]", table.setting("flow.force_factor_file"), "flow.force_repeat=true"},
      exact);
}

// Stokes: a plate that moves in its own plane.
TEST(WallAgainstTime, DragsFluidWithTheSecondOrder) {
  const TableFile table = cosine();
  const auto exact = [](double y) {
    using C = std::complex<double>;
    const C k = std::sqrt(C(0, angular / gap_viscosity));
    return (std::sinh(k * y) / std::sinh(k) * std::exp(C(0, angular * gap_end))).real();
  };
  expect_second_order_in_time("plate that swings",
                              {"boundary.1.velocity=[1, 0, 0]",
                               table.setting("boundary.1.factor_file"), "boundary.1.repeat=true"},
                              exact);
}

TEST(Ramp, RisesAsHalfACosine) {
  const Solver solver =
      flow_solver(duct, {"time.scheme=\"bdf2\"", "time.step=0.1", "boundary.0.ramp=1",
                         "cycles.tolerance=1e-8", "initial={ kind=\"rest\" }"});
  solver->initialise();
  for (int n = 1; n <= 12; ++n) {
    solver->step(1e9);
    const double expected = n < 10 ? (1 - std::cos(pi * 0.1 * n)) / 2 : 1;
    EXPECT_LT(largest_change(*solver, {expected, 0, 0}), 1e-5) << n;
  }
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
