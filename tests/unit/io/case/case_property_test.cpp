// SPDX-License-Identifier: Apache-2.0
// Properties of all cases: what is printed reads back the same, and every mistake in a single key
// of a valid case is reported at that key, with nothing else.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>

#include "io/case/case.hpp"
#include "tests/fuzz/turbulence_schema.hpp"
#include "tests/unit/io/case/case_samples.hpp"

namespace thalweg::test {
namespace {

/// One line of a case, and ways to spoil it.
struct Line {
  std::string section, name, value;
  bool is_required = false;
  std::vector<std::string> out_of_range;
  std::string type = "number";  // number, integer, text, boolean, numbers, integers, texts
};

std::vector<Line> lines() {
  return {
      {"simulation", "kind", "\"turbulence\"", true, {"\"\"", "\"turbulent\""}, "text"},
      {"simulation", "title", "\"A title\"", false, {}, "text"},
      {"grid",
       "points",
       "[64, 32, 16]",
       true,
       {"[64, 32]", "[64, 32, 0]", "[65537, 8, 8]"},
       "integers"},
      {"grid", "length", "[1.0, 2, 3.5]", false, {"[]", "[0, 1, 1]", "[1, 1, -1e-300]"}, "numbers"},
      {"turbulence", "equations", "\"navier-stokes\"", false, {"\"euler\""}, "text"},
      {"turbulence", "viscosity", "2.5e-3", true, {"0", "-1", "nan", "inf", "-inf"}},
      {"turbulence", "dealias", "\"none\"", false, {"\"sperical\""}, "text"},
      {"initial", "kind", "\"random\"", true, {"\"noise\""}, "text"},
      {"initial", "seed", "42", false, {"-1"}, "integer"},
      {"time", "end", "10.0", true, {"0", "-1e300", "nan"}},
      {"time", "scheme", "\"rk3\"", false, {"\"RK3\"", "\"rk\""}, "text"},
      {"time", "cfl", "0.8", true, {"0.0", "-0.0", "inf"}},
      {"output", "history.every_steps", "1", false, {"0", "-7"}, "integer"},
      {"output", "fields.every_time", "2", false, {"0"}},
      {"output", "fields.names", "[\"velocity\"]", false, {"[1]", "[\"velocity\", []]"}, "texts"},
      {"checkpoint", "keep", "3", false, {"0", "101", "9223372036854775807"}, "integer"},
      {"transport", "overlap", "false", false, {}, "boolean"},
  };
}

/// Values of every type but the given one (a number may be written as an integer).
std::vector<std::string> values_of_other_types(const std::string& type) {
  const std::vector<std::pair<std::string, std::string>> all{{"number", "1.5"},
                                                             {"integer", "3"},
                                                             {"text", "\"words\""},
                                                             {"boolean", "true"},
                                                             {"date", "2024-02-29"},
                                                             {"date", "07:32:00"},
                                                             {"numbers", "[1.5, 2.5, 3.5]"},
                                                             {"texts", "[\"a\"]"},
                                                             {"table", "{ a = 1 }"},
                                                             {"table", "{}"}};
  std::vector<std::string> values;
  for (const auto& [name, value] : all)
    if (name != type && !(type == "number" && name == "integer")) values.push_back(value);
  return values;
}

std::string text_of(const std::vector<Line>& list) {
  std::string text, section;
  for (const Line& line : list) {
    if (line.section != section) text += "[" + line.section + "]\n";
    section = line.section;
    text += line.name + " = " + line.value + "\n";
  }
  return text;
}

/// The number of the text line on which a list's line stands.
int line_number(const std::vector<Line>& list, std::size_t index) {
  int number = 0;
  for (std::size_t i = 0; i <= index; ++i)
    number += i == 0 || list[i].section != list[i - 1].section ? 2 : 1;
  return number;
}

/// The list with one line changed is reported once, at that line.
void expect_one_error(const std::vector<Line>& list, std::size_t index) {
  const std::string message = message_of(text_of(list));
  const std::string place = "case.toml:" + std::to_string(line_number(list, index)) + "  ";
  EXPECT_TRUE(message.starts_with(place))
      << message << "\nfor " << list[index].name << " = " << list[index].value;
  EXPECT_TRUE(message.ends_with("\n1 error; nothing was run.")) << message;
}

std::vector<std::string> misspellings(const std::string& name) {
  std::vector<std::string> list{name + "x", "x" + name, name + "-2"};
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '.' || (i + 1 < name.size() && name[i + 1] == '.')) continue;
    std::string missing = name, swapped = name, replaced = name;
    missing.erase(i, 1);
    replaced[i] = 'z';
    list.insert(list.end(), {missing, replaced});
    if (i + 1 == name.size() || name[i] == name[i + 1]) continue;
    std::swap(swapped[i], swapped[i + 1]);
    list.push_back(swapped);
  }
  return list;
}

TEST(CaseProperty, TheUnchangedCaseIsValid) { EXPECT_EQ(message_of(text_of(lines())), ""); }

