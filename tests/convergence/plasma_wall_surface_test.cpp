// SPDX-License-Identifier: Apache-2.0
// The shear stress on the triangles of a tube, against the flows of Hagen and Poiseuille and of
// Womersley. docs/theory/blood.md, section 10.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "tests/support/plasma_runs.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::scalar, testing::Solver, testing::StlFile,
    testing::WallTriangles;

constexpr double gradient = 1e4, viscosity = 1e-3;  // Pa/m, Pa s

constexpr const char* vessel_of_triangles = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "surface"
unit = "um"
periodic = true
[blood]
density = 1000
viscosity = 1e-3
relaxation_time = 0.9
[flow]
pressure_gradient = [1e4, 0, 0]
)";

/// Of so many spacings across, with triangles of half a spacing.
geometry::TriangleSurface tube_of(double diameter) {
  return testing::tube(diameter, 4, static_cast<int>(std::lround(8 * diameter)), 8);
}

struct WallError {
  double mean = 0, largest = 0;  // of the stress against 4 mu U / R = G R / 2
};

WallError tube_error(double diameter) {
  const StlFile file(tube_of(diameter));
  const int steps = static_cast<int>(3 * diameter * diameter);
  const Solver solver = plasma_after(steps, vessel_of_triangles, {file.setting()});
  const double exact = gradient * diameter * 1e-6 / 4;
  WallError error{std::abs(scalar(*solver, "mean_wall_shear_stress") / exact - 1), 0};
  const WallTriangles wall(*solver);
  const std::vector<double>& stress = wall.values("wall_shear_stress");
  for (std::size_t n = 0; n < stress.size(); n += 3) {
    error.largest = std::max(error.largest, std::abs(stress[n] / exact - 1));
    EXPECT_NEAR(std::hypot(stress[n + 1], stress[n + 2]) / exact, 0, 1e-3);
  }
  return error;
}

/// Over several places of the wall between lattice sites.
WallError mean_error(double diameter) {
  WallError sum;
  for (const double more : {0.0, 0.3, 0.7}) {
    const WallError error = tube_error(diameter + more);
    sum.mean += error.mean / 3;
    sum.largest += error.largest / 3;
  }
  return sum;
}

// What is left at 10 spacings is mostly that the fluid slips: 3.6 % where the diameter is 10.3.
TEST(WallSurface, OfATubeConverges) {
  const WallError coarse = mean_error(10), fine = mean_error(20);
  EXPECT_LT(coarse.mean, 0.025);
  EXPECT_LT(coarse.largest, 0.035);
  EXPECT_GT(std::log2(coarse.mean / fine.mean), 2);
  EXPECT_LT(fine.largest, 0.02);
}

/// Along x, with walls in the faces of its box; its corners lie on 80 lines along it.
geometry::TriangleSurface duct_of(double width, double height) {
  geometry::TriangleSurface duct = testing::tube(2, 4, 80, 8);
  for (geometry::Vector& corner : duct.corners) {
    const double largest = std::max(std::abs(corner[1]), std::abs(corner[2]));
    if (largest < 0.5) continue;  // the middle of an end
    corner[1] *= width / (2 * largest);
    corner[2] *= height / (2 * largest);
  }
  return duct;
}

// The walls hold what the gradient of pressure drives, whatever the section.
TEST(WallSurface, OfADuctHoldsTheFluid) {
  const geometry::TriangleSurface duct = duct_of(14, 10);
  const StlFile file(duct);
  const Solver solver = plasma_after(400, vessel_of_triangles, {file.setting()});
  const double exact = gradient * 14 * 10 / (2 * (14 + 10)) * 1e-6;
  EXPECT_NEAR(scalar(*solver, "mean_wall_shear_stress") / exact, 1, 0.15);
  const WallTriangles wall(*solver);
  EXPECT_EQ(wall.set.triangle_identities.size(), duct.triangles.size() - 2 * 80);
}

TEST(WallSurface, HasTheTrianglesOfTheFileButForItsCaps) {
  const geometry::TriangleSurface tube = tube_of(8);
  const StlFile file(tube);
  const Solver solver = plasma_after(10, vessel_of_triangles, {file.setting()});
  const WallTriangles wall(*solver);
  const std::size_t caps = 2 * 64;
  EXPECT_EQ(wall.set.triangle_identities.size(), tube.triangles.size() - caps);
  for (std::size_t n = 0; n < wall.set.triangle_identities.size(); ++n)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto place = static_cast<std::size_t>(wall.set.triangles[3 * n + k]);
      const geometry::Vector& corner =
          tube.corner(static_cast<int>(wall.set.triangle_identities[n]), static_cast<int>(k));
      for (std::size_t d = 0; d < 3; ++d)
        EXPECT_NEAR(wall.set.places[3 * place + d], corner[d] * 1e-6, 1e-12);
    }
}

