// SPDX-License-Identifier: Apache-2.0
// The vortex of Taylor and Green as it breaks up, against the spectral solver.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <sstream>
#include <vector>

#include "tests/convergence/flows.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg {
namespace {

using testing::plasma_after, testing::SiteVelocities, testing::Solver;

constexpr double reynolds = 50;  // U / (k nu)
constexpr double end = 5;        // over U k: behind the largest dissipation
constexpr int fine = 48;         // points of the spectral solver
constexpr double two_pi = 2 * std::numbers::pi;

/// Where U = k = 1.
struct Reference {
  std::vector<double> time, energy;
  std::vector<double> velocity;  // at the end: (z, y, x, component)
};

Reference spectral() {
  turbulence::Solver<double> solver(turbulence::flows::cube(fine, 1 / reynolds, "rk4", 0.02),
                                    transport::Communicator::self());
  solver.initialise();
  Reference reference;
  for (int n = 0; n <= 10; ++n) {
    turbulence::flows::run_to(solver, n * end / 10);
    reference.time.push_back(solver.time());
    reference.energy.push_back(turbulence::flows::scalar(solver, "energy"));
  }
  reference.velocity = turbulence::flows::velocity_of(solver);
  return reference;
}

/// Of so many sites along each axis, in so many steps per tenth of the time: the velocity on the
/// lattice falls as the spacing does, and the relaxation time stays.
struct LatticeRun {
  int sites;

  int steps() const { return 3 * sites * sites / 64; }
  double speed() const { return end / 10 * sites / (two_pi * steps()); }  // spacings per step
  double relaxation_time() const { return 0.5 + 3 * speed() * sites / (two_pi * reynolds); }
  double velocity() const {  // m/s, at a spacing of 1 um and a viscosity of 1e-6 m^2/s
    return 3 * speed() / (relaxation_time() - 0.5);
  }
};

std::string text_of(const LatticeRun& run) {
  std::ostringstream text;
  text.precision(17);
  text << "[grid]\nspacing = 1e-6\n[geometry]\nshape = \"box\"\n";
  for (const char* key : {"length", "width", "height"})
    text << key << " = " << run.sites * 1e-6 << '\n';
  text << "[blood]\ndensity = 1000\nviscosity = 1e-3\nrelaxation_time = " << run.relaxation_time()
       << "\n[initial]\nkind = \"taylor-green\"\ndimensions = 3\nvelocity = " << run.velocity()
       << '\n';
  return text.str();
}

/// Weights of the points of a period for the value that a trigonometric polynomial through them has
/// at an angle.
std::vector<double> interpolation(double angle) {
  std::vector<double> weights;
  for (int n = 0; n < fine; ++n) {
    const double apart = angle - n * two_pi / fine, half = std::tan(apart / 2);
    weights.push_back(std::abs(half) < 1e-12 ? 1 : std::sin(fine * apart / 2) / (fine * half));
  }
  return weights;
}

/// One axis of a field (z, y, x, component) taken from the points of the spectral solver to the
/// lattice's, whose phase differs (5.3). stride: between values along that axis.
std::vector<double> to_lattice(const std::vector<double>& from, int sites, double phase,
                               std::size_t stride) {
  const std::size_t lines = from.size() / (fine * stride), count = static_cast<std::size_t>(sites);
  std::vector<double> to(lines * count * stride);
  for (std::size_t j = 0; j < count; ++j) {
    const double angle = two_pi * ((static_cast<double>(j) + 0.5) / sites - 0.5) + phase;
    const std::vector<double> weights = interpolation(angle);
    for (std::size_t line = 0; line < lines; ++line)
      for (std::size_t n = 0; n < weights.size(); ++n)
        for (std::size_t k = 0; k < stride; ++k)
          to[(line * count + j) * stride + k] +=
              weights[n] * from[(line * weights.size() + n) * stride + k];
  }
  return to;
}

/// Root of the sum of squared differences over that of the reference.
double velocity_error(simulation::Simulation& solver, const LatticeRun& run,
                      const Reference& reference) {
  constexpr double quarter = std::numbers::pi / 2;
  const auto sites = static_cast<std::size_t>(run.sites);
  std::vector<double> exact = to_lattice(reference.velocity, run.sites, quarter, 3);
  exact = to_lattice(exact, run.sites, -quarter, 3 * sites);
  exact = to_lattice(exact, run.sites, 0, 3 * sites * sites);
  double difference = 0, size = 0;
  std::size_t n = 0;
  for (const auto& [site, velocity] : SiteVelocities(solver).of_site)
    for (const double component : velocity) {
      difference += std::pow(component / run.velocity() - exact[n], 2);
      size += exact[n] * exact[n];
      ++n;
    }
  EXPECT_EQ(n, exact.size());
  return std::sqrt(difference / size);
}

struct Errors {
  double energy, velocity;  // energy: the largest of all times
};

Errors errors_of(const LatticeRun& run, const Reference& reference) {
  const Solver solver = plasma_after(0, text_of(run), {}, transport::Communicator::self());
  const double volume = std::pow(run.sites * 1e-6, 3),
               unit = 1000 * volume * run.velocity() * run.velocity();
  Errors errors{};
  for (std::size_t n = 0; n < reference.time.size(); ++n) {
    for (int step = 0; n > 0 && step < run.steps(); ++step) solver->step(1e9);
    const double energy = testing::scalar(*solver, "kinetic_energy") / unit;
    errors.energy = std::max(errors.energy, std::abs(energy / reference.energy[n] - 1));
  }
  errors.velocity = velocity_error(*solver, run, reference);
  return errors;
}

// Energy falls to 0.41 of what it was, and half of the loss is due to what has broken up: without
// that it would fall to exp(-6 t / Re) = 0.55.
TEST(TaylorGreen, ConvergesToTheSpectralSolverInSecondOrder) {
  const Reference reference = spectral();
  EXPECT_LT(reference.energy.back() / reference.energy.front(), 0.42);
  std::printf("    sites  energy     velocity\n");
  std::vector<Errors> errors;
  for (const int sites : {16, 24, 32, 48}) {
    errors.push_back(errors_of({sites}, reference));
    std::printf("    %-5d  %.3e  %.3e\n", sites, errors.back().energy, errors.back().velocity);
  }
  EXPECT_LT(errors.back().energy, 3e-3);
  EXPECT_GT(std::log2(errors[1].energy / errors[3].energy), 1.8);
  EXPECT_GT(std::log2(errors[1].velocity / errors[3].velocity), 1.8);
  EXPECT_GT(std::log2(errors[0].velocity / errors[2].velocity), 1.6);
}

}  // namespace
}  // namespace thalweg
