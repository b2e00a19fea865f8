// SPDX-License-Identifier: Apache-2.0
// Starts of helical fields, shear layers, vortex pairs and lines: against the theory of instability
// and closed forms.
#include <cmath>
#include <complex>
#include <tuple>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

constexpr double pi = std::numbers::pi;

// Of a mode that is the curl of itself a . b is b^2 / k; bins are one wide.
TEST(RandomStart, HasTheHelicityAndThePeakOfTheCase) {
  for (const double h : {-1.0, 0.5, 1.0}) {
    Parameters p = read("viscosity = 0.01\nequations = \"mhd\"\nresistivity = 0.01\n",
                        "kind = \"random\"\nhelicity = " + std::to_string(h) +
                            "\npeak_wavenumber = 3\nmagnetic_energy = 0.2\nmagnetic_helicity = " +
                            std::to_string(-h) + "\nmagnetic_peak_wavenumber = 7",
                        "points = [32, 32, 32]");
    const auto solver = started(p);
    const auto energy = column(*solver, "spectrum", "energy"),
               helicity = column(*solver, "spectrum", "helicity"),
               magnetic_energy = column(*solver, "spectrum_magnetic", "energy"),
               magnetic_helicity = column(*solver, "spectrum_magnetic", "helicity");
    // A bin of 400 numbers or more has h to 0.05 by chance, and 1 exactly.
    const double chance = std::abs(h) == 1 ? 0 : 0.1;
    for (const std::size_t k : {3u, 5u, 8u}) {
      const double n = static_cast<double>(k), width = 0.5 / (n - 0.5);
      EXPECT_NEAR(helicity[k] / (2 * n * energy[k]), h, width + chance);
      EXPECT_NEAR(magnetic_helicity[k] * n / (2 * magnetic_energy[k]), -h, width + chance);
    }
    const auto peak = [](const std::vector<double>& e) {
      return std::max_element(e.begin(), e.end()) - e.begin();
    };
    EXPECT_NEAR(static_cast<double>(peak(energy)), 3, 1);
    EXPECT_NEAR(static_cast<double>(peak(magnetic_energy)), 7, 1);
  }
}

TEST(ModesOfFullHelicity, AreTheCurlsOfThemselves) {
  Parameters p = flows::cube(16, 0.1, "rk2", 0.1);
  p.initial.kind = InitialKind::random;
  p.initial.helicity = 1;
  const auto solver = started(p);
  const auto energy = column(*solver, "spectrum", "energy"),
             helicity = column(*solver, "spectrum", "helicity");
  // Of bin 1 the modes are 1 and sqrt 2 long.
  EXPECT_GT(helicity[1] / (2 * energy[1]), 1 - 1e-13);
  EXPECT_LT(helicity[1] / (2 * energy[1]), std::sqrt(2.0));
}

/// Growth of the velocity across layers between two times.
double growth_of_layers(const std::string& normal, const std::string& grid, std::size_t component) {
  Parameters p = read("viscosity = 0.01",
                      "kind = \"shear-layer\"\nnormal = \"" + normal +
                          "\"\nthickness = 0.19634954084936207\nperturbation = 1e-6",
                      grid);
  p.viscosity = 0;
  p.step = 0.04;
  const auto solver = started(p);
  EXPECT_LT(flows::scalar(*solver, "divergence_max"), 1e-14);
  const auto size = [&] {
    const auto u = flows::velocity_of(*solver);
    double sum = 0;
    for (std::size_t n = component; n < u.size(); n += 3) sum += u[n] * u[n];
    return std::sqrt(sum);
  };
  flows::run_to(*solver, 4);
  const double before = size();
  flows::run_to(*solver, 7);
  return std::log(size() / before) / 3;
}

