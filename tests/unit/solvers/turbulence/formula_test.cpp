// SPDX-License-Identifier: Apache-2.0
// Formulas as initial states, against starts that are set mode by mode, and their mistakes.
#include <cmath>

#include "base/error.hpp"
#include "solvers/turbulence/initial/formula.hpp"
#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

/// The largest difference of a field of two states.
double apart(simulation::Simulation& a, simulation::Simulation& b, const std::string& field) {
  const std::vector<double> u = flows::field_of(a, field), v = flows::field_of(b, field);
  double worst = 0;
  for (std::size_t n = 0; n < u.size(); ++n) worst = std::max(worst, std::abs(u[n] - v[n]));
  return worst;
}

TEST(FormulaStart, IsTheVortexOfTaylorAndGreenInAnUnevenBox) {
  Parameters p = flows::cube(12, 0.1, "rk3", 0.1);
  p.points = {12, 10, 16};
  p.length = {1, 2, 3};
  p.initial.amplitude = 0.7;
  const auto known = started(p);
  const auto solver =
      started(of_formulas(p, {{"velocity",
                               {"U*sin(2*pi*x/Lx)*cos(2*pi*y/Ly)*cos(2*pi*z/Lz)",
                                "-U*Ly/Lx*cos(2*pi*x/Lx)*sin(2*pi*y/Ly)*cos(2*pi*z/Lz)", "0"}}}));
  EXPECT_LT(apart(*solver, *known, "velocity"), 1e-15);
  EXPECT_TRUE(solver->notes().empty());
}

TEST(FormulaStart, IsTheVortexOfOrszagAndTang) {
  Parameters p = flows::cube(12, 0.1, "rk3", 0.1);
  p.equations = Equations::mhd;
  p.resistivity = 0.1;
  p.mean_field = {0, 0, 0.3};
  p.initial.kind = InitialKind::orszag_tang;
  const auto known = started(p);
  const std::vector<FormulaField> formulas{
      {"velocity", {"-2*sin(y)", "2*sin(x)", "0"}},
      {"magnetic", {"0.8*(-2*sin(2*y)+sin(z))", "0.8*(2*sin(x)+sin(z))", "0.8*(sin(x)+sin(y))"}}};
  const auto solver = started(of_formulas(p, formulas));
  EXPECT_LT(apart(*solver, *known, "velocity"), 1e-15);
  EXPECT_LT(apart(*solver, *known, "magnetic"), 3e-15);
  const auto rounded = started<Solver<float>>(of_formulas(p, formulas));
  EXPECT_LT(apart(*rounded, *known, "magnetic"), 2e-6);
}

TEST(FormulaStart, SetsBuoyancyAndScalarsWithTheirMeans) {
  Parameters p = flows::cube(12, 0.1, "rk3", 0.1);
  p.equations = Equations::boussinesq;
  p.scalars = {{0.1, {}, 0}, {0.1, {}, 0}};
  const auto solver =
      started(of_formulas(p, {{"velocity", {"0", "0", "1"}},
                              {"buoyancy", {"cos(x)*sin(y)"}},
                              {"scalar_2", {"2 + (x < Lx/4 ? 0 : 0) + sin(3*z)"}}}));
  const std::vector<double> theta = flows::field_of(*solver, "buoyancy"),
                            scalar = flows::field_of(*solver, "scalar_2"),
                            u = flows::velocity_of(*solver);
  const double dx = 2 * std::numbers::pi / 12;
  for (int n = 0; n < 12 * 12 * 12; ++n) {
    const int x = n % 12, y = n / 12 % 12, z = n / 144;
    const auto at = static_cast<std::size_t>(n);
    EXPECT_NEAR(theta[at], std::cos(x * dx) * std::sin(y * dx), 1e-15);
    EXPECT_NEAR(scalar[at], 2 + std::sin(3 * z * dx), 2e-15);
    EXPECT_NEAR(u[3 * at + 2], 1, 1e-15);
  }
  EXPECT_EQ(flows::scalar(*solver, "scalar_1_energy"), 0);
}

