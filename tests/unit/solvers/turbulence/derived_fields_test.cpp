// SPDX-License-Identifier: Apache-2.0
// Fields that are made of a state: against flows whose pressure and gradients are known.
#include <cmath>

#include "solvers/turbulence/statistics/derived_fields.hpp"
#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

/// The largest difference of a field of one component from known(x, y, z).
template <class Known>
double error_of(simulation::Simulation& solver, const Parameters& p, const std::string& name,
                Known known) {
  const std::vector<double> values = flows::field_of(solver, name);
  double worst = values.size() == static_cast<std::size_t>(p.modes().points()) ? 0 : 1e9;
  std::size_t n = 0;
  for (int z = 0; z < p.points[2]; ++z)
    for (int y = 0; y < p.points[1]; ++y)
      for (int x = 0; x < p.points[0]; ++x)
        worst = std::max(worst, std::abs(values[n++] - known(x * p.length[0] / p.points[0],
                                                             y * p.length[1] / p.points[1],
                                                             z * p.length[2] / p.points[2])));
  return worst;
}

Parameters small_case() {
  Parameters p = flows::cube(12, 0.1, "rk3", 0.1);
  p.points = {12, 16, 14};
  return p;
}

Parameters abc_case() {
  Parameters p = small_case();
  p.initial.kind = InitialKind::abc;
  p.initial.abc = {1.0, 0.7, 1.3};
  return p;
}

/// The velocity of abc_case(), and its gradient g[i][j] = du_i/dx_j.
struct Abc {
  double u[3], g[3][3];
  Abc(double x, double y, double z)
      : u{std::sin(z) + 1.3 * std::cos(y), 0.7 * std::sin(x) + std::cos(z),
          1.3 * std::sin(y) + 0.7 * std::cos(x)},
        g{{0, -1.3 * std::sin(y), std::cos(z)},
          {0.7 * std::cos(x), 0, -std::sin(z)},
          {-0.7 * std::sin(x), 1.3 * std::cos(y), 0}} {}
};

/// The same of the vortex of Taylor and Green.
struct TaylorGreen {
  double g[3][3];
  TaylorGreen(double x, double y, double z)
      : g{{std::cos(x) * std::cos(y) * std::cos(z), -std::sin(x) * std::sin(y) * std::cos(z),
           -std::sin(x) * std::cos(y) * std::sin(z)},
          {std::sin(x) * std::sin(y) * std::cos(z), -std::cos(x) * std::cos(y) * std::cos(z),
           std::cos(x) * std::sin(y) * std::sin(z)},
          {0, 0, 0}} {}
};

/// S_ij S_ij and -u_i,j u_j,i / 2 of a gradient.
template <class Flow>
double strain_square(const Flow& flow) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += std::pow((flow.g[i][j] + flow.g[j][i]) / 2, 2);
  return sum;
}
template <class Flow>
double q_of(const Flow& flow) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum -= flow.g[i][j] * flow.g[j][i] / 2;
  return sum;
}

template <class Flow>
void expect_gradients(const Parameters& p) {
  const auto solver = started(p);
  EXPECT_LT(error_of(*solver, p, "q_criterion",
                     [](double x, double y, double z) { return q_of(Flow(x, y, z)); }),
            1e-14);
  EXPECT_LT(error_of(*solver, p, "strain_rate",
                     [](double x, double y, double z) {
                       return std::sqrt(2 * strain_square(Flow(x, y, z)));
                     }),
            1e-7);  // the root of rounding where there is no strain
  EXPECT_LT(error_of(*solver, p, "dissipation",
                     [&](double x, double y, double z) {
                       return 2 * p.viscosity * strain_square(Flow(x, y, z));
                     }),
            1e-14);
}

TEST(DerivedFields, FollowFromTheGradient) {
  expect_gradients<Abc>(abc_case());
  expect_gradients<TaylorGreen>(small_case());
}