// A layer tanh(y / d) is most unstable to waves of k d = 0.4446, which grow with 0.1897 U / d
// (Michalke 1964, J. Fluid Mech. 19, 543).
TEST(ShearLayer, GrowsAsLinearTheorySays) {
  const double thickness = 2 * pi / 32, wanted = 0.1897 / thickness;
  const std::string wave = std::to_string(2 * pi * thickness / 0.4446);
  EXPECT_NEAR(
      growth_of_layers("y", "points = [12, 96, 4]\nlength = [" + wave + ", 6.283185307, 1]", 1),
      wanted, 0.01 * wanted);
  EXPECT_NEAR(
      growth_of_layers("z", "points = [12, 4, 96]\nlength = [" + wave + ", 1, 6.283185307]", 2),
      wanted, 0.01 * wanted);
}

// The vorticity of each vortex is Gamma / (pi a^2) exp(-r^2 / a^2), less the mean of both.
TEST(VortexPair, HasTheVorticityOfTwoGaussians) {
  for (const bool alike : {false, true}) {
    const auto solver =
        started(read("viscosity = 0.01",
                     std::string("kind = \"vortex-pair\"\ncirculation = 1.5\ncore_radius = 0.4\n"
                                 "separation = 1.2\nrotation = \"") +
                         (alike ? "alike" : "opposite") + "\"",
                     "points = [64, 64, 4]\nlength = [6.283185307179586, 6.283185307179586, 0.5]"));
    const auto vorticity = flows::field_of(*solver, "vorticity");
    const double dx = 2 * pi / 64, mean = alike ? 2 * 1.5 / (4 * pi * pi) : 0;
    double worst = 0;
    for (int n = 0; n < 64 * 64; ++n) {
      const double x = n % 64 * dx - pi, y = n / 64 * dx - pi;
      double exact = -mean;
      for (const int side : {-1, 1})
        exact += (side < 0 || alike ? 1 : -1) * 1.5 / (pi * 0.16) *
                 std::exp(-(std::pow(x - side * 0.6, 2) + y * y) / 0.16);
      worst = std::max(worst, std::abs(vorticity[static_cast<std::size_t>(3 * n + 2)] - exact));
    }
    EXPECT_LT(worst, 1e-6);  // exp(-k^2 a^2 / 4) beyond the kept modes
    EXPECT_LT(flows::scalar(*solver, "divergence_max"), 1e-14);
  }
}

TEST(Companions, MayBeFormulasBesideAnotherStart) {
  const auto solver =
      started(read("viscosity = 0.01\nequations = \"boussinesq\"\ndiffusivity = 0.01\n"
                   "buoyancy_frequency = 2\n",
                   "kind = \"taylor-green\"\nbuoyancy = [\"0.5*sin(3*z)\"]"));
  EXPECT_NEAR(flows::scalar(*solver, "energy_potential"), 0.0625, 1e-15);
  EXPECT_NEAR(flows::scalar(*solver, "energy_kinetic"), 0.125, 1e-15);
}

TEST(Companions, AreNotDrawnWhereAStartSetsThem) {
  const auto message = [](const std::string& set, const std::string& initial) {
    return refusal([&] { read("viscosity = 0.01\n" + set, initial); });
  };
  const std::string mhd = "equations = \"mhd\"\nresistivity = 0.01\n",
                    stratified =
                        "equations = \"boussinesq\"\ndiffusivity = 0.01\nbuoyancy_frequency = 2\n",
                    wave = "kind = \"wave\"\nmode = [1, 0, 1]\n",
                    vortex = "kind = \"orszag-tang\"\n";
  for (const std::string& start : {wave, vortex}) {
    EXPECT_EQ(message(mhd, start), "");
    const std::string refused = message(mhd, start + "magnetic_energy = 0.1");
    EXPECT_NE(refused.find("initial.magnetic_energy = 0.1"), std::string::npos) << refused;
    EXPECT_NE(refused.find("must be 0 for initial.kind"), std::string::npos) << refused;
  }
  EXPECT_EQ(message(stratified, wave + "buoyancy_energy = 0"), "");
  EXPECT_NE(message(stratified, wave + "buoyancy_energy = 0.1").find("initial.buoyancy_energy"),
            std::string::npos);
}

