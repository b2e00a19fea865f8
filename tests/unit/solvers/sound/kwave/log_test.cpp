// SPDX-License-Identifier: Apache-2.0
// Boxes stay 65 columns wide whatever is in them.
#include "solvers/sound/kwave/log.hpp"

#include <sstream>

#include "tests/unit/io/scratch.hpp"

namespace thalweg::sound::kwave::testing {
namespace {

using io::testing::expect_contains;

/// Characters, which here are columns: bytes that do not continue one.
std::size_t columns(const std::string& line) {
  std::size_t count = 0;
  for (const char c : line) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

void expect_columns(const std::string& box) {
  std::istringstream lines(box);
  for (std::string line; std::getline(lines, line);) EXPECT_EQ(columns(line), 65u) << line;
}

std::string printed(const std::function<void(Log&)>& body, int verbose = 0, bool speaks = true) {
  ::testing::internal::CaptureStdout();
  Log log(speaks, verbose);
  body(log);
  return ::testing::internal::GetCapturedStdout();
}

TEST(KWaveLog, ErrorsAreBoxed) {
  const std::string box = error_box("out.h5: there is no space left");
  expect_columns(box);
  expect_contains(box, "!!! K-Wave experienced a fatal error !!!");
  expect_contains(box, "out.h5: there is no space left");
}

TEST(KWaveLog, LongAndForeignWordsStayInTheBox) {
  const std::string path = "/" + std::string(150, 'x'), foreign = "/Überschall/größe";
  expect_columns(error_box(path + ": missing"));
  std::string umlauts;
  for (int i = 0; i < 90; ++i) umlauts += "ü";
  expect_columns(error_box("a" + umlauts + " is missing"));
  expect_columns(printed([&](Log& log) {
    log.row("Input file:", foreign);
    log.row("Input file:", path);
    log.row("Input file:", umlauts);
  }));
}

TEST(KWaveLog, ARunIsATable) {
  const std::string table = printed([](Log& log) {
    log.title("title");
    log.section("Initialization");
    log.row("Elapsed time:", "0.01s");
    log.progress_head();
    log.progress(3, 50, 0.054);
    log.progress(50, 50, 123456.789);
    log.end();
  });
  expect_columns(table);
  expect_contains(table, "│     6%   │        0.054s  │");
  expect_contains(table, "│   100%   │   123456.789s  │      0.000s  │");
}

TEST(KWaveLog, TheTimeToGoIsThatOfTheStepsSinceTheLegBegan) {
  const std::string line = printed([](Log& log) { log.progress(45, 50, 1, 40); });
  expect_contains(line, "│    90%   │        1.000s  │      1.000s  │");
}

TEST(KWaveLog, LinesOfHigherLevelsAreLeftOut) {
  const auto body = [](Log& log) {
    log.row("a:", "0");
    log.row("b:", "1", 1);
    log.row("c:", "2", 2);
  };
  EXPECT_EQ(printed(body, 0).find("b:"), std::string::npos);
  expect_contains(printed(body, 1), "b:");
  EXPECT_EQ(printed(body, 1).find("c:"), std::string::npos);
  expect_contains(printed(body, 2), "c:");
  EXPECT_EQ(printed(body, 2, false), "");
}

}  // namespace
}  // namespace thalweg::sound::kwave::testing
