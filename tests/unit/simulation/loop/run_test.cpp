// SPDX-License-Identifier: Apache-2.0
// Whole runs of a tiny solver: what they leave behind, and what stops them. Restarts:
// restart_test.cpp.
#include <set>

#include "simulation/process/run_lock.hpp"
#include "tests/unit/simulation/loop/whole_runs.hpp"

namespace thalweg::simulation {
namespace {

TEST_F(Run, PhasesAddUpToAllThatAStepTakes) {
  go(options());
  double sum = 0;
  std::set<std::string> names;
  const nlohmann::json written = report();
  for (const auto& phase : written["phases"]) {
    const double seconds = phase["seconds_per_step"];
    EXPECT_GE(phase["slowest_rank_seconds"], seconds * (1 - 1e-12));
    names.insert(phase["name"]);
    sum += seconds;
  }
  const double mean = written["seconds_per_step"]["mean"];
  EXPECT_NEAR(sum, mean, 1e-9 * mean);
  EXPECT_EQ(names,
            (std::set<std::string>{"decay", "watch", "record", "agree", "checkpoint", "other"}));
}

TEST_F(Run, WritesEverythingThatItsCaseAsksFor) {
  EXPECT_EQ(go(options()), 0);
  for (const char* file :
       {"case.toml", "run.log", "history.csv", "report.json", "spectra/total-000000.csv",
        "spectra/total-000010.csv", "spectra/total-000020.csv", "fields/height-000000.vtkhdf",
        "fields/height-000020.vtkhdf", "checkpoints/000015.h5", "checkpoints/000020.h5"})
    EXPECT_TRUE(has(std::string("out/") + file)) << file;
  EXPECT_FALSE(has("out/checkpoints/000010.h5")) << "two are kept";
  EXPECT_FALSE(has("out/.lock"));
  const std::string rows = history();
  expect_contains(rows, "step,time,dt,total\n1,time,time,m\n0,0,0,78\n1,0.1,0.1,");
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 2 + 21);
  expect_contains(rows, "\n20,2,");
}

TEST_F(Run, WritesTheTablesThatAreNamed) {
  EXPECT_EQ(go(options({"output.tables.every_steps=10", "output.tables.names=[\"sums\"]"})), 0);
  EXPECT_EQ(text_of("out/tables/sums-000000.csv").substr(0, 10), "sums\nm\n78\n");
  EXPECT_TRUE(has("out/tables/sums-000020.csv"));
  EXPECT_FALSE(has("out/tables/profile-000020.csv"));
  EXPECT_TRUE(has("out/spectra/total-000020.csv"));
}

// When everything else of these times is written, but not at the end, where nothing follows.
TEST_F(Run, TellsTheSolverToRebalanceAtOutputTimesAlone) {
  go(options({"output.history.every_steps=6", "output.spectra.every_steps=4",
              "output.fields.every_steps=20"}));
  const auto balance = report()["balance"];
  std::vector<int> steps;
  for (const auto& one : balance["rebalancings"]) steps.push_back(one["step"]);
  EXPECT_EQ(steps, (std::vector<int>{4, 6, 8, 12, 16, 18}));
  EXPECT_EQ(balance["rebalanced"], 6);
  EXPECT_EQ(balance["bound"], 1.3);
  EXPECT_EQ(balance["imbalance"], 1.2);
  EXPECT_EQ(balance["costs"]["point_seconds"], 2e-6);
  EXPECT_EQ(balance["rebalancings"][0]["imbalance_before"], 1.5);
  EXPECT_EQ(balance["rebalancings"][0]["imbalance_expected"], 1.1);
  EXPECT_EQ(balance["rebalancings"][0]["imbalance_after"], 1.2);
}

TEST_F(Run, RefusesTablesThatThereAreNot) {
  const auto message = [&](const std::vector<std::string>& settings) {
    return message_of<InputError>([&] { go(options(settings)); });
  };
  expect_contains(message({"output.tables.every_steps=10", "output.tables.names=[\"total\"]"}),
                  "there is no table \"total\"; the tables are \"profile\", \"sums\"");
  expect_contains(message({"output.tables.names=[\"sums\"]"}), "how often tables are written");
  EXPECT_FALSE(has("out"));
}

TEST_F(Run, LastStepLandsOnTheEnd) {
  EXPECT_EQ(go(options({"decay.step=0.3", "time.end=1.0"})), 0);
  const std::string rows = history();
  expect_contains(rows, "\n4,1,");
  EXPECT_EQ(rows.find("\n5,"), std::string::npos);
}

TEST_F(Run, ReportHasTheKeysOfTheContract) {
  go(options());
  const auto json = report();
  for (const char* key :
       {"version", "case", "kind", "device", "ranks", "threads", "precision", "steps",
        "seconds_per_step", "seconds_total", "phases", "transport", "memory", "machine", "checks",
        "floor_seconds_per_step", "ratio_to_floor"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["kind"], "decay");
  EXPECT_EQ(json["status"], "done");
  EXPECT_EQ(json["ranks"], world().size());
  EXPECT_EQ(json["steps"], 20);
  EXPECT_EQ(json["phases"][0]["name"], "decay");
  EXPECT_DOUBLE_EQ(json["phases"][0]["calls_per_step"], 1);
  EXPECT_TRUE(json["phases"][0]["ratio_to_floor"].is_null()) << "no floor is known";
  EXPECT_LE(json["seconds_per_step"]["p10"], json["seconds_per_step"]["median"]);
  EXPECT_LE(json["seconds_per_step"]["median"], json["seconds_per_step"]["p90"]);
  EXPECT_GT(json["memory"]["peak_bytes_per_rank"], 1e6);
  EXPECT_EQ(json["machine"]["triad_bytes_per_second"], 1e10);
}

TEST_F(Run, EffectiveCaseRunsTheSame) {
  go(options());
  RunOptions again = options();
  again.case_file = scratch_ / "out/case.toml";
  again.out = scratch_ / "again";
  EXPECT_EQ(go(again), 0);
  EXPECT_EQ(history("again"), history());
}

TEST_F(Run, MinutesOnTheClockMakeCheckpoints) {
  put_case("[time]\nsteps = 5\n[checkpoint]\nevery_minutes = 1e-9\nkeep = 10\n");
  EXPECT_EQ(go(options()), 0);
  for (int step = 1; step <= 5; ++step)
    EXPECT_TRUE(has("out/checkpoints/00000" + std::to_string(step) + ".h5")) << step;
}

TEST_F(Run, DivergedRunSaysWhereAndWritesNothingOfIt) {
  const std::string text =
      message_of<SimulationError>([&] { go(options({"decay.nan_at_step=8"})); });
  for (const char* part : {"step 8", "time 0.8", "CFL number 0.1", "u is not finite at point 11",
                           "checkpoints/000005.h5", "Usually decay.step is too long",
                           "--restart --set decay.step=0.05"})
    expect_contains(text, part);
  EXPECT_EQ(history().find("nan"), std::string::npos);
  expect_contains(history(), "\n7,");
  EXPECT_FALSE(has("out/checkpoints/000008.h5"));
}

TEST_F(Run, DivergenceInACheckpointStepIsNotSaved) {
  message_of<SimulationError>([&] { go(options({"decay.nan_at_step=10"})); });
  EXPECT_TRUE(has("out/checkpoints/000005.h5"));
  EXPECT_FALSE(has("out/checkpoints/000010.h5"));
  EXPECT_FALSE(has("out/spectra/total-000010.csv"));
}

TEST_F(Run, FolderWithResultsIsLeftAlone) {
  go(options());
  const auto before = everything();
  const std::string text = message_of<InputError>([&] { go(options({"time.end=1.0"})); });
  for (const char* part : {"--force", "--restart", "--out"}) expect_contains(text, part);
  EXPECT_EQ(everything(), before);
}

TEST_F(Run, ForceOverwritesOurFilesOnly) {
  go(options());
  io::testing::put_bytes(scratch_ / "out/notes.txt", "mine");
  EXPECT_EQ(go(forced({"time.end=0.4"})), 0);
  EXPECT_EQ(report()["steps"], 4);
  EXPECT_FALSE(has("out/checkpoints/000020.h5"));
  EXPECT_EQ(text_of("out/notes.txt"), "mine");
}

TEST_F(Run, WrongCaseTouchesNothing) {
  go(options());
  const auto before = everything();
  const std::string text = message_of<InputError>([&] {
    go(forced({"output.fields.names=[\"hight\"]", "time.end=-1.0", "decay.pionts=3"}));
  });
  for (const char* part :
       {"Did you mean \"height\"", "time.end", "decay.pionts", "Did you mean \"points\""})
    expect_contains(text, part);
  EXPECT_EQ(everything(), before);
}

TEST_F(Run, UnknownKindIsReportedAlone) {
  const std::string text =
      message_of<InputError>([&] { go(options({"simulation.kind=\"decoy\""})); });
  expect_contains(text, "Did you mean \"decay\"");
  EXPECT_EQ(text.find("checkpoint"), std::string::npos) << text;
}

TEST_F(Run, TooLargeForTheMemoryIsRefused) {
  const std::string text = message_of<InputError>([&] { go(options({"decay.claim_bytes=1e18"})); });
  for (const char* part : {"888.18 PiB", "free", "Nothing was run"}) expect_contains(text, part);
  EXPECT_FALSE(has("out"));
}

TEST_F(Run, RanksThatCannotShareTheGridAreRefused) {
  const auto run = [&] { go(options({"decay.points=1"})); };
  if (world().size() == 1) {
    EXPECT_NO_THROW(run());
    return;
  }
  expect_contains(message_of<InputError>(run), "decay.points");
  EXPECT_FALSE(has("out"));
}

TEST_F(Run, TwoRunsDoNotShareAFolder) {
  const RunLock lock(scratch_ / "out", world());
  expect_contains(message_of<InputError>([&] { go(options()); }), "another run");
  EXPECT_FALSE(has("out/history.csv"));
}

TEST_F(Run, CheckTellsWithoutRunning) {
  const CheckResult result = check(options({"decay.claim_bytes=1e9"}), world());
  EXPECT_EQ(result.kind, "decay");
  EXPECT_EQ(result.device, "cpu");
  EXPECT_EQ(result.memory.arrays_bytes, 1e9);
  EXPECT_EQ(result.peak_bytes(), result.baseline_bytes + 1e9);
  EXPECT_GT(result.available_bytes, 0);
  expect_contains(result.effective_toml, "every_steps = 5");
  EXPECT_FALSE(has("out"));
}

TEST_F(Run, DeviceThatIsNotThereIsRefused) {
  RunOptions wish = options();
  wish.device = "cuda";
  expect_contains(message_of<InputError>([&] { go(wish); }), "--device cuda");
}

}  // namespace
}  // namespace thalweg::simulation
