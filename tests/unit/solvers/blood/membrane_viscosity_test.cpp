// SPDX-License-Identifier: Apache-2.0
// The viscosity of membranes: forces that a dissipation function gives, and means over past steps.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/support/membranes.hpp"

namespace thalweg::blood {
namespace {

Moduli viscous(double shear, double dilatational, double steps = 0) {
  Moduli m;
  m.law = MembraneLaw::neo_hookean;
  m.shear = 0;  // no elasticity, so all forces are viscous
  m.viscosity = shear;
  m.dilatational_viscosity = dilatational;
  m.viscous_time = steps;
  return m;
}

Mesh red_cell() { return fitted_control_net(surface_of({ShapeOfCell::biconcave, {1, 1, 1}}, 2)); }

/// Cells of one mesh, each a multiple of the first one's places.
class ViscousCells {
 public:
  ViscousCells(const Mesh& net, const Moduli& moduli, int cells = 1,
               Quadrature quadrature = Quadrature::one_point)
      : tables_(net, loop_elements(net, quadrature), moduli), cells_(cells) {
    scratch_.make_room(cells, std::int64_t{tables_.points()} * cells);
    for (int cell = 0; cell < cells; ++cell)
      for (std::size_t d = 0; d < 3; ++d)
        for (const geometry::Vector& vertex : net.vertices) places.push_back(vertex[d]);
    metrics = metrics_at(places);
  }

  /// (cell, point, three numbers)
  std::vector<double> metrics_at(const std::vector<double>& at) const {
    const auto x = exec::uploaded(at);
    exec::Array<double, 1> to({std::int64_t{3} * tables_.points() * cells_});
    find_metrics(exec_, tables_.view(), x.view().data, cells_, to.view().data);
    return exec::downloaded(exec_, std::as_const(to).view());
  }
  /// Forces at `places`, and the metrics of a step later.
  void step() {
    const auto x = exec::uploaded(places), before = exec::uploaded(metrics);
    exec::Array<double, 1> after({static_cast<std::int64_t>(metrics.size())});
    exec::Array<double, 1> f({static_cast<std::int64_t>(places.size())});
    find_membrane_forces(exec_, tables_.view(), x.view().data, cells_, scratch_, f.view().data,
                         {before.view().data, after.view().data});
    forces = exec::downloaded(exec_, std::as_const(f).view());
    metrics = exec::downloaded(exec_, std::as_const(after).view());
  }
  /// As if the cells had come here with these velocities: forces of their present rates alone.
  void move_with(const std::vector<double>& velocity) {
    std::vector<double> ahead = places, behind = places;
    for (std::size_t i = 0; i < places.size(); ++i) {
      ahead[i] += velocity[i];
      behind[i] -= velocity[i];
    }
    // The metric is quadratic in places, so this is its rate exactly.
    const std::vector<double> a = metrics_at(ahead), b = metrics_at(behind);
    metrics = metrics_at(places);
    for (std::size_t i = 0; i < metrics.size(); ++i) metrics[i] -= (a[i] - b[i]) / 2;
    step();
  }
  double power(const std::vector<double>& velocity) const {
    double sum = 0;
    for (std::size_t i = 0; i < forces.size(); ++i) sum += forces[i] * velocity[i];
    return sum;
  }
  std::size_t vertices() const { return static_cast<std::size_t>(tables_.vertices()); }

  std::vector<double> places, metrics, forces;

