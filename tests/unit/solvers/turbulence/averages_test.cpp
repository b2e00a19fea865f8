// SPDX-License-Identifier: Apache-2.0
// Means over time against sums over the states that they are made of.
#include <cmath>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

/// A field of n states, each of which held for a time.
struct States {
  std::vector<std::vector<double>> values;
  std::vector<double> times;

  double mean(std::size_t at) const {
    double sum = 0, total = 0;
    for (std::size_t n = 0; n < times.size(); ++n) {
      sum += times[n] * values[n][at];
      total += times[n];
    }
    return sum / total;
  }
  double covariance(std::size_t a, std::size_t b) const {
    double sum = 0, total = 0;
    for (std::size_t n = 0; n < times.size(); ++n) {
      sum += times[n] * (values[n][a] - mean(a)) * (values[n][b] - mean(b));
      total += times[n];
    }
    return sum / total;
  }
};

Parameters with_averages() {
  Parameters p = flows::cube(8, 0.1, "rk3", 0.25);
  p.equations = Equations::boussinesq;
  p.buoyancy_frequency = 2;
  p.diffusivity = 0.1;
  p.initial.kind = InitialKind::random;
  p.initial.peak_wavenumber = 2;
  p.averages = {.from = 0.375, .every_steps = 2, .fields = {"velocity", "buoyancy", "q_criterion"}};
  return p;
}

TEST(TimeAverages, AreWeightedByTheTimeOfEachState) {
  const auto solver = started(with_averages());
  States u, theta, q;
  for (int n = 1; n <= 6; ++n) {
    solver->step(flows::no_limit);
    if (n % 2 != 0) continue;
    for (auto& [states, name] : {std::pair<States&, const char*>{u, "velocity"},
                                 {theta, "buoyancy"},
                                 {q, "q_criterion"}}) {
      states.values.push_back(flows::field_of(*solver, name));
      states.times.push_back(n == 2 ? 0.125 : 0.5);  // the first one since `from`
    }
  }
  const auto mean = flows::field_of(*solver, "mean_velocity"),
             xx = flows::field_of(*solver, "reynolds_stress_xx"),
             yz = flows::field_of(*solver, "reynolds_stress_yz"),
             mean_theta = flows::field_of(*solver, "mean_buoyancy"),
             variance = flows::field_of(*solver, "variance_buoyancy"),
             variance_q = flows::field_of(*solver, "variance_q_criterion");
  ASSERT_EQ(mean.size(), 3 * xx.size());
  for (std::size_t n = 0; n < xx.size(); n += 7) {
    EXPECT_NEAR(mean[3 * n + 1], u.mean(3 * n + 1), 1e-14);
    EXPECT_NEAR(xx[n], u.covariance(3 * n, 3 * n), 1e-14);
    EXPECT_NEAR(yz[n], u.covariance(3 * n + 1, 3 * n + 2), 1e-14);
    EXPECT_NEAR(mean_theta[n], theta.mean(n), 1e-14);
    EXPECT_NEAR(variance[n], theta.covariance(n, n), 1e-14);
    EXPECT_NEAR(variance_q[n], q.covariance(n, n), 1e-12);
  }
}

TEST(TimeAverages, BeginWithNothing) {
  const auto solver = started(with_averages());
  solver->step(flows::no_limit);
  const auto mean = flows::field_of(*solver, "mean_velocity");
  EXPECT_EQ(mean, std::vector<double>(3 * 512, 0.0));
}

}  // namespace
}  // namespace thalweg::turbulence