// Two tubes that cross: where one passes through the other, fluid is on both sides of its
// triangles.
TEST(WallSurface, HasNoTrianglesWithinAnotherPart) {
  geometry::TriangleSurface both = testing::tube(8, 24, 32, 24), other = both;
  geometry::place(other, {.rotation = {0, 0, 90}});
  const auto shift = static_cast<int>(both.corners.size());
  both.corners.insert(both.corners.end(), other.corners.begin(), other.corners.end());
  for (const geometry::Triangle& t : other.triangles)
    both.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
  const StlFile file(both);
  const Solver solver =
      plasma_after(1, vessel_of_triangles, {file.setting(), "geometry.periodic=false"});
  const WallTriangles wall(*solver);
  const std::size_t caps = 4 * 32;
  EXPECT_LT(wall.set.triangle_identities.size(), both.triangles.size() - caps);
  EXPECT_GT(wall.set.triangle_identities.size(), both.triangles.size() / 2);
  for (const std::int64_t triangle : wall.set.triangle_identities) {
    geometry::Vector centre{};
    for (int k = 0; k < 3; ++k)
      centre = geometry::plus(centre, both.corner(static_cast<int>(triangle), k), 1.0 / 3);
    if (std::max(std::abs(centre[0]), std::abs(centre[1])) > 11.9) continue;  // closed ends
    EXPECT_GT(std::hypot(centre[1], centre[2]), 3.9);  // not within the one along x
    EXPECT_GT(std::hypot(centre[0], centre[2]), 3.9);  // nor within the one along y
  }
}

using Complex = std::complex<double>;

/// J_0 and J_1 by their series. Abramowitz and Stegun, 9.1.10
std::array<Complex, 2> bessel(Complex z) {
  Complex zeroth = 0, first = 0, term = 1;
  for (int k = 0; k < 40; ++k) {
    zeroth += term;
    first += term * z / (2.0 * (k + 1));
    term *= -z * z / (4.0 * (k + 1) * (k + 1));
  }
  return {zeroth, first};
}

/// Of a gradient of pressure that oscillates as a cosine of amplitude 1, over what a steady one
/// gives: J. R. Womersley, J. Physiol. 127, 1955.
Complex womersley_stress(double number) {
  const Complex argument = number * std::pow(Complex(0, 1), 1.5);
  const auto [zeroth, first] = bessel(argument);
  return 2.0 * first / (argument * zeroth);
}

struct Means {
  double magnitude = 0, oscillation = 0;
};

/// Of a steady stress of 1 and one that oscillates.
Means exact_means(Complex oscillating) {
  double sum = 0, magnitude = 0;
  constexpr int parts = 20000;
  for (int n = 0; n < parts; ++n) {
    const double phase = 2 * std::numbers::pi * n / parts;
    const double stress = 1 + (oscillating * std::polar(1.0, phase)).real();
    sum += stress / parts;
    magnitude += std::abs(stress) / parts;
  }
  return {magnitude, (1 - std::abs(sum) / magnitude) / 2};
}

// A step takes 4/3 10^-7 s, and a period 768 of them. The first two are not counted.
TEST(WallSurface, HasTheMeansOfWomersleysFlow) {
  const StlFile file(tube_of(20));
  const std::vector<std::string> pulse{file.setting(), "flow.amplitude=[4e4, 0, 0]",
                                       "flow.frequency=9765.625", "wall_averages.from=2.048e-4",
                                       "wall_averages.every_steps=8"};
  const Solver solver = plasma_after(3 * 768, vessel_of_triangles, pulse);
  const double number = 10e-6 * std::sqrt(2 * std::numbers::pi * 9765.625 * 1000 / viscosity);
  const Means exact = exact_means(4.0 * womersley_stress(number));
  EXPECT_GT(exact.oscillation, 0.1);
  const WallTriangles wall(*solver);
  double magnitude = 0, oscillation = 0;
  for (const double x : wall.values("time_averaged_wall_shear_stress")) magnitude += x;
  for (const double x : wall.values("oscillatory_shear_index")) oscillation += x;
  const auto triangles = static_cast<double>(wall.set.triangle_identities.size());
  EXPECT_NEAR(magnitude / triangles / (gradient * 5e-6 * exact.magnitude), 1, 0.01);
  EXPECT_NEAR(oscillation / triangles, exact.oscillation, 0.002);
}

TEST(WallSurface, HasNoMeansBeforeTheyBegin) {
  const StlFile file(tube_of(8));
  const Solver solver =
      plasma_after(20, vessel_of_triangles, {file.setting(), "wall_averages.from=1"});
  const WallTriangles wall(*solver);
  for (const char* name : {"time_averaged_wall_shear_stress", "oscillatory_shear_index"})
    EXPECT_TRUE(std::isnan(wall.values(name).at(0))) << name;
}

}  // namespace
}  // namespace thalweg::blood
