// SPDX-License-Identifier: Apache-2.0
// Forces: what they put in, in the mean or exactly, and what they are like.
#include <cmath>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;
using flows::run_to, flows::scalar;

Parameters at_rest(int n, double viscosity, const std::string& scheme, double step) {
  Parameters p = flows::cube(n, viscosity, scheme, step);
  p.initial.amplitude = 0;
  return p;
}

Parameters random_force(double correlation_time = 0) {
  Parameters p = at_rest(12, 0, "rk3", 0.05);
  p.forcing.kind = ForcingKind::random;
  p.forcing.k_min = 1;
  p.forcing.k_max = 3;
  p.forcing.energy_input = 0.4;
  p.forcing.correlation_time = correlation_time;
  return p;
}

// u' = F - nu k^2 u has the solution F / (nu k^2) (1 - exp(-nu k^2 t)), and Kolmogorov's flow no
// nonlinear term.
TEST(ConstantForce, MakesKolmogorovsLaminarFlow) {
  constexpr double nu = 0.5, force = 0.3, end = 1;
  constexpr int k = 2;
  const auto amplitude = [&](Viscous viscous, double step, double time) {
    Parameters p = at_rest(12, nu, "rk3", step);
    p.viscous = viscous;
    p.forcing = {.kind = ForcingKind::constant, .wavenumber = k, .amplitude = force};
    return std::sqrt(4 * scalar(*flows::solved<double>(p, time, Communicator::self()), "energy"));
  };
  for (const Viscous viscous : {Viscous::integrating_factor, Viscous::explicit_term}) {
    const double exact = force / (nu * k * k) * (1 - std::exp(-nu * k * k * end));
    const double coarse = std::abs(amplitude(viscous, 0.1, end) - exact),
                 fine = std::abs(amplitude(viscous, 0.05, end) - exact);
    std::printf("  errors %.2e, %.2e\n", coarse, fine);
    EXPECT_NEAR(std::log2(coarse / fine), 3, 0.2);
  }
  // An explicit viscous term balances the force exactly in the steady state.
  EXPECT_NEAR(amplitude(Viscous::explicit_term, 0.1, 20), force / (nu * k * k), 1e-14);
}

// The Courant number of a flow at rest is 0 whatever the step.
TEST(ConstantForce, MakesAFlowAtRestBeginWithAStepThatFollowsIt) {
  Parameters p = at_rest(12, 0, "rk3", 0.1);
  p.step.reset();
  p.cfl = 0.5;
  p.forcing = {.kind = ForcingKind::constant, .amplitude = 0.3};
  const auto solver = started(p);
  solver->step(100);
  EXPECT_NEAR(solver->dt(), 0.5 / std::sqrt(3 * 0.3 / (2 * std::numbers::pi / 12)), 1e-12);
}

TEST(FlowAtRest, NeedsAnEndInTimeForAStepThatFollowsIt) {
  Parameters p = at_rest(12, 0.1, "rk3", 0.1);
  p.step.reset();
  p.cfl = 0.5;
  const std::string message = refusal([&] { started(p)->step(flows::no_limit); });
  for (const char* part : {"time.cfl", "at rest", "time.step ", "time.end"})
    EXPECT_NE(message.find(part), std::string::npos) << message;
  const auto solver = started(p);
  solver->step(3);
  EXPECT_EQ(solver->time(), 3);
}

TEST(ConstantForce, HoldsAnAbcFlowAgainstViscosity) {
  Parameters p = flows::cube(12, 0.2, "rk4", 0.02);
  p.initial.kind = InitialKind::abc;
  p.forcing = {.kind = ForcingKind::constant, .shape = ForcingShape::abc, .amplitude = 0.2};
  const auto solver = started(p);
  solver->history_written();
  run_to(*solver, 1);
  EXPECT_NEAR(scalar(*solver, "energy"), 1.5, 1e-10);
  EXPECT_NEAR(scalar(*solver, "energy_input"), 2 * 0.2 * 1.5, 1e-10);
  EXPECT_LT(scalar(*solver, "dissipation_mismatch"), 1e-9);
}

TEST(LinearForce, GrowsExactlyByItsRateWhateverTheStep) {
  constexpr double nu = 0.1, rate = 0.7, end = 2;
  Parameters p = flows::cube(12, nu, "rk3", 0.25);
  p.initial.kind = InitialKind::abc;
  p.initial.wavenumber = 2;
  p.forcing.kind = ForcingKind::linear;
  p.forcing.rate = rate;
  const auto solver = started(p);
  const double before = scalar(*solver, "energy");
  run_to(*solver, end);
  EXPECT_NEAR(scalar(*solver, "energy"), before * std::exp(2 * (rate - nu * 4) * end),
              1e-12 * before);
}

TEST(LinearForce, RefusesAMeanFlow) {
  Parameters p = flows::cube(12, 0.1, "rk3", 0.1);
  p.forcing.kind = ForcingKind::linear;
  p.forcing.rate = 1;
  EXPECT_THROW(
      {
        started_from(p, [](double, double y, double, double* u) {
          u[0] = 1 + std::sin(y);
          u[1] = u[2] = 0;
        });
      },
      InputError);
}

