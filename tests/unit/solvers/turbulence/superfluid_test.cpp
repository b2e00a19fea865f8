// SPDX-License-Identifier: Apache-2.0
// The Gross-Pitaevskii equation: small waves against the dispersion relation, invariants and order
// in time, dealiasing against a sum over triples of modes, lines and rings of known length.
#include <cmath>
#include <complex>
#include <map>

#include "solvers/turbulence/advice.hpp"
#include "solvers/turbulence/limits.hpp"
#include "solvers/turbulence/quantum/ring_phase.hpp"
#include "solvers/turbulence/quantum/vortices.hpp"
#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

Parameters superfluid(std::array<int, 3> points, const std::string& scheme, double step) {
  Parameters p = flows::cube(8, 0, scheme, step);
  p.points = points;
  p.equations = Equations::gross_pitaevskii;
  p.sound_speed = 1.2;
  p.healing_length = 0.6;
  p.mean_density = 1.5;
  return p;
}

/// Waves of all kinds that are not small.
Parameters busy_superfluid(const std::string& scheme, double step) {
  Parameters p = superfluid({16, 12, 20}, scheme, step);
  p.initial.kind = InitialKind::thermal;
  p.initial.energy = 0.4;
  p.initial.seed = 3;
  return p;
}

// A wave of 1e-5 is as exact as its square.
TEST(Superfluid, SmallWavesHaveTheFrequencyOfBogoliubov) {
  Parameters p = superfluid({12, 16, 12}, "rk4", 0.01);
  p.length[1] *= 2;
  p.initial.kind = InitialKind::wave;
  p.initial.mode = {2, -1, 1};
  p.initial.amplitude = 1e-5;
  const double k2 = 4 + 0.25 + 1;
  const double frequency =
      p.sound_speed * std::sqrt(k2) * std::sqrt(1 + p.healing_length * p.healing_length * k2 / 2);
  for (const bool is_standing : {false, true}) {
    p.initial.is_standing = is_standing;
    const auto solver = started(p);
    const std::vector<double> before = flows::field_of(*solver, "density");
    const double time = 10.3 / frequency;
    flows::run_to(*solver, time);
    const std::vector<double> after = flows::field_of(*solver, "density");
    double product = 0, square = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      product += (after[i] - p.mean_density) * (before[i] - p.mean_density);
      square += (before[i] - p.mean_density) * (before[i] - p.mean_density);
    }
    EXPECT_NEAR(product / square, std::cos(10.3), 2e-5) << is_standing;
  }
}

/// The largest change of a column up to time 0.4.
double change(const Parameters& p, const std::string& column) {
  const auto solver = started(p);
  const double before = flows::scalar(*solver, column);
  double most = 0;
  while (solver->time() < 0.4) {
    solver->step(0.4);
    most = std::max(most, std::abs(flows::scalar(*solver, column) - before));
  }
  return most;
}

TEST(Superfluid, KeepsMassEnergyAndMomentumWithTheOrderOfTheScheme) {
  for (const auto& [scheme, order] : {std::pair{"rk2", 2.0}, {"rk3", 3.0}, {"rk4", 4.0}})
    for (const char* column : {"mass", "energy", "momentum_y"}) {
      const double coarse = change(busy_superfluid(scheme, 0.02), column),
                   fine = change(busy_superfluid(scheme, 0.01), column);
      std::printf("  %s, %s: %.2e, %.2e; order %.2f\n", column, scheme, coarse, fine,
                  std::log2(coarse / fine));
      EXPECT_GT(std::log2(coarse / fine), order - 0.3) << column << ", " << scheme;
    }
}

// Without dealiasing momentum is not kept, whatever the step.
TEST(Superfluid, LosesMomentumWithAliasing) {
  Parameters p = busy_superfluid("rk4", 0.01);
  const double kept = change(p, "momentum_y");
  p.truncation = fft::Truncation::none;
  p.points = {8, 6, 10};
  const double lost = change(p, "momentum_y");
  std::printf("  kept to %.2e, with aliasing %.2e\n", kept, lost);
  EXPECT_GT(lost, 1e3 * kept);
}

TEST(Superfluid, ConvergesWithTheOrderOfTheScheme) {
  for (const auto& [scheme, order] : {std::pair{"rk2", 2.0}, {"rk3", 3.0}, {"rk4", 4.0}}) {
    std::vector<std::vector<double>> psi;
    for (const double step : {0.02, 0.01, 0.005}) {
      const auto solver = started(busy_superfluid(scheme, step));
      flows::run_to(*solver, 0.2);
      psi.push_back(flows::field_of(*solver, "wave_function_real"));
    }
    const double measured =
        std::log2(flows::difference(psi[0], psi[1]) / flows::difference(psi[1], psi[2]));
    std::printf("  %s: order %.2f\n", scheme, measured);
    EXPECT_NEAR(measured, order, 0.2) << scheme;
  }
}

