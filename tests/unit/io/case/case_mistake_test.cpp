// SPDX-License-Identifier: Apache-2.0
// What a user reads who made one mistake in a case file, word for word.
#include <gtest/gtest.h>

#include "tests/fuzz/turbulence_schema.hpp"
#include "tests/unit/io/case/case_samples.hpp"

namespace thalweg::test {
namespace {

struct Mistake {
  std::string name;
  std::string part, written;  // of the sample, and what stands in its place
  std::string message;        // from the second line on: the first is empty
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

// clang-format off
const Mistake mistakes[] = {
    // Bad syntax is shown with its line.
    {"NoValue", "viscosity = 2.5e-3", "viscosity = = 3", R"(
case.toml:10  not valid TOML: Error while parsing value: could not determine value type
              viscosity = = 3)"},
    {"WrongBracket", "[64, 32, 16]", "[64, 32, 16}", R"(
case.toml:6  not valid TOML: found } where ] is expected
             points = [64, 32, 16})"},
    {"LettersBeyondAscii", "kind = \"turbulence\"", "größe = 1", R"(
case.toml:2  not valid TOML: only text in quotes and comments may hold other characters than ASCII
             größe = 1)"},
    {"NoSectionName", "[grid]", "[.grid]", R"(
case.toml:5  not valid TOML: a section's name is made of letters, digits, _ and -
             [.grid])"},
    // Out of bounds: the bound, the meaning and the unit.
    {"BelowTheBound", "viscosity = 2.5e-3", "viscosity = -1.1e-6", R"(
case.toml:10  turbulence.viscosity = -1.1e-6
              must be > 0 (kinematic viscosity, m^2/s))"},
    {"AboveTheBound", "keep = 3", "keep = 101", R"(
case.toml:26  checkpoint.keep = 101
              must be >= 1 and <= 100)"},
    {"OnePartTooSmallAndOneOfWrongType", "[64, 32, 16]", "[64, 2, \"a\"]", R"(
case.toml:6  grid.points = [64, 2, "a"]
             y must be >= 4 and <= 65536 (points along each axis)
             z is text; expected an integer >= 4 and <= 65536 (points along each axis))"},
    {"TwoPartsOutOfBounds", "[64, 32, 16]", "[64, 2, 100_000]", R"(
case.toml:6  grid.points = [64, 2, 100_000]
             y, z must be >= 4 and <= 65536 (points along each axis))"},
    // A wrong type: both types, and how to write it.
    {"TruthForANumber", "2.5e-3", "true", R"(
case.toml:10  turbulence.viscosity = true
              is true or false; expected a number > 0 (kinematic viscosity, m^2/s))"},
    {"TextForANumber", "2.5e-3", "\"2.5e-3\"", R"(
case.toml:10  turbulence.viscosity = "2.5e-3"
              is text; expected a number > 0 (kinematic viscosity, m^2/s): write 2.5e-3 without quotes)"},
    {"DateForAText", "\"Taylor–Green vortex\"", "1979-05-27", R"(
case.toml:3  simulation.title = 1979-05-27
             is a date; expected text in quotes: write "1979-05-27")"},
    {"NumberForAChoice", "\"rk3\"", "3", R"(
case.toml:18  time.scheme = 3
              is an integer; expected one of "rk2", "rk3", "rk4")"},
    {"NumberForATruth", "keep = 3", "keep = 3\n[transport]\noverlap = 1", R"(
case.toml:28  transport.overlap = 1
              is an integer; expected true or false (hide messages))"},
    // A number with a point is no integer.
    {"WholeNumberWithAPoint", "keep = 3", "keep = 3.0", R"(
case.toml:26  checkpoint.keep = 3.0
              is a number with a decimal point or exponent; expected an integer >= 1 and <= 100: write 3)"},
    {"NumberWithAPoint", "keep = 3", "keep = 3.5", R"(
case.toml:26  checkpoint.keep = 3.5
              is a number with a decimal point or exponent; expected an integer >= 1 and <= 100)"},
    // Arrays of wrong length or type.
    {"TooFewParts", "[64, 32, 16]", "[64, 32]", R"(
case.toml:6  grid.points = [64, 32]
             has 2 elements; expected three integers [x, y, z], each an integer >= 4 and <= 65536 (points along each axis))"},
    {"NumberForAnArray", "[64, 32, 16]", "64", R"(
case.toml:6  grid.points = 64
             is an integer; expected three integers [x, y, z], each an integer >= 4 and <= 65536 (points along each axis))"},
    {"OnePartOfWrongType", "[1.0, 2, 3.5]", "[1.0, \"a\", 3.5]", R"(
case.toml:7  grid.length = [1.0, "a", 3.5]
             y is text; expected a number > 0 (edges of the box, m))"},
    {"NumberInAListOfTexts", "\"vorticity\"]", "3]", R"(
case.toml:23  output.fields.names = ["velocity", 3]
              holds 3, which is an integer; expected a list of texts in quotes, such as ["a", "b"])"},
    // A wrong choice is given the nearest, if one is near.
    {"ChoiceThatIsNear", "\"rk3\"", "\"rk5\"", R"(
case.toml:18  time.scheme = "rk5"
              must be one of "rk2", "rk3", "rk4". Did you mean "rk2"?)"},
    {"ChoiceThatIsNot", "\"taylor-green\"", "\"vortex\"", R"(
case.toml:14  initial.kind = "vortex"
              must be one of "taylor-green", "abc", "random", "file")"},
    // So is a misspelt key,
    {"MisspeltKey", "dealias", "delias", R"(
case.toml:11  turbulence.delias: unknown key. Did you mean "dealias"?)"},
    {"MisspeltKeyOfAnInlineTable", "every_time", "every_tmie", R"(
case.toml:23  output.fields.every_tmie: unknown key. Did you mean "every_time"?)"},
    {"MisspeltTable", "history = {", "histroy = {", R"(
case.toml:22  output.histroy: unknown key. Did you mean "history"?)"},
    // which is one mistake where the key is required.
    {"MisspeltRequiredKey", "viscosity =", "visocsity =", R"(
case.toml:10  turbulence.visocsity: unknown key. Did you mean "viscosity"?)"},
    {"MisspeltKeyOfSeveral", "cfl =", "clf =", R"(
case.toml:19  time.clf: unknown key. Did you mean "cfl"?)"},
    {"MisspeltSection", "[turbulence]", "[turbulance]", R"(
case.toml:9  [turbulance]: unknown section. Did you mean [turbulence]?)"},
    // A key in the wrong section is sent home.
    {"KeyOfAnotherSection", "points =", "viscosity = 1\npoints =", R"(
case.toml:6  grid.viscosity: unknown key. "viscosity" belongs in [turbulence].)"},
    {"KeyOutsideSections", "[simulation]", "scheme = \"rk4\"\n[simulation]", R"(
case.toml:1  scheme: unknown key. "scheme" belongs in [time].)"},
    {"MisspeltKeyOfAnotherSection", "points =", "viscosty = 1\npoints =", R"(
case.toml:6  grid.viscosty: unknown key. Did you mean "viscosity" in [turbulence]?)"},
    // Unknown words are told what there is.
    {"UnknownKey", "points =", "colour = 1\npoints =", R"(
case.toml:6  grid.colour: unknown key. [grid] takes points, length.)"},
    {"UnknownSection", "[grid]", "[plotting]\n[grid]", R"(
case.toml:5  [plotting]: unknown section. The sections are simulation, grid, turbulence, initial, time, output, checkpoint, transport.)"},
    {"ListOfSections", "[checkpoint]\nkeep = 3", "[[checkpoint]]\nkeep = 3", R"(
case.toml:25  [[checkpoint]]: expected one section, [checkpoint])"},
    {"SectionForAValue", "[checkpoint]\nkeep = 3", "[checkpoint.keep]\nkeep = 3", R"(
case.toml:25  checkpoint.keep: is a section; expected an integer >= 1 and <= 100)"},
    // A missing key is explained with an example.
    {"MissingKey", "viscosity = 2.5e-3\n", "", R"(
case.toml:9  turbulence.viscosity: missing. [turbulence] needs a number > 0 (kinematic viscosity, m^2/s), for example
             viscosity = 1.0)"},
    {"MissingSection", "[grid]\npoints = [64, 32, 16]\nlength = [1.0, 2, 3.5]\n", "", R"(
case.toml  grid.points: missing. [grid] needs three integers [x, y, z], each an integer >= 4 and <= 65536 (points along each axis), for example at the end of the file
           [grid]
           points = [5, 5, 5])"},
    // Exactly one of several keys.
    {"TwoOfSeveral", "cfl = 0.8", "cfl = 0.8\nstep = 1e-3", R"(
case.toml:20  time.step = 1e-3
              is given besides time.cfl; only one of time.cfl, time.step may be (size of a step))"},
    {"NoneOfSeveral", "cfl = 0.8\n", "", R"(
case.toml:16  [time]: needs exactly one of time.cfl, time.step (size of a step); none is given)"},
    // Keys that depend on a wrong choice are not judged.
    {"KeyOfAWrongChoice", "kind = \"taylor-green\"", "kind = \"randm\"\nseed = 3", R"(
case.toml:14  initial.kind = "randm"
              must be one of "taylor-green", "abc", "random", "file". Did you mean "random"?)"},
};
// clang-format on

class CaseMistake : public ::testing::TestWithParam<Mistake> {};

TEST_P(CaseMistake, IsExplained) {
  const Mistake& mistake = GetParam();
  EXPECT_EQ(message_of(replaced(valid_case, mistake.part, mistake.written)),
            one_error(mistake.message.substr(1)));
}

TEST(CaseMistakeOnce, IsSaidOfAKeyThatTwoReadersShare) {
  io::Case input = io::Case::parse("a = -1\n", "case.toml");
  for (const char* meaning : {"of one", "of another"})
    for (const char* key : {"a", "b"}) input.number(key, {.minimum = 0, .meaning = meaning});
  EXPECT_EQ(input.error_count(), 2u);
}

INSTANTIATE_TEST_SUITE_P(Single, CaseMistake, ::testing::ValuesIn(mistakes),
                         [](const auto& mistake) { return mistake.param.name; });

}  // namespace
}  // namespace thalweg::test
