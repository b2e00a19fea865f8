// SPDX-License-Identifier: Apache-2.0
// Equation sets without what diffuses keep their invariants, and converge in time, with the order
// of the scheme; passive scalars and extra damping against exact solutions.
#include <cmath>

#include "solvers/turbulence/diagnostics/history.hpp"
#include "solvers/turbulence/diagnostics/spectrum_names.hpp"
#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

/// All of a set at work, from random fields.
Parameters busy_case(Equations equations, const std::string& scheme, double step) {
  Parameters p = flows::cube(18, 0, scheme, step);
  p.points = {18, 16, 20};
  p.equations = equations;
  p.rotation = {0.3, 0.2, 0.6};
  p.buoyancy_frequency = equations == Equations::boussinesq ? 1.5 : 0;
  p.initial.kind = InitialKind::random;
  p.initial.peak_wavenumber = 2;
  p.initial.buoyancy_energy = p.initial.magnetic_energy = 0.3;
  if (p.is_magnetic()) p.mean_field = {0.1, 0.2, 0.3};
  if (equations == Equations::hall_mhd) p.ion_inertial_length = 0.2;
  return p;
}

/// The largest losses of columns up to time 0.5.
std::vector<double> losses(const Parameters& p, const std::vector<std::string>& columns) {
  const auto solver = started(p);
  std::vector<double> before, most(columns.size());
  for (const std::string& column : columns) before.push_back(flows::scalar(*solver, column));
  while (solver->time() < 0.5) {
    solver->step(0.5);
    for (std::size_t n = 0; n < columns.size(); ++n)
      most[n] = std::max(most[n], std::abs(flows::scalar(*solver, columns[n]) / before[n] - 1));
  }
  return most;
}
double loss(const Parameters& p, const std::string& column) { return losses(p, {column})[0]; }

/// The Coriolis force and a uniform field change helicities.
Parameters without_directions(Parameters p) {
  p.rotation = p.mean_field = {};
  return p;
}

void expect_kept(Parameters p, const std::vector<std::string>& columns) {
  const double step = *p.step;
  for (const auto& [scheme, order] : {std::pair{"rk2", 2.0}, {"rk3", 3.0}, {"rk4", 4.0}}) {
    p.scheme = scheme;
    p.step = step;
    const std::vector<double> coarse = losses(p, columns);
    p.step = step / 2;
    const std::vector<double> fine = losses(p, columns);
    for (std::size_t n = 0; n < columns.size(); ++n) {
      const double measured = std::log2(coarse[n] / fine[n]);
      std::printf("  %s, %s: lost %.2e, %.2e; order %.2f\n", columns[n].c_str(), scheme, coarse[n],
                  fine[n], measured);
      EXPECT_GT(measured, order - 0.3) << columns[n] << ", " << scheme;
    }
  }
}

TEST(Invariants, OfARotatingFlow) {
  expect_kept(busy_case(Equations::navier_stokes, "", 0.1), {"energy"});
}
TEST(Invariants, OfBoussinesq) {
  expect_kept(busy_case(Equations::boussinesq, "", 0.1), {"energy"});
}
TEST(Invariants, OfMhd) {
  const Parameters p = busy_case(Equations::mhd, "", 0.1);
  expect_kept(p, {"energy"});
  expect_kept(without_directions(p), {"cross_helicity", "magnetic_helicity"});
}
TEST(Invariants, OfHallMhd) {
  const Parameters p = busy_case(Equations::hall_mhd, "", 0.05);
  expect_kept(p, {"energy"});
  expect_kept(without_directions(p), {"magnetic_helicity", "hybrid_helicity"});
  // What the Hall term does not keep.
  Parameters fine = without_directions(p);
  fine.scheme = "rk4";
  EXPECT_GT(loss(fine, "cross_helicity"), 0.01);
}

class SetOrder : public ::testing::TestWithParam<Equations> {};

TEST_P(SetOrder, IsThatOfTheScheme) {
  for (const auto& [scheme, order] : {std::pair{"rk2", 2.0}, {"rk3", 3.0}, {"rk4", 4.0}}) {
    std::vector<std::vector<double>> u;
    for (const double step : {0.05, 0.025, 0.0125}) {
      Parameters p = busy_case(GetParam(), scheme, step);
      p.viscosity = p.diffusivity = 0.02;
      p.resistivity = 0.01;
      p.scalars.push_back({0.03, {1, 0, 0.5}, 0.2});
      p.hyperviscosity = {1e-4, 2};
      const auto solver = started(p);
      flows::run_to(*solver, 0.2);
      u.push_back(flows::velocity_of(*solver));
      const auto theta = flows::field_of(*solver, "scalar_1");
      u.back().insert(u.back().end(), theta.begin(), theta.end());
    }
    const double measured =
        std::log2(flows::difference(u[0], u[1]) / flows::difference(u[1], u[2]));
    std::printf("  %s: order %.2f\n", scheme, measured);
    EXPECT_NEAR(measured, order, 0.15) << scheme;
  }
}
INSTANTIATE_TEST_SUITE_P(Sets, SetOrder,
                         ::testing::Values(Equations::navier_stokes, Equations::boussinesq,
                                           Equations::mhd, Equations::hall_mhd));

