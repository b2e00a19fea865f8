// SPDX-License-Identifier: Apache-2.0
// Settings of the command line: `--set key=value`.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "io/case/case.hpp"
#include "tests/fuzz/turbulence_schema.hpp"
#include "tests/unit/io/case/case_samples.hpp"

namespace thalweg::test {
namespace {

using io::Case;

std::string message_with(const std::vector<std::string>& settings) {
  return message_of(valid_case, settings);
}

TEST(CaseSetting, ReplacesAndAddsValues) {
  Case input = Case::parse(valid_case, "case.toml",
                           {"turbulence.viscosity = 1e-4", "grid.points=[8, 8, 8]", "a.flag=true",
                            "output.fields.names=[\"velocity\"]", "turbulence.viscosity=2e-4"});
  EXPECT_EQ(input.number("turbulence.viscosity", {}), 2e-4);
  EXPECT_EQ(input.integers3("grid.points", {}), (std::array<std::int64_t, 3>{8, 8, 8}));
  EXPECT_EQ(input.texts("output.fields.names", {}), std::vector<std::string>{"velocity"});
  EXPECT_EQ(input.number("output.fields.every_time", {}), 2.0);
  EXPECT_TRUE(input.boolean("a.flag", {}));
}

TEST(CaseSetting, WordsNeedNoQuotes) {
  Case input =
      Case::parse("", "case.toml", {"a.x=random", "a.y=../data/u v-3.h5", "a.z=\"quoted\""});
  EXPECT_EQ(input.text("a.x", {}), "random");
  EXPECT_EQ(input.text("a.y", {}), "../data/u v-3.h5");
  EXPECT_EQ(input.text("a.z", {}), "quoted");
}

TEST(CaseSetting, TablesReplaceTables) {
  Case input = Case::parse(valid_case, "case.toml",
                           {"output.fields={ every_steps = 5, more = { deep = [1, 2] } }"});
  EXPECT_FALSE(input.has("output.fields.every_time"));
  EXPECT_FALSE(input.has("output.fields.names"));
  EXPECT_EQ(input.integer("output.fields.every_steps", {}), 5);
  EXPECT_TRUE(input.has("output.fields.more.deep"));
  EXPECT_EQ(input.integer("output.history.every_steps", {}), 1);
}

TEST(CaseSetting, TakesThePlaceOfItsAlternatives) {
  EXPECT_EQ(message_with({"time.step=1e-3", "output.fields.every_steps=2"}), "");
  Case input = Case::parse(valid_case, "case.toml", {"time.step=1e-3"});
  EXPECT_EQ(input.exactly_one({"time.cfl", "time.step"}), "time.step");
  EXPECT_FALSE(input.has("time.cfl"));
  EXPECT_EQ(message_with({"time.step=1e-3", "time.cfl=1"}),
            one_error("--set time.step=1e-3  time.step = 1e-3\n"
                      "                      is given besides time.cfl; only one of time.cfl, "
                      "time.step may be (size of a step)"));
}

TEST(CaseSetting, IsCheckedLikeTheFile) {
  EXPECT_EQ(message_with({"turbulence.viscosity=-1"}),
            one_error("--set turbulence.viscosity=-1  turbulence.viscosity = -1\n"
                      "                               must be > 0 (kinematic viscosity, m^2/s)"));
  EXPECT_EQ(message_with({"turbulence.viscosty=1"}),
            one_error("--set turbulence.viscosty=1  turbulence.viscosty: unknown key. Did you mean "
                      "\"viscosity\"?"));
  EXPECT_EQ(message_with({"turbulance.viscosity=1"}),
            one_error("--set turbulance.viscosity=1  [turbulance]: unknown section. Did you mean "
                      "[turbulence]?"));
  EXPECT_EQ(message_with({"viscosity=1"}),
            one_error("--set viscosity=1  viscosity: unknown key. \"viscosity\" belongs in "
                      "[turbulence]."));
  EXPECT_EQ(message_with({"initial.kind=tailor-green"}),
            one_error("--set initial.kind=tailor-green  initial.kind = \"tailor-green\"\n"
                      "                                 must be one of \"taylor-green\", \"abc\", "
                      "\"random\", \"file\". Did you mean \"taylor-green\"?"));
  EXPECT_EQ(
      message_with({"turbulence.viscosity.x=1"}),
      one_error("--set turbulence.viscosity.x=1  turbulence.viscosity: is a section; expected "
                "a number > 0 (kinematic viscosity, m^2/s)"));
  EXPECT_EQ(message_with({"turbulence=5"}),
            one_error("--set turbulence=5  turbulence = 5\n"
                      "                    is an integer; expected a section with equations, "
                      "viscosity, dealias"));
}

TEST(CaseSetting, MalformedOnesAreAllReported) {
  EXPECT_EQ(message_with({"time.end", "=3", "a..b=1", "a b=1", "time.end=", "time.end=[1, 2"}),
            "--set time.end  has no value: write --set section.key=value\n"
            "--set =3  has no valid key before \"=\": write --set section.key=value\n"
            "--set a..b=1  has no valid key before \"=\": write --set section.key=value\n"
            "--set a b=1  has no valid key before \"=\": write --set section.key=value\n"
            "--set time.end=  has no value after \"=\": write --set time.end=value\n"
            "--set time.end=[1, 2  is not a TOML value: Error while parsing array: encountered "
            "end-of-file\n"
            "                      write 0.5, true, [1, 2, 3], \"text\" or { name = value }\n"
            "6 errors; nothing was run.");
}

TEST(CaseSetting, ListsWithoutBracketsOrQuotesAreAdvised) {
  const std::string numbers = message_with({"grid.points=64,64,64"});
  EXPECT_NE(numbers.find("\n                            write lists in brackets: '[64, 64, 64]'\n"),
            std::string::npos)
      << numbers;
  const std::string words = message_with({"output.fields.names=[velocity]"});
  EXPECT_NE(words.find("\n                                      text inside lists and tables needs "
                       "quotes, which the shell keeps inside '...': --set "
                       "'output.fields.names=[\"velocity\"]'\n"),
            std::string::npos)
      << words;
}

TEST(CaseSetting, CannotSmuggleInOtherKeys) {
  for (const std::string value : {"1\nb = 2", "1\n[grid]", "{}\n[grid]\npoints = 3"}) {
    const std::string message = message_with({"checkpoint.keep=" + value});
    EXPECT_NE(message.find("is not a TOML value"), std::string::npos) << message;
    EXPECT_TRUE(message.ends_with("\n1 error; nothing was run.")) << message;
  }
}

TEST(CaseSetting, IsReportedBesideBadSyntax) {
  const std::string message = message_of("[grid\n", {"time"});
  EXPECT_TRUE(message.starts_with("case.toml:1  not valid TOML")) << message;
  EXPECT_TRUE(message.ends_with("--set time  has no value: write --set section.key=value\n"
                                "2 errors; nothing was run."))
      << message;
}

TEST(CaseSetting, AreCheckedInOneSectionWhereOthersAreNotRead) {
  const std::string text = "[grid]\ncells = 3\n[flow]\nviscosity = 1\n";
  Case wrong = Case::parse(text, "case.toml", {"grid.cels=4"});
  wrong.integer("grid.cells", {});
  try {
    wrong.finish_section("grid");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), one_error("--set grid.cels=4  grid.cels: unknown key. Did you mean "
                                      "\"cells\"?"));
  }
  Case right = Case::parse(text, "case.toml", {"grid.cells=4"});
  right.integer("grid.cells", {});
  EXPECT_NO_THROW(right.finish_section("grid"));
}

TEST(CaseSetting, ControlCharactersAreShownAsCodes) {
  EXPECT_EQ(message_with({"a.b=\x1b[2J"}).find('\x1b'), std::string::npos);
  EXPECT_EQ(message_with({"a.b=\xff"}), one_error("--set a.b=\\xff  is not UTF-8 text"));
}

}  // namespace
}  // namespace thalweg::test
