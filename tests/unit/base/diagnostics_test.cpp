// SPDX-License-Identifier: Apache-2.0
#include "base/diagnostics.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace thalweg {
namespace {

TEST(Diagnostics, AreSortedBySourceAndLineAndShownOnce) {
  Diagnostics mistakes;
  mistakes.add({{"--set a=1", 0, 0, 2}, "a", "1", "must be 2"});
  mistakes.add({{"case.toml"}, "c", "", "missing"});
  mistakes.add({{"case.toml", 9, 5}, "b", "2", "must be 3\nor 4"});
  mistakes.add({{"case.toml", 9, 1}, "", "", "is odd"});
  mistakes.add({{"case.toml", 9, 5}, "b", "2", "must be 3\nor 4"});
  EXPECT_EQ(mistakes.text(), "case.toml:9  is odd\n"
                             "case.toml:9  b = 2\n"
                             "             must be 3\n"
                             "             or 4\n"
                             "case.toml  c: missing\n"
                             "--set a=1  a = 1\n"
                             "           must be 2\n"
                             "4 errors; nothing was run.");
}

TEST(Diagnostics, ThrowOnlyIfThereIsAMistake) {
  Diagnostics mistakes;
  EXPECT_NO_THROW(mistakes.throw_if_any());
  mistakes.add({{"case.toml", 1}, "", "", "is wrong"});
  EXPECT_THROW(mistakes.throw_if_any(), InputError);
  EXPECT_EQ(mistakes.text(), "case.toml:1  is wrong\n1 error; nothing was run.");
}

TEST(Diagnostics, LongListsEndInACount) {
  Diagnostics mistakes;
  for (int line = 1; line <= 103; ++line) mistakes.add({{"f", line}, "", "", "x"});
  EXPECT_TRUE(mistakes.text().ends_with("f:100  x\n... and 3 more\n103 errors; nothing was run."));
}

TEST(EditDistance, CountsSlips) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("shear_modulsu", "shear_modulus"), 1u);  // neighbours swapped
  EXPECT_EQ(edit_distance("viscosty", "viscosity"), 1u);
  EXPECT_EQ(edit_distance("Kind", "kind"), 0u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
  EXPECT_EQ(edit_distance("ab", "ba"), 1u);
  EXPECT_EQ(edit_distance(std::string(1000000, 'a'), "b"), 1000000u);
}

TEST(EditDistance, SuggestsOnlyWhatIsClose) {
  const std::vector<std::string> words{"end", "steps", "scheme", "cfl", "step"};
  EXPECT_EQ(closest("stpes", words), "steps");
  EXPECT_EQ(closest("shceme", words), "scheme");
  EXPECT_EQ(closest("clf", words), "cfl");
  EXPECT_EQ(closest("dt", words), "");
  EXPECT_EQ(closest("x", {"U", "B"}), "") << "each letter is one slip from each other";
  EXPECT_EQ(closest("u", {"U", "B"}), "U");
  EXPECT_EQ(closest("viscosity", words), "");
  EXPECT_EQ(did_you_mean("ende", words), " Did you mean \"end\"?");
  EXPECT_EQ(did_you_mean("xyz", words), "");
}

TEST(DiagnosticsText, IsSafeToShow) {
  EXPECT_EQ(printable("a\x1b[2J\x7f é \xc2\x9b \xff\xc3"),
            "a\\x1b[2J\\x7f é \\xc2\\x9b \\xff\\xc3");
}

TEST(DiagnosticsText, IsCutBetweenCharacters) {
  EXPECT_EQ(shortened("  a\n\t b  c", 20), "a b c");
  EXPECT_EQ(shortened("éééééé", 12), "éééééé");
  EXPECT_EQ(shortened("éééééé", 10), "ééé...");
}

TEST(DiagnosticsText, KnowsUtf8) {
  EXPECT_TRUE(is_utf8("aé–😀"));
  for (const char* bad :
       {"\x80", "\xc0\x80", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"})
    EXPECT_FALSE(is_utf8(bad));
}

}  // namespace
}  // namespace thalweg