// A step of the midpoint scheme with the cubic term as a sum over triples of modes.
class Triples : public ::testing::Test {
 protected:
  using Mode = std::array<int, 3>;
  using Wave = std::map<Mode, std::complex<double>>;
  static constexpr std::array<int, 3> points{8, 9, 10};
  static constexpr double dt = 0.05;
  Parameters p = superfluid(points, "rk2", dt);

  /// -i beta (psi psi* psi - n0 psi), of the modes that are kept.
  Wave rate(const Wave& psi) const {
    const QuantumFluid fluid(p);
    Wave cubic;
    for (const auto& [a, pa] : psi)
      for (const auto& [b, pb] : psi)
        for (const auto& [c, pc] : psi) {
          const Mode m{a[0] - b[0] + c[0], a[1] - b[1] + c[1], a[2] - b[2] + c[2]};
          if (p.modes().keeps(std::abs(m[0]), m[1], m[2])) cubic[m] += pa * std::conj(pb) * pc;
        }
    for (auto& [m, value] : cubic) {
      const auto at = psi.find(m);
      if (at != psi.end()) value -= fluid.density * at->second;
      value *= std::complex<double>(0, -fluid.strength);
    }
    return cubic;
  }
  /// exp(-i alpha k^2 time).
  Wave turned(Wave psi, double time) const {
    for (auto& [m, value] : psi)
      value *= std::polar(1.0, -QuantumFluid(p).dispersion * time *
                                   (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]));
    return psi;
  }
  static Wave advanced(Wave psi, const Wave& change, double time) {
    for (const auto& [m, value] : change) psi[m] += time * value;
    return psi;
  }
  Wave step(const Wave& psi) const {
    const Wave half = turned(advanced(psi, rate(psi), dt / 2), dt / 2);
    return turned(advanced(turned(psi, dt / 2), rate(half), dt), dt / 2);
  }
  template <class Visit>
  static void for_each_point(Visit visit) {
    std::size_t at = 0;
    for (int z = 0; z < points[2]; ++z)
      for (int y = 0; y < points[1]; ++y)
        for (int x = 0; x < points[0]; ++x, ++at)
          visit(2 * std::numbers::pi * x / points[0], 2 * std::numbers::pi * y / points[1],
                2 * std::numbers::pi * z / points[2], at);
  }
  static std::vector<std::complex<double>> values_of(simulation::Simulation& solver) {
    const auto a = flows::field_of(solver, "wave_function_real"),
               b = flows::field_of(solver, "wave_function_imaginary");
    std::vector<std::complex<double>> values;
    for (std::size_t n = 0; n < a.size(); ++n) values.emplace_back(a[n], b[n]);
    return values;
  }
  Wave modes_of(const std::vector<std::complex<double>>& values) const {
    Wave psi;
    for (int mx = -2; mx <= 2; ++mx)
      for (int my = -2; my <= 2; ++my)
        for (int mz = -2; mz <= 2; ++mz) {
          if (!p.modes().keeps(std::abs(mx), my, mz)) continue;
          std::complex<double> sum = 0;
          for_each_point([&](double x, double y, double z, std::size_t at) {
            sum += values[at] * std::polar(1.0, -(mx * x + my * y + mz * z));
          });
          psi[{mx, my, mz}] = sum / static_cast<double>(values.size());
        }
    return psi;
  }
};

TEST_F(Triples, AreWhatAStepOfTheHalfRuleSums) {
  for (const auto truncation : {fft::Truncation::spherical, fft::Truncation::per_direction}) {
    p.truncation = truncation;
    p.initial.kind = InitialKind::thermal;
    p.initial.energy = 0.5;
    const auto solver = started(p);
    const Wave expected = step(modes_of(values_of(*solver)));
    solver->step(flows::no_limit);
    const Wave found = modes_of(values_of(*solver));
    for (const auto& [m, value] : found)
      EXPECT_LT(std::abs(value - expected.at(m)), 1e-14) << m[0] << ' ' << m[1] << ' ' << m[2];
  }
}

