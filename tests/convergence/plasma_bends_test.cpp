// SPDX-License-Identifier: Apache-2.0
// Flow through bends and round rings, against exact flows: docs/theory/blood.md, section 5.
#include <cmath>
#include <numbers>
#include <sstream>

#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::scalar, testing::Solver;

constexpr double viscosity = 1e-3, gradient = 1e3;  // Pa s, Pa/m: a Reynolds number of 1e-4

/// The radius of the axis over that of the tube.
constexpr double curvature = 4;

/// A ring whose tube is so many spacings of 1 um wide.
std::string ring(int width) {
  std::ostringstream text;
  text << "[grid]\nspacing = 1e-6\n[geometry]\nshape = \"torus\"\ndiameter = " << width
       << "e-6\ncurvature_radius = " << curvature * width / 2
       << "e-6\n[blood]\ndensity = 1000\nviscosity = " << viscosity
       << "\nrelaxation_time = 0.9\n[flow]\naxial_pressure_gradient = " << gradient << "\n";
  return text.str();
}

/// So many times that in which the flow forgets that it began at rest.
Solver steady(int width) {
  constexpr double lattice_viscosity = 0.4 / 3, slowest = 5.78;  // the first zero of J0, squared
  const double time = 0.25 * width * width / (slowest * lattice_viscosity);
  return plasma_after(static_cast<int>(std::ceil(9 * time)), ring(width));
}

/// (5.12) without inertia, by Galerkin's method with polynomials up to the fourth degree: within
/// 2e-5 of what more of them give. x: outward, z: off the plane of the axis, in radii of the tube.
double exact_velocity(double x, double z, double radius) {
  const double z2 = z * z;
  const double sum = 0.2485116708 + x * (-0.0462658703 - 2.741406e-4 * z2) +
                     x * x * (0.0100702884 + 9.88007e-5 * z2) - 2.4677702e-3 * x * x * x +
                     5.922302e-4 * x * x * x * x + 5.010412e-4 * z2 - 3.02753e-6 * z2 * z2;
  return gradient * radius * radius / viscosity * (1 - x * x - z2) * sum;
}

/// Sums over all sites of what the velocity differs from the exact one.
class RingErrors final : public testing::PointsWriter {
 public:
  RingErrors(simulation::Simulation& solver, int width)
      : PointsWriter("velocity"), radius_(width * 0.5e-6) {
    solver.write_fields(*this);
  }
  void points(const std::string&, const io::PointSet& points) override {
    std::visit(
        [&](const auto& values) {
          for (std::size_t i = 0; i < points.identities.size(); ++i) {
            const double x = points.places[3 * i], y = points.places[3 * i + 1],
                         z = points.places[3 * i + 2], r = std::hypot(x, y);
            const auto u = static_cast<double>(values[3 * i]),
                       v = static_cast<double>(values[3 * i + 1]),
                       w = static_cast<double>(values[3 * i + 2]);
            const double exact =
                exact_velocity((r - curvature * radius_) / radius_, z / radius_, radius_);
            along_ += std::pow((x * v - y * u) / r - exact, 2);
            across_ += std::pow((x * u + y * v) / r, 2) + w * w;
            all_ += exact * exact;
          }
        },
        points.values.at(0).values);
  }
  double along() const { return std::sqrt(along_ / all_); }
  double across() const { return std::sqrt(across_ / all_); }

 private:
  double radius_, along_ = 0, across_ = 0, all_ = 0;
};

/// Means over rings whose walls lie differently between sites.
struct MeanErrors {
  double along = 0, across = 0;
};
MeanErrors mean_errors(int width) {
  MeanErrors mean;
  for (const int near : {width - 1, width, width + 1}) {
    const Solver solver = steady(near);
    const RingErrors errors(*solver, near);
    mean.along += errors.along() / 3;
    mean.across += errors.across() / 3;
    EXPECT_LT(std::abs(scalar(*solver, "mass_change")), 1e-14);
  }
  return mean;
}

// Walls cross the lattice in all directions, and the last parts of an order need finer lattices.
TEST(Ring, SlowFlowConverges) {
  const MeanErrors coarse = mean_errors(6), fine = mean_errors(16);
  std::printf("    width  along      across\n    6      %.3e  %.3e\n    16     %.3e  %.3e\n",
              coarse.along, coarse.across, fine.along, fine.across);
  EXPECT_LT(fine.along, 0.005);
  EXPECT_LT(fine.across, fine.along);
  EXPECT_GT(std::log(coarse.along / fine.along) / std::log(16.0 / 6), 1.7);
}

