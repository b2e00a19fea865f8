// SPDX-License-Identifier: Apache-2.0
// The limits of linear stability: their values, and waves on a uniform wind that stay or grow on
// either side of them.
#include "solvers/turbulence/advice.hpp"

#include <cmath>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

constexpr double pi = std::numbers::pi;

TEST(StableExtent, IsThatOfTheAmplificationPolynomials) {
  EXPECT_LT(stable_extent("rk2"), 0.01);
  EXPECT_NEAR(stable_extent("rk3"), std::sqrt(3.0), 1e-9);  // |P|^2 = 1 - y^4 / 12 + y^6 / 36
  EXPECT_NEAR(stable_extent("rk4"), 3.3407, 1e-4);
  // With any damping up to 2, which an explicit viscous term may bring.
  EXPECT_NEAR(stable_extent("rk3", 2), 1.21, 0.01);
  EXPECT_NEAR(stable_extent("rk4", 2), 2.67, 0.01);
}

/// Energy of a small wave across a uniform wind along x, after over before many steps. The wave is
/// the shortest that is kept.
double growth(Parameters p, double courant) {
  constexpr double small = 1e-5;
  constexpr int steps = 200;
  p.cfl = courant;
  p.step.reset();
  const int m = p.modes().kx;
  const auto solver = started_from(p, [m](double x, double, double, double* u) {
    u[0] = 1;
    u[1] = small * std::sin(m * x);
    u[2] = 0;
  });
  const auto wave = [&] { return flows::scalar(*solver, "enstrophy"); };
  const double before = wave();
  for (int n = 0; n < steps; ++n) solver->step(flows::no_limit);
  EXPECT_NEAR(solver->courant_number(), courant, 1e-3 * courant);
  return wave() / before;
}

TEST(StableCourantNumber, PartsWavesThatStayFromWavesThatGrow) {
  for (const char* scheme : {"rk3", "rk4"})
    for (const auto truncation :
         {fft::Truncation::spherical, fft::Truncation::per_direction, fft::Truncation::none}) {
      Parameters p = flows::cube(12, 0, scheme, 1);
      p.truncation = truncation;
      const double limit = *stable_courant_number(p);
      EXPECT_LT(growth(p, 0.99 * limit), 1.001) << scheme << " below " << limit;
      EXPECT_GT(growth(p, 1.01 * limit), 10) << scheme << " above " << limit;
    }
}

TEST(StableCourantNumber, OfRk2IsWhatViscosityDamps) {
  Parameters p = flows::cube(12, 0.01, "rk2", 1);
  const double limit = *stable_courant_number(p);  // of unit speed
  EXPECT_LT(growth(p, 0.99 * limit), 1);
  EXPECT_GT(growth(p, 1.15 * limit), 10);
  p.viscosity = 0;
  EXPECT_EQ(*stable_courant_number(p), 0);
  EXPECT_GT(growth(p, limit), 10);
}

TEST(StableCourantNumber, IsOfTheDealiasingAndTheSpacing) {
  Parameters p = flows::cube(3000, 0.01, "rk3", 1);
  EXPECT_NEAR(*stable_courant_number(p), std::sqrt(3.0) / (2 * pi / 3), 1e-9);  // 0.827
  p.truncation = fft::Truncation::none;
  EXPECT_NEAR(*stable_courant_number(p), std::sqrt(3.0) / pi, 1e-3);  // 0.551
  p.viscous = Viscous::explicit_term;
  EXPECT_NEAR(*stable_courant_number(p), 1.21 / pi, 4e-3);
}

TEST(Advice, IsGivenBeyondTheLimitOnly) {
  Parameters p = flows::cube(24, 0.01, "rk3", 1);
  EXPECT_TRUE(advice(p).empty()) << "of a fixed step nothing is known";
  p.cfl = 0.8;
  EXPECT_TRUE(advice(p).empty());
  p.cfl = 0.9;
  ASSERT_EQ(advice(p).size(), 1u);
  EXPECT_NE(advice(p)[0].find("note: time.cfl = 0.9 is beyond 0.83"), std::string::npos);
  p.scheme = "rk4";
  EXPECT_TRUE(advice(p).empty());
  p.scheme = "rk2";
  ASSERT_EQ(advice(p).size(), 1u);
  EXPECT_NE(advice(p)[0].find("diffusion damps that for certain up to 0.41"), std::string::npos)
      << advice(p)[0];
  p.viscosity = 0;
  EXPECT_NE(advice(p)[0].find("nothing damps that"), std::string::npos);
  p.viscosity = 10;
  EXPECT_TRUE(advice(p).empty());
  p.initial.kind = InitialKind::file;
  EXPECT_EQ(advice(p).size(), 1u) << "the speed is not known";
}

