// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/membranes.hpp"

namespace thalweg::blood {
namespace {

using std::numbers::pi;

Moduli bent_by_helfrich() {
  Moduli moduli;
  moduli.bending_law = BendingLaw::helfrich;
  moduli.bending = 1;
  return moduli;
}

/// Errors of area and volume of a unit sphere, and of its bending energy 8 pi kappa.
struct Errors {
  double area, volume, energy;
};
Errors errors_of(int refinement, Quadrature rule) {
  OneCell cell(unit_sphere_net(refinement), rule, bent_by_helfrich());
  const std::vector<double>& sums = cell.measure();
  return {sums[measured_area] / (4 * pi) - 1, sums[measured_volume] / (4 * pi / 3) - 1,
          sums[measured_energy] / (8 * pi) - 1};
}

struct Row {
  int refinement;
  Quadrature rule;
  Errors expected;
};

// By an independent program, which forms the same elements as sparse matrices.
TEST(MembraneMeasures, OfASphereAreThoseOfLoopElements) {
  const Row rows[] = {{1, Quadrature::one_point, {1.4e-2, 1.3e-2, -2.2e-2}},
                      {1, Quadrature::three_points, {-2.2e-3, -2.7e-3, -5.0e-4}},
                      {2, Quadrature::one_point, {3.9e-3, 3.6e-3, 2.2e-2}},
                      {2, Quadrature::three_points, {-4.1e-4, -7.2e-4, 1.3e-2}},
                      {3, Quadrature::one_point, {9.9e-4, 9.6e-4, 8.3e-3}},
                      {3, Quadrature::three_points, {-7.9e-5, -1.1e-4, 4.2e-3}}};
  for (const auto& [refinement, rule, expected] : rows) {
    SCOPED_TRACE(refinement * 10 + static_cast<int>(rule));
    const Errors errors = errors_of(refinement, rule);
    const auto near = [](double got, double wanted) {
      EXPECT_NEAR(got, wanted, 0.06 * std::abs(wanted)) << wanted;
    };
    near(errors.area, expected.area);
    near(errors.volume, expected.volume);
    near(errors.energy, expected.energy);
  }
}

Errors errors_of_flat(int refinement) {
  const Mesh mesh = icosphere(refinement);
  OneCell cell(mesh, flat_elements(mesh), bent_by_helfrich());
  const std::vector<double>& sums = cell.measure();
  EXPECT_NEAR(sums[measured_area] / area_of(mesh), 1, 1e-13);
  EXPECT_NEAR(sums[net_volume] / volume_of(mesh), 1, 1e-13);
  return {sums[measured_area] / (4 * pi) - 1, sums[measured_volume] / (4 * pi / 3) - 1,
          sums[measured_energy] / (8 * pi) - 1};
}

TEST(MembraneMeasures, OfFlatTrianglesConverge) {
  const Errors coarse = errors_of_flat(3), fine = errors_of_flat(4);
  EXPECT_NEAR(std::log2(coarse.area / fine.area), 2, 0.05);
  EXPECT_NEAR(std::log2(coarse.volume / fine.volume), 2, 0.05);
  // Curvatures are of first order.
  EXPECT_NEAR(std::log2(coarse.energy / fine.energy), 1, 0.05);
  EXPECT_NEAR(fine.energy, 5.3e-3, 1e-4);
}

TEST(MembraneMeasures, OfAnEllipsoidAreExactInTheLimit) {
  const geometry::Vector radii{1, 0.8, 0.5};
  OneCell cell(fitted_control_net(surface_of({ShapeOfCell::ellipsoid, radii}, 4)),
               Quadrature::three_points, {});
  const geometry::Vector away{3, -2, 5};
  for (std::size_t v = 0; v < cell.count(); ++v)
    for (std::size_t d = 0; d < 3; ++d) cell.place(v, d) += away[d];
  const std::vector<double>& sums = cell.measure();
  const double volume = 4 * pi / 3 * radii[0] * radii[1] * radii[2];
  EXPECT_NEAR(sums[measured_volume] / volume, 1, 2e-4);
  for (std::size_t d = 0; d < 3; ++d) {
    const double centre = cell.place(0, d) + sums[first_moment + d] / sums[measured_volume];
    EXPECT_NEAR(centre, away[d], 1e-4);
    // About the centre: V r^2 / 5.
    const double moment = sums[second_moment + d] / sums[measured_volume] -
                          std::pow(sums[first_moment + d] / sums[measured_volume], 2);
    EXPECT_NEAR(moment / (radii[d] * radii[d] / 5), 1, 5e-4);
  }
}

}  // namespace
}  // namespace thalweg::blood