TEST(CaseProperty, EveryMisspeltKeyIsReported) {
  const auto valid = lines();
  for (std::size_t i = 0; i < valid.size(); ++i)
    for (const std::string& name : misspellings(valid[i].name)) {
      auto list = valid;
      list[i].name = name;
      const std::string message = message_of(text_of(list));
      const std::string place = "case.toml:" + std::to_string(line_number(list, i)) + "  ";
      EXPECT_NE(message.find(place), std::string::npos) << name << ": " << message;
      EXPECT_NE(message.find("unknown"), std::string::npos) << message;
      EXPECT_TRUE(message.ends_with("; nothing was run.")) << message;
    }
}

TEST(CaseProperty, EveryWrongTypeIsReported) {
  const auto valid = lines();
  for (std::size_t i = 0; i < valid.size(); ++i)
    for (const std::string& value : values_of_other_types(valid[i].type)) {
      auto list = valid;
      list[i].value = value;
      expect_one_error(list, i);
    }
}

TEST(CaseProperty, EveryValueOutOfRangeIsReported) {
  const auto valid = lines();
  for (std::size_t i = 0; i < valid.size(); ++i)
    for (const std::string& value : valid[i].out_of_range) {
      auto list = valid;
      list[i].value = value;
      expect_one_error(list, i);
    }
}

TEST(CaseProperty, EveryMissingRequiredKeyIsReported) {
  const auto valid = lines();
  for (std::size_t i = 0; i < valid.size(); ++i) {
    auto list = valid;
    const Line removed = list[i];
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
    const std::string message = message_of(text_of(list));
    EXPECT_EQ(message.empty(), !removed.is_required) << removed.name << ": " << message;
    if (!removed.is_required) continue;
    EXPECT_NE(message.find(removed.section + "." + removed.name), std::string::npos) << message;
    EXPECT_TRUE(message.ends_with("\n1 error; nothing was run.")) << message;
  }
}

TEST(CaseProperty, EveryMistakeIsReportedInASettingToo) {
  const std::string text = text_of(lines());
  for (const Line& line : lines())
    for (const auto& values : {line.out_of_range, values_of_other_types(line.type)})
      for (const std::string& value : values) {
        const std::string setting = line.section + "." + line.name + "=" + value;
        const std::string message = message_of(text, {setting});
        EXPECT_TRUE(message.starts_with("--set " + setting + "  ")) << message;
        EXPECT_TRUE(message.ends_with("\n1 error; nothing was run.")) << message;
      }
}

/// Random values that are valid, among them the awkward ones.
class RandomCase {
 public:
  std::string next() {
    std::string text = "[simulation]\nkind = \"turbulence\"\ntitle = " + title() + "\n[grid]\n";
    text += "points = [" + integer(4, 65536) + ", " + integer(4, 65536) + ", " + integer(4, 65536) +
            "]\n";
    if (coin()) text += "length = [" + number() + ", " + number() + ", " + integer(1, 99) + "]\n";
    text += "[turbulence]\nviscosity = " + number() + "\n[initial]\n";
    text += coin() ? "kind = \"random\"\nseed = " + integer(0, 1LL << 62) + "\n"
                   : "kind = \"file\"\npath = " + title() + "\n";
    text += std::string("[time]\n") + (coin() ? "end = " + number() : "steps = " + integer(1, 9)) +
            "\n";
    text += (coin() ? "cfl = " : "step = ") + number() + "\n";
    if (coin())
      text += "[output]\nfields = { every_time = " + number() + ", names = [" + title() + "] }\n";
    if (coin()) text += "[transport]\noverlap = " + std::string(coin() ? "true" : "false") + "\n";
    return text;
  }

 private:
  bool coin() { return random_() % 2 == 0; }
  std::string integer(std::int64_t least, std::int64_t most) {
    return std::to_string(std::uniform_int_distribution<std::int64_t>(least, most)(random_));
  }
  /// A positive double from all of its range, with all its digits.
  std::string number() {
    const double exponent = std::uniform_real_distribution<double>(-307, 308)(random_);
    char text[40];
    std::snprintf(text, sizeof text, "%.17e", std::pow(10.0, exponent));
    return text;
  }
  std::string title() {
    static const std::vector<std::string> parts{"a", "é", "\\\"",    "\\\\",   "\\n", "\\u0000",
                                                "#", "'", "[",       "=",      "\\t", "\\r",
                                                " ", "😀", "\\u007F", "\\u0085"};
    std::string text;
    for (auto n = random_() % 8; n > 0; --n) text += parts[random_() % parts.size()];
    return "\"" + text + "\"";
  }
  std::mt19937_64 random_{7};
};

TEST(CaseProperty, PrintingAndReadingIsTheIdentity) {
  RandomCase random;
  for (int n = 0; n < 2000; ++n) {
    const std::string text = random.next();
    ASSERT_EQ(message_of(text), "") << text;
    ASSERT_EQ(violation(text), "") << text;
  }
}

}  // namespace
}  // namespace thalweg::test
