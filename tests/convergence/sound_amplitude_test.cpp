// SPDX-License-Identifier: Apache-2.0
// The amplitude that sources of case files send out, against the exact first pulse: until the wave
// of its edge arrives, a plane sends out the signal itself, whichever way it stands in the grid and
// however far apart the points are; a bowl of radius R sends 1 / (1 - z / R) times that along its
// axis (O'Neil 1949, J. Acoust. Soc. Am. 21, 516).
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "solvers/sound/case/parameters.hpp"
#include "solvers/sound/sources/signal.hpp"
#include "tests/convergence/sound_runs.hpp"

namespace thalweg::sound {
namespace {

constexpr double speed = 1500, density = 1000;
const Signal burst{.kind = SignalKind::tone_burst,
                   .amplitude = 1,
                   .frequency = 1e6,
                   .cycles = 3,
                   .envelope = Envelope::gaussian};

/// A case of water with a burst of amplitude 1 from a source, heard at one place.
struct Pulse {
  std::string grid, source, heard;
  bool axisymmetric = false;
  double cfl = 0.3, end = 5.2e-6;

  std::string text() const {
    return "[grid]\n" + grid + "\n[sound]\naxisymmetric = " + (axisymmetric ? "true" : "false") +
           "\nabsorbing_layer = { points = 10 }\n[medium]\nsound_speed = 1500\ndensity = 1000\n"
           "[[source]]\n" +
           source +
           "\nsignal = { kind = \"tone-burst\", frequency = 1e6, cycles = 3, amplitude = 1 }\n"
           "[time]\ncfl = " +
           std::to_string(cfl) + "\nend = " + std::to_string(1e6 * end) +
           "e-6\n[[sensor]]\nshape = \"points\"\npositions = [" + heard + "]\n";
  }
};

/// The amplitude of what is heard over that of the burst: the root of their squares' sums.
double amplitude_of(const Pulse& pulse) {
  io::Case input = io::Case::parse(pulse.text(), "pulse.toml");
  const Parameters p = read_parameters(input);
  input.throw_if_errors();
  runs::Series series(p.sensors);
  const auto solver = runs::make(p.problem, false, p.sensors, &series);
  runs::take_steps(*solver, p.problem.steps);
  solver->flush();
  double heard = 0, sent = 0;
  for (std::int64_t n = 0; n < p.problem.steps; ++n) {
    heard += series.at(n, 0) * series.at(n, 0);
    const double s = burst.at((static_cast<double>(n) + 0.5) * p.problem.dt);
    sent += s * s;
  }
  const double ratio = std::sqrt(heard / sent);
  std::printf("    %.5f\n", ratio);
  return ratio;
}

const std::string uneven_plane =
    "points = [140, 200]\nspacing = [2.5e-4, 1.6e-4]\norigin = [-1.75e-2, -1.6e-2]";

TEST(SourceAmplitude, OfPlanesOfPointsIsThatOfTheSignalOnUnevenSpacings) {
  const std::string across_x = "shape = \"box\"\nlower = [0, -1.3e-2]\nupper = [0, 1.3e-2]",
                    across_y = "shape = \"box\"\nlower = [-1.3e-2, 0]\nupper = [1.3e-2, 0]";
  const std::string before_x = "[3e-3, 0.0]", before_y = "[0.0, 3.2e-3]";
  EXPECT_NEAR(amplitude_of({uneven_plane, across_x, before_x}), 1, 2e-3);
  EXPECT_NEAR(amplitude_of({uneven_plane, across_y, before_y}), 1, 2e-3);
  const std::string velocity = "\nkind = \"velocity\"\ndirection = ";
  EXPECT_NEAR(amplitude_of({uneven_plane, across_x + velocity + "[1, 0]", before_x}),
              density * speed, 2e-3 * density * speed);
  EXPECT_NEAR(amplitude_of({uneven_plane, across_y + velocity + "[0, 1]", before_y}),
              density * speed, 2e-3 * density * speed);
}

TEST(SourceAmplitude, OfDiscsIsThatOfTheSignalHoweverTheyStand) {
  const std::string disc = "shape = \"disc\"\ncenter = [0, 0]\nradius = 1.2e-2\ndirection = ";
  const std::string velocity = "\nkind = \"velocity\"";
  for (const auto& [direction, heard] :
       {std::pair{"[1, 0]", "[3e-3, 0]"}, std::pair{"[0, 1]", "[0, 3e-3]"},
        std::pair{"[0.8, 0.6]", "[2.4e-3, 1.8e-3]"}}) {
    EXPECT_NEAR(amplitude_of({uneven_plane, disc + direction, heard}), 1, 1e-3) << direction;
    // Each component lies half a cell further along its own axis. Spread as if it did not, the
    // waves of both would be out of phase where the disc slants, and 6e-3 too low.
    EXPECT_NEAR(amplitude_of({uneven_plane, disc + direction + velocity, heard}), density * speed,
                2e-3 * density * speed)
        << direction;
  }
}

TEST(SourceAmplitude, OfDiscsInThreeDimensionsIsThatOfTheSignal) {
  const std::string grid = "points = [64, 80, 64]\nspacing = [3e-4, 2.5e-4, 3e-4]\n"
                           "origin = [-9.6e-3, -0.01, -9.6e-3]";
  const std::string disc = "shape = \"disc\"\ncenter = [0, 0, 0]\nradius = 6.5e-3\ndirection = ";
  for (const auto& [direction, heard] : {std::pair{"[0, 1, 0]", "[0, 1.5e-3, 0]"},
                                         std::pair{"[0.6, 0.64, 0.48]", "[9e-4, 9.6e-4, 7.2e-4]"}})
    EXPECT_NEAR(amplitude_of({grid, disc + direction, heard, false, 0.3, 4.1e-6}), 1, 3e-3)
        << direction;
}

// Close to the source, and with a coarse radius, so that the points on the axis matter: with half
// their strength this is 7 % less.
TEST(SourceAmplitude, OfDiscsAboutAnAxisIsThatOfTheSignal) {
  const std::string grid = "points = [80, 48]\nspacing = [2.5e-4, 5e-4]\norigin = [-0.01, 0]";
  const std::string disc = "shape = \"disc\"\ncenter = [0, 0]\nradius = 1.2e-2";
  for (const std::string heard : {"[1e-3, 0]", "[2e-3, 0]", "[3e-3, 0]"}) {
    EXPECT_NEAR(amplitude_of({grid, disc, heard, true, 0.1, 5.2e-6}), 1, 5e-3) << heard;
    EXPECT_NEAR(amplitude_of({grid, disc + "\nkind = \"velocity\"", heard, true, 0.1, 5.2e-6}),
                density * speed, 5e-3 * density * speed)
        << heard;
  }
}

TEST(SourceAmplitude, OfBowlsIsThatOfTheirExactSolution) {
  const std::string plane = "points = [80, 48]\nspacing = [2.5e-4, 5e-4]\norigin = [-0.01, 0]";
  const std::string space = "points = [64, 64, 64]\nspacing = 3e-4\n"
                            "origin = [-6e-3, -9.6e-3, -9.6e-3]";
  const double exact = 1 / (1 - 2e-3 / 1.5e-2);
  EXPECT_NEAR(amplitude_of({plane,
                            "shape = \"bowl\"\napex = [0, 0]\nfocus = [1.5e-2, 0]\n"
                            "aperture = 2.4e-2",
                            "[2e-3, 0]", true, 0.1, 4.6e-6}),
              exact, 5e-3 * exact);
  EXPECT_NEAR(amplitude_of({space,
                            "shape = \"bowl\"\napex = [0, 0, 0]\nfocus = [1.5e-2, 0, 0]\n"
                            "aperture = 1.3e-2",
                            "[2e-3, 0, 0]", false, 0.3, 4.4e-6}),
              exact, 5e-3 * exact);
}

}  // namespace
}  // namespace thalweg::sound