TEST(Superfluid, AtRestWithThermalWavesHasTheirEnergy) {
  Parameters p = busy_superfluid("rk2", 0.1);
  p.initial.energy = 1e-8;
  const auto solver = started(p);
  EXPECT_NEAR(flows::scalar(*solver, "energy") / 1e-8, 1, 1e-3);
  EXPECT_NEAR(flows::scalar(*solver, "mass"), p.mean_density, 1e-7);
  EXPECT_LT(flows::scalar(*solver, "vortex_length"), 1e-2);
}

Parameters lines_case(int lines) {
  Parameters p = superfluid({48 * lines, 48 * lines, 4}, "rk4", 0.02);
  p.length[0] *= lines;
  p.length[1] *= lines;
  p.initial.kind = InitialKind::vortex_lines;
  p.initial.lines = lines;
  p.healing_length = 0.3;
  p.length[2] = 1.7;
  return p;
}

TEST(VortexLines, HaveTheirLength) {
  for (const int lines : {1, 2}) {
    const auto solver = started(lines_case(lines));
    const double length = 4 * lines * lines * 1.7;
    std::printf("  %d: %.5f of %.5f\n", lines, flows::scalar(*solver, "vortex_length"), length);
    EXPECT_NEAR(flows::scalar(*solver, "vortex_length") / length, 1, 0.005);
    EXPECT_NEAR(flows::scalar(*solver, "momentum_x"), 0, 1e-12);
    EXPECT_TRUE(std::isnan(flows::scalar(*solver, "vortex_x")));
  }
}

// An array of lines stands still. In imaginary time it takes the form that does.
TEST(VortexLines, StandStillOnceTheyAreRelaxed) {
  double moved[2];
  for (int n = 0; n < 2; ++n) {
    Parameters p = lines_case(1);
    p.initial.relaxation = n == 0 ? 0 : 400;
    const auto solver = started(p);
    const auto before = flows::field_of(*solver, "density");
    flows::run_to(*solver, 0.5);
    moved[n] = flows::difference(flows::field_of(*solver, "density"), before);
  }
  std::printf("  moved %.2e, relaxed %.2e\n", moved[0], moved[1]);
  EXPECT_LT(moved[1], 1e-5);
  EXPECT_GT(moved[0], 10 * moved[1]);
}

Parameters ring_case() {
  Parameters p = superfluid({32, 32, 32}, "rk4", 0.1);
  p.length = {24, 24, 24};
  p.sound_speed = p.healing_length = p.mean_density = 1;
  p.initial.kind = InitialKind::vortex_rings;
  p.initial.rings = {{.radius = 5, .centre = {12, 12, 8}, .normal = 2, .sign = 1}};
  return p;
}

TEST(VortexRings, HaveTheirLengthAndPlace) {
  Parameters p = ring_case();
  const auto solver = started(p);
  // Its own flow is stronger inside, which makes a ring of five healing lengths look smaller.
  EXPECT_NEAR(flows::scalar(*solver, "vortex_length") / (2 * std::numbers::pi * 5), 0.97, 0.02);
  EXPECT_NEAR(flows::scalar(*solver, "vortex_x"), 12, 0.01);
  EXPECT_NEAR(flows::scalar(*solver, "vortex_z"), 8, 0.01);
  EXPECT_GT(flows::scalar(*solver, "momentum_z"), 0);
  EXPECT_NEAR(flows::scalar(*solver, "momentum_x"), 0, 1e-3);
  flows::run_to(*solver, 4);
  EXPECT_GT(flows::scalar(*solver, "vortex_z"), 8.5);

  p.initial.rings = {{.radius = 5, .centre = {8, 12, 12}, .normal = 0, .sign = -1}};
  const auto back = started(p);
  EXPECT_NEAR(flows::scalar(*back, "momentum_x"),
              -flows::scalar(*started(ring_case()), "momentum_z"), 1e-10);
}

// Half the solid angle jumps by 2 pi at the disc, and the whole begins anew at the ends of the box.
TEST(VortexRings, HaveAPhaseThatFitsTheBox) {
  EXPECT_NEAR(solid_angle(2, 1, 0), 2 * std::numbers::pi * (1 - 1 / std::sqrt(5.0)), 1e-13);
  EXPECT_NEAR(solid_angle(1, 30, 40), std::numbers::pi * 30 / 125000, 2e-7);
  EXPECT_NEAR(solid_angle(1, 1e-9, 0.5), 2 * std::numbers::pi, 1e-7);
  EXPECT_NEAR(solid_angle(1, -1e-9, 0.5), -2 * std::numbers::pi, 1e-7);
  EXPECT_NEAR(solid_angle(1, 1e-9, 1.5), 0, 1e-7);
  const Parameters p = ring_case();
  const RingPhase ring(p.initial.rings.front(), p.length);
  for (const double x : {0.0, 6.0, 12.0, 17.0})
    for (const double y : {0.0, 12.0, 20.0}) {
      const double end = 20;  // half a box above the ring
      EXPECT_NEAR(ring.phase(ring.place({x, y, end - 1e-9})),
                  ring.phase(ring.place({x, y, end + 1e-9})), 0.02);
    }
}

