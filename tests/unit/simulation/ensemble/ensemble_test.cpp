// SPDX-License-Identifier: Apache-2.0
// What a section [ensemble] makes of a case, and how its members are handed out.
#include "simulation/setup/ensemble.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "base/error.hpp"
#include "simulation/ensemble/file.hpp"
#include "simulation/ensemble/progress.hpp"
#include "simulation/ensemble/queue.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::simulation {
namespace {

using io::Case;
using io::testing::expect_contains;
using io::testing::message_of;
using io::testing::world;

const std::string head = "[ensemble]\n";

Ensemble read(const std::string& text) {
  Case input = Case::parse(text, "case.toml");
  const auto ensemble = Ensemble::read(input);
  input.finish();
  return ensemble.value();
}

std::vector<std::string> texts(const std::string& text) {
  const Ensemble ensemble = read(text);
  std::vector<std::string> members;
  for (int m = 0; m < ensemble.size(); ++m) members.push_back(ensemble.settings_text(m));
  return members;
}

std::string mistakes(const std::string& text) {
  return message_of<InputError>([&] { read(text); });
}

using Texts = std::vector<std::string>;

TEST(Ensemble, ACaseWithoutTheSectionIsNone) {
  Case input = Case::parse("[time]\nend = 1\n", "case.toml");
  EXPECT_FALSE(Ensemble::read(input).has_value());
}

TEST(Ensemble, ListsGoTogether) {
  EXPECT_EQ(texts(head + "vary = [{ key = \"a.x\", values = [1, 2.5] }, "
                         "{ key = \"a.y\", values = [\"one\", [true, 3]] }]\n"),
            (Texts{"a.x = 1, a.y = \"one\"", "a.x = 2.5, a.y = [true, 3]"}));
}

TEST(Ensemble, ProductsVaryTheLastKeyFastest) {
  EXPECT_EQ(texts(head + "combine = \"product\"\nvary = [{ key = \"x\", values = [1, 2] }, "
                         "{ key = \"y\", from = 0, to = 2, count = 3 }]\n"),
            (Texts{"x = 1, y = 0", "x = 1, y = 1", "x = 1, y = 2", "x = 2, y = 0", "x = 2, y = 1",
                   "x = 2, y = 2"}));
}

TEST(Ensemble, RangesHoldBothEndsAndStayWholeWhereTheyCan) {
  EXPECT_EQ(texts(head + "[[ensemble.vary]]\nkey = \"n\"\nfrom = 1\nto = 7\ncount = 3\n"),
            (Texts{"n = 1", "n = 4", "n = 7"}));
  EXPECT_EQ(texts(head + "[[ensemble.vary]]\nkey = \"n\"\nfrom = 1\nto = 2\ncount = 3\n"),
            (Texts{"n = 1", "n = 1.5", "n = 2"}));
  EXPECT_EQ(texts(head + "[[ensemble.vary]]\nkey = \"n\"\nfrom = [0.3, -0.1]\nto = [0.3, 0.1]\n"
                         "count = 3\n"),
            (Texts{"n = [0.3, -0.1]", "n = [0.3, 0.0]", "n = [0.3, 0.1]"}));
}

TEST(Ensemble, MembersReplaceWhatTheCaseSaysAndWhatExcludesIt) {
  Case input = Case::parse("[time]\ncfl = 0.5\n[[source]]\nfocus = [1, 2]\n" + head +
                               "vary = [{ key = \"source.0.focus\", values = [[3, 4], [5, 6]] }, "
                               "{ key = \"time.step\", values = [0.1, 0.2] }]\n",
                           "case.toml");
  const auto ensemble = Ensemble::read(input);
  ensemble->apply(input, 1);
  EXPECT_EQ(input.numbers("source.0.focus", {}, {}), (std::vector<double>{5, 6}));
  EXPECT_EQ(input.exactly_one({"time.cfl", "time.step"}), "time.step");
  EXPECT_EQ(input.number("time.step", {}), 0.2);
  EXPECT_EQ(input.count("source"), 1);
  input.leave_out("ensemble");
  EXPECT_EQ(input.effective_toml().find("ensemble"), std::string::npos);
  expect_contains(input.effective_toml(), "focus = [5.0, 6.0]");
}

TEST(Ensemble, MistakesOfAMemberStandAtTheLineThatVaries) {
  Case input = Case::parse("[time]\nend = 1\n" + head +
                               "[[ensemble.vary]]\nkey = \"time.end\"\nvalues = [-1, 2]\n",
                           "case.toml");
  Ensemble::read(input)->apply(input, 0);
  input.number("time.end", {.minimum = 0, .meaning = "end"});
  expect_contains(message_of<InputError>([&] { input.finish(); }),
                  "case.toml:6  time.end = -1\n             must be >= 0 (end)");
}

TEST(Ensemble, MistakesOfTheSectionAreNamed) {
  expect_contains(mistakes(head + "vary = [{ key = \"x\", values = [1, 2] }, "
                                  "{ key = \"y\", values = [1, 2, 3] }]\n"),
                  "makes 3 members, and ensemble.vary.0.values makes 2");
  expect_contains(mistakes(head + "combine = \"product\"\n"), "needs a table [[ensemble.vary]]");
  expect_contains(mistakes(head + "[[ensemble.vary]]\nkey = \"x\"\nvalues = []\n"), "is empty");
  expect_contains(mistakes(head + "[[ensemble.vary]]\nkey = \"x\"\nvalues = 3\n"),
                  "is an integer; expected a list of values");
  expect_contains(mistakes(head + "[[ensemble.vary]]\nkey = \"x\"\nvalues = [1979-01-01]\n"),
                  "holds a date");
  expect_contains(
      mistakes(head + "[[ensemble.vary]]\nkey = \"x\"\nfrom = [1]\nto = 2\ncount = 3\n"),
      "case.toml:5  ensemble.vary.0.to = 2\n             must have as many numbers");
  expect_contains(mistakes(head + "[[ensemble.vary]]\nkey = \"x\"\nfrom = 1\nto = 2\ncount = 1\n"),
                  "must be >= 2");
  expect_contains(mistakes(head + "[[ensemble.vary]]\nkey = \"x\"\nvalues = [1]\nfrom = 1\n"),
                  "is given besides");
  expect_contains(mistakes(head + "[[ensemble.vary]]\nkey = \"ensemble.combine\"\nvalues = [1]\n"),
                  "must not lie in [ensemble]");
  expect_contains(mistakes(head + "vary = [{ key = \"x\", values = [1, 2] }, "
                                  "{ key = \"x\", values = [1, 2] }]\n"),
                  "is varied twice");
  std::string huge = head + "combine = \"product\"\n";
  for (const char* key : {"x", "y"})
    huge +=
        std::string("[[ensemble.vary]]\nkey = \"") + key + "\"\nfrom = 0\nto = 1\ncount = 2000\n";
  expect_contains(mistakes(huge), "makes more than 1000000 members");
}

TEST(Ensemble, KeysThatCannotBeAreNamed) {
  Case input =
      Case::parse(head + "[[ensemble.vary]]\nkey = \"time..end\"\nvalues = [1]\n", "case.toml");
  Ensemble::read(input)->apply(input, 0);
  expect_contains(message_of<InputError>([&] { input.finish(); }), "is no key");
}

TEST(MemberQueue, HandsOutEachMemberOnce) {
  const std::vector<int> members{3, 1, 4, 15, 9, 2, 6};
  const MemberQueue queue(members, world());
  const transport::Communicator alone = transport::Communicator::self();
  std::vector<std::int64_t> taken(16);
  while (const auto member = queue.take(alone)) {
    ++taken[static_cast<std::size_t>(*member)];
    queue.give_back();
  }
  world().sum(taken);
  for (const int member : members) EXPECT_EQ(taken[static_cast<std::size_t>(member)], 1) << member;
  EXPECT_EQ(std::accumulate(taken.begin(), taken.end(), 0), 7);
  EXPECT_EQ(queue.state().over, 7);
  EXPECT_EQ(queue.state().running, 0);
}

TEST(MemberQueue, AGroupGetsOneMemberTogether) {
  const MemberQueue queue({7, 8}, world());
  EXPECT_EQ(queue.take(world()), 7);
  world().barrier();
  EXPECT_EQ(queue.state().running, 1);
  EXPECT_EQ(queue.take(world()), 8);
  EXPECT_EQ(queue.take(world()), std::nullopt);
}

TEST(MemberQueue, StoppedItHandsOutNothing) {
  const MemberQueue queue({7, 8}, world());
  if (world().rank() == world().size() - 1) queue.stop(15);
  world().barrier();
  EXPECT_EQ(queue.take(world()), std::nullopt);
  EXPECT_EQ(queue.state().signal, 15);
}

TEST(MemberProgress, SaysHowManyAreOverAndWhatIsLeft) {
  EXPECT_EQ(members_text({.over = 12, .total = 48, .running = 4, .seconds_left = 40}),
            " 25 %  12 of 48 members, 4 running, 0:40 left");
  ::testing::internal::CaptureStdout();
  {
    Log log(true, false);
    if (log.shows_bar()) GTEST_SKIP() << "standard error is a terminal";
    MemberProgress progress(log, 10, 50);
    for (int over = 1; over <= 40; ++over) progress.update({.running = 1, .over = over}, 0.5);
  }
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 8) << text;  // 30 %, 40 %, ... 100 %
}

TEST(MemberEnd, IsTheSameOnOtherRanks) {
  const std::vector<MemberEnd> ends{{3, "diverged", 1.5, "it \"broke\"\nat x = 1 \xc2\xb5m", 3},
                                    {}};
  const auto back = unpacked(packed(ends));
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].message, ends[0].message);
  EXPECT_EQ(back[0].exit_status, 3);
  EXPECT_EQ(back[1].status, "waiting");
}

}  // namespace
}  // namespace thalweg::simulation
