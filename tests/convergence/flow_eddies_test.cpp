// SPDX-License-Identifier: Apache-2.0
// Models of eddies and the choice of fluxes against exact solutions: docs/theory/flow.md, sections
// 3 and 7.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "tests/support/flow_runs.hpp"

namespace thalweg::flow {
namespace {

using testing::CellValues, testing::flow_after, testing::flow_solver, testing::OneField,
    testing::scalar, testing::Solver;

// Between plates, driven by a force: Smagorinsky's eddies, damped towards the plates.
constexpr const char* plates = R"(
[grid]
cells = [4, 16, 4]
length = [1, 2, 1]
periodic = ["x", "z"]
[flow]
viscosity = 0.02
force = [1, 0, 0]
[turbulence_model]
kind = "smagorinsky"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
[cycles]
cfl = 200
[time]
scheme = "steady"
)";

constexpr double viscosity = 0.02, length = 0.2;  // of eddies, without damping

/// (C Delta D)^2 below the middle; the stress at the plates is 1.
double squared_length(double y) {
  const double damping = 1 - std::exp(-y / (25 * viscosity));
  return length * length * damping * damping;
}

/// du/dy where (nu + l^2 du/dy) du/dy = 1 - y.
double slope(double y) {
  const double l2 = squared_length(y);
  if (l2 < 1e-12) return (1 - y) / viscosity;
  return (std::sqrt(viscosity * viscosity + 4 * l2 * (1 - y)) - viscosity) / (2 * l2);
}

/// By Simpson's rule.
double exact_velocity(double y) {
  const int n = 400;
  double sum = 0;
  for (int k = 0; k <= n; ++k) sum += (k == 0 || k == n ? 1 : k % 2 ? 4 : 2) * slope(y * k / n);
  return sum * y / n / 3;
}

/// The largest error of the velocity on so many cells across, and of eddies. In the middle the
/// slope is the root of the stress, and too steep for any cell.
std::array<double, 2> errors_between_plates(int n) {
  const double cell = std::cbrt(1.0 / 4 * 2 / n / 4);
  const Solver solver =
      flow_solver(plates, {"grid.cells=[4, " + std::to_string(n) + ", 4]",
                           "turbulence_model.constant=" + std::to_string(length / cell)});
  solver->initialise();
  for (int k = 0; k < 3000; ++k) {
    solver->step(1e9);
    const auto change = solver->change_of_velocity();
    if (change && *change < 1e-10) break;
  }
  EXPECT_NEAR(scalar(*solver, "force_viscous_y-_x"), 1, 1e-5);
  const std::vector<double> eddies = OneField(*solver, "eddy_viscosity").values;
  std::array<double, 2> worst{};
  std::size_t at = 0;
  for (const auto& [key, c] : CellValues(*solver).cells) {
    const double y = std::min(c.centre[1], 2 - c.centre[1]);
    worst[0] = std::max(worst[0], std::abs(c.velocity[0] - exact_velocity(y)));
    const double error = std::abs(eddies[at++] - squared_length(y) * slope(y));
    if (y < 0.75) worst[1] = std::max(worst[1], error);
  }
  return worst;
}

TEST(Eddies, BetweenPlatesGiveTheProfileOfTheirStress) {
  const auto coarse = errors_between_plates(16), fine = errors_between_plates(32);
  const double velocity = std::log2(coarse[0] / fine[0]), eddies = std::log2(coarse[1] / fine[1]);
  std::printf("  32: velocity %.3e of %.2f (order %.2f), eddies %.3e of %.2f (order %.2f)\n",
              fine[0], exact_velocity(1), velocity, fine[1], squared_length(0.5) * slope(0.5),
              eddies);
  EXPECT_GT(velocity, 1.7);
  EXPECT_GT(eddies, 1.5);
}

}  // namespace
}  // namespace thalweg::flow