TEST(QuantumTaylorGreen, BeginsWithItsLines) {
  Parameters p = superfluid({32, 32, 32}, "rk4", 0.02);
  p.mean_density = 1;
  p.sound_speed = 2;
  p.healing_length = std::numbers::sqrt2 / (4 * std::numbers::pi);  // four lines in each vortex
  p.initial.kind = InitialKind::taylor_green;
  EXPECT_NEAR(lines_of_taylor_green(p), 1, 1e-14);
  const auto raw = started(p);
  p.initial.relaxation = 20;
  const auto solver = started(p);
  EXPECT_GT(flows::scalar(*solver, "energy_incompressible"), 0.125);
  EXPECT_LT(flows::scalar(*solver, "energy"), flows::scalar(*raw, "energy"));
  // Sixteen lines along z, and what joins them where cos z = 0.
  EXPECT_GT(flows::scalar(*solver, "vortex_length"), 16 * 2 * std::numbers::pi);
  EXPECT_NEAR(flows::scalar(*solver, "momentum_x"), 0, 1e-12);
}

/// Of four points along z one plane of modes is kept.
class ThickAndThin : public ::testing::TestWithParam<int> {};

TEST_P(ThickAndThin, SpectraAddUpToTheEnergies) {
  Parameters p = busy_superfluid("rk2", 0.1);
  p.points[2] = GetParam();
  EXPECT_EQ(p.modes().kz == 0, p.points[2] == 4);
  const auto solver = started(p);
  const auto sum = [&](const std::string& table, const std::string& quantity) {
    double total = 0;
    for (const double value : column(*solver, table, quantity)) total += value;
    return total;  // bins are one wide
  };
  for (const char* direction : {"", "_parallel", "_perpendicular"}) {
    const std::string end = direction;
    for (const char* part : {"incompressible", "compressible"})
      EXPECT_NEAR(sum("spectrum" + end, part),
                  flows::scalar(*solver, std::string("energy_") + part), 1e-13);
    EXPECT_NEAR(sum("spectrum_density" + end, "mass"), flows::scalar(*solver, "mass"), 1e-13);
    EXPECT_NEAR(sum("spectrum_density" + end, "gradient"),
                flows::scalar(*solver, "energy_kinetic") + flows::scalar(*solver, "energy_quantum"),
                1e-13);
  }
}

INSTANTIATE_TEST_SUITE_P(Superfluid, ThickAndThin, ::testing::Values(20, 4));

TEST(Superfluid, StepsResolveItsHighestMode) {
  Parameters p = busy_superfluid("rk4", 0.1);
  const double frequency = QuantumFluid(p).frequency(16);  // m <= 4 / (5, 4, 3)
  EXPECT_GE(fastest_wave(p), frequency);
  EXPECT_EQ(advice(p).size(), 1u);
  EXPECT_GT(wave_growth(p, 0.2), wave_growth(p, 0.05));
  p.step = 0.5 / fastest_wave(p);
  EXPECT_TRUE(advice(p).empty());
  p.step.reset();
  p.cfl = 4;
  const auto solver = started(p);
  solver->step(flows::no_limit);
  EXPECT_NEAR(solver->dt(), 0.5 / fastest_wave(p), 1e-12);
}

// What (12.19) says of a step that is too long, a run shows.
TEST(Superfluid, WavesGrowAsFastAsTheAdviceSays) {
  Parameters p = superfluid({20, 4, 4}, "rk3", 0.1);
  p.initial.kind = InitialKind::thermal;
  p.initial.energy = 1e-12;
  p.truncation = fft::Truncation::per_direction;  // the highest mode is one that is kept
  const double rate = wave_growth(p, 0.1);
  ASSERT_GT(rate, 1e-3);
  const auto solver = started(p);
  flows::run_to(*solver, 6 / rate);
  const double middle = flows::scalar(*solver, "energy");
  flows::run_to(*solver, 9 / rate);
  const double late = flows::scalar(*solver, "energy");
  std::printf("  grows by %.3f of what is said\n", std::log(late / middle) / 6);
  EXPECT_NEAR(std::log(late / middle) / 6, 1, 0.1);
}

}  // namespace
}  // namespace thalweg::turbulence
