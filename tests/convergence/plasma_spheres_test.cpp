// SPDX-License-Identifier: Apache-2.0
// The drag of fixed spheres in arrays that repeat, against published values.
#include <cmath>
#include <numbers>
#include <sstream>

#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::scalar, testing::Solver;

constexpr double viscosity = 1e-3, gradient = 100;  // Pa s, Pa/m: a Reynolds number of 1e-4

/// One sphere in a cube of so many spacings of 1 um, of which it fills a part.
struct Array {
  int cells;
  double solid;
  geometry::Vector centre{};  // in spacings
  double relaxation_time = 0.5 + std::numbers::sqrt3 / 4;
  const char* walls = "interpolated";

  double side() const { return cells * 1e-6; }
  double radius() const { return side() * std::cbrt(3 * solid / (4 * std::numbers::pi)); }
  double force() const { return gradient * std::pow(side(), 3); }
};

std::string text_of(const Array& a) {
  std::ostringstream text;
  text.precision(17);
  text << "[grid]\nspacing = 1e-6\n[geometry]\nshape = \"spheres\"\nlength = " << a.side()
       << "\nwidth = " << a.side() << "\nheight = " << a.side()
       << "\n[[geometry.spheres]]\nradius = " << a.radius() << "\ncentre = [" << a.centre[0] * 1e-6
       << ", " << a.centre[1] * 1e-6 << ", " << a.centre[2] * 1e-6
       << "]\n[blood]\ndensity = 1000\nviscosity = " << viscosity << "\nwalls = \"" << a.walls
       << "\"\nrelaxation_time = " << a.relaxation_time << "\n[flow]\npressure_gradient = ["
       << gradient << ", 0, 0]\n";
  return text.str();
}

/// So many times that in which the flow forgets that it began at rest: its momentum over the drag.
Solver steady(const Array& a, double drag) {
  const double lattice_viscosity = (a.relaxation_time - 0.5) / 3;
  const double time =
      std::pow(a.cells, 3) / (6 * std::numbers::pi * lattice_viscosity * drag * a.radius() * 1e6);
  return plasma_after(static_cast<int>(std::ceil(22 * time)), text_of(a));
}

/// K = F / (6 pi mu a U), U the mean velocity over fluid and solid.
double drag_of(simulation::Simulation& solver, const Array& a) {
  const double velocity = scalar(solver, "flow_rate") / (a.side() * a.side());
  return scalar(solver, "force_on_spheres_x") /
         (6 * std::numbers::pi * viscosity * a.radius() * velocity);
}

/// Of the drag, relative to the published value; a mean over places of the sphere in its cell.
double mean_error(int cells, double solid, const char* walls, double reference) {
  double sum = 0;
  for (const geometry::Vector& centre :
       {geometry::Vector{0, 0, 0}, {0.3, 0.1, 0.2}, {0.5, 0.4, 0.25}}) {
    const Array array{.cells = cells, .solid = solid, .centre = centre, .walls = walls};
    const Solver solver = steady(array, reference);
    // Nothing else holds the fluid.
    EXPECT_NEAR(scalar(*solver, "force_on_spheres_x") / array.force(), 1, 1e-5);
    sum += std::abs(drag_of(*solver, array) / reference - 1);
  }
  return sum / 3;
}

// A. A. Zick and G. M. Homsy, "Stokes flow through periodic arrays of spheres", J. Fluid Mech. 115
// (1982): 4.292 where spheres fill an eighth of a simple cubic array.
TEST(SphereArray, DragConvergesInSecondOrderWithInterpolatedWalls) {
  std::printf("    cells  interpolated\n");
  double interpolated[3];
  for (int n = 0; n < 3; ++n) {
    const int cells = 14 + 7 * n;
    interpolated[n] = mean_error(cells, 0.125, "interpolated", 4.292);
    std::printf("    %-5d  %.3e\n", cells, interpolated[n]);
  }
  EXPECT_LT(interpolated[0], 0.04);
  EXPECT_LT(interpolated[1], 0.01);
  EXPECT_GT(std::log2(interpolated[0] / interpolated[2]), 1.8);
  const double half_way = mean_error(21, 0.125, "half-way", 4.292);
  std::printf("    half-way walls, 21 cells: %.3e\n", half_way);
  EXPECT_GT(half_way, 4 * interpolated[1]);
  EXPECT_LT(half_way, 0.04);
}

// The same, at other parts of solid: within 2 % with 4 to 9 spacings per radius.
TEST(SphereArray, DragIsThePublishedOne) {
  for (const auto& [solid, reference] : {std::pair{0.027, 2.008}, {0.216, 7.442}})
    EXPECT_LT(mean_error(24, solid, "interpolated", reference), 0.02) << solid;
}

// With one product of both relaxation times, flows between half-way walls depend on no viscosity.
TEST(SphereArray, DragIsTheSameForAnyRelaxationTime) {
  const auto drag = [](double time) {
    const Array array{.cells = 12, .solid = 0.125, .relaxation_time = time, .walls = "half-way"};
    return drag_of(*steady(array, 4.292), array);
  };
  EXPECT_NEAR(drag(0.7) / drag(1.2), 1, 1e-4);
}

/// Another sphere, half as wide, in the corner of the cell.
std::string with_another(const Array& a) {
  std::string text = text_of(a);
  std::ostringstream other;
  other.precision(17);
  other << "[[geometry.spheres]]\nradius = " << a.radius() / 2 << "\ncentre = [" << a.side() / 2
        << ", " << a.side() / 2 << ", " << -a.side() / 2 << "]\n";
  return text.insert(text.find("[blood]"), other.str());
}

// At all times: what is not taken by the spheres is left in the fluid.
TEST(Spheres, TakeTheMomentumThatTheFluidLoses) {
  const Array array{.cells = 14, .solid = 0.1, .centre = {0.2, 0.3, -0.4}};
  Solver solver = plasma_after(40, with_another(array));
  const double step = solver->time() / 40;
  const auto momentum = [&] { return 1000 * scalar(*solver, "flow_rate") * array.side(); };
  const double before = momentum();
  solver->step(1e9);
  const double force = scalar(*solver, "force_on_spheres_x");
  solver->step(1e9);
  const double gained = (momentum() - before) / (2 * step);
  EXPECT_GT(gained, 0.1 * array.force());
  EXPECT_NEAR((force + gained) / array.force(), 1, 2e-3);
}

TEST(Spheres, HaveARowEach) {
  const Array array{.cells = 14, .solid = 0.1};
  const Solver solver = plasma_after(600, with_another(array));
  const simulation::Table table = solver->tables({"spheres"}).at(0);
  ASSERT_EQ(table.values.size(), table.columns.size());
  ASSERT_EQ(table.values[0].size(), 2u);
  EXPECT_NEAR(table.values[4][1] / table.values[4][0], 0.5, 1e-12);
  const std::vector<double>& along = table.values[5];
  EXPECT_NEAR((along[0] + along[1]) / scalar(*solver, "force_on_spheres_x"), 1, 1e-12);
  EXPECT_GT(along[1], 0.2 * along[0]);
  EXPECT_LT(along[1], 0.8 * along[0]);
  for (const std::size_t across : {6u, 7u})  // by symmetry
    for (const double force : table.values[across]) EXPECT_NEAR(force, 0, 1e-9 * along[0]);
}

}  // namespace
}  // namespace thalweg::blood