// The set without stratification, or without a magnetic field, is Navier-Stokes.
TEST(Sets, WithoutWhatTheyAddAreNavierStokes) {
  std::vector<std::vector<double>> u;
  for (const Equations equations :
       {Equations::navier_stokes, Equations::boussinesq, Equations::mhd}) {
    Parameters p = busy_case(equations, "rk3", 0.05);
    p.viscosity = 0.01;
    p.buoyancy_frequency = p.initial.buoyancy_energy = p.initial.magnetic_energy = 0;
    p.mean_field = {};
    const auto solver = started(p);
    flows::run_to(*solver, 0.5);
    u.push_back(flows::velocity_of(*solver));
  }
  EXPECT_LT(flows::difference(u[1], u[0]), 1e-14);
  EXPECT_LT(flows::difference(u[2], u[0]), 1e-14);
}

TEST(Sets, HallMhdOfIonsWithoutInertiaIsMhd) {
  std::vector<std::vector<double>> b;
  for (const Equations equations : {Equations::mhd, Equations::hall_mhd}) {
    Parameters p = busy_case(equations, "rk3", 0.05);
    p.viscosity = p.resistivity = 0.01;
    p.ion_inertial_length = 0;
    p.step.reset();
    p.cfl = 0.5;
    const auto solver = started(p);
    flows::run_to(*solver, 0.5);
    b.push_back(flows::field_of(*solver, "magnetic"));
  }
  EXPECT_LT(flows::difference(b[1], b[0]), 1e-14);
}

TEST(OrszagTang, BeginsWithItsEnergies) {
  Parameters p = flows::cube(12, 0.01, "rk3", 0.01);
  p.equations = Equations::mhd;
  p.initial.kind = InitialKind::orszag_tang;
  const auto solver = started(p);
  EXPECT_NEAR(flows::scalar(*solver, "energy_kinetic"), 2, 1e-14);
  EXPECT_NEAR(flows::scalar(*solver, "energy_magnetic"), 0.64 * 3, 1e-14);
  EXPECT_NEAR(flows::scalar(*solver, "enstrophy"), 2, 1e-14);
  EXPECT_LT(flows::scalar(*solver, "divergence_magnetic_max"), 1e-15);
  // b at y = pi / 4, x = z = 0.
  const auto b = flows::field_of(*solver, "magnetic");
  const double y = 2 * std::numbers::pi * 2 / 12;
  EXPECT_NEAR(b[2 * 12 * 3], -1.6 * std::sin(2 * y), 1e-14);
  EXPECT_NEAR(b[2 * 12 * 3 + 2], 0.8 * std::sin(y), 1e-14);
}

// A shear u = e2 cos(k . x) exp(-nu k^2 t) carries no scalar along but what its mean gradient
// makes: d theta / dt = -G . u - kappa k^2 theta.
TEST(Scalars, GrowFromTheirMeanGradientAndDecay) {
  for (const auto viscous : {Viscous::integrating_factor, Viscous::explicit_term}) {
    Parameters p = flows::cube(12, 0.05, "rk4", 0.01);
    p.viscous = viscous;
    p.initial.kind = InitialKind::wave;
    p.initial.mode = {1, 0, 1};
    p.scalars = {{0.2, {0, 0, 1}, 0}, {0.1, {0.5, 0, 0}, 0}, {0, {1, 1, -1}, 0}};
    const auto solver = started(p);
    const double time = 1.5;
    flows::run_to(*solver, time);
    const double across = std::sqrt(0.5), k2 = 2, nu = p.viscosity;  // e2 = (-1, 0, 1) / sqrt 2
    const double along[] = {across, -0.5 * across, -2 * across};
    for (std::size_t n = 0; n < 3; ++n) {
      const double kappa = p.scalars[n].diffusivity;
      const double theta = along[n] * (std::exp(-nu * k2 * time) - std::exp(-kappa * k2 * time)) /
                           ((kappa - nu) * k2);
      const std::string name = "scalar_" + std::to_string(n + 1);
      EXPECT_NEAR(flows::scalar(*solver, name + "_energy"), theta * theta / 4, 1e-10) << name;
      EXPECT_NEAR(flows::scalar(*solver, name + "_production"),
                  along[n] * theta * std::exp(-nu * k2 * time) / 2, 1e-10)
          << name;
    }
  }
}

