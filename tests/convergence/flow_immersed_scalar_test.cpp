// SPDX-License-Identifier: Apache-2.0
// What flows carry at immersed bodies, against exact solutions: docs/theory/flow.md, section 9.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "tests/support/flow_runs.hpp"

namespace thalweg::flow::immersed_scalars {
namespace {

using testing::cells, testing::converge, testing::flow_solver, testing::OneField, testing::scalar,
    testing::Solver;

// Between a cylinder that spins and one at rest around it: the flow carries nothing across.
constexpr const char* ring = R"(
[grid]
length = [2.6, 2.6, 1]
origin = [-1.3, -1.3, 0]
[flow]
viscosity = 0.1
[[scalar]]
name = "heat"
diffusivity = 0.1
[[boundary]]
family = "x-"
kind = "wall"
[[boundary]]
family = "x+"
kind = "wall"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
[[immersed]]
name = "inner"
shape = "cylinder"
centre = [0.01, -0.02, 0]
radius = 0.5
spin = 2
pivot = [0.01, -0.02, 0]
[[immersed]]
name = "outer"
shape = "cylinder"
centre = [0.01, -0.02, 0]
radius = 1.1
hollow = true
scalars = { heat = 0.25 }
[time]
scheme = "steady"
)";
constexpr double inner = 0.5, outer = 1.1, diffusivity = 0.1, around = 0.25;

/// A logarithm of the distance from the middle.
struct Logarithm {
  double slope;  // by the logarithm of the distance
  double at(double r) const { return around + slope * std::log(outer / r); }
  double through() const { return 2 * std::numbers::pi * diffusivity * slope; }
};

/// Root of the mean square over the fluid.
double error_of(simulation::Simulation& solver, const Logarithm& exact, int n) {
  double squares = 0, count = 0;
  const std::vector<double> heat = OneField(solver, "heat").values;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const double x = -1.31 + 2.6 * (i + 0.5) / n, y = -1.28 + 2.6 * (j + 0.5) / n,
                   r = std::hypot(x, y);
      if (r <= inner || r >= outer) continue;
      squares += std::pow(heat[static_cast<std::size_t>(j * n + i)] - exact.at(r), 2);
      count += 1;
    }
  return std::sqrt(squares / count);
}

struct Rule {
  const char* setting;
  Logarithm exact;
};

class Ring : public ::testing::TestWithParam<Rule> {};

TEST_P(Ring, HasItsLogarithmWithTheSecondOrderAndLosesNothing) {
  const auto& [setting, exact] = GetParam();
  double before = 0;
  for (const int n : {32, 64, 128}) {
    const Solver solver = flow_solver(ring, {cells(n, n), setting});
    solver->initialise();
    converge(*solver, 1e-8);
    const double error = error_of(*solver, exact, n), in = scalar(*solver, "outflow_heat_inner"),
                 out = scalar(*solver, "outflow_heat_outer");
    std::printf("  %d: heat %.3e, through %.3e\n", n, error, out / exact.through() - 1);
    EXPECT_NEAR(in, -out, 1e-6 * out);
    EXPECT_NEAR(out, exact.through(), (n == 32 ? 0.015 : 0.004) * out);
    if (n > 32) {
      EXPECT_GT(std::log2(before / error), 1.7);
    }
    before = error;
  }
  EXPECT_LT(before, 2e-3 * exact.slope);
}
INSTANTIATE_TEST_SUITE_P(
    Rules, Ring,
    ::testing::Values(Rule{"immersed.0.scalars={heat=1.25}", {1 / std::log(outer / inner)}},
                      Rule{"immersed.0.fluxes={heat=0.2}", {0.2 * inner / diffusivity}}));

// Without a rule nothing passes: what is the same everywhere stays so, whatever the flow does.
TEST(ImmersedBodies, LeaveAloneWhatIsTheSameEverywhere) {
  const Solver solver = flow_solver(
      ring, {cells(32, 32), "immersed.1.scalars={}", "immersed.0.velocity=[0.3, 0.1, 0]",
             "scalar.0.initial=0.75", "time={scheme=\"bdf2\", step=0.05}"});
  solver->initialise();
  for (int n = 0; n < 5; ++n) solver->step(1e9);
  EXPECT_NEAR(scalar(*solver, "least_heat"), 0.75, 1e-12);
  EXPECT_NEAR(scalar(*solver, "largest_heat"), 0.75, 1e-12);
}

}  // namespace
}  // namespace thalweg::flow::immersed_scalars
