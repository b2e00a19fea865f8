// SPDX-License-Identifier: Apache-2.0
// What a user reads who made a mistake in a case of sound.
#include <gtest/gtest.h>

#include "tests/unit/solvers/sound/samples.hpp"

namespace thalweg::sound::testing {
namespace {

/// The message for the sample with one part replaced holds a line, and is about one mistake.
void expect_message(const std::string& old_part, const std::string& new_part,
                    const std::string& line) {
  const std::string text = message_of(replaced(valid_case, old_part, new_part));
  EXPECT_NE(text.find(line), std::string::npos) << "expected: " << line << "\nfound: " << text;
  EXPECT_NE(text.find("1 error; nothing was run."), std::string::npos) << text;
}

TEST(SoundCaseMessage, ValidSampleHasNone) { EXPECT_EQ(message_of(valid_case), ""); }

TEST(SoundCaseMessage, GridMustBeOneToThreeAxes) {
  expect_message("points = [64, 48]", "points = [64, 48, 3, 2]",
                 "case.toml:5  grid.points = [64, 48, 3, 2]\n             has 4 elements; expected "
                 "a list of 1 to 3 integers");
  expect_message("spacing = 1e-4", "spacing = [1e-4, 1e-4, 1e-4]",
                 "grid.spacing = [1e-4, 1e-4, 1e-4]\n             has 3 elements; expected one, or "
                 "2: as many as grid.points has axes of more than one point");
  expect_message("spacing = 1e-4", "spacing = 0", "x must be > 0 (distance of grid points, m)");
}

TEST(SoundCaseMessage, PowerOfOneIsRefused) {
  expect_message("absorption_power = 1.5", "absorption_power = 1",
                 "case.toml:10  sound.absorption_power = 1\n              must not be 1, where the "
                 "dispersion of the power law is infinite; set sound.dispersion = false, or a "
                 "power well away from it, as 1.1");
}

TEST(SoundCaseMessage, PowerOfOneNeedsNoDispersion) {
  const Parameters p = read(
      replaced(valid_case, "absorption_power = 1.5", "absorption_power = 1\ndispersion = false"));
  EXPECT_EQ(p.problem.medium.absorption_power, 1);
  EXPECT_FALSE(p.problem.medium.disperses);
}

TEST(SoundCaseMessage, PowersOutOfBoundsAreOneMistake) {
  for (const std::string power : {"0", "3", "\"high\""})
    expect_message("absorption_power = 1.5", "absorption_power = " + power,
                   "sound.absorption_power = " + power + "\n");
}

TEST(SoundCaseMessage, AbsorptionNeedsItsLaw) {
  expect_message("absorption = \"power-law\"\nabsorption_power = 1.5\n", "",
                 "sound.absorption = \"none\" (the default)\n");
}

TEST(SoundCaseMessage, LayersMustLeaveRoom) {
  expect_message("absorbing_layer = { points = 8 }", "absorbing_layer = { points = [8, 24] }",
                 "leaves nothing of the 48 points along y: 24 + 24 absorb");
  expect_message("absorbing_layer = { points = 8 }", "absorbing_layer = { points = 8, high = 40 }",
                 "sound.absorbing_layer.high = 40\n");
}

TEST(SoundCaseMessage, LayersOutOfBoundsAreOneMistake) {
  // Not that the usual thickness in their place leaves nothing of the 15 points.
  const std::string thin = replaced(valid_case, "points = [64, 48]", "points = [64, 15]");
  const std::string text = message_of(
      replaced(thin, "absorbing_layer = { points = 8 }", "absorbing_layer = { points = -1 }"));
  EXPECT_EQ(text.find("leaves nothing"), std::string::npos) << text;
  EXPECT_NE(text.find("points of the absorbing layer; 0: periodic"), std::string::npos) << text;
}

TEST(SoundCaseMessage, LayersHaveAsManyNumbersAsTheGrid) {
  expect_message("absorbing_layer = { points = 8 }", "absorbing_layer = { points = [8, 8, 8] }",
                 "sound.absorbing_layer.points = [8, 8, 8]\n");
}

TEST(SoundCaseMessage, RunsHaveAnEnd) {
  expect_message("end = 1e-6", "end = 10.0", "is 5.33e+08 steps of ");
  expect_message("end = 1e-6", "end = 1e300", "Times are in seconds");
  expect_message("end = 1e-6", "steps = 1000000000", "time.steps = 1000000000\n");
  EXPECT_EQ(read(replaced(valid_case, "end = 1e-6", "end = 0.0")).problem.steps, 0);
}

TEST(SoundCaseMessage, RegionsMustBeSomewhereAndDoSomething) {
  expect_message("center = [3e-3, 2e-3]", "center = [3e-1, 2e-3]",
                 "case.toml:19  medium.region.0.shape = \"ball\"\n              holds no point of "
                 "the grid, which reaches from [0, 0] m to [0.0063, 0.0047] m");
  expect_message("sound_speed = 1600\n", "", "has no effect: give it a sound_speed");
  expect_message("center = [3e-3, 2e-3]", "center = [3e-3]", "has 1 element; expected 2 numbers");
}

TEST(SoundCaseMessage, MisspeltKeysOfItemsGetSuggestions) {
  expect_message("radius = 5e-4", "radius = 5e-4\nsoundspeed = 3",
                 "medium.region.0.soundspeed: unknown key. Did you mean \"sound_speed\"?");
  expect_message("cycles = 3", "cycles = 3, amplitud = 4",
                 "source.0.signal.amplitud: unknown key. Did you mean \"amplitude\"?");
  expect_message("[[source]]", "[[sources]]", "[sources]: unknown section. Did you mean [source]?");
}

TEST(SoundCaseMessage, SourcesMustLieInTheGrid) {
  expect_message("to = [1e-3, 3e-3]", "to = [1e-3, 3e-2]",
                 "the line leaves the grid at [0.001, 0.00");
  expect_message("shape = \"line\"\nfrom = [1e-3, 1e-3]\nto = [1e-3, 3e-3]",
                 "shape = \"disc\"\ncenter = [1e-3, 1e-3]\nradius = 2e-3",
                 "source.0.shape = \"disc\"\n              sticks out of the grid at [0.001, ");
  expect_message("shape = \"line\"\nfrom = [1e-3, 1e-3]\nto = [1e-3, 3e-3]",
                 "shape = \"bowl\"\napex = [1e-3, 2e-3]\nfocus = [2e-3, 2e-3]\naperture = 3e-3",
                 "is larger than the sphere");
}

TEST(SoundCaseMessage, SensorsMustBeInTheGrid) {
  expect_message("[[5e-3, 2e-3], [5e-3, 2.5e-3]]", "[[5.04e-3, 2e-2]]",
                 "[0.00504, 0.02] m is outside of the grid, which reaches from [0, 0] m to "
                 "[0.0063, 0.0047] m");
  expect_message("[medium]", "sensor_tolerance = 0.5\n[medium]", "must be >= 0 and <= 0.1");
  expect_message("[[5e-3, 2e-3], [5e-3, 2.5e-3]]", "[5e-3, 2e-3]",
                 "element 1, element 2 is a number with a decimal point or exponent; expected 2 "
                 "numbers");
}

TEST(SoundCaseMessage, UnknownRecordsGetSuggestions) {
  expect_message("\"pressure-max\"]", "\"presure-max\"]",
                 "knows no \"presure-max\"; a sensor takes \"pressure\", \"pressure-max\", "
                 "\"pressure-min\", \"pressure-rms\", \"velocity\"");
}

TEST(SoundCaseMessage, SensorsMustKeepSomething) {
  expect_message("[\"pressure\", \"pressure-max\"]", "[]",
                 "keeps nothing; name one or more of \"pressure\", \"pressure-max\"");
}

TEST(SoundCaseMessage, AllMistakesComeAtOnce) {
  std::string text = replaced(valid_case, "density = 1000", "density = -1");
  text = replaced(text, "cfl = 0.3", "cfl = 9");
  text = replaced(text, "radius = 5e-4\n", "");
  text = replaced(text, "frequency = 1e6", "frequency = \"1e6\"");
  EXPECT_NE(message_of(text).find("4 errors; nothing was run."), std::string::npos)
      << message_of(text);
}

TEST(SoundCaseMessage, ResolutionIsNotedNotRefused) {
  const Parameters coarse = read(replaced(valid_case, "frequency = 1e6", "frequency = 6e6"));
  ASSERT_EQ(coarse.notes.size(), 1u);
  EXPECT_EQ(coarse.notes[0],
            "note: the sources' highest frequency (10 MHz) has 1.5 points per wavelength where "
            "sound is slowest; below 2 the grid does not carry it");
  EXPECT_TRUE(read(valid_case).notes.empty());
  const Parameters late = read(replaced(valid_case, "[medium]", "record_from = 1e-3\n[medium]"));
  EXPECT_EQ(late.notes,
            (std::vector<std::string>{"note: recording begins at 0.001 s, when the run is over"}));
  EXPECT_EQ(read(replaced(valid_case, "from = [1e-3, 1e-3]", "from = [1e-3, 0]")).notes.size(), 1u);
}

// At 1.01 the tangent of (3.3) is -64: a wave of 1 MHz in soft tissue is a tenth faster than at
// rest.
TEST(SoundCaseMessage, StrongDispersionIsNoted) {
  const std::string sine =
      replaced(valid_case, "kind = \"tone-burst\", frequency = 1e6, cycles = 3",
               "kind = \"sine\", frequency = 1e6");
  const std::string near = replaced(sine, "absorption_power = 1.5", "absorption_power = 1.01");
  EXPECT_EQ(read(near).notes,
            (std::vector<std::string>{
                "note: dispersion makes waves of 1 MHz up to 9.3 % faster than sound_speed, which "
                "is that of the lowest frequencies; allow for it in sound_speed, or set "
                "sound.dispersion = false"}));
  EXPECT_TRUE(read(sine).notes.empty());
  EXPECT_TRUE(read(replaced(near, "[medium]", "dispersion = false\n[medium]")).notes.empty());
}

TEST(SoundCaseMessage, StepsThatLayersCannotDampAreNoted) {
  const std::string uniform = replaced(valid_case, "sound_speed = 1600\n", "absorption = 1.0\n");
  const std::string fast = replaced(uniform, "cfl = 0.3", "cfl = 1.2");
  EXPECT_TRUE(read(replaced(uniform, "cfl = 0.3", "cfl = 0.9")).notes.empty());
  EXPECT_EQ(read(fast).notes,
            (std::vector<std::string>{
                "note: the CFL number is 1.2; above 1 the absorbing layer sends waves back"}));
  EXPECT_TRUE(
      read(replaced(fast, "absorbing_layer = { points = 8 }", "absorbing_layer = { points = 0 }"))
          .notes.empty());
}

}  // namespace
}  // namespace thalweg::sound::testing