 private:
  exec::Exec exec_;
  SpeciesTables<double> tables_;
  int cells_;
  ForceScratch scratch_;
};

std::vector<double> random_velocity(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> velocity(count);
  for (double& v : velocity) v = number(random);
  return velocity;
}

TEST(MembraneViscosity, TakesPowerAndNeverGivesAny) {
  for (const auto& [shear, area] : {std::pair{1.0, 1.0}, {1.0, 0.0}, {0.3, 2.0}})
    for (unsigned seed = 1; seed < 20; ++seed) {
      ViscousCells cell(red_cell(), viscous(shear, area));
      const std::vector<double> velocity = random_velocity(cell.places.size(), seed);
      cell.move_with(velocity);
      EXPECT_LT(cell.power(velocity), -1e-3);
    }
}

/// What forces are linear in velocity and derived from a dissipation function: the work that those
/// of one motion do on another is that of the other on the one.
TEST(MembraneViscosity, ForcesAreSymmetricInMotions) {
  ViscousCells cell(red_cell(), viscous(0.7, 1.9));
  const std::vector<double> one = random_velocity(cell.places.size(), 1),
                            other = random_velocity(cell.places.size(), 2);
  cell.move_with(one);
  const double first = cell.power(other);
  cell.move_with(other);
  EXPECT_NEAR(cell.power(one) / first, 1, 1e-11);
}

TEST(MembraneViscosity, ForcesSumToNothingAndTurnNothing) {
  ViscousCells cell(red_cell(), viscous(1, 2));
  cell.move_with(random_velocity(cell.places.size(), 3));
  const std::size_t n = cell.vertices();
  double sum[3] = {}, torque[3] = {}, size = 0;
  for (std::size_t v = 0; v < n; ++v)
    for (std::size_t d = 0; d < 3; ++d) {
      const std::size_t e = (d + 1) % 3 * n + v, f = (d + 2) % 3 * n + v;
      sum[d] += cell.forces[d * n + v];
      torque[d] += cell.places[e] * cell.forces[f] - cell.places[f] * cell.forces[e];
      size += std::abs(cell.forces[d * n + v]);
    }
  ASSERT_GT(size, 1);
  for (std::size_t d = 0; d < 3; ++d) {
    EXPECT_NEAR(sum[d], 0, 1e-13 * size);
    EXPECT_NEAR(torque[d], 0, 1e-13 * size);
  }
}

TEST(MembraneViscosity, DoesNotResistTurning) {
  ViscousCells cell(red_cell(), viscous(1, 1, 10));
  const std::size_t n = cell.vertices();
  for (int step = 0; step < 5; ++step) {  // by large angles
    for (std::size_t v = 0; v < n; ++v) {
      const double x = cell.places[v], z = cell.places[2 * n + v], c = std::cos(0.7),
                   s = std::sin(0.7);
      cell.places[v] = c * x - s * z + 1;
      cell.places[2 * n + v] = s * x + c * z - 2;
    }
    cell.step();
    for (const double f : cell.forces) EXPECT_NEAR(f, 0, 1e-11);
  }
}

double area_of_surface(const Mesh& net, Quadrature quadrature = Quadrature::one_point) {
  return OneCell(net, quadrature, {}).measure()[measured_area];
}

// A sphere that grows by `rate`: T = 2 kappa rate, which takes 2 T rate from each area.
TEST(MembraneViscosity, OfAGrowingSphereIsTheDilatationalTension) {
  constexpr double rate = 1e-2, kappa = 3;
  const Mesh net = unit_sphere_net(2);
  ViscousCells cell(net, viscous(5, kappa));
  std::vector<double> velocity = cell.places;
  for (double& v : velocity) v *= rate;
  cell.move_with(velocity);
  const double tension = 2 * kappa * rate;
  EXPECT_NEAR(cell.power(velocity) / (-2 * tension * rate * area_of_surface(net)), 1, 1e-12);
}

// In a plane that is stretched along x and as much shortened along y, T_1 = -T_2 = 2 mu rate.
TEST(MembraneViscosity, OfAShearedPlaneIsTheShearTension) {
  constexpr double rate = 1e-2, mu = 3;
  Mesh disc = surface_of({ShapeOfCell::sphere, {1, 1, 1}}, 2);
  for (geometry::Vector& x : disc.vertices)
    x = {0.9 * x[0] + 0.1 * x[2], 0.8 * x[1] - 0.37 * x[2], 0};
  ViscousCells cell(disc, viscous(mu, 50));
  std::vector<double> velocity(cell.places.size());
  for (std::size_t v = 0; v < cell.vertices(); ++v) {
    velocity[v] = rate * cell.places[v];
    velocity[cell.vertices() + v] = -rate * cell.places[cell.vertices() + v];
  }
  cell.move_with(velocity);
  EXPECT_NEAR(cell.power(velocity) / (-2 * 2 * mu * rate * rate * area_of_surface(disc)), 1, 1e-8);
}

// A sphere whose area grows evenly: the tension rises as 1 - (N / (N + 1))^n to 2 kappa rate, and
// falls alike once it stops.
TEST(MembraneViscosity, FollowsTheRateOverItsTime) {
  constexpr double rate = 1e-4, kappa = 3, N = 8;
  const Mesh net = unit_sphere_net(2);
  const double area = area_of_surface(net);
  ViscousCells cell(net, viscous(1, kappa, N));
  const std::vector<double> first = cell.places;
  const auto tension = [&](double radius) {  // by the work of a growth of the radius
    std::vector<double> growth = cell.places;
    return cell.power(growth) / (-2 * area * radius * radius);
  };
  double grown = 1, weight = 0;
  for (int step = 1; step <= 60; ++step) {
    if (step <= 40) grown += 2 * rate;  // of the square of the radius
    weight = N / (N + 1) * weight + (step <= 40 ? 1 / (N + 1) : 0);
    const double radius = std::sqrt(grown);
    for (std::size_t i = 0; i < first.size(); ++i) cell.places[i] = radius * first[i];
    cell.step();
    // Half the rate of the metric, over the metric, is the rate of the radius.
    EXPECT_NEAR(tension(radius) / (2 * kappa * rate / grown * weight), 1, 1e-8) << step;
  }
}

// The spring gives back no more than it took, however fast a motion goes forth and back.
TEST(MembraneViscosity, GainsNothingOverACycle) {
  for (const double N : {0.0, 3.0, 50.0}) {
    ViscousCells cell(red_cell(), viscous(1, 1, N));
    const std::vector<double> way = random_velocity(cell.places.size(), 11);
    constexpr double size = 1e-5;
    constexpr int steps = 30;
    double work = 0, taken = 0;
    for (int step = 0; step < 6 * steps; ++step) {
      const double sign = step / steps % 2 == 0 ? size : -size;
      for (std::size_t i = 0; i < way.size(); ++i) cell.places[i] += sign * way[i];
      cell.step();
      const double power = sign * cell.power(way);
      work += power;
      taken = std::min(taken, work);
      EXPECT_LT(work, 0);
    }
    EXPECT_LT(work, 0.05 * taken);
  }
}

TEST(MembraneViscosity, OfACellDoesNotDependOnTheCellsBesideIt) {
  constexpr int cells = 11;
  ViscousCells all(red_cell(), viscous(1, 2, 3), cells);
  const std::size_t per_cell = all.places.size() / cells, numbers = all.metrics.size() / cells;
  std::vector<std::vector<double>> forces, metrics;
  for (int cell = 0; cell < cells; ++cell) {
    ViscousCells alone(red_cell(), viscous(1, 2, 3));
    const std::vector<double> shift = random_velocity(per_cell, static_cast<unsigned>(cell));
    for (std::size_t i = 0; i < per_cell; ++i) {
      alone.places[i] += 0.01 * shift[i];
      all.places[static_cast<std::size_t>(cell) * per_cell + i] = alone.places[i];
    }
    alone.step();
    forces.push_back(alone.forces);
    metrics.push_back(alone.metrics);
  }
  all.step();
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto part = [&](const std::vector<double>& of, std::size_t size) {
      const auto first = of.begin() + static_cast<std::ptrdiff_t>(cell * size);
      return std::vector<double>(first, first + static_cast<std::ptrdiff_t>(size));
    };
    EXPECT_EQ(part(all.forces, per_cell), forces[cell]);
    EXPECT_EQ(part(all.metrics, numbers), metrics[cell]);
  }
}

}  // namespace
}  // namespace thalweg::blood
