// SPDX-License-Identifier: Apache-2.0
// The stiffest displacement of a cell at rest, which substeps must hold.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>

#include "solvers/blood/membrane/substeps.hpp"
#include "tests/support/membranes.hpp"

namespace thalweg::blood {
namespace {

using Vertices = std::vector<double>;

Vertices forces(OneCell& cell) {
  cell.find_forces();
  Vertices all;
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t v = 0; v < cell.count(); ++v) all.push_back(cell.force(v, d));
  return all;
}

double product(const Vertices& a, const Vertices& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// The largest eigenvalue of what displacements are pushed back with, by power iteration.
double stiffest(OneCell& cell) {
  constexpr double small = 1e-5;
  const Vertices at_rest = cell.places(), before = forces(cell);
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  Vertices mode(at_rest.size());
  for (double& part : mode) part = normal(random);
  double stiffness = 0;
  for (int n = 0; n < 30; ++n) {
    const double size = std::sqrt(product(mode, mode));
    for (std::size_t i = 0; i < mode.size(); ++i) {
      mode[i] /= size;
      cell.places()[i] = at_rest[i] + small * mode[i];
    }
    Vertices back = forces(cell);
    for (std::size_t i = 0; i < back.size(); ++i) back[i] = (before[i] - back[i]) / small;
    stiffness = product(back, mode);
    mode = back;
  }
  return stiffness;
}

/// Of red cells the bound is nearest, of bending spheres furthest.
TEST(StiffestMode, IsBoundedByTheModuliAndTheAreaOfAVertex) {
  const Moduli laws[] = {
      {.law = MembraneLaw::neo_hookean, .shear = 1},
      {.shear = 1},
      {.shear = 1, .dilatation = 50},
      {.shear = 1, .bending_law = BendingLaw::shell, .bending = 1},
      {.shear = 1, .bending_law = BendingLaw::helfrich, .bending = 1},
  };
  const std::pair<ElementKind, Quadrature> kinds[] = {{ElementKind::loop, Quadrature::one_point},
                                                      {ElementKind::loop, Quadrature::three_points},
                                                      {ElementKind::flat, Quadrature::one_point}};
  for (const ShapeOfCell shape : {ShapeOfCell::sphere, ShapeOfCell::biconcave})
    for (const int refinement : {2, 3, 4})
      for (const auto& [kind, quadrature] : kinds)
        for (const Moduli& m : laws) {
          const bool is_flat = kind == ElementKind::flat;
          if (is_flat && m.bending > 0) continue;
          const Mesh surface = surface_of({shape, {1, 1, 1}}, refinement);
          const Mesh net = is_flat ? surface : fitted_control_net(surface);
          OneCell cell(net, is_flat ? flat_elements(net) : loop_elements(net, quadrature), m);
          const double area = cell.measure()[measured_area] / static_cast<double>(cell.count());
          const double part = stiffest(cell) / stiffest_mode(m, kind, area);
          EXPECT_LT(part, 1) << "refinement " << refinement << ", flat " << is_flat;
          EXPECT_GT(part, 0.1) << "refinement " << refinement << ", flat " << is_flat;
        }
}

/// Of y' = -rate y, over a step.
double rest_after(int stages, double rate) {
  double before = 1, y = 1 - substep_weights(1, stages).rate * rate;
  for (int stage = 2; stage <= stages; ++stage) {
    const SubstepWeights w = substep_weights(stage, stages);
    EXPECT_NEAR(w.last + w.before, 1, 1e-12);
    const double next = w.last * y + w.before * before - w.rate * rate * y;
    before = y;
    y = next;
  }
  return y;
}

TEST(Substeps, HoldARateThatGrowsWithTheSquareOfTheirNumber) {
  for (const int stages : {1, 2, 3, 7, 20, 100}) {
    const double small = 1e-6;
    EXPECT_NEAR((1 - rest_after(stages, small)) / small, 1, 1e-5);
    for (double rate = 0.02; rate < 1; rate += 0.02)
      EXPECT_LT(std::abs(rest_after(stages, rate * rate_held_by(stages))), 1);
    EXPECT_GT(std::abs(rest_after(stages, 1.1 * rate_held_by(stages))), 1);
  }
}

}  // namespace
}  // namespace thalweg::blood