TEST(Advice, SpeaksOfWavesThatAStepDoesNotResolve) {
  Parameters p = flows::cube(12, 0.01, "rk3", 0.1);
  p.rotation = {0, 0, 2};
  EXPECT_TRUE(advice(p).empty());  // 0.4 radians
  p.step = 0.25;
  ASSERT_EQ(advice(p).size(), 1u);
  EXPECT_NE(advice(p)[0].find("stable up to 1.73, and resolved with 0.125"), std::string::npos);
  p.step = 0.5;
  EXPECT_NE(advice(p)[0].find("rk3 makes it grow"), std::string::npos);
}

// rk2 amplifies waves that are no part of the flow, and fields that nothing damps.
TEST(Advice, SpeaksOfWavesThatRk2MakesGrow) {
  Parameters turning = flows::cube(16, 0.01, "rk2", 0.05);
  turning.initial.amplitude = 1e-3;
  turning.rotation = {0, 0, 10};
  Parameters magnetic = flows::cube(16, 0.01, "rk2", 0.01);
  magnetic.initial.amplitude = 1e-3;
  magnetic.equations = Equations::mhd;
  magnetic.mean_field = {0, 0, 20};
  Parameters passive = flows::cube(16, 0.01, "rk2", 0.01);
  passive.scalars = {{0, {}, 0.1}};
  for (Parameters p : {turning, magnetic, passive}) {
    if (p.scalars.empty()) {
      EXPECT_EQ(advice(p).size(), 1u);
    }
    p.step.reset();
    p.cfl = 0.1;
    ASSERT_EQ(advice(p).size(), 1u);
    EXPECT_NE(advice(p)[0].find("diffusion"), std::string::npos) << advice(p)[0];
    p.scheme = "rk3";
    EXPECT_TRUE(advice(p).empty()) << advice(p)[0];
  }
}

// A wave of the largest scale: with a fixed step it is known which diffusion damps.
TEST(Advice, NamesTheStepUpToWhichDiffusionDampsWavesOfRk2) {
  Parameters p = flows::cube(12, 0.01, "rk2", 0.05);
  p.rotation = {0, 0, 4};
  p.initial.kind = InitialKind::wave;
  p.initial.mode = {0, 0, 1};
  const double limit = std::cbrt(8 * 0.01 / std::pow(8, 4));  // 0.0269
  const auto grown = [&](double step) {
    p.step = step;
    const auto solver = started(p);
    const double before = flows::scalar(*solver, "energy");
    for (int n = 0; n < 100; ++n) solver->step(flows::no_limit);
    return flows::scalar(*solver, "energy") / before;
  };
  EXPECT_LT(grown(0.98 * limit), 1);
  EXPECT_TRUE(advice(p).empty());
  EXPECT_GT(grown(1.02 * limit), 1);
  ASSERT_EQ(advice(p).size(), 1u);
  EXPECT_NE(advice(p)[0].find("for certain up to 0.0269"), std::string::npos) << advice(p)[0];
}

TEST(Advice, SpeaksOfExplicitDiffusionThatAFixedStepDoesNotBear) {
  EXPECT_NEAR(stable_damping("rk2"), 2, 2e-3);
  EXPECT_NEAR(stable_damping("rk3"), 2.51, 0.01);
  Parameters p = flows::cube(12, 0.1, "rk3", 0.1);
  p.viscous = Viscous::explicit_term;
  EXPECT_TRUE(advice(p).empty());  // 16 * 0.1 * 0.1
  p.scalars = {{2, {}, 0.1}};
  ASSERT_EQ(advice(p).size(), 1u);
  EXPECT_NE(advice(p)[0].find("is 3.2: rk3 makes it grow from 2.51 on; 0.0625 is stable"),
            std::string::npos)
      << advice(p)[0];
  p.viscous = Viscous::integrating_factor;
  EXPECT_TRUE(advice(p).empty());
}

/// What a fixed step makes of the energy of a weak wave in a uniform field.
double growth_with(Parameters p, double step) {
  p.step = step;
  const auto solver = started(p);
  const double before = flows::scalar(*solver, "energy");
  for (int n = 0; n < 60; ++n) solver->step(flows::no_limit);
  return flows::scalar(*solver, "energy") / before;
}

/// The notes on a fixed step.
std::vector<std::string> advice_with(Parameters p, double step) {
  p.step = step;
  return advice(p);
}