// The mean of theta would grow by N w for ever.
TEST(StratifiedStart, RefusesAMeanVerticalVelocity) {
  const auto with = [](const std::string& frequency, const std::string& w) {
    return read("viscosity = 0.01\nequations = \"boussinesq\"\ndiffusivity = 0.01\n"
                "buoyancy_frequency = " +
                    frequency,
                "kind = \"formula\"\nvelocity = [\"1+sin(z)\", \"2\", \"" + w + "\"]");
  };
  const std::string refused = refusal([&] { started(with("2", "0.1+sin(x)")); });
  EXPECT_NE(refused.find("turbulence.buoyancy_frequency"), std::string::npos) << refused;
  EXPECT_NE(refused.find("the vertical velocity is not 0"), std::string::npos) << refused;
  EXPECT_EQ(refusal([&] { started(with("0", "0.1+sin(x)")); }), "");
  const auto solver = started(with("2", "sin(x)+1e-9"));
  solver->step(flows::no_limit);
  double mean = 0;
  for (const double theta : flows::field_of(*solver, "buoyancy")) mean += theta;
  EXPECT_NEAR(mean, 0, 1e-11);
}

/// The velocity along y of a line at distance `apart` from another of unit circulation and its
/// images: rows of them along x, each u - i v = cot(pi z / L) / (2 i L).
double speed_beside(double apart, double length) {
  double v = 0;
  for (int n = -20; n <= 20; ++n) {
    const std::complex<double> z(apart, n * length);
    v -= (1.0 / (2.0 * std::complex<double>(0, 1) * length * std::tan(pi * z / length))).imag();
  }
  return v;
}

// Two lines of opposite sign carry each other along, as their images and the flow do with which the
// phase begins anew: without images 15 % slower, without that flow 33 %. Cores of finite size and a
// fifth of the speed of sound make 3 %.
TEST(PlacedLines, MoveAsAPairOfVorticesDoes) {
  const double length = 32, apart = 8;
  Parameters p = read("equations = \"gross-pitaevskii\"\nsound_speed = 1\nhealing_length = 1\n",
                      "kind = \"vortex-lines\"\n"
                      "line = [{x = 11.7, y = 9, sign = 1}, {x = 19.7, y = 9, sign = -1}]",
                      "points = [36, 36, 8]\nlength = [32, 32, 7.111111111]");
  p.step = 0.05;
  p.truncation = fft::Truncation::per_direction;
  const auto solver = started(p);
  EXPECT_NEAR(flows::scalar(*solver, "vortex_length"), 2 * 7.111111111, 0.15);
  EXPECT_NEAR(flows::scalar(*solver, "vortex_x"), 15.7, 0.02);
  const double begin = flows::scalar(*solver, "vortex_y"), time = 16;
  EXPECT_NEAR(begin, 9, 0.02);
  flows::run_to(*solver, time);
  const double circulation = 4 * pi * std::sqrt(0.5);
  const double speed = circulation * (speed_beside(apart, length) + apart / (length * length));
  std::printf("  moved %.4f, lines %.4f\n", flows::scalar(*solver, "vortex_y") - begin,
              speed * time);
  EXPECT_NEAR(flows::scalar(*solver, "vortex_y") - begin, speed * time, 0.05 * speed * time);
}

// The box repeats: a pair is the same wherever its two lines are written, within the box or not. A
// turn of the phase too many across the box would be a flow of its own.
TEST(PlacedLines, AreTheSameAcrossTheEndsOfTheBox) {
  const auto pair_at = [](const std::string& line, const std::string& opposite) {
    return started(read("equations = \"gross-pitaevskii\"\nsound_speed = 1\nhealing_length = 1\n",
                        "kind = \"vortex-lines\"\nline = [{" + line + ", sign = 1}, {" + opposite +
                            ", sign = -1}]",
                        "points = [32, 24, 4]\nlength = [16, 12, 2]"));
  };
  const std::tuple<const char*, const char*, const char*, const char*> same[] = {
      {"x = 3, y = 4", "x = 7, y = 5", "x = 14, y = 4", "x = 2, y = 5"},
      {"x = 3, y = 4", "x = 5, y = 7", "x = 3, y = 10", "x = 5, y = 1"},
      {"x = 3, y = 4", "x = 5, y = 7", "x = 3, y = 12004", "x = -1595, y = -5"}};
  for (const auto& [a, b, moved_a, moved_b] : same) {
    const auto inside = pair_at(a, b), across = pair_at(moved_a, moved_b);
    for (const char* of : {"energy", "momentum_x", "momentum_y", "vortex_length"})
      EXPECT_NEAR(flows::scalar(*across, of), flows::scalar(*inside, of), 1e-9) << of << moved_a;
  }
}

