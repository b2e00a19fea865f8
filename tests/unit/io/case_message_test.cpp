// SPDX-License-Identifier: Apache-2.0
// What a user reads who made a mistake in a case file, word for word.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "io/case.hpp"
#include "tests/fuzz/turbulence_schema.hpp"
#include "tests/unit/io/case_samples.hpp"

namespace thalweg::test {
namespace {

using io::Case;

/// The message for the sample with one part replaced.
std::string message_with(const std::string& old_part, const std::string& new_part) {
  return message_of(replaced(valid_case, old_part, new_part));
}

TEST(CaseMessage, ValidSampleHasNone) { EXPECT_EQ(message_of(valid_case), ""); }

TEST(CaseMessage, BadSyntaxIsShownWithItsLine) {
  EXPECT_EQ(
      message_with("viscosity = 2.5e-3", "viscosity = = 3"),
      one_error("case.toml:10  not valid TOML: Error while parsing value: could not determine "
                "value type\n"
                "              viscosity = = 3"));
  EXPECT_EQ(message_with("[64, 32, 16]", "[64, 32, 16}"),
            one_error("case.toml:6  not valid TOML: found } where ] is expected\n"
                      "             points = [64, 32, 16}"));
  EXPECT_EQ(message_with("kind = \"turbulence\"", "größe = 1"),
            one_error("case.toml:2  not valid TOML: only text in quotes and comments may hold "
                      "other characters than ASCII\n"
                      "             größe = 1"));
  EXPECT_EQ(message_with("[grid]", "[.grid]"),
            one_error("case.toml:5  not valid TOML: a section's name is made of letters, digits, "
                      "_ and -\n"
                      "             [.grid]"));
  EXPECT_NE(message_with("scheme = \"rk3\"", "end = 3").find("case.toml:18  not valid TOML"),
            std::string::npos);
}

TEST(CaseMessage, OutOfBoundsNamesBoundMeaningAndUnit) {
  EXPECT_EQ(message_with("viscosity = 2.5e-3", "viscosity = -1.1e-6"),
            one_error("case.toml:10  turbulence.viscosity = -1.1e-6\n"
                      "              must be > 0 (kinematic viscosity, m^2/s)"));
  EXPECT_EQ(message_with("keep = 3", "keep = 101"),
            one_error("case.toml:26  checkpoint.keep = 101\n"
                      "              must be >= 1 and <= 100"));
  EXPECT_EQ(message_with("[64, 32, 16]", "[64, 2, \"a\"]"),
            one_error("case.toml:6  grid.points = [64, 2, \"a\"]\n"
                      "             y must be >= 4 and <= 65536 (points along each axis)\n"
                      "             z is text; expected an integer >= 4 and <= 65536 (points along "
                      "each axis)"));
  EXPECT_EQ(message_with("[64, 32, 16]", "[64, 2, 100_000]"),
            one_error("case.toml:6  grid.points = [64, 2, 100_000]\n"
                      "             y, z must be >= 4 and <= 65536 (points along each axis)"));
}

TEST(CaseMessage, NotFiniteIsRefused) {
  for (const std::string value : {"nan", "inf", "-inf", "+nan"})
    EXPECT_EQ(message_with("2.5e-3", value),
              one_error("case.toml:10  turbulence.viscosity = " + value + "\n" +
                        "              must be a finite number > 0 (kinematic viscosity, m^2/s)"));
}

TEST(CaseMessage, WrongTypeNamesBothTypes) {
  EXPECT_EQ(message_with("2.5e-3", "true"),
            one_error("case.toml:10  turbulence.viscosity = true\n"
                      "              is true or false; expected a number > 0 (kinematic viscosity, "
                      "m^2/s)"));
  EXPECT_EQ(message_with("2.5e-3", "\"2.5e-3\""),
            one_error("case.toml:10  turbulence.viscosity = \"2.5e-3\"\n"
                      "              is text; expected a number > 0 (kinematic viscosity, m^2/s): "
                      "write 2.5e-3 without quotes"));
  EXPECT_EQ(message_with("\"Taylor–Green vortex\"", "1979-05-27"),
            one_error("case.toml:3  simulation.title = 1979-05-27\n"
                      "             is a date; expected text in quotes: write \"1979-05-27\""));
  EXPECT_EQ(message_with("\"rk3\"", "3"),
            one_error("case.toml:18  time.scheme = 3\n"
                      "              is an integer; expected one of \"rk2\", \"rk3\", \"rk4\""));
  EXPECT_EQ(message_with("keep = 3", "keep = 3\n[transport]\noverlap = 1"),
            one_error("case.toml:28  transport.overlap = 1\n"
                      "              is an integer; expected true or false (hide messages)"));
}

TEST(CaseMessage, NumberWithPointIsNoInteger) {
  EXPECT_EQ(message_with("keep = 3", "keep = 3.0"),
            one_error("case.toml:26  checkpoint.keep = 3.0\n"
                      "              is a number with a decimal point or exponent; expected an "
                      "integer >= 1 and <= 100: write 3"));
  EXPECT_EQ(message_with("keep = 3", "keep = 3.5"),
            one_error("case.toml:26  checkpoint.keep = 3.5\n"
                      "              is a number with a decimal point or exponent; expected an "
                      "integer >= 1 and <= 100"));
}

TEST(CaseMessage, ArraysOfWrongLengthOrType) {
  EXPECT_EQ(message_with("[64, 32, 16]", "[64, 32]"),
            one_error("case.toml:6  grid.points = [64, 32]\n"
                      "             has 2 elements; expected three integers [x, y, z], each an "
                      "integer >= 4 and <= 65536 (points along each axis)"));
  EXPECT_EQ(message_with("[64, 32, 16]", "64"),
            one_error("case.toml:6  grid.points = 64\n"
                      "             is an integer; expected three integers [x, y, z], each an "
                      "integer >= 4 and <= 65536 (points along each axis)"));
  EXPECT_EQ(message_with("[1.0, 2, 3.5]", "[1.0, \"a\", 3.5]"),
            one_error("case.toml:7  grid.length = [1.0, \"a\", 3.5]\n"
                      "             y is text; expected a number > 0 (edges of the box, m)"));
  EXPECT_EQ(message_with("\"vorticity\"]", "3]"),
            one_error("case.toml:23  output.fields.names = [\"velocity\", 3]\n"
                      "              holds 3, which is an integer; expected a list of texts in "
                      "quotes, such as [\"a\", \"b\"]"));
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

TEST(CaseMessage, WrongChoiceIsGivenTheNearest) {
  EXPECT_EQ(message_with("\"rk3\"", "\"rk5\""),
            one_error("case.toml:18  time.scheme = \"rk5\"\n"
                      "              must be one of \"rk2\", \"rk3\", \"rk4\". Did you mean "
                      "\"rk2\"?"));
  EXPECT_EQ(message_with("\"taylor-green\"", "\"vortex\""),
            one_error("case.toml:14  initial.kind = \"vortex\"\n"
                      "              must be one of \"taylor-green\", \"abc\", \"random\", "
                      "\"file\""));
}

TEST(CaseMessage, MisspeltKeyIsGivenTheNearest) {
  EXPECT_EQ(message_with("dealias", "delias"),
            one_error("case.toml:11  turbulence.delias: unknown key. Did you mean \"dealias\"?"));
  EXPECT_EQ(message_with("every_time", "every_tmie"),
            one_error("case.toml:23  output.fields.every_tmie: unknown key. Did you mean "
                      "\"every_time\"?"));
  EXPECT_EQ(message_with("history = {", "histroy = {"),
            one_error("case.toml:22  output.histroy: unknown key. Did you mean \"history\"?"));
}

TEST(CaseMessage, MisspeltRequiredKeyIsOneMistake) {
  EXPECT_EQ(message_with("viscosity =", "visocsity ="),
            one_error("case.toml:10  turbulence.visocsity: unknown key. Did you mean "
                      "\"viscosity\"?"));
  EXPECT_EQ(message_with("cfl =", "clf ="),
            one_error("case.toml:19  time.clf: unknown key. Did you mean \"cfl\"?"));
  EXPECT_EQ(message_with("[turbulence]", "[turbulance]"),
            one_error("case.toml:9  [turbulance]: unknown section. Did you mean [turbulence]?"));
}

TEST(CaseMessage, KeyInTheWrongSectionIsSentHome) {
  EXPECT_EQ(message_with("points =", "viscosity = 1\npoints ="),
            one_error("case.toml:6  grid.viscosity: unknown key. \"viscosity\" belongs in "
                      "[turbulence]."));
  EXPECT_EQ(message_with("[simulation]", "scheme = \"rk4\"\n[simulation]"),
            one_error("case.toml:1  scheme: unknown key. \"scheme\" belongs in [time]."));
  EXPECT_EQ(message_with("points =", "viscosty = 1\npoints ="),
            one_error("case.toml:6  grid.viscosty: unknown key. Did you mean \"viscosity\" in "
                      "[turbulence]?"));
}

TEST(CaseMessage, UnknownWordsAreToldWhatThereIs) {
  EXPECT_EQ(message_with("points =", "colour = 1\npoints ="),
            one_error("case.toml:6  grid.colour: unknown key. [grid] takes points, length."));
  EXPECT_EQ(
      message_with("[grid]", "[plotting]\n[grid]"),
      one_error("case.toml:5  [plotting]: unknown section. The sections are simulation, grid, "
                "turbulence, initial, time, output, checkpoint, transport."));
  EXPECT_EQ(message_with("[checkpoint]\nkeep = 3", "[[checkpoint]]\nkeep = 3"),
            one_error("case.toml:25  [[checkpoint]]: expected one section, [checkpoint]"));
  EXPECT_EQ(
      message_with("[checkpoint]\nkeep = 3", "[checkpoint.keep]\nkeep = 3"),
      one_error("case.toml:25  checkpoint.keep: is a section; expected an integer >= 1 and <= "
                "100"));
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

TEST(CaseMessage, MissingKeyIsExplainedWithAnExample) {
  EXPECT_EQ(message_with("viscosity = 2.5e-3\n", ""),
            one_error("case.toml:9  turbulence.viscosity: missing. [turbulence] needs a number > 0 "
                      "(kinematic viscosity, m^2/s), for example\n"
                      "             viscosity = 1.0"));
  EXPECT_EQ(
      message_with("[grid]\npoints = [64, 32, 16]\nlength = [1.0, 2, 3.5]\n", ""),
      one_error("case.toml  grid.points: missing. [grid] needs three integers [x, y, z], each "
                "an integer >= 4 and <= 65536 (points along each axis), for example at the end "
                "of the file\n"
                "           [grid]\n"
                "           points = [5, 5, 5]"));
}

TEST(CaseMessage, ExactlyOneOfSeveralKeys) {
  EXPECT_EQ(
      message_with("cfl = 0.8", "cfl = 0.8\nstep = 1e-3"),
      one_error("case.toml:20  time.step = 1e-3\n"
                "              is given besides time.cfl; only one of time.cfl, time.step may "
                "be (size of a step)"));
  EXPECT_EQ(message_with("cfl = 0.8\n", ""),
            one_error("case.toml:16  [time]: needs exactly one of time.cfl, time.step (size of a "
                      "step); none is given"));
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

TEST(CaseMessage, KeysThatDependOnAWrongChoiceAreNotJudged) {
  EXPECT_EQ(message_with("kind = \"taylor-green\"", "kind = \"randm\"\nseed = 3"),
            one_error("case.toml:14  initial.kind = \"randm\"\n"
                      "              must be one of \"taylor-green\", \"abc\", \"random\", "
                      "\"file\". Did you mean \"random\"?"));
}

}  // namespace
}  // namespace thalweg::test