// S. C. Topakoglu, J. Math. Mech. 16 (1967): slow flow through a curved tube is 1 + (a/R)^2 / 48
// times as much as through a straight one.
TEST(Ring, HasTheFlowRateOfASlowlyCurvedTube) {
  const Solver solver = steady(16);
  const double radius = 8e-6;
  const double straight = std::numbers::pi * gradient * std::pow(radius, 4) / (8 * viscosity);
  EXPECT_NEAR(scalar(*solver, "flow_rate") / straight, 1 + 1 / (48 * curvature * curvature), 0.005);
  const double area = std::numbers::pi * radius * radius;
  EXPECT_NEAR(scalar(*solver, "flow_rate") / scalar(*solver, "mean_velocity") / area, 1, 0.01);
}

// What oscillates so slowly that the flow follows is the amplitude at its largest.
TEST(Ring, IsDrivenByAnOscillation) {
  const std::string slow = ring(6) + "axial_amplitude = 3e3\nfrequency = 1\n";
  const Solver steady_flow = plasma_after(400, ring(6)), driven = plasma_after(400, slow);
  EXPECT_NEAR(scalar(*driven, "flow_rate") / scalar(*steady_flow, "flow_rate"), 4, 1e-3);
}

/// A bend between two straight legs, through which so much flows.
std::string bend(int arc, const std::string& outlet) {
  std::ostringstream text;
  text << "[grid]\nspacing = 1e-6\n[geometry]\nshape = \"torus\"\ndiameter = 12.6e-6\n"
       << "curvature_radius = 12.3e-6\nlegs = 10e-6\narc = " << arc
       << "\n[blood]\ndensity = 1000\nviscosity = 1e-3\nrelaxation_time = 0.9\n"
       << "[[openings]]\nname = \"y_low\"\nkind = \"velocity\"\nflow_rate = 1e-14\n"
       << "[[openings]]\nname = \"" << outlet << "\"\nkind = \"pressure\"\npressure = 0\n";
  return text.str();
}

// Legs and arc resist as a straight tube of their length does, but for (a/R)^2 / 48 and for the
// flow's turning to the outer wall and back, which is less than a percent.
TEST(Bend, ResistsAsAStraightTubeOfItsLength) {
  for (const auto& [arc, outlet] : {std::pair{90, "x_low"}, {180, "y_low_2"}}) {
    const Solver solver = plasma_after(3000, bend(arc, outlet));
    const double length = 20e-6 + std::numbers::pi / 180 * arc * 12.3e-6;
    const double drop = 8 * 1e-3 * 1e-14 * length / (std::numbers::pi * std::pow(6.3e-6, 4));
    EXPECT_NEAR(scalar(*solver, "pressure_y_low") / drop, 1, 0.02) << arc;
    // At given pressure it is summed up from velocities at sites, to second order.
    EXPECT_NEAR(scalar(*solver, std::string("flow_rate_") + outlet) / -1e-14, 1, 0.005) << arc;
  }
}

// The same through tubes that meet: a quarter of a ring of many pieces is a bend.
TEST(Bend, OfManyPiecesIsOne) {
  std::ostringstream text;
  text << "[grid]\nspacing = 1e-6\n[geometry]\nshape = \"junction\"\n[[geometry.tubes]]\n"
       << "diameter = 12.6e-6\npoints = [[12.3e-6, -10e-6, 0]";
  for (int n = 0; n <= 32; ++n) {
    const double angle = std::numbers::pi / 2 * n / 32;
    text << ", [" << 12.3e-6 * std::cos(angle) << ", " << 12.3e-6 * std::sin(angle) << ", 0]";
  }
  text << ", [-10e-6, 12.3e-6, 0]]\n";
  const std::string smooth = bend(90, "x_low");
  const std::string pieces = text.str() + smooth.substr(smooth.find("[blood]"));
  const double one = scalar(*plasma_after(3000, smooth), "pressure_y_low"),
               other = scalar(*plasma_after(3000, pieces), "pressure_y_low");
  EXPECT_NEAR(other / one, 1, 0.01);
}

}  // namespace
}  // namespace thalweg::blood
