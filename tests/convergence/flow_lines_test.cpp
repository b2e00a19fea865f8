// SPDX-License-Identifier: Apache-2.0
// Sweeps along lines: what they solve exactly, and cycles on thin cells. docs/theory/flow.md,
// section 5.
#include <cstdio>

#include "tests/support/flow_runs.hpp"
#include "tests/support/small_flows.hpp"
#include "tests/support/thin_channel.hpp"

namespace thalweg::flow {
namespace {

using testing::converge, testing::cycles_to, testing::flow_after, testing::flow_solver,
    testing::scalar, testing::Solver, testing::thin_channel;

const std::string along_lines = "cycles.smoother=\"lines\"";

// Between plates, one of which moves: nothing changes along x, so the linear system is exact. Cells
// are so long that there is next to nothing in it but lines.
constexpr const char* plates = R"(
[grid]
cells = [8, 32, 1]
length = [1e6, 2, 1]
stretching = [0, 2, 0]
periodic = ["x"]
[flow]
viscosity = 0.1
force = [0.2, 0, 0]
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
velocity = [1.5, 0, 0]
[cycles]
levels = 1
cfl = 1e9
[time]
scheme = "steady"
)";

double residual_after(int cycles, const std::vector<std::string>& settings) {
  const Solver solver = flow_after(cycles, plates, settings);
  return scalar(*solver, "residual_momentum");
}

TEST(Lines, AreSolvedForAtOnceToRoundingOfChanges) {
  const double begin = residual_after(0, {}), by_cells = residual_after(1, {}),
               by_lines = residual_after(1, {along_lines}),
               again = residual_after(2, {along_lines});
  std::printf("  residual: %.1e, after a cycle by cells %.1e, by lines %.1e, two %.1e\n", begin,
              by_cells, by_lines, again);
  EXPECT_GT(by_cells, 0.01 * begin);
  EXPECT_LT(by_lines, 1e-4 * begin);  // in single precision, with a factor of 600 in the system
  EXPECT_LT(again, 1e-3 * by_lines);
}

// Turned by a quarter, so that lines lead along x.
TEST(Lines, LeadAlongXWhereCellsAreThinThere) {
  const std::vector<std::string> turned = {
      "grid.cells=[32, 8, 1]",    "grid.length=[2, 1e6, 1]",         "grid.stretching=[2, 0, 0]",
      "grid.periodic=[\"y\"]",    "flow.force=[0, 0.2, 0]",          "boundary.0.family=\"x-\"",
      "boundary.1.family=\"x+\"", "boundary.1.velocity=[0, 1.5, 0]", along_lines};
  EXPECT_NEAR(residual_after(1, turned) / residual_after(1, {along_lines}), 1, 0.5);
  EXPECT_LT(residual_after(2, turned), 1e-7 * residual_after(0, turned));
}

TEST(Lines, TakeFewerCyclesWhereCellsAreThin) {
  const int by_cells = cycles_to(1e-3, thin_channel, {}),
            by_lines = cycles_to(1e-3, thin_channel, {along_lines}),
            by_fewer = cycles_to(1e-3, thin_channel, {along_lines, "cycles.sweeps=4"});
  std::printf("  cycles to 1e-3: by cells %d, by lines %d, by 4 sweeps %d\n", by_cells, by_lines,
              by_fewer);
  EXPECT_LT(3 * by_lines, by_cells);
  EXPECT_LT(1.5 * by_fewer, by_cells);
}

// So thin that cells by themselves do not get there.
TEST(Lines, ConvergeWhereCellsByThemselvesDoNot) {
  const std::vector<std::string> even = {"grid.length=[100, 1, 1]", "grid.stretching=[0, 0, 0]",
                                         "flow.viscosity=0.01"};
  std::vector<std::string> lined = even;
  lined.push_back(along_lines);
  const int by_lines = cycles_to(1e-4, thin_channel, lined);
  std::printf("  cycles to 1e-4, cells 100 times as long as thin: %d\n", by_lines);
  EXPECT_LT(by_lines, 40);
  EXPECT_GT(cycles_to(1e-4, thin_channel, even), 3 * by_lines);
}

TEST(Lines, TakeFewerCyclesInTime) {
  const auto cycles = [](const std::vector<std::string>& more) {
    std::vector<std::string> settings = {"time.scheme=\"bdf2\"", "time.step=0.02"};
    settings.insert(settings.end(), more.begin(), more.end());
    const Solver solver = flow_solver(thin_channel, settings);
    solver->initialise();
    double sum = 0;
    for (int n = 0; n < 10; ++n) {
      solver->step(1e9);
      sum += scalar(*solver, "cycles");
    }
    return sum;
  };
  const double by_cells = cycles({}), by_lines = cycles({along_lines});
  std::printf("  cycles in 10 steps: by cells %.0f, by lines %.0f\n", by_cells, by_lines);
  EXPECT_LT(2 * by_lines, by_cells);
}

/// A flow with every kind of condition, model or body that sweeps know of, by both ways.
class LinesAndCells
    : public ::testing::TestWithParam<std::pair<const char*, std::vector<std::string>>> {};

TEST_P(LinesAndCells, LeadToTheSame) {
  const auto& [text, settings] = GetParam();
  std::vector<std::string> by_cells = settings;
  by_cells.insert(by_cells.end(), {"cycles.tolerance=1e-7", "cycles.most=2000"});
  std::vector<std::string> by_lines = by_cells;
  by_lines.push_back(along_lines);
  const Solver cells = flow_after(1, text, by_cells), lines = flow_after(1, text, by_lines);
  const double energy = scalar(*cells, "kinetic_energy");
  std::printf("  cycles: by cells %.0f, by lines %.0f\n", scalar(*cells, "cycles"),
              scalar(*lines, "cycles"));
  EXPECT_NEAR(scalar(*lines, "kinetic_energy"), energy, 1e-5 * energy);
}

INSTANTIATE_TEST_SUITE_P(
    Flows, LinesAndCells,
    ::testing::Values(std::pair{testing::small_flows::channel, std::vector<std::string>{}},
                      std::pair{testing::small_flows::channel,
                                std::vector<std::string>{"flow.flux=\"rusanov\""}},
                      std::pair{testing::small_flows::channel,
                                std::vector<std::string>{"flow.flux=\"low-diffusion\""}},
                      std::pair{testing::small_flows::carried, std::vector<std::string>{}},
                      std::pair{testing::small_flows::eddies, std::vector<std::string>{}},
                      std::pair{testing::small_flows::swimming, std::vector<std::string>{}},
                      std::pair{testing::small_flows::held, std::vector<std::string>{}}));

}  // namespace
}  // namespace thalweg::flow
