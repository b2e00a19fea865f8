// SPDX-License-Identifier: Apache-2.0
// CSV files: what is written reads back to the same bits, and a restarted run's history is the one
// of an unbroken run.
#include "io/output/history.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "tests/unit/io/scratch.hpp"

namespace thalweg::io::testing {
namespace {

const CsvHeader header{{"step", "time", "energy"}, {"", "s", "m^2/s^2"}};
const std::string header_lines = "step,time,energy\n,s,m^2/s^2\n";

std::vector<double> row(double step) { return {step, step / 10, std::exp(-step)}; }

std::string unbroken(int steps) {
  const Scratch folder;
  {
    History history(folder / "history.csv", world(), header);
    for (int step = 0; step <= steps; ++step) history.append(row(step));
  }
  return bytes_of(folder / "history.csv");
}

TEST(History, HasNamesUnitsAndRows) {
  const Scratch folder;
  History history(folder / "out/history.csv", world(), header);
  history.append({0, 0, 1});
  history.append({100, 0.1, 1e-300});
  history.append({200, std::nan(""), -std::nan("")});
  EXPECT_EQ(bytes_of(folder / "out/history.csv"),
            header_lines + "0,0,1\n100,0.1,1e-300\n200,nan,nan\n");
}

TEST(History, ReadsBackToTheSameBits) {
  const Scratch folder;
  const std::vector<double> values{1.0 / 3, 2e15 + 0.25, std::numeric_limits<double>::denorm_min(),
                                   -std::numeric_limits<double>::max()};
  CsvHeader columns{{"step", "a", "b", "c", "d"}, std::vector<std::string>(5)};
  History history(folder / "history.csv", world(), columns);
  history.append({1, values[0], values[1], values[2], values[3]});
  const std::string text = bytes_of(folder / "history.csv");
  const char* next = text.c_str() + text.find("\n1,") + 2;
  for (const double value : values) {
    char* end = nullptr;
    EXPECT_EQ(std::strtod(next + 1, &end), value);
    next = end;
  }
}

TEST(History, StartsAnewOverAnOldFile) {
  const Scratch folder;
  put_bytes(folder / "history.csv", "something else\n");
  const History history(folder / "history.csv", world(), header);
  EXPECT_EQ(bytes_of(folder / "history.csv"), header_lines);
}

TEST(History, OfARestartedRunEqualsTheUnbrokenRun) {
  const Scratch folder;
  {
    History history(folder / "history.csv", world(), header);
    for (int step = 0; step <= 7; ++step) history.append(row(step));
  }
  History history(folder / "history.csv", world(), header, Resumption{4});
  for (int step = 4; step <= 9; ++step) history.append(row(step));
  EXPECT_EQ(bytes_of(folder / "history.csv"), unbroken(9));
}

TEST(History, LosesARowThatAKillCutShort) {
  for (const std::string torn : {"5,0.5,0.00", "5,0.5", "5", ""}) {
    const Scratch folder;
    put_bytes(folder / "history.csv", unbroken(4) + torn);
    History history(folder / "history.csv", world(), header, Resumption{100});
    for (int step = 5; step <= 6; ++step) history.append(row(step));
    EXPECT_EQ(bytes_of(folder / "history.csv"), unbroken(6)) << torn;
  }
}

TEST(History, MayBeRestartedFromBeforeItsFirstRowOrWithoutAFile) {
  const Scratch folder;
  { const History history(folder / "history.csv", world(), header, Resumption{3}); }
  EXPECT_EQ(bytes_of(folder / "history.csv"), header_lines);
  put_bytes(folder / "history.csv", unbroken(4));
  const History history(folder / "history.csv", world(), header, Resumption{-1});
  EXPECT_EQ(bytes_of(folder / "history.csv"), header_lines);
}

TEST(History, RowsOfLaterStepsAreCutOffBeforeThereAreNewOnes) {
  const Scratch folder;
  const auto left = [&](const std::string& text, std::int64_t step) {
    put_bytes(folder / "history.csv", text);
    if (world().is_root()) cut_rows_after(folder / "history.csv", step);
    world().barrier();
    const std::string kept = bytes_of(folder / "history.csv");
    world().barrier();
    return kept;
  };
  EXPECT_EQ(left(unbroken(7), 4), unbroken(4));
  EXPECT_EQ(left(unbroken(4) + "5,0.5", 7), unbroken(4));
  EXPECT_EQ(left(unbroken(4), 4), unbroken(4));
  EXPECT_EQ(left(unbroken(4), -1), header_lines);
  for (const std::string torn : {"", "step,ti", "step,time\n1,ti"}) EXPECT_EQ(left(torn, 4), torn);
}

TEST(History, RefusesAFileWithOtherColumns) {
  const Scratch folder;
  const std::string old = "step,time\n,s\n1,0.5\n";
  put_bytes(folder / "history.csv", old);
  const std::string text = message_of<InputError>(
      [&] { History(folder / "history.csv", world(), header, Resumption{1}); });
  expect_contains(text,
                  "history.csv: its columns and units are\nstep,time\n,s\nbut this run writes");
  EXPECT_EQ(bytes_of(folder / "history.csv"), old);
}

TEST(History, StartsAnewWithOtherColumnsWhereTheCaseHasChanged) {
  const Scratch folder;
  const Resumption changed{.step = 4, .case_has_changed = true};
  put_bytes(folder / "history.csv", "step,time\n,s\n4,0.4\n");
  {
    History history(folder / "history.csv", world(), header, changed);
    history.append({5, 0.5, 2});
  }
  EXPECT_EQ(bytes_of(folder / "history.csv"), header_lines + "5,0.5,2\n");
  put_bytes(folder / "history.csv", unbroken(4));
  const History same(folder / "history.csv", world(), header, changed);
  EXPECT_EQ(bytes_of(folder / "history.csv"), unbroken(4)) << "rows are kept where they can be";
}

TEST(History, RefusesRowsOfAnotherLength) {
  const Scratch folder;
  History history(folder / "history.csv", world(), header);
  EXPECT_THROW(history.append({1, 2}), UsageError);
}

TEST(Table, HasOneVectorPerColumn) {
  const Scratch folder;
  write_table(folder / "spectra/spectrum-000100.csv", world(), {{"k", "energy"}, {"1/m", "J"}},
              {{0, 1, 2}, {0, 0.5, 0.25}});
  EXPECT_EQ(bytes_of(folder / "spectra/spectrum-000100.csv"),
            "k,energy\n1/m,J\n0,0\n1,0.5\n2,0.25\n");
}

TEST(Table, RefusesNamesThatBreakTheFile) {
  const Scratch folder;
  EXPECT_THROW(write_table(folder / "t.csv", world(), {{"a,b"}, {""}}, {{1}}), UsageError);
}

}  // namespace
}  // namespace thalweg::io::testing