TEST(Pressure, OfTheTaylorGreenVortexIsKnown) {
  const Parameters p = small_case();
  EXPECT_LT(error_of(*started(p), p, "pressure",
                     [](double x, double y, double z) {
                       return (std::cos(2 * x) + std::cos(2 * y)) * (std::cos(2 * z) + 2) / 16;
                     }),
            1e-15);
}

/// u x omega is 0 in an ABC flow, so that p + u^2 / 2 is the same everywhere (Bernoulli). Whatever
/// form the set's products have.
TEST(Pressure, OfAnAbcFlowIsThatOfBernoulli) {
  for (const Equations equations :
       {Equations::navier_stokes, Equations::boussinesq, Equations::mhd}) {
    Parameters p = abc_case();
    p.equations = equations;
    const double mean = (1 + 0.49 + 1.69) / 2;
    EXPECT_LT(error_of(*started(p), p, "pressure",
                       [=](double x, double y, double z) {
                         const Abc flow(x, y, z);
                         return mean - (flow.u[0] * flow.u[0] + flow.u[1] * flow.u[1] +
                                        flow.u[2] * flow.u[2]) /
                                           2;
                       }),
              1e-14)
        << static_cast<int>(equations);
  }
}

TEST(Pressure, BalancesRotationAndBuoyancy) {
  Parameters p = of_formulas(
      small_case(), {{"velocity", {"cos(y)", "0", "0"}}, {"buoyancy", {"cos(z) + sin(x)"}}});
  p.equations = Equations::boussinesq;
  p.buoyancy_frequency = 3;
  p.rotation = {0, 0, 1.5};
  EXPECT_LT(error_of(*started(p), p, "pressure",
                     [](double, double y, double z) { return -3 * std::sin(y) - 3 * std::sin(z); }),
            1e-14);
}

TEST(Pressure, BalancesTheMagneticTension) {
  Parameters p = of_formulas(
      small_case(), {{"velocity", {"0", "0", "0"}}, {"magnetic", {"sin(y)", "sin(x)", "0"}}});
  p.equations = Equations::mhd;
  EXPECT_LT(error_of(*started(p), p, "pressure",
                     [](double x, double y, double) { return -std::cos(x) * std::cos(y); }),
            1e-14);
}

TEST(PotentialVorticity, IsVorticityAlongTheGradientOfAllBuoyancy) {
  Parameters p = of_formulas(
      small_case(), {{"velocity", {"sin(y)", "0", "0"}}, {"buoyancy", {"cos(z) + sin(x)"}}});
  p.equations = Equations::boussinesq;
  p.buoyancy_frequency = 2;
  p.rotation = {0.3, 0, 1};
  EXPECT_LT(error_of(*started(p), p, "potential_vorticity",
                     [](double x, double y, double z) {
                       return 0.6 * std::cos(x) + (2 - std::cos(y)) * (-std::sin(z) - 2);
                     }),
            1e-14);
}

TEST(Dissipation, OfAllFieldsHasTheMeanOfTheHistory) {
  for (const Equations equations : {Equations::boussinesq, Equations::mhd}) {
    Parameters p = small_case();
    p.equations = equations;
    p.diffusivity = p.resistivity = 0.03;
    p.initial.kind = InitialKind::random;
    p.initial.buoyancy_energy = p.initial.magnetic_energy = 0.3;
    p.scalars = {{0.01, {0, 0, 1}, 0.1}};  // takes no part
    const auto solver = started(p);
    double sum = 0;
    for (const double value : flows::field_of(*solver, "dissipation")) sum += value;
    const double known = flows::scalar(*solver, "dissipation");
    EXPECT_NEAR(sum / p.modes().points(), known, 1e-13 * known);
  }
}

TEST(DerivedFields, AreThoseThatASetHas) {
  Parameters p = small_case();
  EXPECT_EQ(derived_fields(describe(p)).size(), 4u);
  p.equations = Equations::boussinesq;
  EXPECT_EQ(derived_fields(describe(p)).back().name, "potential_vorticity");
  p.equations = Equations::gross_pitaevskii;
  EXPECT_TRUE(derived_fields(describe(p)).empty());
}

}  // namespace
}  // namespace thalweg::turbulence
