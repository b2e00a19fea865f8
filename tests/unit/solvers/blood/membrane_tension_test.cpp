// SPDX-License-Identifier: Apache-2.0
// Tensions in membranes against those of the laws.
#include <gtest/gtest.h>

#include <cmath>

#include "solvers/blood/membrane/tension.hpp"
#include "tests/support/membranes.hpp"

namespace thalweg::blood {
namespace {

Moduli law_of(MembraneLaw law, double C, double area = 0) {
  Moduli m;
  m.law = law;
  m.shear = 1;
  m.dilatation = C;
  m.area = area;
  return m;
}

/// Of both tensions, over the vertices of `cells` cells that are alike.
struct Range {
  double lower = 1e300, upper = -1e300;
  void add(double value) { lower = std::min(lower, value), upper = std::max(upper, value); }
};
struct Found {
  Range isotropic, shear;
};
Found tensions_of(OneCell& cell, const SpeciesTables<double>& tables, int cells = 1) {
  const exec::Exec exec;
  std::vector<double> all, sums;
  for (int k = 0; k < cells; ++k) {
    all.insert(all.end(), cell.places().begin(), cell.places().end());
    const std::vector<double>& measured = cell.measure();
    sums.insert(sums.end(), measured.begin(), measured.end());
  }
  const auto places = exec::uploaded(all), measured = exec::uploaded(sums);
  const std::int64_t vertices = std::int64_t{tables.vertices()} * cells;
  exec::Array<double, 1> to({tension_fields * vertices});
  find_tensions(exec, tables.view(), places.view().data, cells, measured.view().data,
                to.view().data);
  const std::vector<double> got = exec::downloaded(exec, std::as_const(to).view());
  Found found;
  for (std::size_t v = 0; v < got.size() / 2; ++v) {
    found.isotropic.add(got[v]);
    found.shear.add(got[got.size() / 2 + v]);
  }
  return found;
}

void expect_all(const Range& range, double exact, double within) {
  EXPECT_NEAR(range.lower, exact, within);
  EXPECT_NEAR(range.upper, exact, within);
}

// T = G (s^2 - 1 + C s^2 (s^4 - 1)) and G (1 - s^-6): every element is stretched by s.
TEST(MembraneTension, OfASphereThatIsBlownUpIsThatOfItsLaw) {
  for (const double s : {0.9, 1.0, 1.05, 1.2}) {
    for (const double C : {1.0, 50.0}) {
      const Moduli m = law_of(MembraneLaw::skalak, C);
      OneCell cell(unit_sphere_net(2), Quadrature::one_point, m);
      for (double& x : cell.places()) x *= s;
      const SpeciesTables<double> tables(
          unit_sphere_net(2), loop_elements(unit_sphere_net(2), Quadrature::one_point), m);
      const Found found = tensions_of(cell, tables, 3);
      expect_all(found.isotropic, s * s - 1 + C * s * s * (std::pow(s, 4) - 1), 1e-11 * C);
      expect_all(found.shear, 0, 1e-6);
    }
    const Moduli m = law_of(MembraneLaw::neo_hookean, 1);
    OneCell cell(unit_sphere_net(2), Quadrature::three_points, m);
    for (double& x : cell.places()) x *= s;
    const SpeciesTables<double> tables(
        unit_sphere_net(2), loop_elements(unit_sphere_net(2), Quadrature::three_points), m);
    expect_all(tensions_of(cell, tables).isotropic, 1 - std::pow(s, -6), 1e-12);
  }
}

// (6.10) adds k_A (s^2 - 1).
TEST(MembraneTension, HoldsThatOfTheWholeArea) {
  const double s = 1.1;
  const Moduli m = law_of(MembraneLaw::skalak, 1, 7);
  OneCell cell(unit_sphere_net(2), Quadrature::one_point, m);
  for (double& x : cell.places()) x *= s;
  const SpeciesTables<double> tables(unit_sphere_net(2),
                                     loop_elements(unit_sphere_net(2), Quadrature::one_point), m);
  expect_all(tensions_of(cell, tables, 2).isotropic,
             s * s - 1 + s * s * (std::pow(s, 4) - 1) + 7 * (s * s - 1), 1e-11);
}

// A sphere that is pressed flat, at a slant so that no point lies on the fold. All points lie in
// one plane: stretched by a along x and by b along y all its points have the tensions of Skalak's
// law, T_1 = G a / b (a^2 - 1 + C b^2 (a^2 b^2 - 1)).
TEST(MembraneTension, OfAStretchedPlaneAreThePrincipalOnes) {
  const double a = 1.3, b = 0.9, C = 2;
  Mesh disc = surface_of({ShapeOfCell::sphere, {1, 1, 1}}, 2);
  for (geometry::Vector& x : disc.vertices)
    x = {0.9 * x[0] + 0.1 * x[2], 0.8 * x[1] - 0.37 * x[2], 0};
  const Moduli m = law_of(MembraneLaw::skalak, C);
  const SpeciesTables<double> tables(disc, loop_elements(disc, Quadrature::three_points), m);
  OneCell cell(disc, Quadrature::three_points, m);
  for (std::size_t v = 0; v < cell.count(); ++v) {
    cell.place(v, 0) *= a;
    cell.place(v, 1) *= b;
  }
  const double held = C * (a * a * b * b - 1);
  const double first = a / b * (a * a - 1 + b * b * held),
               second = b / a * (b * b - 1 + a * a * held);
  const Found found = tensions_of(cell, tables);
  expect_all(found.isotropic, (first + second) / 2, 1e-9);
  expect_all(found.shear, std::abs(first - second) / 2, 1e-9);
}

}  // namespace
}  // namespace thalweg::blood
