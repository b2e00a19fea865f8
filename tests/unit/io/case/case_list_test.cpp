// SPDX-License-Identifier: Apache-2.0
// Lists of tables, [[source]], and lists of numbers: values, messages, the printed case.
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "io/case/case.hpp"
#include "tests/unit/io/case/case_samples.hpp"

namespace thalweg::test {
namespace {

using io::Case;

const std::string two_sources = R"([[source]]
kind = "box"
size = 1
signal = { cycles = 2 }

[[source]]
kind = "ball"
size = 2.5

[medium]
speed = 1500

[[medium.region]]
speed = 1600
)";

struct Values {
  std::vector<std::string> kinds;
  std::vector<double> sizes, cycles, speeds;
  bool operator==(const Values&) const = default;
};

Values read(Case& input) {
  Values values;
  for (int i = 0; i < input.count("source"); ++i) {
    const std::string at = "source." + std::to_string(i) + ".";
    values.kinds.push_back(input.choice(at + "kind", {"box", "ball"}, {}));
    values.sizes.push_back(input.number(at + "size", {.minimum = 0, .meaning = "edge"}));
    values.cycles.push_back(input.number(at + "signal.cycles", {.default_value = 1}));
  }
  for (int i = 0; i < input.count("medium.region"); ++i)
    values.speeds.push_back(
        input.number("medium.region." + std::to_string(i) + ".speed", {.minimum = 0}));
  values.speeds.push_back(input.number("medium.speed", {}));
  return values;
}

const Values expected{{"box", "ball"}, {1, 2.5}, {2, 1}, {1600, 1500}};

std::string message(const std::string& text, const std::vector<std::string>& settings = {}) {
  try {
    Case input = Case::parse(text, "case.toml", settings);
    read(input);
    input.finish();
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(CaseList, TablesAreReadByTheirNumber) {
  Case input = Case::parse(two_sources, "case.toml");
  EXPECT_EQ(read(input), expected);
  EXPECT_NO_THROW(input.finish());
}

TEST(CaseList, InlineTablesReadAlike) {
  Case input = Case::parse(R"(medium = { speed = 1500, region = [{ speed = 1600 }] }
source = [{ kind = "box", size = 1, signal.cycles = 2 }, { kind = "ball", size = 2.5 }])",
                           "case.toml");
  EXPECT_EQ(read(input), expected);
}

TEST(CaseList, PrintingAndReadingIsTheIdentity) {
  Case input = Case::parse(two_sources, "case.toml");
  read(input);
  const std::string text = input.effective_toml();
  EXPECT_NE(text.find("[[source]]\nkind = \"ball\""), std::string::npos) << text;
  Case again = Case::parse(text, "case.toml");
  EXPECT_EQ(read(again), expected);
}

TEST(CaseList, SettingsReachItems) {
  Case input = Case::parse(two_sources, "case.toml", {"source.1.size=4"});
  EXPECT_EQ(read(input).sizes, (std::vector<double>{1, 4}));
  EXPECT_EQ(message(two_sources, {"source.7.size=4"}),
            one_error("--set source.7.size=4  source.7: there are fewer tables [[source]]"));
}

TEST(CaseList, MistakesNameTheirItem) {
  EXPECT_EQ(message(replaced(two_sources, "size = 2.5", "size = -1")),
            one_error("case.toml:8  source.1.size = -1\n             must be >= 0 (edge)"));
  EXPECT_EQ(message(replaced(two_sources, "size = 2.5\n", "")),
            one_error("case.toml:6  source.1.size: missing. [[source]] needs a number >= 0 (edge), "
                      "for example\n             size = 1.0"));
  EXPECT_EQ(message(replaced(two_sources, "size = 2.5", "size = 2.5\nsiez = 3")),
            one_error("case.toml:9  source.1.siez: unknown key. Did you mean \"size\"?"));
  EXPECT_EQ(message(replaced(two_sources, "[[medium.region]]", "[[medium.regoin]]")),
            one_error("case.toml:13  medium.regoin: unknown key. Did you mean \"region\"?"));
}

TEST(CaseList, KeysAreSentHomeOnceAndNotToTheTableBeside) {
  const auto said_of = [](const std::string& text) -> std::string {
    try {
      Case input = Case::parse(text, "case.toml");
      for (const char* key : {"item.0.radius", "item.1.radius", "item.2.edge", "other.size"})
        input.number(key, {});
      input.finish();
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  const std::string items = "[[item]]\nradius = 1\n[[item]]\nradius = 1\n[[item]]\nedge = 1\n";
  EXPECT_EQ(said_of(items + "[other]\nsize = 1\nradius = 1\n"),
            one_error("case.toml:9  other.radius: unknown key. \"radius\" belongs in [[item]]."));
  EXPECT_EQ(said_of(items + "radius = 1\n[other]\nsize = 1\n"),
            one_error("case.toml:7  item.2.radius: unknown key. [item.2] takes edge."));
}

TEST(CaseList, OneSectionIsNotAList) {
  EXPECT_EQ(message("[medium]\nspeed = 1\n[source]\nkind = \"box\"\nsize = 1\n"),
            one_error("case.toml:3  source: is one section; expected tables [[source]], because "
                      "there may be several"));
  EXPECT_EQ(message("source = 3\n[medium]\nspeed = 1\n"),
            one_error("case.toml:1  source = 3\n             is an integer; expected tables "
                      "[[source]]"));
}

TEST(CaseList, NumbersComeInListsOfSeveralLengths) {
  Case input = Case::parse("a = [1, 2]\nb = 3\nc = [[1, 2], [3, 4]]\n", "case.toml");
  EXPECT_EQ(input.integers("a", {}, {1, 3}), (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(input.numbers("b", {}, {1, 3}), (std::vector<double>{3}));
  EXPECT_EQ(input.numbers("d", {.default_value = 4}, {2, 2}), (std::vector<double>{4, 4}));
  EXPECT_EQ(input.rows("c", {}, {2, 2}), (std::vector<std::vector<double>>{{1, 2}, {3, 4}}));
  EXPECT_NO_THROW(input.finish());
}

TEST(CaseList, WrongNumbersAreNamedByTheirPlace) {
  Case input =
      Case::parse("a = [1, 2, 3, 4]\nb = [1, -2, 3, -4, true]\nc = [[1, 2], [3]]\n", "case.toml");
  input.integers("a", {}, {1, 3});
  input.numbers("b", {.minimum = 0}, {1, io::ListShape::any});
  input.rows("c", {}, {2, 2});
  std::string text;
  try {
    input.finish();
  } catch (const InputError& error) {
    text = error.what();
  }
  EXPECT_NE(text.find("has 4 elements; expected a list of 1 to 3 integers"), std::string::npos);
  EXPECT_NE(text.find("element 2 must be >= 0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("element 5 is true or false"), std::string::npos) << text;
  EXPECT_NE(text.find("element 2 has 1 element; expected 2 numbers"), std::string::npos) << text;
}

}  // namespace
}  // namespace thalweg::test