// A whistler of the shortest scale in a uniform field stays with the step that the advice names,
// and grows with the one that it warns of.
TEST(Advice, SpeaksOfWhistlersThatAStepDoesNotBear) {
  Parameters p = flows::cube(12, 0, "rk3", 0.05);
  p.equations = Equations::hall_mhd;
  p.ion_inertial_length = 2;
  p.mean_field = {0, 0, 1};
  p.initial.kind = InitialKind::wave;
  p.initial.mode = {0, 0, 4};
  p.initial.amplitude = 1e-3;
  EXPECT_LT(growth_with(p, 0.05), 1);  // 4 (4 + sqrt 17) 0.05 = 1.62 radians
  EXPECT_TRUE(advice_with(p, 0.05).empty());
  EXPECT_GT(growth_with(p, 0.06), 1e3);
  const auto notes = advice_with(p, 0.06);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("shortest whistler of the start by up to 1.9 radians, and rk3 makes it "
                          "grow from 1.73 on; 0.02665"),
            std::string::npos)
      << notes[0];
  p.scheme = "rk2";  // which has no limit
  EXPECT_NE(advice_with(p, 0.06).back().find("and rk2 makes it grow; "), std::string::npos)
      << advice_with(p, 0.06).back();
}

// So does a wave of Alfven, which rotation makes faster.
TEST(Advice, SpeaksOfAlfvenWavesThatAStepDoesNotBear) {
  Parameters p = flows::cube(12, 0, "rk3", 0.1);
  p.equations = Equations::mhd;
  p.mean_field = {0, 0, 1};
  p.initial.kind = InitialKind::wave;
  p.initial.mode = {0, 0, 4};
  p.initial.amplitude = 1e-3;
  EXPECT_LT(growth_with(p, 0.42), 1);  // 4 0.42 = 1.68 radians
  EXPECT_TRUE(advice_with(p, 0.42).empty());
  EXPECT_GT(growth_with(p, 0.45), 10);
  const auto notes = advice_with(p, 0.45);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("turns the shortest Alfven wave of the start by up to 1.8 radians, and "
                          "rk3 makes it grow from 1.73 on; 0.216506 resolves it"),
            std::string::npos)
      << notes[0];

  p.rotation = {0, 0, 2};
  EXPECT_LT(growth_with(p, 0.26), 1);  // (2 + sqrt(4 + 16)) 0.26 = 1.68 radians
  EXPECT_EQ(advice_with(p, 0.26).size(), 1u) << "of the rotation alone";
  EXPECT_GT(growth_with(p, 0.3), 1e3);
  EXPECT_EQ(advice_with(p, 0.3).size(), 2u);
  p.mean_field = {};
  EXPECT_EQ(advice_with(p, 0.5).size(), 1u) << "nothing of waves that there are not";
}

// The largest k . B of a sphere of modes is less than that of a box.
TEST(Advice, KnowsWhichModesAnAlfvenWaveMayHave) {
  Parameters p = flows::cube(12, 0, "rk3", 0.1);
  p.equations = Equations::mhd;
  p.mean_field = {1, 1, 1};
  EXPECT_TRUE(advice_with(p, 0.24).empty());  // 4 sqrt(3) 0.24 = 1.66 radians
  EXPECT_EQ(advice_with(p, 0.26).size(), 1u);
  p.truncation = fft::Truncation::per_direction;
  EXPECT_TRUE(advice_with(p, 0.19).empty());  // 3 3 0.19 = 1.71 radians
  EXPECT_EQ(advice_with(p, 0.2).size(), 1u);
}

// By time.cfl the speed of whistlers counts, so that what is stable for waves of Alfven stays so.
TEST(Step, ThatFollowsTheFlowBearsWhistlers) {
  Parameters p = flows::cube(12, 0, "rk4", 0.1);
  p.equations = Equations::hall_mhd;
  p.ion_inertial_length = 2;
  p.initial.kind = InitialKind::random;
  p.initial.energy = p.initial.magnetic_energy = 0.5;
  p.step.reset();
  p.cfl = *stable_courant_number(p);
  const auto solver = started(p);
  const double before = flows::scalar(*solver, "energy");
  for (int n = 0; n < 100; ++n) solver->step(flows::no_limit);
  const double after = flows::scalar(*solver, "energy");
  EXPECT_LT(after, before * (1 + 1e-3));
  EXPECT_GT(after, 0.9 * before);
  ASSERT_EQ(advice(p).size(), 1u);
  EXPECT_NE(advice(p)[0].find("8.12 times as fast as an Alfven wave"), std::string::npos);
}

// With time.cfl the waves bound the step where the flow does not.
TEST(Step, ThatFollowsTheFlowResolvesWaves) {
  Parameters p = flows::cube(12, 0.01, "rk3", 0.1);
  p.step.reset();
  p.cfl = 0.5;
  p.equations = Equations::boussinesq;
  p.buoyancy_frequency = 40;
  p.initial.amplitude = 1e-3;
  const auto solver = started(p);
  solver->step(1);
  EXPECT_NEAR(solver->dt(), 0.5 / 40, 1e-10);
  // What waves take of the extent, flow cannot have.
  EXPECT_NEAR(*stable_courant_number(p), (std::sqrt(3.0) - 0.5) / largest_phase(p.modes()), 1e-9);
}

}  // namespace
}  // namespace thalweg::turbulence