TEST(PlacedLines, OfOneSignAloneAreRefused) {
  const auto refused = [](const std::string& lines) {
    return refusal([&] {
      read("equations = \"gross-pitaevskii\"\nsound_speed = 1\nhealing_length = 1\n",
           "kind = \"vortex-lines\"\nline = " + lines);
    });
  };
  EXPECT_NE(refused("[{x = 1, y = 1, sign = 1}]").find("add up to 1"), std::string::npos);
  EXPECT_NE(refused("[{x = 1, y = 1, sign = 0}]").find("must be 1 or -1"), std::string::npos);
}

TEST(Starts, AreRefusedWhereTheGridDoesNotKeepTheirModes) {
  const std::string message = "must be one whose modes grid.points and turbulence.dealias keep";
  const auto refused = [](const std::string& set, const std::string& initial,
                          const std::string& grid) {
    return refusal([&] { read("viscosity = 0.01\n" + set, initial, grid); });
  };
  const std::string green = "kind = \"taylor-green\"", vortex = "kind = \"orszag-tang\"",
                    mhd = "equations = \"mhd\"\nresistivity = 0.01",
                    abc = "kind = \"abc\"\nwavenumber = ";
  EXPECT_NE(refused("", green, "points = [5, 5, 5]").find(message), std::string::npos);
  EXPECT_EQ(refused("", green, "points = [6, 6, 6]"), "");
  EXPECT_EQ(refused("", green, "points = [64, 64, 4]"), "");
  EXPECT_NE(refused(mhd, vortex, "points = [8, 5, 8]").find(message), std::string::npos);
  EXPECT_EQ(refused(mhd, vortex, "points = [4, 8, 4]"), "");
  EXPECT_NE(refused("", abc + "6", "points = [16, 16, 16]").find(message), std::string::npos);
  EXPECT_EQ(refused("", abc + "5", "points = [16, 16, 16]"), "");
}

TEST(RandomStart, RefusesAPeakSoLowThatNoModeHasEnergy) {
  const std::string mhd = "viscosity = 0.01\nequations = \"mhd\"\nresistivity = 0.01\n",
                    drawn = "kind = \"random\"\n";
  const auto refused = [&](const std::string& initial) {
    return refusal([&] { started(read(mhd, drawn + initial)); });
  };
  EXPECT_NE(refused("peak_wavenumber = 0.05").find("initial.peak_wavenumber = 0.05"),
            std::string::npos);
  EXPECT_NE(refused("magnetic_energy = 1\nmagnetic_peak_wavenumber = 0.05")
                .find("initial.magnetic_peak_wavenumber = 0.05"),
            std::string::npos);
  EXPECT_EQ(refused("peak_wavenumber = 0.06"), "");
}

// Kolmogorov's force has no mode along z, and a flat grid keeps those of all its wave numbers.
TEST(ConstantForce, IsBoundedByTheModesOfItsShape) {
  const auto refused = [](int wavenumber) {
    return refusal([&] {
      read("viscosity = 0.01",
           "kind = \"taylor-green\"\n[forcing]\nkind = \"constant\"\nshape = \"kolmogorov\"\n"
           "amplitude = 1\nwavenumber = " +
               std::to_string(wavenumber),
           "points = [64, 64, 4]");
    });
  };
  EXPECT_EQ(refused(4), "");
  EXPECT_EQ(refused(21), "");
  EXPECT_NE(refused(22).find("must be one whose modes"), std::string::npos) << refused(22);
}

}  // namespace
}  // namespace thalweg::turbulence
