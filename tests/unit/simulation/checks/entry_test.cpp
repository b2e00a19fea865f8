// SPDX-License-Identifier: Apache-2.0
// [[check]] as it is read, and every mistake in it with its line.
#include "simulation/checks/entry.hpp"

#include "tests/unit/io/scratch.hpp"

namespace thalweg::simulation::checks {
namespace {

using io::testing::expect_contains;
using io::testing::message_of;

const Recordings known{
    .history = {"energy", "dissipation"},
    .tables = {{"spectrum", {"k", "energy"}, "spectra"}},
    .sensors = std::vector<SensorRecords>{{"line", {"pressure"}, {"pressure-max"}}},
};

class Entries : public ::testing::Test {
 protected:
  std::vector<Check> read(const std::string& text, const Recordings& names = known) {
    io::testing::put_bytes(scratch_ / "case.toml", text);
    io::Case input = io::Case::load(scratch_ / "case.toml", {});
    auto checks = read_checks(input, names);
    input.finish();
    return checks;
  }
  std::string mistakes(const std::string& text) {
    return message_of<InputError>([&] { read(text); });
  }
  /// A check that is right but for what is given.
  static std::string entry(const std::string& quantity, const std::string& more = "reference = 1") {
    return "[[check]]\nquantity = \"" + quantity + "\"\ntolerance = 0.1\nsource = \"a book\"\n" +
           more + "\n";
  }
  io::testing::Scratch scratch_;
};

TEST_F(Entries, AreReadInOrder) {
  const auto checks = read(entry("history.energy.final") +
                           entry("history.dissipation.time-of-maximum",
                                 "name = \"peak\"\nreference = 9\nabsolute = true\nto = 20"));
  ASSERT_EQ(checks.size(), 2u);
  EXPECT_EQ(checks[0].name, "history.energy.final") << "by default its quantity";
  EXPECT_EQ(checks[0].quantity.reduction, Reduction::final);
  EXPECT_EQ(checks[0].tolerance, 0.1);
  EXPECT_FALSE(checks[0].absolute);
  EXPECT_EQ(checks[1].name, "peak");
  EXPECT_EQ(checks[1].quantity.column, "dissipation");
  EXPECT_EQ(checks[1].to, 20);
  EXPECT_TRUE(checks[1].absolute);
}

TEST_F(Entries, TakeCurvesFromFiles) {
  io::testing::put_bytes(scratch_ / "curve.csv", "t,a,b\ns,1,m\n0,1,2\n1,3,4\n");
  const auto checks =
      read(entry("history.energy", "reference_file = \"curve.csv\"\nreference_column = 3\n"
                                   "norm = \"largest\""));
  EXPECT_EQ(checks[0].curve.y, (std::vector<double>{2, 4}));
  EXPECT_EQ(checks[0].norm, Norm::largest);
  EXPECT_FALSE(checks[0].reference);
}

TEST_F(Entries, TakePointsAndTimesOfSensors) {
  const auto checks =
      read(entry("traces.line.pressure.maximum", "reference = 1\npoint = 3") +
           entry("traces.line.pressure-max.maximum", "reference = 1\nlower = [0.1, 0]") +
           entry("traces.line.pressure-amplitude.maximum", "reference = 1\nfrequency = 5e5"));
  EXPECT_EQ(checks[0].sensor.point, 3);
  EXPECT_TRUE(checks[0].quantity.over_time(true));
  EXPECT_FALSE(checks[1].quantity.is_series);
  EXPECT_EQ(checks[1].sensor.lower, (std::vector<double>{0.1, 0}));
  EXPECT_TRUE(checks[2].quantity.is_amplitude);
  EXPECT_EQ(checks[2].quantity.column, "pressure");
  EXPECT_EQ(checks[2].sensor.frequency, 5e5);
}

TEST_F(Entries, TakeTheRunsOfAnOrder) {
  const auto checks =
      read(entry("order.history.energy.final",
                 "reference = 3\n[[check.vary]]\nkey = \"time.step\"\n"
                 "values = [0.2, 0.1, 0.05]\n[[check.vary]]\nkey = \"grid.points\"\n"
                 "values = [[8, 8], [8, 8], [8, 8]]"));
  ASSERT_EQ(checks[0].variations.size(), 2u);
  EXPECT_EQ(checks[0].variations[0].key, "time.step");
  EXPECT_EQ(size_of(checks[0].variations[0].values[1]), 0.1);
  EXPECT_EQ(size_of(checks[0].variations[1].values[1]), 8);
}

TEST_F(Entries, SuggestNamesThatThereAre) {
  expect_contains(mistakes(entry("history.enrgy.final")),
                  "case.toml:2  check.0.quantity = \"history.enrgy.final\"");
  expect_contains(mistakes(entry("history.enrgy.final")), "Did you mean \"energy\"?");
  expect_contains(mistakes(entry("histroy.energy.final")), "Did you mean \"history\"?");
  expect_contains(mistakes(entry("history.energy.maximun")), "Did you mean \"maximum\"?");
  expect_contains(mistakes(entry("traces.lime.pressure.final")), "Did you mean \"line\"?");
  expect_contains(mistakes(entry("traces.line.presure-max.final")),
                  "Did you mean \"pressure-max\"?");
  expect_contains(mistakes(entry("spectra.spectrum.enrgy.final")), "Did you mean \"energy\"?");
  expect_contains(mistakes(entry("history.energy.final.twice")), "history.COLUMN");
}

/// Nobody knows then which keys belong to it.
TEST_F(Entries, AQuantityThatIsNoneIsTheOnlyMistake) {
  const std::string more =
      "reference = 1\nat = 2\n[[check.vary]]\nkey = \"time.step\"\nvalues = [1]";
  for (const char* quantity :
       {"histroy.energy.final", "history.energy.maximun", "energy", "history.energy.final.twice"})
    expect_contains(mistakes(entry(quantity, more)), "1 error; nothing was run.");
  expect_contains(mistakes("[[check]]\nreference = 1\n"), "1 error; nothing was run.");
}

TEST_F(Entries, NeedTablesThatAreWritten) {
  expect_contains(mistakes(entry("spectra.spectrum.energy.maximum")), "set output.spectra");
}

TEST_F(Entries, NameWhatIsMissing) {
  const std::string text = mistakes("[[check]]\nquantity = \"history.energy.at\"\n");
  for (const char* key : {"check.0.reference", "check.0.tolerance", "check.0.source", "check.0.at"})
    expect_contains(text, key);
  expect_contains(mistakes(entry("traces.line.pressure-amplitude.maximum")), "check.0.frequency");
  expect_contains(mistakes(entry("history.energy", "")), "check.0.reference_file");
}

TEST_F(Entries, RefuseWhatCannotBe) {
  expect_contains(mistakes(entry("history.energy.final", "reference = 0")), "absolute = true");
  expect_contains(mistakes(entry("history.energy.final", "reference = 1\nfrom = 2\nto = 1")),
                  "check.0.to = 1");
  expect_contains(mistakes(entry("history.energy.final", "reference = 1\nfrequenzy = 3")),
                  "unknown key");
  expect_contains(mistakes(entry("history.energy.place-of-maximum")), "time-of-");
  expect_contains(mistakes(entry("traces.line.pressure-max.time-of-maximum")), "place-of-");
  expect_contains(
      mistakes(entry("traces.line.pressure.maximum", "reference = 1\npoint = 1\ntime = 0")),
      "only one of");
}

TEST_F(Entries, RefuseFilesThatAreNoCurves) {
  expect_contains(mistakes(entry("history.energy", "reference_file = \"none.csv\"")),
                  "none.csv cannot be opened");
  io::testing::put_bytes(scratch_ / "back.txt", "0 1\n2 1\n1 1\n");
  expect_contains(mistakes(entry("history.energy", "reference_file = \"back.txt\"")),
                  "rises from row to row");
  io::testing::put_bytes(scratch_ / "one.txt", "0 1\n1 1\n");
  expect_contains(
      mistakes(entry("history.energy", "reference_file = \"one.txt\"\nreference_column = 3")),
      "at most 2");
}

TEST_F(Entries, RefuseOrdersWithoutEnoughRuns) {
  expect_contains(mistakes(entry("order.history.energy.final", "reference = 2")), "[[check.vary]]");
  const std::string vary = "\n[[check.vary]]\nkey = \"time.step\"\nvalues = ";
  expect_contains(
      mistakes(entry("order.history.energy.final", "reference = 2" + vary + "[1.0, 0.5]")),
      "at least 3, because no exact value");
  EXPECT_NO_THROW(read(
      entry("order.history.energy.final", "reference = 2\nexact = 1.0" + vary + "[1.0, 0.5]")));
  expect_contains(mistakes(entry("order.history.energy.final",
                                 "reference = 2\nexact = 1.0" + vary + "[\"a\", \"b\"]")),
                  "must be numbers");
  for (const std::string sizes : {"[1.0, 1.0]", "[1.0, 0.0]", "[1.0, 0.5, 0.75]"})
    expect_contains(
        mistakes(entry("order.history.energy.final", "reference = 2\nexact = 1.0" + vary + sizes)),
        "rise or fall from each to the next");
  expect_contains(
      mistakes(entry("order.history.energy.final", "reference = 2" + vary + "[1.0, 0.5, 0.3]")),
      "must have the same ratio each time");
  EXPECT_NO_THROW(read(
      entry("order.history.energy.final", "reference = 2\nexact = 1.0" + vary + "[1, 0.5, 0.3]")));
  expect_contains(
      mistakes("[ensemble]\nx = 1\n" + entry("order.history.energy.final",
                                             "reference = 2\nexact = 1.0" + vary + "[1.0, 0.5]")),
      "an ensemble");
}

TEST_F(Entries, SayNothingOfNamesBesideAWrongCase) {
  EXPECT_NO_THROW(read(entry("history.anything.final") +
                           entry("traces.any.pressure.maximum", "reference = 1\npoint = 3") +
                           entry("traces.any.pressure-amplitude.maximum",
                                 "reference = 1\nfrequency = 3\nlower = [0, 0]"),
                       {}));
}

TEST_F(Entries, SayOneThingOfAWrongSensor) {
  const std::string text =
      mistakes(entry("traces.lime.pressure.maximum", "reference = 1\npoint = 3"));
  EXPECT_EQ(text.find("unknown key"), std::string::npos) << text;
}

TEST_F(Entries, KeepAFileReadableAfterIts) {
  const std::string text = entry("order.history.energy.final",
                                 "reference = 2\nexact = 1.0\n[[check.vary]]\nkey = \"a.b\"\n"
                                 "values = [2, 1]") +
                           "[verify]\nseconds = 3\n";
  io::testing::put_bytes(scratch_ / "case.toml", text);
  io::Case input = io::Case::load(scratch_ / "case.toml", {});
  read_checks(input, known);
  EXPECT_EQ(read_verify_hints(input).seconds, 3);
  input.finish();
  io::Case again = io::Case::parse(input.effective_toml(), "again.toml");
  EXPECT_EQ(read_checks(again, known).at(0).variations.at(0).values.size(), 2u);
  read_verify_hints(again);
  again.finish();
}

}  // namespace
}  // namespace thalweg::simulation::checks
