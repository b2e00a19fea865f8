// SPDX-License-Identifier: Apache-2.0
// Runs that go on: after a cap, a signal, the end, and from checkpoints that are damaged, foreign
// or not the newest.
#include <csignal>

#include "simulation/loop/run_case.hpp"
#include "simulation/process/run_lock.hpp"
#include "tests/unit/simulation/loop/whole_runs.hpp"

namespace thalweg::simulation {
namespace {

class Restart : public Run {};

TEST_F(Restart, GoesOnAfterTheCap) {
  EXPECT_EQ(go(capped(7)), 0);
  EXPECT_EQ(report()["status"], "stopped by --steps");
  EXPECT_EQ(report()["steps"], 7);
  EXPECT_EQ(go(restart()), 0);
  EXPECT_EQ(report()["steps"], 20);
}

TEST_F(Restart, ChecksAreJudgedOnceTheRunIsOver) {
  put_case("[time]\nend = 2.0\n[output]\nhistory.every_steps = 1\n[[check]]\n"
           "quantity = \"history.total.final\"\nreference = 1\ntolerance = 9\nsource = \"any\"\n");
  go(capped(7));
  EXPECT_TRUE(report()["checks"][0]["holds"].is_null());
  EXPECT_EQ(report()["checks"][0]["why"], "the run was stopped at step 7");
  EXPECT_EQ(go(restart()), 0);
  EXPECT_TRUE(report()["checks"][0]["holds"].is_boolean());
}

TEST_F(Restart, CappedRunsLeaveACheckpointWhateverTheCaseSays) {
  put_case("[time]\nend = 2.0\n");
  go(capped(7));
  EXPECT_TRUE(has("out/checkpoints/000007.h5"));
  EXPECT_EQ(go(restart()), 0);
  EXPECT_EQ(report()["steps"], 20);
  EXPECT_FALSE(has("out/checkpoints/000020.h5")) << "it is done";
}

TEST_F(Restart, AnyKeyOfCheckpointsMakesOneAtTheEnd) {
  put_case("[time]\nend = 2.0\n");
  go(options({"checkpoint.allow_changes=[\"decay\"]"}));
  EXPECT_TRUE(has("out/checkpoints/000020.h5"));
}

TEST_F(Restart, EqualsAnUnbrokenRun) {
  RunOptions unbroken = options();
  unbroken.out = scratch_ / "unbroken";
  go(unbroken);
  go(capped(7));
  EXPECT_EQ(go(restart()), 0);
  EXPECT_EQ(history(), history("unbroken"));
  for (const char* file : {"spectra/total-000020.csv", "spectra/total-000010.csv"})
    EXPECT_EQ(bytes_of(scratch_ / "out" / file), bytes_of(scratch_ / "unbroken" / file)) << file;
}

TEST_F(Restart, GoesOnAfterASignalToOneRank) {
  RunOptions unbroken = options();
  unbroken.out = scratch_ / "unbroken";
  go(unbroken);
  for (const int signal : {SIGTERM, SIGINT}) {
    EXPECT_EQ(go(forced({"decay.signal_at_step=7", "decay.signal=" + std::to_string(signal)})),
              128 + signal);
    EXPECT_TRUE(has("out/checkpoints/000007.h5"));
    EXPECT_EQ(history().find("\n8,"), std::string::npos);
    expect_contains(text_of("out/run.log"), "Go on with:");
    EXPECT_EQ(go(restart({"checkpoint.allow_changes=[\"decay\"]"})), 0);
    EXPECT_EQ(history(), history("unbroken"));
  }
}

TEST_F(Restart, DamagedCheckpointIsRefusedAndTheNewestIntactOneNamed) {
  go(options());
  damage("out/checkpoints/000020.h5");
  const auto before = everything();
  const std::string text =
      message_of<InputError>([&] { go(restart_from("out/checkpoints/000020.h5")); });
  for (const char* part : {"000020.h5", "cut off", "000015.h5", "Nothing was run"})
    expect_contains(text, part);
  EXPECT_EQ(everything(), before);
}

TEST_F(Restart, PassesOverDamagedCheckpoints) {
  go(capped(10));
  damage("out/checkpoints/000010.h5");
  EXPECT_EQ(go(restart()), 0);
  expect_contains(text_of("out/run.log"), "000005.h5 (step 5");
  EXPECT_EQ(report()["steps"], 20);
}

TEST_F(Restart, WithoutCheckpointSaysSo) {
  const std::string text = message_of<InputError>([&] { go(restart()); });
  expect_contains(text, "no intact checkpoint in");
  EXPECT_FALSE(has("out"));
}

TEST_F(Restart, OfADoneRunWithoutCheckpointsSaysWhatMakesThem) {
  put_case("[time]\nend = 2.0\n");
  go(options());
  expect_contains(message_of<InputError>([&] { go(restart()); }),
                  "section [checkpoint]: --set checkpoint.keep=2");
}

TEST_F(Restart, ForeignFileIsNoCheckpoint) {
  io::testing::put_bytes(scratch_ / "image.png", "\x89PNG and more");
  const std::string text = message_of<InputError>([&] { go(restart_from("image.png")); });
  expect_contains(text, "not an HDF5 file");
}

TEST_F(Restart, EarlierCheckpointNeedsForceWhereLaterOnesExist) {
  go(options());
  expect_contains(message_of<InputError>([&] { go(restart_from("out/checkpoints/000015.h5")); }),
                  "000020.h5");
  RunOptions forced = restart_from("out/checkpoints/000015.h5");
  forced.force = true;
  forced.overrides = {"checkpoint.every_steps=2", "time.end=1.7"};
  EXPECT_EQ(go(forced), 0);
  EXPECT_FALSE(has("out/checkpoints/000020.h5")) << "it belongs to the history that was left";
  EXPECT_TRUE(has("out/checkpoints/000017.h5"));
}

TEST_F(Restart, AnotherCaseIsRefusedWithWhatDiffers) {
  go(capped(7));
  const auto before = everything();
  const std::string text = message_of<InputError>([&] {
    go(restart({"decay.rate=0.5", "decay.step=0.2", "simulation.precision=single"}));
  });
  for (const char* part :
       {"out/checkpoints/000007.h5", "decay.rate was 1.0, is 0.5", "decay.step was 0.1, is 0.2",
        "simulation.precision was \"double\", is \"single\"",
        "checkpoint.allow_changes=[\"decay.rate\", \"decay.step\", \"simulation.precision\"]",
        "Nothing was run"})
    expect_contains(text, part);
  EXPECT_EQ(everything(), before);
}

TEST_F(Restart, WhatMayAlwaysChangeIsNotAskedAbout) {
  go(capped(7));
  EXPECT_EQ(go(restart({"time.end=1.5", "output.history.every_steps=2", "simulation.title=another",
                        "checkpoint.keep=3", "transport.patience=100", "verify.seconds=9"})),
            0);
  EXPECT_EQ(report()["changes"], nlohmann::json::array());
}

TEST_F(Restart, AllowedChangesAreRecordedForGood) {
  go(capped(7));
  RunOptions changed = restart({"decay.rate=0.5", "checkpoint.allow_changes=[\"decay\"]"});
  changed.steps = 6;
  EXPECT_EQ(go(changed), 0);
  EXPECT_EQ(report()["changes"].size(), 1u);
  const std::string line = "Changed at the restart from step 7: decay.rate was 1.0";
  expect_contains(text_of("out/case.toml"), line);
  expect_contains(text_of("out/run.log"), "decay.rate was 1.0, is 0.5");
  EXPECT_EQ(go(restart({"decay.rate=0.5"})), 0) << "it is the case of the last checkpoint now";
  expect_contains(text_of("out/case.toml"), line);
  const nlohmann::json expected{
      {"step", 7}, {"key", "decay.rate"}, {"before", "1.0"}, {"now", "0.5"}};
  EXPECT_EQ(report()["changes"], nlohmann::json::array({expected}));
}

TEST_F(Restart, KeysThatTheSolverFixesCannotBeAllowed) {
  go(capped(7));
  const std::string text = message_of<InputError>([&] {
    go(restart({"decay.points=14", "checkpoint.allow_changes=[\"decay.points\"]"}));
  });
  expect_contains(text, "decay.points was 12, is 14  (no restart can change this)");
  EXPECT_EQ(text.find("--set"), std::string::npos);
}

TEST_F(Restart, AFileThatTheCaseNamesMustBeTheSame) {
  io::testing::put_bytes(scratch_ / "medium.txt", "1 2 3");
  const std::string names_it = "decay.file=medium.txt";
  RunOptions first = options({names_it});
  first.steps = 7;
  go(first);
  io::testing::put_bytes(scratch_ / "medium.txt", "1 2 4");
  expect_contains(message_of<InputError>([&] { go(restart({names_it})); }),
                  "contents of medium.txt was ");
  EXPECT_EQ(go(restart({names_it, "checkpoint.allow_changes=[\"medium.txt\"]"})), 0);
}

TEST_F(Restart, PrintedCaseRunsAsItIs) {
  io::testing::put_bytes(scratch_ / "medium.txt", "1 2 3");
  go(options({"decay.file=medium.txt"}));
  RunOptions printed = options();
  printed.case_file = scratch_ / "out/case.toml";
  printed.out = scratch_ / "again";
  EXPECT_EQ(go(printed), 0);
  EXPECT_EQ(history("again"), history());
}

TEST_F(Restart, LaterResultsAreSetAside) {
  go(forced({"output.fields.every_steps=1", "output.spectra.every_steps=4",
             "output.tables.every_steps=4"}));
  const std::string was = history();
  io::testing::put_bytes(scratch_ / "out/traces.h5", "of the first history");
  RunOptions back = restart_from("out/checkpoints/000015.h5");
  back.force = true;
  back.overrides = {"time.end=1.6"};
  EXPECT_EQ(go(back), 0);
  for (const char* file :
       {"fields/height-000017.vtkhdf", "spectra/total-000020.csv", "tables/sums-000020.csv",
        "checkpoints/000020.h5", "history.csv", "traces.h5", "case.toml", "report.json"})
    EXPECT_TRUE(has(std::string("out/superseded/1/") + file)) << file;
  EXPECT_EQ(text_of("out/superseded/1/history.csv"), was);
  EXPECT_FALSE(has("out/fields/height-000017.vtkhdf"));
  EXPECT_FALSE(has("out/spectra/total-000020.csv"));
  EXPECT_TRUE(has("out/fields/height-000015.vtkhdf"));
  EXPECT_EQ(text_of("out/fields/height.hdf.series").find("000017"), std::string::npos);
  expect_contains(text_of("out/run.log"), "superseded/1");
  EXPECT_EQ(go(forced()), 0);
  EXPECT_FALSE(has("out/superseded"));
}

TEST_F(Restart, RowsOfLaterStepsGoThoughNoneIsDue) {
  put_case("[time]\nend = 2.0\n[output]\nhistory.every_steps = 10\n"
           "[checkpoint]\nevery_steps = 4\nkeep = 9\n");
  go(options());
  const std::string head = "step,time,height_1\n1,time,m\n";
  if (world().is_root()) fs::create_directories(scratch_ / "out/probes");
  io::testing::put_bytes(scratch_ / "out/probes/p.csv", head + "10,1,5\n20,2,3\n");
  RunOptions back = restart_from("out/checkpoints/000012.h5");
  back.force = true;
  back.steps = 4;
  EXPECT_EQ(go(back), 0);
  expect_contains(history(), "\n10,");
  EXPECT_EQ(history().find("\n20,"), std::string::npos);
  EXPECT_EQ(text_of("out/probes/p.csv"), head + "10,1,5\n");
  expect_contains(text_of("out/superseded/1/history.csv"), "\n20,");
  expect_contains(text_of("out/superseded/1/probes/p.csv"), "\n20,");
}

TEST_F(Restart, ForceDoesNotRemoveTheFileThatItStartsFrom) {
  go(options());
  RunOptions back = restart_from("out/checkpoints/000015.h5");
  back.force = true;
  back.overrides = {"time.end=1.6"};
  EXPECT_EQ(go(back), 0);
  const auto before = everything();
  RunOptions forced = restart_from("out/superseded/1/checkpoints/000020.h5");
  forced.force = true;
  forced.overrides = {"time.end=3.0"};
  const std::string text = message_of<InputError>([&] { go(forced); });
  for (const char* part : {"superseded/1/checkpoints/000020.h5", "--out", "Nothing was run"})
    expect_contains(text, part);
  EXPECT_EQ(everything(), before);
  forced.out = scratch_ / "other";
  EXPECT_EQ(go(forced), 0);
}

TEST_F(Restart, ALinkIsTheCheckpointThatItPointsTo) {
  go(options());
  world().barrier();
  if (world().is_root())
    fs::create_symlink(scratch_ / "out/checkpoints/000015.h5", scratch_ / "latest.h5");
  world().barrier();
  RunOptions linked = restart_from("latest.h5");
  expect_contains(message_of<InputError>([&] { go(linked); }), "000020.h5");
  linked.force = true;
  EXPECT_EQ(go(linked), 0);
  EXPECT_TRUE(has("out/superseded/1/checkpoints/000020.h5"));
  EXPECT_TRUE(has("out/checkpoints/000015.h5"));
  expect_contains(history(), "\n3,");
}

TEST_F(Restart, AFolderInUseIsNotChosenFrom) {
  go(capped(10));
  damage("out/checkpoints/000010.h5");
  const RunLock lock(scratch_ / "out", world());
  expect_contains(message_of<InputError>([&] { go(restart()); }), "another run is writing");
}

TEST_F(Restart, CheckpointOfAnotherFolderStartsANewRun) {
  go(options());
  RunOptions other = restart_from("out/checkpoints/000015.h5");
  other.out = scratch_ / "other";
  EXPECT_EQ(go(other), 0);
  expect_contains(history("other"), "\n15,1.5");
  expect_contains(history("other"), "\n20,2,");
}

TEST_F(Restart, WithACapIsDoneAsFarAsThisProcessIs) {
  const auto fractions = [&](const RunOptions& what) {
    std::vector<double> told;
    run_member(what, world(), [&](double fraction) { told.push_back(fraction); });
    world().barrier();
    return told;
  };
  const auto expect_near = [](const std::vector<double>& told, const std::vector<double>& wanted) {
    ASSERT_EQ(told.size(), wanted.size());
    for (std::size_t n = 0; n < told.size(); ++n) EXPECT_NEAR(told[n], wanted[n], 1e-12) << n;
  };
  go(capped(10));
  RunOptions more = restart();
  more.steps = 4;
  expect_near(fractions(more), {0.25, 0.5, 0.75, 1});  // steps 11 to 14 of 20
  more.steps = 100;
  expect_near(fractions(more), {1. / 6, 2. / 6, 3. / 6, 4. / 6, 5. / 6, 1});       // 15 to 20
  expect_near(fractions(restart({"time.end=2.5"})), {0.84, 0.88, 0.92, 0.96, 1});  // of the whole
}

/// The last checkpoint comes before what is written at the end, which a full disk may cut short.
TEST_F(Restart, WritesWhatTheEndOfARunStillOwes) {
  go(options());
  damage("out/report.json");
  EXPECT_EQ(go(restart()), 0);
  EXPECT_EQ(report()["status"], "done");
  EXPECT_EQ(report()["steps"], 20);
  expect_contains(message_of<InputError>([&] { go(restart()); }), "the run is over");
}

/// Whoever reads the folder of a run that was killed must not take it for done.
TEST_F(Restart, TheReportOfThePartBeforeDoesNotOutliveAFailure) {
  go(options());
  const std::vector<std::string> further{"time.end=3.0", "decay.nan_at_step=23",
                                         "checkpoint.allow_changes=[\"decay\"]"};
  message_of<SimulationError>([&] { go(restart(further)); });
  EXPECT_FALSE(has("out/report.json"));
  EXPECT_EQ(go(restart({"time.end=3.0"})), 0);
  EXPECT_EQ(report()["steps"], 30);
}

TEST_F(Restart, OfAFinishedRunSaysHowToExtendIt) {
  go(options());
  const auto before = everything();
  expect_contains(message_of<InputError>([&] { go(restart()); }), "--set time.end=4");
  EXPECT_EQ(everything(), before);
  EXPECT_EQ(go(restart({"time.end=3.0"})), 0);
  EXPECT_EQ(report()["steps"], 30);
}

}  // namespace
}  // namespace thalweg::simulation
