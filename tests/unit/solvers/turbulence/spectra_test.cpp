// SPDX-License-Identifier: Apache-2.0
// Spectra of fields whose every mode is known.
#include <cmath>
#include <map>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

/// The bins of a column that are not empty, and what is in them.
void expect_only(simulation::Simulation& solver, const std::string& name,
                 const std::string& quantity, const std::map<std::size_t, double>& known) {
  const std::vector<double> values = column(solver, name, quantity);
  for (std::size_t bin = 0; bin < values.size(); ++bin) {
    const auto found = known.find(bin);
    EXPECT_NEAR(values[bin], found == known.end() ? 0 : found->second, 1e-13)
        << name << ", " << quantity << ", bin " << bin;
  }
  if (!known.empty()) {
    EXPECT_LT(known.rbegin()->first, values.size()) << name;
  }
}

TEST(Spectra, OfTaylorGreenHaveOneBin) {
  // Eight modes at (+-1, +-1, +-1): |k| = sqrt(3) and sqrt(2) across z, which round to 2 and 1.
  const auto solver = started(flows::cube(12, 0.1, "rk3", 0.1));
  expect_only(*solver, "spectrum", "energy", {{2, 1.0 / 8}});
  expect_only(*solver, "spectrum", "enstrophy", {{2, 3.0 / 8}});
  expect_only(*solver, "spectrum", "helicity", {});
  expect_only(*solver, "spectrum_parallel", "energy", {{1, 1.0 / 8}});
  expect_only(*solver, "spectrum_parallel", "enstrophy", {{1, 3.0 / 8}});
  expect_only(*solver, "spectrum_perpendicular", "energy", {{1, 1.0 / 8}});
}

TEST(Spectra, OfTheAbcFlowHaveItsHelicityAndDirections) {
  Parameters p = flows::cube(18, 0.1, "rk3", 0.1);
  p.initial.kind = InitialKind::abc;
  p.initial.abc = {1.0, 0.8, 1.2};
  p.initial.wavenumber = 3;
  const auto solver = started(p);
  const double a = 1.0 / 2, others = (0.64 + 1.44) / 2, all = a + others;
  // A varies along z alone; omega = k u.
  expect_only(*solver, "spectrum", "energy", {{3, all}});
  expect_only(*solver, "spectrum", "enstrophy", {{3, 9 * all}});
  expect_only(*solver, "spectrum", "helicity", {{3, 6 * all}});
  expect_only(*solver, "spectrum_parallel", "energy", {{0, others}, {3, a}});
  expect_only(*solver, "spectrum_perpendicular", "energy", {{0, a}, {3, others}});
  expect_only(*solver, "spectrum_perpendicular", "helicity", {{0, 6 * a}, {3, 6 * others}});
}

TEST(Spectra, OfAnUnevenBoxHaveBinsOfItsSmallestWaveNumbers) {
  Parameters p = flows::cube(12, 0.1, "rk3", 0.1);
  p.points = {12, 10, 16};
  const double unit[3] = {2, 1, 0.5};  // smallest wave numbers in x, y, z
  for (std::size_t d = 0; d < 3; ++d) p.length[d] = 2 * std::numbers::pi / unit[d];
  const auto solver = started(p);
  // u^2 / 2 of (6.1): (1 + (L_y / L_x)^2) / 16.
  const double energy = 5.0 / 16, k_squared = 4 + 1 + 0.25;
  // |k| = 2.29 in bins of 0.5; |k_z| = 0.5 in bins of 0.5; sqrt(5) across z in bins of 1.
  expect_only(*solver, "spectrum", "energy", {{5, energy / 0.5}});
  expect_only(*solver, "spectrum", "enstrophy", {{5, k_squared * energy / 0.5}});
  expect_only(*solver, "spectrum_parallel", "energy", {{1, energy / 0.5}});
  expect_only(*solver, "spectrum_perpendicular", "energy", {{2, energy / 1.0}});
  EXPECT_DOUBLE_EQ(column(*solver, "spectrum", "k")[5], 2.5);
  EXPECT_DOUBLE_EQ(column(*solver, "spectrum_perpendicular", "k")[2], 2.0);
}

/// A mode just between two bins, as the case has it or rounded down or up, goes up.
TEST(Spectra, AWaveNumberBetweenTwoBinsGoesUp) {
  Parameters p = flows::cube(12, 0.1, "rk3", 0.1);
  for (const double off : {-1e-15, 0.0, 1e-15}) {
    p.length = {2 * std::numbers::pi / 1.5 * (1 + off), 2 * std::numbers::pi, 2 * std::numbers::pi};
    const double k = 2 * std::numbers::pi / p.length[0];
    const auto solver = started_from(p, [&](double x, double, double, double* u) {
      u[0] = u[1] = 0;
      u[2] = std::sin(k * x);
    });
    expect_only(*solver, "spectrum", "energy", {{2, 0.25}});
  }
}

TEST(Spectra, EveryTableAddsUpToTheScalars) {
  Parameters p = flows::cube(20, 0.1, "rk3", 0.1);
  p.points = {20, 18, 26};
  p.length = {5.0, 7.0, 4.0};
  p.initial.kind = InitialKind::random;
  const auto solver = started(p);
  const double width[] = {2 * std::numbers::pi / 7, 2 * std::numbers::pi / 4,
                          2 * std::numbers::pi / 7};
  const char* names[] = {"spectrum", "spectrum_parallel", "spectrum_perpendicular"};
  for (std::size_t n = 0; n < 3; ++n)
    for (const char* quantity : {"energy", "enstrophy", "helicity"}) {
      double sum = 0;
      for (const double value : column(*solver, names[n], quantity)) sum += value * width[n];
      const double scalar = flows::scalar(*solver, quantity);
      EXPECT_NEAR(sum, scalar, 1e-13 * flows::scalar(*solver, "enstrophy"))
          << names[n] << ", " << quantity;
    }
}

TEST(Spectra, NotOneBitDependsOnTheThreads) {
  Parameters p = flows::cube(24, 0.1, "rk3", 0.1);
  p.initial.kind = InitialKind::random;
  const auto solver = started(p);
  const int before = exec::threads();
  std::vector<std::vector<simulation::Table>> tables;
  for (const int threads : {1, 2, 4}) {
    exec::set_threads(threads);
    tables.push_back(solver->tables({"spectrum", "spectrum_parallel", "spectrum_perpendicular"}));
  }
  exec::set_threads(before);
  for (std::size_t n = 1; n < tables.size(); ++n)
    for (std::size_t t = 0; t < tables[0].size(); ++t)
      EXPECT_EQ(tables[n][t].values, tables[0][t].values) << tables[0][t].name;
}

TEST(Spectra, AreTheSameInSinglePrecision) {
  Parameters p = flows::cube(24, 0.1, "rk3", 0.1);
  p.initial.kind = InitialKind::random;
  const auto exact = started(p);
  p.single_precision = true;
  const auto rounded = started<Solver<float>>(p);
  const std::vector<double> a = column(*exact, "spectrum", "energy"),
                            b = column(*rounded, "spectrum", "energy");
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t bin = 0; bin < a.size(); ++bin)
    EXPECT_NEAR(a[bin], b[bin], 1e-7 + 1e-6 * a[bin]);
}

}  // namespace
}  // namespace thalweg::turbulence
