// SPDX-License-Identifier: Apache-2.0
// Columns of numbers in text files, right and wrong.
#include "simulation/checks/text_table.hpp"

#include <cmath>

#include "tests/unit/io/scratch.hpp"

namespace thalweg::simulation::checks {
namespace {

using io::testing::expect_contains;
using io::testing::message_of;

class TextTables : public ::testing::Test {
 protected:
  TextTable read(const std::string& text) {
    io::testing::put_bytes(scratch_ / "table.txt", text);
    return read_text_table(scratch_ / "table.txt");
  }
  io::testing::Scratch scratch_;
};

TEST_F(TextTables, AreTheCsvOfARun) {
  const TextTable table = read("step,time,energy\n1,time,velocity^2\n0,0,0.125\n1,0.5,nan\n");
  EXPECT_EQ(table.names, (std::vector<std::string>{"step", "time", "energy"}));
  EXPECT_EQ(table.units[2], "velocity^2");
  EXPECT_EQ(table.columns[1], (std::vector<double>{0, 0.5}));
  EXPECT_TRUE(std::isnan(table.columns[2][1]));
}

TEST_F(TextTables, AreColumnsWithBlanksAndComments) {
  const TextTable table = read("# Time - Energy\n  0.0 1e-3  # first\n\n1.5\t2\r\n");
  EXPECT_TRUE(table.names.empty());
  EXPECT_EQ(table.columns[0], (std::vector<double>{0, 1.5}));
  EXPECT_EQ(table.columns[1], (std::vector<double>{1e-3, 2}));
}

TEST_F(TextTables, OfARunHaveTwoHeadingLinesAlways) {
  const auto read_own = [&](const std::string& text) {
    io::testing::put_bytes(scratch_ / "table.txt", text);
    return read_table_of_run(scratch_ / "table.txt");
  };
  const TextTable ratios = read_own("x,y\n1,1\n0.5,2\n");
  EXPECT_EQ(ratios.units, (std::vector<std::string>{"1", "1"}));
  EXPECT_EQ(ratios.columns[1], std::vector<double>{2});
  const TextTable bare = read_own("x,y\n,m\n0.5,2\n");
  EXPECT_EQ(bare.units, (std::vector<std::string>{"", "m"}));
  for (const char* text : {"", "x,y\n1,1\n"})
    expect_contains(message_of<InputError>([&] { read_own(text); }), "no rows of numbers");
  expect_contains(message_of<InputError>([&] { read_own("x,y\n1\n1,2\n"); }),
                  "table.txt:2: 1 units for 2 names");
  expect_contains(message_of<InputError>([&] { read_own("x,y\n1,1\n1,2,3\n"); }),
                  "table.txt:3: 3 numbers for 2 names");
}

TEST_F(TextTables, MayBeAskedToBeFinite) {
  const auto finite = [&](const std::string& text) {
    read(text);
    return read_finite_table(scratch_ / "table.txt");
  };
  EXPECT_EQ(finite("x y\n1 2\n3 4\n").columns, read("1 2\n3 4\n").columns);
  for (const std::string word : {"nan", "-inf", "1e999"})
    expect_contains(message_of<InputError>([&] { finite("x y\n1 2\n3 " + word + "\n"); }),
                    "table.txt:3: \"" + word + "\" is no finite number");
}

TEST_F(TextTables, SayWhichLineIsWrong) {
  expect_contains(message_of<InputError>([&] { read("1 2\n3 four\n"); }),
                  "table.txt:2: \"four\" is no number");
  expect_contains(message_of<InputError>([&] { read("a,b\ns,m\n1,2\n1,2,3\n"); }),
                  "table.txt:4: 3 numbers, but 2");
  expect_contains(message_of<InputError>([&] { read("# nothing\n"); }), "no rows of numbers");
  expect_contains(message_of<InputError>([&] { read_text_table(scratch_ / "none"); }),
                  "cannot be opened");
}

}  // namespace
}  // namespace thalweg::simulation::checks
