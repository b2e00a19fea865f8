// SPDX-License-Identifier: Apache-2.0
// Structure functions, densities and moments: of known fields, and against sums over the points.
#include <cmath>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

constexpr double pi = std::numbers::pi;

Parameters with_statistics(Parameters p) {
  p.statistics.is_written = true;
  return p;
}

Parameters random_case() {
  Parameters p = with_statistics(flows::cube(12, 0.1, "rk3", 0.1));
  p.points = {16, 12, 20};
  p.length = {2 * pi, pi, 4 * pi};
  p.initial.kind = InitialKind::random;
  p.initial.peak_wavenumber = 3;
  p.statistics.orders = 5;
  return p;
}

/// The mean over all points of powers of u_c(x + shift) - u_c(x).
double mean_power(const std::vector<double>& u, const Parameters& p, std::size_t axis, int shift,
                  std::size_t component, int order, bool absolute) {
  double sum = 0;
  const int nx = p.points[0], ny = p.points[1], nz = p.points[2];
  const auto value = [&](int x, int y, int z) {
    const auto point = static_cast<std::size_t>((z * ny + y) * nx + x);
    return u[3 * point + component];
  };
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y)
      for (int x = 0; x < nx; ++x) {
        const double other =
            value(axis == 0 ? (x + shift) % nx : x, axis == 1 ? (y + shift) % ny : y,
                  axis == 2 ? (z + shift) % nz : z);
        const double power = std::pow(other - value(x, y, z), order);
        sum += absolute ? std::abs(power) : power;
      }
  return sum / (nx * ny * nz);
}

TEST(StructureFunctions, AreMeansOfDifferencesBetweenPoints) {
  const Parameters p = random_case();
  const auto solver = started(p);
  const std::vector<double> u = flows::velocity_of(*solver);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string name = std::string("structure_") + "xyz"[axis];
    const simulation::Table functions = table(*solver, name);
    const std::vector<int> shifts = separations_of(p.statistics, p.points[axis]);
    ASSERT_EQ(functions.values[0].size(), shifts.size());
    for (const std::size_t row : {std::size_t{0}, shifts.size() - 1}) {
      const auto mean = [&](std::size_t component, int order, bool absolute) {
        return mean_power(u, p, axis, shifts[row], component, order, absolute);
      };
      EXPECT_NEAR(functions.values[0][row], shifts[row] * p.length[axis] / p.points[axis], 1e-15);
      std::size_t column = 1;
      const auto expect = [&](bool longitudinal, bool absolute) {
        for (int order = 1; order <= 5; order += absolute ? 2 : 1) {
          const double known = longitudinal ? mean(axis, order, absolute)
                                            : (mean((axis + 1) % 3, order, absolute) +
                                               mean((axis + 2) % 3, order, absolute)) /
                                                  2;
          EXPECT_NEAR(functions.values[column][row], known, 1e-12) << functions.columns[column];
          ++column;
        }
      };
      expect(true, false);
      expect(false, false);
      expect(true, true);
      expect(false, true);
      EXPECT_EQ(column, functions.columns.size());
    }
  }
}

/// sin(x + r) - sin(x) = 2 sin(r / 2) cos(x + r / 2).
TEST(StructureFunctions, OfTheTaylorGreenVortexAreKnown) {
  Parameters p = with_statistics(flows::cube(16, 0.1, "rk3", 0.1));
  p.statistics.every = 1;
  const auto solver = started(p);
  const simulation::Table along_x = table(*solver, "structure_x");
  ASSERT_EQ(along_x.values[0].size(), 8u);
  for (std::size_t n = 0; n < 8; ++n) {
    const double s = 2 * std::sin((static_cast<double>(n) + 1) * pi / 16);
    EXPECT_NEAR(along_x.values[2][n], s * s / 8, 1e-15);                  // longitudinal
    EXPECT_NEAR(along_x.values[4][n], std::pow(s, 4) * 27 / 512, 1e-14);  // <cos^4> = 3/8
    EXPECT_NEAR(along_x.values[6][n], s * s / 16, 1e-15);                 // u_y, and u_z = 0
  }
}

/// Of an isotropic field S_2 = 4 sum of E(k) (1/3 - j_1(kr) / (kr)) (Monin & Yaglom), here of one
/// drawn at random, over all directions.
TEST(StructureFunctions, OfSecondOrderFollowFromTheSpectrum) {
  Parameters p = with_statistics(flows::cube(32, 0.1, "rk3", 0.1));
  p.initial.kind = InitialKind::random;
  p.initial.peak_wavenumber = 5;
  const auto solver = started(p);
  const auto k = column(*solver, "spectrum", "k"), energy = column(*solver, "spectrum", "energy");
  std::array<std::vector<double>, 3> measured;
  for (std::size_t axis = 0; axis < 3; ++axis)
    measured[axis] = column(*solver, std::string("structure_") + "xyz"[axis], "longitudinal_2");
  for (const std::size_t row : {0u, 2u, 5u}) {
    const double r = std::array{1, 2, 3, 4, 6, 8}[row] * 2 * pi / 32;
    double known = 0;
    for (std::size_t n = 1; n < k.size(); ++n) {
      const double a = k[n] * r, j = std::sin(a) / (a * a) - std::cos(a) / a;
      known += 4 * energy[n] * (1.0 / 3 - j / a);
    }
    const double mean = (measured[0][row] + measured[1][row] + measured[2][row]) / 3;
    EXPECT_NEAR(mean / known, 1, 0.06) << "separation " << r;
  }
}

