// SPDX-License-Identifier: Apache-2.0
// What a user reads who made mistakes in a case file, besides single ones (case_mistake_test.cpp).
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "io/case/case.hpp"
#include "tests/fuzz/turbulence_schema.hpp"
#include "tests/unit/io/case/case_samples.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::test {
namespace {

using io::Case;

/// The message for the sample with one part replaced.
std::string message_with(const std::string& old_part, const std::string& new_part) {
  return message_of(replaced(valid_case, old_part, new_part));
}

TEST(CaseMessage, ValidSampleHasNone) { EXPECT_EQ(message_of(valid_case), ""); }

TEST(CaseMessage, KeyGivenTwiceIsShownWithItsLine) {
  EXPECT_NE(message_with("scheme = \"rk3\"", "end = 3").find("case.toml:18  not valid TOML"),
            std::string::npos);
}

TEST(CaseMessage, SectionsThatArePassedOverAreNotUnknown) {
  Case input =
      Case::parse("[a]\nx = -1\n[b]\ny = 1\n[[c]]\nz = 1\n[[c.d]]\nw = 1\n[e]\n", "case.toml");
  input.number("a.x", {.minimum = 0});
  input.pass_over("b");
  input.pass_over("c");
  const std::string message = io::testing::message_of<InputError>([&] { input.finish(); });
  EXPECT_NE(message.find("case.toml:2  a.x = -1"), std::string::npos) << message;
  EXPECT_NE(message.find("[e]: unknown section"), std::string::npos) << message;
  for (const char* section : {"[b]", "[[c]]", "b.y", "c.0"})
    EXPECT_EQ(message.find(section), std::string::npos) << message;
}

TEST(CaseMessage, NotFiniteIsRefused) {
  for (const std::string value : {"nan", "inf", "-inf", "+nan"})
    EXPECT_EQ(message_with("2.5e-3", value),
              one_error("case.toml:10  turbulence.viscosity = " + value + "\n" +
                        "              must be a finite number > 0 (kinematic viscosity, m^2/s)"));
}

TEST(CaseMessage, LongValuesAreShortenedOnOneLine) {
  const std::string message =
      message_with("[64, 32, 16]", "[64,\n\n  32, 16, 1111111111, 2222222222, "
                                   "3333333333, 4444444444, 5555555555555555555]");
  EXPECT_NE(message.find("case.toml:6  grid.points = [64, 32, 16, 1111111111, 2222222222, "
                         "3333333333, 4444444444, 55555555...\n"),
            std::string::npos)
      << message;
}

TEST(CaseMessage, KeyOfAnotherKindHasNoEffect) {
  Case input = Case::parse("[a]\nstep = 1\n", "case.toml");
  EXPECT_TRUE(input.has("a.step"));
  try {
    input.finish();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()), one_error("case.toml:2  a.step = 1\n"
                                                   "             has no effect here; remove it"));
  }
}

TEST(CaseMessage, ErrorsOfTheCallerQuoteTheValue) {
  Case input = Case::parse("[a]\nx = 1\n", "case.toml");
  input.integer("a.x", {});
  input.integer("a.y", {.default_value = 5});
  input.error("a.x", "must divide a.y");
  input.error("a.y", "must be even");
  input.error("a", "is too full");
  try {
    input.finish();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()), "case.toml:1  a.y = 5 (the default)\n"
                                         "             must be even\n"
                                         "case.toml:1  a: is too full\n"
                                         "case.toml:2  a.x = 1\n"
                                         "             must divide a.y\n"
                                         "3 errors; nothing was run.");
    EXPECT_EQ(error.status(), ExitStatus::input);
  }
}

TEST(CaseMessage, AllMistakesComeAtOnceInFileOrder) {
  std::string text = replaced(valid_case, "dealias", "delias");
  text = replaced(text, "\"rk3\"", "\"euler\"");
  text = replaced(text, "[64, 32, 16]", "[64, 32.0, 16]");
  text = replaced(text, "viscosity = 2.5e-3\n", "");
  text = replaced(text, "title", "titel");
  EXPECT_EQ(
      message_of(text, {"time.end=-1", "grid.dx=1"}),
      "case.toml:3  simulation.titel: unknown key. Did you mean \"title\"?\n"
      "case.toml:6  grid.points = [64, 32.0, 16]\n"
      "             y is a number with a decimal point or exponent; expected an integer >= 4 "
      "and <= 65536 (points along each axis): write 32\n"
      "case.toml:9  turbulence.viscosity: missing. [turbulence] needs a number > 0 (kinematic "
      "viscosity, m^2/s), for example\n"
      "             viscosity = 1.0\n"
      "case.toml:10  turbulence.delias: unknown key. Did you mean \"dealias\"?\n"
      "case.toml:17  time.scheme = \"euler\"\n"
      "              must be one of \"rk2\", \"rk3\", \"rk4\"\n"
      "--set time.end=-1  time.end = -1\n"
      "                   must be > 0\n"
      "--set grid.dx=1  grid.dx: unknown key. [grid] takes points, length.\n"
      "7 errors; nothing was run.");
}

TEST(CaseMessage, WrongValuesStillGiveUsableOnes) {
  Case input = Case::parse("[a]\nx = -1\ny = \"b\"\n", "case.toml");
  const double x = input.number("a.x", {.minimum = 0, .maximum = 0.5, .exclusive = true});
  EXPECT_TRUE(x > 0 && x < 0.5);
  EXPECT_GE(input.integer("a.y", {.minimum = 10}), 10);
  EXPECT_EQ(input.choice("a.z", {"p", "q"}, {}), "p");
  EXPECT_TRUE(input.has_errors());
  EXPECT_THROW(input.throw_if_errors(), InputError);
}

TEST(CaseMessage, ErrorsSoFarDoNotJudgeUnknownKeys) {
  Case input = Case::parse("[simulation]\nkind = \"sund\"\n[sound]\nspeed = 1", "case.toml");
  input.choice("simulation.kind", {"turbulence", "sound"}, {});
  try {
    input.throw_if_errors();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              one_error("case.toml:2  simulation.kind = \"sund\"\n"
                        "             must be one of \"turbulence\", \"sound\". Did you mean "
                        "\"sound\"?"));
  }
}

TEST(CaseMessage, ErrorsSoFarNameTheMisspeltKey) {
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {"[simulation]\nknd = \"sound\"\n[initial]\nkind = 1",
            "case.toml:2  simulation.knd: unknown key. Did you mean \"kind\"?"},
           {"[simulatoin]\nkind = \"sound\"\n[sound]\nspeed = 1",
            "case.toml:1  [simulatoin]: unknown section. Did you mean [simulation]?"}}) {
    Case input = Case::parse(text, "case.toml");
    input.choice("simulation.kind", {"turbulence", "sound"}, {});
    try {
      input.throw_if_errors();
      FAIL();
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()), one_error(expected));
    }
  }
}

}  // namespace
}  // namespace thalweg::test
