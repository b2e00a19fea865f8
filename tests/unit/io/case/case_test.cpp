// SPDX-License-Identifier: Apache-2.0
// What a case without mistakes gives: values, defaults, the printed case, names and hashes.
#include "io/case/case.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "tests/fuzz/turbulence_schema.hpp"
#include "tests/unit/io/case/case_samples.hpp"

namespace thalweg::test {
namespace {

using io::Case;

TEST(Case, GivesTheValuesOfTheFile) {
  Case input = Case::parse(valid_case, "case.toml");
  EXPECT_EQ(input.choice("simulation.kind", {"turbulence", "sound"}, {}), "turbulence");
  EXPECT_EQ(input.text("simulation.title", ""), "Taylor–Green vortex");
  EXPECT_EQ(input.integers3("grid.points", {.minimum = 1}),
            (std::array<std::int64_t, 3>{64, 32, 16}));
  EXPECT_EQ(input.numbers3("grid.length", {}), (std::array<double, 3>{1.0, 2.0, 3.5}));
  EXPECT_EQ(input.number("turbulence.viscosity", {}), 2.5e-3);
  EXPECT_EQ(input.integer("output.history.every_steps", {}), 1);
  EXPECT_EQ(input.number("output.fields.every_time", {}), 2.0);
  EXPECT_EQ(input.texts("output.fields.names", {}),
            (std::vector<std::string>{"velocity", "vorticity"}));
  EXPECT_EQ(input.exactly_one({"time.end", "time.steps"}), "time.end");
  EXPECT_FALSE(input.has_errors());
}

TEST(Case, GivesDefaultsForWhatTheFileLacks) {
  Case input = Case::parse("", "case.toml");
  EXPECT_EQ(input.number("a.number", {.default_value = 0.1}), 0.1);
  EXPECT_EQ(input.integer("a.integer", {.default_value = 7}), 7);
  EXPECT_TRUE(input.boolean("a.boolean", true));
  EXPECT_EQ(input.text("a.text", "word"), "word");
  EXPECT_EQ(input.choice("a.choice", {"x", "y"}, "y"), "y");
  EXPECT_EQ(input.numbers3("a.numbers", {.default_value = 2}), (std::array<double, 3>{2, 2, 2}));
  EXPECT_EQ(input.integers3("a.integers", {.default_value = 3}),
            (std::array<std::int64_t, 3>{3, 3, 3}));
  EXPECT_EQ(input.texts("a.texts", {"p", "q"}), (std::vector<std::string>{"p", "q"}));
  EXPECT_EQ(input.at_most_one({"a.b", "a.c"}), "");
  EXPECT_NO_THROW(input.finish());
}

TEST(Case, ReadsTablesInlineTablesAndDottedKeysAlike) {
  for (const std::string text :
       {"[output.history]\nevery_steps = 3", "output.history.every_steps = 3",
        "[output]\nhistory = { every_steps = 3 }", "output = { history = { every_steps = 3 } }"}) {
    Case input = Case::parse(text, "case.toml");
    EXPECT_TRUE(input.has("output.history"));
    EXPECT_TRUE(input.has_table("output.history"));
    EXPECT_FALSE(input.has_table("output.history.every_steps"));
    EXPECT_EQ(input.integer("output.history.every_steps", {}), 3) << text;
    EXPECT_NO_THROW(input.finish());
  }
}

TEST(Case, TakesIntegersForNumbersAndWritesThemAsNumbers) {
  Case input = Case::parse("[a]\nx = 3\ny = -0.0\nz = 1e22", "case.toml");
  EXPECT_EQ(input.number("a.x", {}), 3.0);
  input.number("a.y", {});
  input.number("a.z", {});
  EXPECT_EQ(input.effective_toml(), "[a]\nx = 3.0\ny = -0.0\nz = 1e+22\n");
}

TEST(Case, PrintsSectionsAndKeysInReadingOrderWithMeaningUnitAndDefaults) {
  Case input = Case::parse("b.y = 1\na.x = 2", "case.toml");
  input.number("a.x", {.meaning = "speed", .unit = "m/s"});
  input.number("b.w", {.default_value = 0.5, .meaning = "width", .unit = "m"});
  input.integer("a.n", {.default_value = 4});
  input.integer("b.y", {});
  input.text("a.t", "say \"hi\"\n\\ \x01 é");
  EXPECT_EQ(input.effective_toml(),
            "[a]\n"
            "x = 2.0                                   # speed, m/s\n"
            "n = 4                                     # default\n"
            "t = \"say \\\"hi\\\"\\n\\\\ \\u0001 é\"             # default\n"
            "\n"
            "[b]\n"
            "w = 0.5                                   # width, m; default\n"
            "y = 1\n");
}

TEST(Case, PrintsWhatItReadsAgain) {
  Case first = Case::parse(valid_case, "case.toml");
  const std::string values = read_turbulence(first);
  first.finish();
  Case second = Case::parse(first.effective_toml(), "effective.toml");
  EXPECT_EQ(read_turbulence(second), values);
  EXPECT_NO_THROW(second.finish());
}

TEST(Case, MayBeReadTwice) {
  Case input = Case::parse("[a]\nx = 1\n", "case.toml");
  for (int n = 0; n < 2; ++n) {
    EXPECT_EQ(input.number("a.x", {}), 1.0);
    EXPECT_EQ(input.number("a.y", {.default_value = 2}), 2.0);
    EXPECT_NO_THROW(input.finish());
  }
  EXPECT_EQ(input.effective_toml(),
            "[a]\nx = 1.0\ny = 2.0                                   # default\n");
}

TEST(Case, AcceptsByteOrderMarkAndWindowsLineEnds) {
  std::string text = "\xef\xbb\xbf";
  for (const char c : valid_case) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(message_of(text), "");
  EXPECT_EQ(message_of(replaced(text, "viscosity = 2.5e-3", "viscosity = 0")),
            one_error("case.toml:10  turbulence.viscosity = 0\n"
                      "              must be > 0 (kinematic viscosity, m^2/s)"));
}

TEST(Case, IsNamedByFolderAndFile) {
  EXPECT_EQ(Case::parse("", "/cases/taylor-green/quick.toml").name(), "taylor-green-quick");
  EXPECT_EQ(Case::parse("", "/quick.toml").name(), "quick");
  EXPECT_EQ(Case::parse("", "/x/quick/quick.toml").name(), "quick");
  EXPECT_EQ(Case::parse("", "/cases/taylor-green/./quick.toml").name(), "taylor-green-quick");
  EXPECT_EQ(Case::parse("", "/cases/other/../quick.toml").name(), "cases-quick");
  EXPECT_EQ(Case::parse("", "./quick.toml").name(), Case::parse("", "quick.toml").name());
}

TEST(Case, FindsFilesBesideItself) {
  Case input = Case::parse("", "cases/a/b.toml");
  EXPECT_EQ(input.resolve("field.h5"), "cases/a/field.h5");
  EXPECT_EQ(input.resolve("/data/field.h5"), "/data/field.h5");
  EXPECT_EQ(input.files().at("field.h5"), "cases/a/field.h5");
}

TEST(Case, PrintedElsewhereFindsTheSameFiles) {
  Case input = Case::parse("", "/cases/a/b.toml");
  input.resolve("field.h5");
  Case printed = Case::parse(input.effective_toml(), "/out/case.toml");
  EXPECT_EQ(printed.resolve("field.h5"), "/cases/a/field.h5");
  Case beside = Case::parse("simulation.folder = \"../data\"", "/cases/a/b.toml");
  EXPECT_EQ(beside.resolve("field.h5"), "/cases/a/../data/field.h5");
}

TEST(Case, EffectiveValuesAreThoseThatWereRead) {
  Case input = Case::parse("a.b = 2\nc.d = 1", "case.toml");
  input.number("a.b", {});
  input.text("e.f", "x");
  input.number("c.d", {});
  input.leave_out("c");
  const std::vector<std::pair<std::string, std::string>> expected{{"a.b", "2.0"}, {"e.f", "\"x\""}};
  EXPECT_EQ(input.effective_values(), expected);
}

TEST(Case, HashTellsTextsAndSettingsApart) {
  const auto hash = [](const std::string& text, const std::vector<std::string>& settings) {
    return Case::parse(text, "case.toml", settings).hash();
  };
  EXPECT_EQ(hash("a = 1", {"b=2"}), hash("a = 1", {"b=2"}));
  EXPECT_NE(hash("a = 1", {}), hash("a = 2", {}));
  EXPECT_NE(hash("a = 1", {"b=2"}), hash("a = 1", {"b=3"}));
  EXPECT_NE(hash("a = 1", {"b=2", "c=3"}), hash("a = 1", {"c=3", "b=2"}));
}

}  // namespace
}  // namespace thalweg::test