TEST(Moments, OfASineAreKnown) {
  const Parameters p = of_formulas(with_statistics(flows::cube(16, 0.1, "rk3", 0.1)),
                                   {{"velocity", {"3*sin(y) + 2", "0", "sin(4*x)"}}});
  const auto solver = started(p);
  const auto moment = [&](const std::string& name) { return column(*solver, "moments", name)[0]; };
  EXPECT_NEAR(moment("velocity_x_mean"), 2, 1e-14);
  EXPECT_NEAR(moment("velocity_x_variance"), 4.5, 1e-13);
  EXPECT_NEAR(moment("velocity_x_skewness"), 0, 1e-14);
  EXPECT_NEAR(moment("velocity_x_flatness"), 1.5, 1e-14);
  EXPECT_EQ(moment("velocity_y_variance"), 0);
  EXPECT_EQ(moment("velocity_y_flatness"), 0);
  EXPECT_NEAR(moment("vorticity_z_variance"), 4.5, 1e-13);  // -3 cos y
  EXPECT_NEAR(moment("gradient_xy_variance"), 4.5, 1e-13);  // du_x/dy
  EXPECT_NEAR(moment("gradient_zx_variance"), 8, 1e-13);    // du_z/dx = 4 cos 4x
  EXPECT_NEAR(moment("gradient_yx_variance"), 0, 1e-25);
}

/// Three waves whose gradients are skew: as in the table `statistics`.
TEST(Moments, OfGradientsHaveTheirSkewness) {
  const auto solver = started(random_case());
  EXPECT_NEAR(column(*solver, "moments", "gradient_zz_skewness")[0],
              column(*solver, "statistics", "skewness_z")[0], 1e-12);
}

/// The density of a sine: 1 / (pi sqrt(1 - u^2)), of which a bin has (asin b - asin a) / pi.
TEST(Densities, OfASineFollowTheArcsineLaw) {
  Parameters p = with_statistics(flows::cube(8, 0.1, "rk3", 0.1));
  p.points = {8, 500, 8};
  p.statistics.bins = 20;
  p.statistics.range = 2;
  const auto solver = started(of_formulas(p, {{"velocity", {"7*sin(y)", "0", "0"}}}));
  const auto deviation = column(*solver, "density_velocity", "deviation"),
             density = column(*solver, "density_velocity", "x");
  ASSERT_EQ(density.size(), 20u);
  const auto below = [](double at) {  // the amplitude is sqrt(2) standard deviations
    return std::asin(std::clamp(at / std::sqrt(2.0), -1.0, 1.0)) / pi;
  };
  double sum = 0;
  for (std::size_t n = 0; n < 20; ++n) {
    EXPECT_NEAR(deviation[n], -1.9 + 0.2 * static_cast<double>(n), 1e-14);
    const double known = below(deviation[n] + 0.1) - below(deviation[n] - 0.1);
    EXPECT_NEAR(0.2 * density[n], known, 0.006) << "bin " << n;  // two or three points of 500
    sum += 0.2 * density[n];
  }
  EXPECT_NEAR(sum, 1, 1e-13);
  EXPECT_EQ(column(*solver, "density_velocity", "y"), std::vector<double>(20, 0.0));
}

TEST(Densities, OfAGaussianFieldAreGaussian) {
  Parameters p = with_statistics(flows::cube(32, 0.1, "rk3", 0.1));
  p.equations = Equations::boussinesq;
  p.initial.kind = InitialKind::random;
  p.initial.buoyancy_energy = 1;
  p.initial.peak_wavenumber = 6;
  p.statistics.bins = 12;
  p.statistics.range = 3;
  p.statistics.increments = {2};
  const auto solver = started(p);
  for (const auto& [name, of] : {std::pair{"density_velocity", "z"},
                                 {"density_buoyancy", "value"},
                                 {"density_increment_2", "yy"}}) {
    const auto density = column(*solver, name, of);
    for (std::size_t n = 0; n < 12; ++n) {
      const double d = -2.75 + 0.5 * static_cast<double>(n);
      EXPECT_NEAR(density[n], std::exp(-d * d / 2) / std::sqrt(2 * pi), 0.03) << name << n;
    }
  }
  EXPECT_NEAR(column(*solver, "moments", "buoyancy_value_flatness")[0], 3, 0.2);
}

TEST(Separations, GoUpToHalfOfTheBox) {
  StatisticsParameters statistics;
  EXPECT_EQ(separations_of(statistics, 25), (std::vector<int>{1, 2, 3, 4, 6, 8, 12}));
  statistics.every = 5;
  EXPECT_EQ(separations_of(statistics, 20), (std::vector<int>{5, 10}));
}

}  // namespace
}  // namespace thalweg::turbulence
