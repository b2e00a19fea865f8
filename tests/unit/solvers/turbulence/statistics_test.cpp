// SPDX-License-Identifier: Apache-2.0
// Scales, resolution and skewness of fields for which they are known in closed form.
#include <cmath>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

constexpr double pi = std::numbers::pi;

TEST(Scales, OfTheAbcFlowFollowFromItsWaveNumber) {
  Parameters p = flows::cube(18, 0.1, "rk3", 0.1);
  p.initial.kind = InitialKind::abc;
  p.initial.abc = {1.0, 0.8, 1.2};
  p.initial.wavenumber = 3;
  const auto solver = started(p);
  const double energy = 3.08 / 2;
  EXPECT_NEAR(flows::scalar(*solver, "integral_scale"), 0.75 * pi / 3, 1e-14);      // (7.9)
  EXPECT_NEAR(flows::scalar(*solver, "taylor_scale"), std::sqrt(5.0) / 3, 1e-14);   // (7.10)
  EXPECT_NEAR(flows::scalar(*solver, "dissipation"), 2 * 0.1 * 9 * energy, 1e-13);  // (7.4)
  EXPECT_NEAR(flows::scalar(*solver, "reynolds_taylor"),                            // (7.11)
              std::sqrt(2 * energy / 3) * std::sqrt(5.0) / 3 / 0.1, 1e-12);
}

TEST(Scales, OfTwoWavesAddTheirEnergiesOverTheirWaveNumbers) {
  // Energies 1/4 at k = 1 and 1 at k = 4.
  const auto solver =
      started_from(flows::cube(16, 0.1, "rk3", 0.1), [](double x, double, double z, double* u) {
        u[0] = 0;
        u[1] = std::sin(x);
        u[2] = 0;
        u[0] += 2 * std::cos(4 * z);
      });
  const double energy = 0.25 + 1, enstrophy = 0.25 + 16;
  EXPECT_NEAR(flows::scalar(*solver, "integral_scale"), 0.75 * pi * (0.25 + 0.25) / energy, 1e-13);
  EXPECT_NEAR(flows::scalar(*solver, "taylor_scale"), std::sqrt(5 * energy / enstrophy), 1e-13);
}

TEST(Scales, AreThoseOfAnObserverWhoMovesWithTheMeanFlow) {
  const auto carried_by = [](double mean) {
    return started_from(flows::cube(16, 0.1, "rk3", 0.1),
                        [mean](double x, double y, double z, double* u) {
                          u[0] = mean + std::sin(y);
                          u[1] = std::cos(2 * z);
                          u[2] = std::sin(x);
                        });
  };
  const auto still = carried_by(0), moving = carried_by(3);
  EXPECT_NEAR(flows::scalar(*moving, "energy"), 4.5 + flows::scalar(*still, "energy"), 1e-13);
  for (const char* name : {"integral_scale", "taylor_scale", "reynolds_taylor"})
    EXPECT_NEAR(flows::scalar(*moving, name), flows::scalar(*still, name), 1e-12) << name;
}

TEST(Resolution, IsTheLargestWaveNumberOfTheDirectionThatKeepsLeast) {
  Parameters p = flows::cube(24, 0.01, "rk3", 0.1);
  const double eta = std::pow(std::pow(0.01, 3) / (2 * 0.01 * 0.375), 0.25);  // (7.8)
  EXPECT_NEAR(flows::scalar(*started(p), "kmax_eta"), 8 * eta, 1e-13);
  p.truncation = fft::Truncation::per_direction;  // |m| < 8
  EXPECT_NEAR(flows::scalar(*started(p), "kmax_eta"), 7 * eta, 1e-13);
  p.truncation = fft::Truncation::none;  // |m| < 12
  EXPECT_NEAR(flows::scalar(*started(p), "kmax_eta"), 11 * eta, 1e-13);
  p.truncation = fft::Truncation::spherical;
  p.points = {24, 24, 12};
  EXPECT_NEAR(flows::scalar(*started(p), "kmax_eta"), 4 * eta, 1e-13);
}

/// Three waves of which one's wave vector is the sum of the others': the gradients are correlated,
/// and so skew. du/dx = cos a + cos b + 2 c cos(a + b), <g^2> = (1 + 1 + 4 c^2) / 2 and
/// <g^3> = 6 * 2 c / 4.
TEST(Skewness, OfATriadOfWavesIsKnown) {
  for (const double c : {-0.5, 0.25}) {
    const auto solver = started_from(
        flows::cube(12, 0.1, "rk3", 0.1), [c](double x, double y, double z, double* u) {
          const double a = std::sin(x + y), b = std::sin(x + z), d = c * std::sin(2 * x + y + z);
          u[0] = a + b + d;
          u[1] = -a - d;
          u[2] = -b - d;
        });
    const double skewness = 3 * c / std::pow(1 + 2 * c * c, 1.5);
    EXPECT_NEAR(column(*solver, "statistics", "skewness_x")[0], skewness, 1e-13);
    EXPECT_NEAR(column(*solver, "statistics", "skewness_y")[0], 0, 1e-13);
    EXPECT_NEAR(column(*solver, "statistics", "skewness_z")[0], 0, 1e-13);
    EXPECT_NEAR(column(*solver, "statistics", "skewness")[0], skewness / 3, 1e-13);
  }
}

}  // namespace
}  // namespace thalweg::turbulence
