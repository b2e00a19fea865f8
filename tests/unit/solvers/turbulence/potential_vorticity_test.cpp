// SPDX-License-Identifier: Apache-2.0
// The potential vorticity q = (omega + 2 Omega) . (grad theta - N e_z) of a stratified, rotating
// fluid that nothing diffuses in goes along with the fluid (Ertel 1942), so the means of its powers
// stay. It is a product of modes, so the truncated equations keep them only as far as the flow is
// resolved: a smooth start, for a short time.
#include <cmath>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

constexpr int points = 32;

Parameters smooth_case(const std::string& scheme, double step) {
  Parameters p = flows::cube(points, 0, scheme, step);
  p.equations = Equations::boussinesq;
  p.rotation = {0.3, 0.2, 0.6};
  p.buoyancy_frequency = 1.5;
  p.initial.kind = InitialKind::abc;
  p.initial.abc = {1, 0.8, 0.6};
  p.initial.formulas = {{"buoyancy", {"0.8*sin(x)*cos(y)+0.5*cos(y+z)"}}};
  return p;
}

/// d/ds of a line of a circle's points, exact for what they resolve: by how far apart two are.
std::vector<double> derivative_weights() {
  std::vector<double> weights(points, 0);
  for (int n = 1; n < points; ++n)
    weights[static_cast<std::size_t>(n)] =
        (n % 2 == 0 ? 0.5 : -0.5) / std::tan(n * std::numbers::pi / points);
  return weights;
}

double derivative(const std::vector<double>& values, std::size_t first, std::size_t stride,
                  std::size_t at) {
  static const std::vector<double> weights = derivative_weights();
  double sum = 0;
  for (std::size_t n = 0; n < points; ++n)
    sum += weights[(at + points - n) % points] * values[first + stride * n];
  return sum;
}

/// <q^2> and <q^3>.
std::array<double, 2> means(const Parameters& p, simulation::Simulation& solver) {
  const auto w = flows::field_of(solver, "vorticity"), theta = flows::field_of(solver, "buoyancy");
  constexpr std::size_t strides[3] = {1, points, points * points};
  double square = 0, cube = 0;
  for (std::size_t n = 0; n < theta.size(); ++n) {
    double q = 0;
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t at = n / strides[d] % points;
      const double slope = derivative(theta, n - at * strides[d], strides[d], at);
      q += (w[3 * n + d] + 2 * p.rotation[d]) * (slope - (d == 2 ? p.buoyancy_frequency : 0));
    }
    square += q * q;
    cube += q * q * q;
  }
  return {square / static_cast<double>(theta.size()), cube / static_cast<double>(theta.size())};
}

TEST(PotentialVorticity, IsKeptWithTheOrderOfTheScheme) {
  for (const auto& [scheme, order] : {std::pair{"rk2", 2.0}, {"rk3", 3.0}}) {
    std::array<double, 2> lost[2]{};
    for (int n = 0; n < 2; ++n) {
      const Parameters p = smooth_case(scheme, n == 0 ? 0.1 : 0.05);
      const auto solver = started(p);
      const auto before = means(p, *solver);
      flows::run_to(*solver, 0.3);
      const auto after = means(p, *solver);
      for (std::size_t m = 0; m < 2; ++m) lost[n][m] = std::abs(after[m] / before[m] - 1);
    }
    for (std::size_t m = 0; m < 2; ++m) {
      const double measured = std::log2(lost[0][m] / lost[1][m]);
      std::printf("  <q^%zu>, %s: lost %.2e, %.2e; order %.2f\n", m + 2, scheme, lost[0][m],
                  lost[1][m], measured);
      EXPECT_GT(measured, order - 0.3) << scheme;
    }
  }
}

}  // namespace
}  // namespace thalweg::turbulence