// The work of a stage counts as its rate does in the step: without loss the energy has all of it.
TEST(EnergyInput, IsTheOneOfTheCaseAtEachStep) {
  for (const double viscosity : {0.0, 0.02}) {
    Parameters p = flows::cube(12, viscosity, "rk3", 0.02);
    p.initial.kind = InitialKind::random;
    p.initial.peak_wavenumber = 2;
    p.forcing = {.kind = ForcingKind::constant_energy_input, .k_max = 2, .energy_input = 0.25};
    const auto solver = started(p);
    for (int n = 0; n < 10; ++n) {
      solver->history_written();
      solver->step(flows::no_limit);
      EXPECT_NEAR(scalar(*solver, "energy_input"), 0.25, 1e-14);
      if (viscosity > 0) {
        EXPECT_LT(scalar(*solver, "dissipation_mismatch"), 2e-3);
      }
    }
    if (viscosity == 0) {
      EXPECT_NEAR(scalar(*solver, "energy"), 0.5 + 0.25 * solver->time(), 1e-6);
    }
  }
}

TEST(EnergyInput, NeedsAFieldToWorkOn) {
  Parameters p = at_rest(12, 0.1, "rk3", 0.1);
  p.forcing = {.kind = ForcingKind::constant_energy_input, .energy_input = 0.25};
  const auto solver = started(p);
  EXPECT_THROW(solver->step(1), InputError);
}

// The rate of each stage would put in many times what is asked for.
TEST(EnergyInput, RefusesAFixedStepThatDoesNotResolveWhatItMakesGrow) {
  Parameters p = flows::cube(12, 0.01, "rk3", 0.01);
  p.initial.kind = InitialKind::random;
  p.initial.energy = 1e-6;
  p.initial.peak_wavenumber = 1;
  p.forcing = {.kind = ForcingKind::constant_energy_input, .k_max = 2, .energy_input = 0.1};
  const std::string message = refusal([&] { started(p)->step(1); });
  for (const char* part : {"time.step <= ", "time.cfl", "an energy of 0.001 or more"})
    EXPECT_NE(message.find(part), std::string::npos) << message;
  p.step.reset();
  p.cfl = 0.5;
  const auto solver = started(p);
  const double before = scalar(*solver, "energy");
  for (int n = 0; n < 10; ++n) solver->step(1);
  EXPECT_NEAR(scalar(*solver, "energy") - before, 0.1 * solver->time(), 0.01 * solver->time());
}

// From rest E is the work, chi-square with 2 N degrees of freedom for N modes: N is 122 here, and
// 16 seeds leave 0.023 P t as the standard deviation of the mean.
TEST(RandomForce, PutsInWhatIsAskedInTheMean) {
  constexpr int seeds = 16;
  double energy = 0;
  for (int seed = 1; seed <= seeds; ++seed) {
    Parameters p = random_force();
    p.forcing.seed = static_cast<std::uint64_t>(seed);
    const auto solver = started(p);
    solver->history_written();
    run_to(*solver, 0.5);
    energy += scalar(*solver, "energy") / seeds;
    EXPECT_NEAR(scalar(*solver, "energy_input") * 0.5, scalar(*solver, "energy"),
                1e-4 * scalar(*solver, "energy"));
  }
  std::printf("  input over the one asked for: %.3f\n", energy / (0.4 * 0.5));
  EXPECT_NEAR(energy, 0.4 * 0.5, 4 * 0.023 * 0.4 * 0.5);
}

/// A forcing alone, without a flow that follows it.
struct Alone {
  explicit Alone(const Parameters& parameters) : p(parameters) {}

  Parameters p;
  fft::Layout layout{fft::make_layout(p.modes(), 0, 1, sizeof(Complex<double>))};
  exec::Exec exec;
  exec::Array<Complex<double>, 4> state{{3, layout.local_rows(), layout.depth, layout.group}};
  Forcing<double> forcing{p, describe(p), layout, scheme_stages(p.scheme), Communicator::self()};

  /// The forces at the beginning of a step.
  std::vector<Complex<double>> at(std::int64_t step) {
    forcing.begin_step(exec, step, *p.step);
    StageArguments<double> stage{};
    stage.state = state.view();
    forcing.evaluate(exec, stage);
    const auto force = forcing.forces();
    return exec::downloaded(exec, exec::View<const Complex<double>, 1>{
                                      force.data, {static_cast<std::int64_t>(force.size())}});
  }
  /// Sum of Re(a* b) over all modes.
  double product(const std::vector<Complex<double>>& a, const std::vector<Complex<double>>& b) {
    double sum = 0;
    for (std::size_t n = 0; n < a.size(); ++n)
      sum += forcing.modes()[n / 3].weight * dot(a[n], b[n]);
    return sum;
  }
};