TEST(Scalars, KeepTheirVarianceWithTheOrderOfTheScheme) {
  for (const auto& [scheme, order] : {std::pair{"rk2", 2.0}, {"rk3", 3.0}}) {
    double losses[2]{};
    for (int n = 0; n < 2; ++n) {
      Parameters p = busy_case(Equations::navier_stokes, scheme, n == 0 ? 0.1 : 0.05);
      p.scalars = {{0, {}, 0.5}, {0, {}, 0.25}, {0, {}, 1}};
      losses[n] = loss(p, "scalar_3_energy") + loss(p, "scalar_2_energy");
    }
    EXPECT_GT(std::log2(losses[0] / losses[1]), order - 0.3) << scheme;
  }
}

TEST(ExtraDamping, IsExactWhateverItsOrder) {
  for (const double order : {1.0, 2.0, 4.5}) {
    Parameters p = flows::cube(12, 0, "rk2", 0.5);
    p.initial.kind = InitialKind::wave;
    p.initial.mode = {1, 2, 1};
    p.hyperviscosity = {1e-3, order};
    p.hypoviscosity = {0.2, order};
    const auto solver = started(p);
    const double before = flows::scalar(*solver, "energy");
    const double rate = 1e-3 * std::pow(6.0, order) + 0.2 * std::pow(6.0, -order);
    EXPECT_NEAR(flows::scalar(*solver, "dissipation_extra"), 2 * rate * before,
                1e-12 * rate * before);
    flows::run_to(*solver, 2);
    EXPECT_NEAR(flows::scalar(*solver, "energy"), before * std::exp(-4 * rate), 1e-13 * before);
  }
}

// Of scalars that the set's sweeps carry, and of one that has its own. (9.4)
TEST(ExtraDamping, IsPartOfTheDissipationOfScalars) {
  constexpr double interval = 1e-3;
  Parameters p = flows::cube(12, 0, "rk3", interval);
  p.initial.amplitude = 1e-9;
  p.hyperviscosity = {1e-3, 2};
  p.hypoviscosity = {0.2, 1};
  p.scalars = {{0.1, {}, 0.5}, {0, {}, 0.25}, {0, {}, 0.75}};
  const auto solver = started(p);
  const auto now = [&](const char* what) {
    std::vector<double> values;
    for (const char* scalar : {"scalar_1", "scalar_2", "scalar_3"})
      values.push_back(flows::scalar(*solver, scalar + std::string(what)));
    return values;
  };
  const auto energy = now("_energy"), dissipation = now("_dissipation");
  solver->step(flows::no_limit);
  const auto later = now("_energy"), then = now("_dissipation");
  for (std::size_t n = 0; n < 3; ++n) {
    const double mean = (dissipation[n] + then[n]) / 2;
    EXPECT_NEAR((energy[n] - later[n]) / interval, mean, 1e-5 * mean) << "scalar " << n + 1;
  }
}

/// What a case is told of its columns is what it records.
TEST(History, HasTheColumnsThatAreAnnounced) {
  for (const Equations equations :
       {Equations::navier_stokes, Equations::boussinesq, Equations::mhd, Equations::hall_mhd}) {
    Parameters p = busy_case(equations, "rk2", 0.1);
    p.hypoviscosity = {0.1, 1};
    p.scalars.resize(2);
    const SetDescription set = describe(p);
    Sums zero;
    zero.resize(set.fields.size());
    p.forcing.kind = ForcingKind::linear;
    std::vector<std::string> announced;
    for (const simulation::Scalar& column : further_columns(p, set, zero))
      announced.push_back(column.name);
    for (const std::string& name : columns_between_rows(p, set)) announced.push_back(name);
    const auto solver = started(p);
    const auto written = solver->scalars();
    ASSERT_EQ(written.size(), 12 + announced.size());
    for (std::size_t n = 0; n < announced.size(); ++n)
      EXPECT_EQ(written[12 + n].name, announced[n]);
  }
}

TEST(Spectra, OfEachFieldAddUpToItsEnergy) {
  Parameters p = busy_case(Equations::mhd, "rk2", 0.1);
  p.scalars = {{0, {}, 0.5}};
  const auto solver = started(p);
  const auto sum = [&](const std::string& table, const std::string& quantity) {
    double total = 0;
    for (const double value : column(*solver, table, quantity)) total += value;
    return total;  // bins are one wide
  };
  for (const char* direction : {"", "_parallel", "_perpendicular"}) {
    const std::string end = direction;
    EXPECT_NEAR(sum("spectrum_magnetic" + end, "energy"), 0.3, 1e-13);
    EXPECT_NEAR(sum("spectrum_magnetic" + end, "cross_helicity"),
                flows::scalar(*solver, "cross_helicity"), 1e-13);
    EXPECT_NEAR(sum("spectrum_magnetic" + end, "helicity"),
                flows::scalar(*solver, "magnetic_helicity"), 1e-13);
    EXPECT_NEAR(sum("spectrum_scalar_1" + end, "energy"), 0.5, 1e-13);
  }
}

}  // namespace
}  // namespace thalweg::turbulence