TEST(FormulaStart, SaysWhatIsProjectedAwayAndTruncated) {
  const Parameters p = flows::cube(12, 0.1, "rk3", 0.1);
  const auto diverging = started(of_formulas(p, {{"velocity", {"sin(x) + sin(y)", "0", "0"}}}));
  EXPECT_LT(flows::scalar(*diverging, "divergence_max"), 1e-15);
  EXPECT_NEAR(flows::scalar(*diverging, "energy"), 0.25, 1e-15);
  const std::vector<std::string> notes = diverging->notes();
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0],
            "initial.velocity: 0.71 of it (root of mean squares) had a divergence, and was "
            "projected away");
  const auto fine = started(of_formulas(p, {{"velocity", {"sin(y) + 0.1*sin(5*y)", "0", "0"}}}));
  const std::vector<std::string> of_fine = fine->notes();
  ASSERT_EQ(of_fine.size(), 1u);
  EXPECT_EQ(of_fine[0], "initial.velocity: 0.1 of it (root of mean squares) is in modes that are "
                        "truncated, and left out");
}

std::string refusal_of(const Parameters& p) {
  return refusal([&] { started(p); });
}

TEST(FormulaStart, RefusesWhatIsNoField) {
  Parameters p = flows::cube(12, 0.1, "rk3", 0.1);
  EXPECT_EQ(refusal_of(of_formulas(p, {{"velocity", {"0", "0", "1/x"}}})),
            "initial.velocity: a formula is not finite at x = 0, y = 0, z = 0 (point 0, 0, 0)");
  p.equations = Equations::mhd;
  EXPECT_NE(
      refusal_of(of_formulas(p, {{"velocity", {"0", "0", "0"}}, {"magnetic", {"0", "0", "1"}}}))
          .find("initial.magnetic has a mean"),
      std::string::npos);
}

// A mean counts beside the field that has it, however weak or strong that is.
TEST(FormulaStart, RefusesTheMeanOfAWeakFieldAndTakesTheRoundingOfAStrongOne) {
  Parameters p = flows::cube(12, 0.1, "rk3", 0.1);
  p.equations = Equations::mhd;
  const std::vector<std::string> rest{"0", "0", "0"};
  const std::string refused =
      refusal_of(of_formulas(p, {{"velocity", rest}, {"magnetic", {"1e-7*(1+sin(z))", "0", "0"}}}));
  EXPECT_NE(refused.find("initial.magnetic has a mean of (1e-07, 0, 0)"), std::string::npos)
      << refused;
  const auto strong = started<Solver<float>>(
      of_formulas(p, {{"velocity", rest}, {"magnetic", {"1e4*sin(z+0.3)", "0", "0"}}}));
  EXPECT_NEAR(flows::scalar(*strong, "energy_magnetic") / 0.25e8, 1, 1e-5);
}

TEST(Formula, SaysWhereAMistakeIs) {
  const std::tuple<const char*, std::size_t, const char*> mistakes[] = {
      {"sin(x)*coz(y)", 7, "\"coz\" is not known here"},
      {"U*sin(x", 7, "a parenthesis is not closed"},
      {"sin(x))", 6, "a parenthesis closes nothing"},
      {"2x", 1, "an operator is missing before \"x\""},
      {"x+", 2, "something is missing at the end"},
      {"", 0, "there is nothing"},
      {"sin(x,y)", 7, "Too many parameters for function \"sin\""},
      {"x*#", 2, "\"#\" is not known here"},
      {"x, y", 0, "there is more than one value"},
      {"x = 3", 2, "values cannot be assigned"}};
  for (const auto& [text, column, what] : mistakes) {
    const auto mistake = mistake_in(text, {{"U", 1}});
    ASSERT_TRUE(mistake) << text;
    EXPECT_EQ(mistake->column, column) << text;
    EXPECT_EQ(mistake->what, what) << text;
  }
  EXPECT_FALSE(mistake_in("U*sin(x)^2 + max(y, z)*(x < pi ? 1 : 0)", {{"U", 1}, {"pi", 3.14}}));
  EXPECT_EQ(shown("2x", {1, "wrong"}), "wrong (column 2)\n    2x\n     ^");
  EXPECT_EQ(names_in("sin(k*x) + U"), (std::vector<std::string>{"U", "k", "x"}));
}

}  // namespace
}  // namespace thalweg::turbulence