TEST(RandomForce, IsRealAndHasNoDivergence) {
  Alone alone{random_force()};
  const auto force = alone.at(3);
  const auto& modes = alone.forcing.modes();
  int mirrored = 0;
  for (std::size_t n = 0; n < modes.size(); ++n) {
    const auto& k = modes[n].k;
    const Complex<double>* f = &force[3 * n];
    EXPECT_LT(norm(k[0] * f[0] + k[1] * f[1] + k[2] * f[2]), 1e-28 * norm(f[0]) + 1e-28);
    for (std::size_t other = 0; modes[n].m[0] == 0 && other < modes.size(); ++other) {
      const auto& m = modes[other].m;
      if (m[0] != 0 || m[1] != -modes[n].m[1] || m[2] != -modes[n].m[2]) continue;
      ++mirrored;
      for (std::size_t c = 0; c < 3; ++c)
        EXPECT_LT(norm(force[3 * other + c] - conjugate(f[c])), 1e-28);
    }
  }
  EXPECT_EQ(mirrored, 28);  // of 122 modes, with m_x = 0
}

// h of the force is that of the case in the mean, and exactly at its ends.
TEST(RandomForce, HasTheHelicityOfTheCase) {
  for (const double helicity : {-1.0, 0.0, 0.5, 1.0}) {
    Parameters p = random_force();
    p.forcing.helicity = helicity;
    Alone alone{p};
    double twisted = 0, all = 0;
    constexpr int steps = 60;
    for (int step = 0; step < steps; ++step) {
      const auto force = alone.at(step);
      for (std::size_t n = 0; n < alone.forcing.modes().size(); ++n) {
        const ForcedMode& mode = alone.forcing.modes()[n];
        const Complex<double>* f = &force[3 * n];
        Complex<double> w[3];
        curl(mode.k[0], mode.k[1], mode.k[2], f, w);
        const double k = std::hypot(mode.k[0], mode.k[1], mode.k[2]);
        for (int c = 0; c < 3; ++c) {
          twisted += mode.weight * dot(f[c], w[c]) / k;
          all += mode.weight * norm(f[c]);
        }
      }
    }
    std::printf("  helicity %.3f of %.1f\n", twisted / all, helicity);
    // 122 modes x 2 waves and 60 steps: a standard deviation of 0.012 at most.
    EXPECT_NEAR(twisted / all, helicity, std::abs(helicity) == 1 ? 1e-14 : 0.048);
    // Mean f^2 = 2 P / dt; 4 standard deviations.
    EXPECT_NEAR(all / steps / (2 * 0.4 / 0.05), 1, 0.066);
  }
}

// An Ornstein-Uhlenbeck process: variance P / T, correlation exp(-t / T).
TEST(RandomForce, ForgetsWithItsCorrelationTime) {
  constexpr double time = 0.5;
  Alone alone{random_force(time)};
  constexpr std::size_t steps = 400, lags = 20;
  std::vector<std::vector<Complex<double>>> force;
  for (std::size_t step = 0; step < steps; ++step)
    force.push_back(alone.at(static_cast<std::int64_t>(step)));
  const auto correlation = [&](std::size_t lag) {
    double sum = 0;
    for (std::size_t n = 0; n + lags < steps; ++n) sum += alone.product(force[n], force[n + lag]);
    return sum / (steps - lags);
  };
  const double variance = correlation(0);
  // 244 waves over 38 correlation times: 0.8 % for the variance, twice that for ratios.
  EXPECT_NEAR(variance, 0.4 / time, 0.04 * 0.4 / time);
  for (const std::size_t lag : {std::size_t{5}, std::size_t{10}, lags})
    EXPECT_NEAR(correlation(lag) / variance, std::exp(-0.05 * static_cast<double>(lag) / time),
                0.05);
}

// What a flow that does not respond has after some time: of numbers that are joined by lines the
// sum over all lags is coth(dt / 2T) dt, whatever the step.
TEST(RandomForce, PutsInTheSameWithStepsBelowAndBeyondItsCorrelationTime) {
  constexpr double step = 0.05;
  constexpr int windows = 24;
  for (const double steps_in_time : {10.0, 1.0, 0.1}) {
    const double time = steps_in_time * step, span = 10 * std::max(time, step);
    Alone alone{random_force(time)};
    std::int64_t n = 0;
    double energy = 0;
    auto before = alone.at(n++);
    for (int window = 0; window < windows; ++window) {
      std::vector<Complex<double>> u(before.size());
      for (int s = 0; s < static_cast<int>(std::lround(span / step)); ++s) {
        const auto after = alone.at(n++);
        for (std::size_t i = 0; i < u.size(); ++i) u[i] += step / 2 * (before[i] + after[i]);
        before = after;
      }
      energy += alone.product(u, u) / 2 / windows;
    }
    // At the beginning nothing is correlated with what was before.
    const double lacking = step / 2 / std::tanh(step / 2 / time) * (1 - std::exp(-span / time));
    std::printf("  input over the one asked for: %.3f\n", energy / (0.4 * (span - lacking)));
    // 244 complex numbers and 24 windows: a standard deviation of 0.013.
    EXPECT_NEAR(energy / (0.4 * (span - lacking)), 1, 0.05) << steps_in_time;
  }
}

}  // namespace
}  // namespace thalweg::turbulence
