// SPDX-License-Identifier: Apache-2.0
// The turbulence solver against exact solutions, with the order of convergence measured.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/convergence/flows.hpp"

namespace thalweg::turbulence {
namespace {

using namespace flows;
using transport::Communicator;

/// A folder of this test's own, removed at the end.
struct Scratch {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("thalweg-test-" + std::to_string(getpid()));
  Scratch() { std::filesystem::create_directories(path); }
  ~Scratch() { std::filesystem::remove_all(path); }
};

/// Error of the carried vortex at time 1 after steps of size dt.
double vortex_error(const std::string& scheme, Viscous viscous, double dt,
                    const std::filesystem::path& file) {
  const CarriedVortex vortex{.viscosity = 0.05};
  constexpr int n = 16;
  Parameters p = from_file(cube(n, vortex.viscosity, scheme, dt), file);
  p.viscous = viscous;
  const auto solver = solved<double>(p, 1.0, Communicator::self());
  const auto exact = std::get<std::vector<double>>(vortex.field(n, 0, n, 1.0).values);
  return difference(velocity_of(*solver), exact);
}

struct SchemeOrder {
  const char* name;
  double order;
  Viscous viscous;
};

class Order : public ::testing::TestWithParam<SchemeOrder> {};

TEST_P(Order, OfTimeSteppingOnTheCarriedVortex) {
  const Scratch scratch;
  const auto file = scratch.path / "vortex.vtkhdf";
  io::write_image(file, Communicator::self(), cube_grid(16),
                  {CarriedVortex{.viscosity = 0.05}.field(16, 0, 16, 0)}, 0, 0);
  const auto [scheme, order, viscous] = GetParam();
  double last = 0;
  std::printf("  %s, %s\n    dt        error      order\n", scheme,
              viscous == Viscous::explicit_term ? "explicit" : "integrating factor");
  for (const double dt : {0.1, 0.05, 0.025}) {
    const double error = vortex_error(scheme, viscous, dt, file);
    const double measured = last > 0 ? std::log2(last / error) : 0;
    std::printf("    %-8g  %.3e  %s\n", dt, error,
                last > 0 ? std::to_string(measured).c_str() : "-");
    if (last > 0) {
      EXPECT_NEAR(measured, order, 0.15);
    }
    last = error;
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, Order,
                         ::testing::Values(SchemeOrder{"rk2", 2, Viscous::integrating_factor},
                                           SchemeOrder{"rk3", 3, Viscous::integrating_factor},
                                           SchemeOrder{"rk4", 4, Viscous::integrating_factor},
                                           SchemeOrder{"rk2", 2, Viscous::explicit_term},
                                           SchemeOrder{"rk3", 3, Viscous::explicit_term},
                                           SchemeOrder{"rk4", 4, Viscous::explicit_term}));

TEST(NonlinearOrder, OfTimeSteppingOnTaylorGreenInThreeDimensions) {
  for (const auto& [scheme, order] : {std::pair{"rk2", 2.0}, {"rk3", 3.0}, {"rk4", 4.0}}) {
    std::vector<std::vector<double>> u;
    for (const double dt : {0.05, 0.025, 0.0125})
      u.push_back(
          velocity_of(*solved<double>(cube(24, 0.02, scheme, dt), 0.5, Communicator::self())));
    const double measured = std::log2(difference(u[0], u[1]) / difference(u[1], u[2]));
    std::printf("  %s: order %.3f from steps of 0.05, 0.025, 0.0125\n", scheme, measured);
    EXPECT_NEAR(measured, order, 0.05) << scheme;
  }
}

TEST(ExactDecay, BeltramiFlowDecaysExactlyWhateverTheGridAndStep) {
  std::printf("  ABC flow, exp(-nu k^2 t)\n    points  k  error of the energy\n");
  for (const auto& [n, k] : {std::pair{8, 1}, {12, 2}, {24, 3}}) {
    Parameters p = cube(n, 0.1, "rk3", 0.25);
    p.initial.kind = InitialKind::abc;
    p.initial.abc = {1.0, 0.8, 1.2};
    p.initial.wavenumber = k;
    Solver<double> solver(p, Communicator::self());
    solver.initialise();
    const double energy = scalar(solver, "energy");
    EXPECT_NEAR(energy, (1.0 + 0.64 + 1.44) / 2, 1e-14);
    EXPECT_NEAR(scalar(solver, "helicity"), 2 * k * energy, 1e-13);  // omega = k u
    run_to(solver, 2.0);
    const double exact = energy * std::exp(-2 * 0.1 * k * k * 2.0);
    const double error = std::abs(scalar(solver, "energy") - exact) / exact;
    std::printf("    %-6d  %d  %.2e\n", n, k, error);
    EXPECT_LT(error, 1e-13);
  }
}

TEST(SpectralAccuracy, ErrorFallsFasterThanAnyPowerOfThePoints) {
  const auto energy_at = [](int n) {
    const auto solver = solved<double>(cube(n, 0.05, "rk4", 0.02), 1.0, Communicator::self());
    return scalar(*solver, "enstrophy");
  };
  const double reference = energy_at(48);
  std::printf(
      "  Taylor-Green at Re 20, enstrophy at t = 1 against 48^3\n    points  error      order\n");
  double last = 0, last_order = 0;
  int last_n = 0;
  for (const int n : {12, 18, 27}) {
    const double error = std::abs(energy_at(n) - reference) / reference;
    const double order = last > 0 ? std::log(last / error) / std::log(double(n) / last_n) : 0;
    std::printf("    %-6d  %.2e  %.1f\n", n, error, order);
    if (last > 0) {
      EXPECT_GT(order, std::max(6.0, last_order));
    }
    last = error;
    last_order = order;
    last_n = n;
  }
  EXPECT_LT(last, 1e-6);
}

/// The largest loss up to time 1 of a sum that the equations keep without viscosity, as an order:
/// from steps of 0.1 and 0.05.
double order_of_loss(const std::string& scheme, const std::string& sum) {
  double losses[2]{};
  for (int n = 0; n < 2; ++n) {
    Parameters p = cube(24, 0, scheme, n == 0 ? 0.1 : 0.05);
    p.initial.kind = InitialKind::random;
    Solver<double> solver(p, Communicator::self());
    solver.initialise();
    const double before = scalar(solver, sum);
    while (solver.time() < 1) {
      solver.step(1);
      losses[n] = std::max(losses[n], std::abs(scalar(solver, sum) - before) / std::abs(before));
    }
  }
  const double measured = std::log2(losses[0] / losses[1]);
  std::printf("  %s: %s lost %.2e, %.2e; order %.2f\n", scheme.c_str(), sum.c_str(), losses[0],
              losses[1], measured);
  return measured;
}

// Truncation keeps both in space, with or without dealiasing (tests/unit/solvers/turbulence/
// dealias_test.cpp); in time the loss is at least of the scheme's order.
TEST(Conservation, InviscidLossesFallWithTheOrderOfTheScheme) {
  for (const auto& [scheme, order] : {std::pair{"rk2", 2.0}, {"rk3", 3.0}, {"rk4", 4.0}})
    for (const char* sum : {"energy", "helicity"})
      EXPECT_GT(order_of_loss(scheme, sum), order - 0.3) << scheme << ", " << sum;
}

TEST(ShortTimeSeries, InviscidTaylorGreenEnstrophyFollowsBrachetsSeries) {
  std::ifstream in("tests/data/taylor_green_series.json");
  ASSERT_TRUE(in) << "run from the root of the project";
  const auto coefficients = nlohmann::json::parse(in)["inviscid"]["enstrophy"]["value"];
  Solver<double> solver(cube(48, 0, "rk4", 0.01), Communicator::self());
  solver.initialise();
  for (const double t : {0.1, 0.25, 0.5}) {
    run_to(solver, t);
    double series = 0, power = 1;
    for (const auto& c : coefficients) {
      series += c.get<double>() * power;
      power *= t;
    }
    EXPECT_NEAR(scalar(solver, "enstrophy"), series, 1e-7 * series) << "t = " << t;
  }
}

TEST(Divergence, StaysAtRounding) {
  const auto solver = solved<double>(cube(32, 0.01, "rk3", 0.05), 1.0, Communicator::self());
  EXPECT_LT(scalar(*solver, "divergence_max"), 1e-15);
}

TEST(Resampling, ABandLimitedFieldIsReadExactlyOnAnyGrid) {
  const Scratch scratch;
  const CarriedVortex vortex{.viscosity = 0.05};
  for (const int from : {8, 16, 21}) {
    const auto file = scratch.path / ("field" + std::to_string(from) + ".vtkhdf");
    io::write_image(file, Communicator::self(), cube_grid(from), {vortex.field(from, 0, from, 0)},
                    0, 0);
    Solver<double> solver(from_file(cube(12, 0.05, "rk3", 0.1), file), Communicator::self());
    solver.initialise();
    const auto exact = std::get<std::vector<double>>(vortex.field(12, 0, 12, 0).values);
    EXPECT_LT(difference(velocity_of(solver), exact), 1e-14) << "from " << from;
  }
}

TEST(Threads, NotOneBitDiffersBetweenOneAndFour) {
  const int before = exec::threads();
  Parameters p = cube(24, 0.01, "rk2", 0.02);
  p.initial.kind = InitialKind::random;
  exec::set_threads(1);
  const auto one = solved<double>(p, 0.1, Communicator::self());
  const auto u = velocity_of(*one);
  const double energy = scalar(*one, "energy");
  exec::set_threads(4);
  const auto four = solved<double>(p, 0.1, Communicator::self());
  EXPECT_EQ(u, velocity_of(*four));
  EXPECT_EQ(energy, scalar(*four, "energy"));
  exec::set_threads(before);
}

/// A two-dimensional vortex of wave numbers a, b in a wind: an exact solution in any box, which
/// decays by nu (a^2 + b^2).
struct StretchedVortex {
  double a, b, viscosity;
  double wind[3] = {0.3, -0.8, 0.5};

  io::ImageField field(const io::ImageGrid& grid, double t) const {
    std::vector<double> values;
    const double decay = std::exp(-viscosity * (a * a + b * b) * t);
    for (int z = 0; z < grid.points[0]; ++z)
      for (int y = 0; y < grid.points[1]; ++y)
        for (int x = 0; x < grid.points[2]; ++x) {
          const double phase_x = a * (x * grid.spacing[2] - wind[0] * t),
                       phase_y = b * (y * grid.spacing[1] - wind[1] * t);
          values.push_back(wind[0] + decay * std::sin(phase_x) * std::cos(phase_y));
          values.push_back(wind[1] - decay * a / b * std::cos(phase_x) * std::sin(phase_y));
          values.push_back(wind[2]);
        }
    return {"velocity", "length/time", 3, 0, grid.points[0], std::move(values)};
  }
};

TEST(Box, FlowInAnUnevenBoxIsTheStretchedFlow) {
  const Scratch scratch;
  constexpr double tau = 2 * std::numbers::pi, end = 0.5;
  Parameters p = cube(16, 0.01, "rk4", 0.01);
  p.points = {16, 24, 8};
  p.length = {1.0, 2.0, 0.5};
  const io::ImageGrid grid{{8, 24, 16}, {0.5 / 8, 2.0 / 24, 1.0 / 16}, {0, 0, 0}};
  const StretchedVortex vortex{.a = tau / 1.0, .b = tau / 2.0, .viscosity = p.viscosity};
  io::write_image(scratch.path / "box.vtkhdf", Communicator::self(), grid, {vortex.field(grid, 0)},
                  0, 0);
  const auto solver =
      solved<double>(from_file(p, scratch.path / "box.vtkhdf"), end, Communicator::self());
  EXPECT_EQ(solver->steps(), 50);
  EXPECT_LT(scalar(*solver, "divergence_max"), 1e-14);
  const auto exact = std::get<std::vector<double>>(vortex.field(grid, end).values);
  EXPECT_LT(difference(velocity_of(*solver), exact), 2e-8);
}

}  // namespace
}  // namespace thalweg::turbulence
