// SPDX-License-Identifier: Apache-2.0
// Whole ensembles of a tiny solver: what they leave, restarts, failures, signals.
#include <csignal>

#include "tests/unit/simulation/loop/whole_runs.hpp"

namespace thalweg::simulation {
namespace {

class EnsembleRun : public WholeRun {
 protected:
  void SetUp() override {
    WholeRun::SetUp();
    put_ensemble("{ key = \"decay.rate\", values = [0.5, 1.0, 1.5, 2.0, 2.5] }");
  }
  void put_ensemble(const std::string& vary) const {
    put_case("[time]\nend = 2.0\n[output]\nhistory.every_steps = 1\n[checkpoint]\nevery_steps = 5\n"
             "[ensemble]\nvary = [" +
             vary + "]\n");
  }
  std::string of_member(int member, const std::string& file) const {
    return text_of("out/members/000" + std::to_string(member) + "/" + file);
  }
  nlohmann::json members() const {
    return nlohmann::json::parse(text_of("out/ensemble.json"))["members"];
  }
};

TEST_F(EnsembleRun, LeavesWhatRunsOfTheirOwnWouldLeave) {
  EXPECT_EQ(go(options()), 0);
  const auto list = members();
  ASSERT_EQ(list.size(), 5u);
  for (int m = 0; m < 5; ++m) {
    const double rate = 0.5 * (m + 1);
    EXPECT_EQ(list[m]["status"], "done");
    EXPECT_EQ(list[m]["values"]["decay.rate"], rate);
    if (world().is_root()) {
      RunOptions alone = options();
      alone.case_file = scratch_ / ("out/members/000" + std::to_string(m)) / "case.toml";
      alone.out = scratch_ / ("alone" + std::to_string(m));
      EXPECT_EQ(run(alone, transport::Communicator::self()), 0);
      EXPECT_EQ(bytes_of(alone.out / "history.csv"), of_member(m, "history.csv"));
    }
    world().barrier();
    expect_contains(of_member(m, "case.toml"), "rate = " + nlohmann::json(rate).dump());
  }
  EXPECT_FALSE(has("out/.lock"));
  expect_contains(text_of("out/run.log"), "5 of 5 members are done");
}

TEST_F(EnsembleRun, PrintedCaseIsTheSameEnsemble) {
  go(options());
  RunOptions again = restart();
  again.case_file = scratch_ / "out/case.toml";
  EXPECT_EQ(go(again), 0);
  expect_contains(text_of("out/run.log"), "5 members are done already");
}

TEST_F(EnsembleRun, OneMemberCanBeRunAlone) {
  RunOptions one = options();
  one.member = 3;
  EXPECT_EQ(go(one), 0);
  expect_contains(of_member(3, "case.toml"), "rate = 2.0");
  EXPECT_FALSE(has("out/case.toml"));
  one.member = 5;
  expect_contains(message_of<InputError>([&] { go(one); }), "numbered 0 to 4");
}

TEST_F(EnsembleRun, AMemberRunAloneLeavesTheOthersAsTheyAre) {
  go(options());
  const std::string list = text_of("out/ensemble.json"), other = of_member(1, "report.json");
  world().barrier();
  if (world().is_root()) fs::remove(scratch_ / "out/members/0002/report.json");
  world().barrier();
  RunOptions one = forced();
  one.member = 2;
  EXPECT_EQ(go(one), 0);
  EXPECT_TRUE(has("out/members/0002/report.json"));
  EXPECT_EQ(text_of("out/ensemble.json"), list);
  EXPECT_EQ(of_member(1, "report.json"), other);
  EXPECT_EQ(go(restart()), 0);
  expect_contains(text_of("out/run.log"), "5 members are done already");
}

TEST_F(EnsembleRun, FailuresAreNamedAndTheOthersGoOn) {
  put_ensemble("{ key = \"decay.nan_at_step\", values = [-1, 8, -1, 9] }");
  const std::string text = message_of<SimulationError>([&] { go(options()); });
  for (const char* part : {"2 of 4 members failed", "member 1 (decay.nan_at_step = 8)",
                           "diverged at step 8", "member 3", "members/0003/run.log"})
    expect_contains(text, part);
  EXPECT_EQ(members()[0]["status"], "done");
  EXPECT_EQ(members()[1]["status"], "diverged");
  EXPECT_EQ(members()[2]["status"], "done");
  expect_contains(of_member(1, "run.log"), "u is not finite");
}

/// Ranks give memory and communicators back together, which they cannot while an error goes up.
TEST_F(EnsembleRun, MembersThatFailedLeaveNothingBehind) {
  if (world().size() < 2) return;
  put_ensemble("{ key = \"decay.nan_at_step\", values = [8, 9, 8, 9] }");
  const transport::Communicator all = world();  // not one that the error gives back
  all.give_back_abandoned();                    // by earlier tests
  message_of<SimulationError>([&] { run(options({"ensemble.ranks_per_member=2"}), all); });
  all.barrier();
  EXPECT_EQ(members()[3]["status"], "diverged");
  EXPECT_EQ(transport::Communicator::abandoned(), 0u);
}

TEST_F(EnsembleRun, RestartRunsWhatIsNotDoneAndLeavesTheRestAlone) {
  put_ensemble("{ key = \"decay.nan_at_step\", values = [-1, 8, -1, 9] }");
  message_of<SimulationError>([&] { go(options()); });
  const std::string report = of_member(0, "report.json");
  message_of<SimulationError>([&] { go(restart()); });
  expect_contains(of_member(1, "run.log"), "000005.h5 (step 5");
  EXPECT_EQ(of_member(0, "report.json"), report);
  expect_contains(text_of("out/run.log"), "2 members are done already");
}

TEST_F(EnsembleRun, RestartToALaterEndGoesOnWithAllMembers) {
  go(options());
  EXPECT_EQ(go(restart({"time.end=3.0"})), 0);
  for (int m = 0; m < 5; ++m) expect_contains(of_member(m, "history.csv"), "\n30,3");
}

TEST_F(EnsembleRun, AMemberThatFailedOnItsWayToALaterEndIsNotDone) {
  put_ensemble("{ key = \"decay.nan_at_step\", values = [-1, 25] }");
  go(options());
  for (int attempt = 0; attempt < 2; ++attempt) {
    const std::string text = message_of<SimulationError>([&] { go(restart({"time.end=3.0"})); });
    expect_contains(text, "1 of 2 members failed");
    EXPECT_EQ(members()[0]["status"], "done");
    EXPECT_EQ(members()[1]["status"], "diverged") << attempt;
  }
  expect_contains(text_of("out/run.log"), "1 members are done already");
}

TEST_F(EnsembleRun, RestartToAnEarlierEndRemovesNothing) {
  go(options());
  const std::string history = of_member(2, "history.csv");
  const std::string text = message_of<InputError>([&] { go(restart({"time.end=1.0"})); });
  for (const char* part : {"5 of 5 members failed", "the run is over", "--force"})
    expect_contains(text, part);
  EXPECT_EQ(of_member(2, "history.csv"), history);
  EXPECT_TRUE(has("out/members/0002/checkpoints/000020.h5"));
  EXPECT_EQ(go(restart()), 0);
  expect_contains(text_of("out/run.log"), "5 members are done already");
  EXPECT_EQ(go(forced({"time.end=1.0"})), 0);
  EXPECT_EQ(of_member(2, "history.csv").find("\n20,"), std::string::npos);
}

TEST_F(EnsembleRun, RestartWithATighterToleranceGoesOnWithWhatWasSteady) {
  const auto until = [](const std::string& tolerance) {
    return "time.until_steady={ tolerance = " + tolerance +
           ", every_steps = 5, quantity = \"total\" }";
  };
  put_ensemble("{ key = \"decay.rate\", values = [0.5, 0.6] }");
  EXPECT_EQ(go(options({until("0.9")})), 0);
  EXPECT_EQ(of_member(0, "history.csv").find("\n6,"), std::string::npos);
  EXPECT_EQ(go(restart({until("0.95")})), 0);
  expect_contains(text_of("out/run.log"), "2 members are done already");
  EXPECT_EQ(go(restart({until("1e-6")})), 0);
  for (int m = 0; m < 2; ++m) expect_contains(of_member(m, "history.csv"), "\n20,2");
}

TEST_F(EnsembleRun, CappedMembersGoOn) {
  EXPECT_EQ(go(capped(7)), 0);
  EXPECT_EQ(members()[2]["status"], "stopped by --steps");
  EXPECT_EQ(go(restart()), 0);
  for (int m = 0; m < 5; ++m) expect_contains(of_member(m, "history.csv"), "\n20,2");
}

TEST_F(EnsembleRun, SignalStopsAllAndRestartDoesTheRest) {
  put_ensemble("{ key = \"decay.signal_at_step\", values = [-1, -1, 7, -1, -1, -1, -1, -1] }");
  EXPECT_EQ(go(options()), 128 + SIGTERM);
  EXPECT_EQ(members()[2]["status"], "stopped by SIGTERM");
  EXPECT_TRUE(has("out/members/0002/checkpoints/000007.h5"));
  expect_contains(text_of("out/run.log"), "Go on with:");
  EXPECT_EQ(go(restart()), 0);
  for (int m = 0; m < 8; ++m) EXPECT_EQ(of_member(m, "history.csv"), of_member(0, "history.csv"));
}

TEST_F(EnsembleRun, UselessCheckpointsMeanFromTheBeginning) {
  go(capped(7));
  if (world().is_root())
    for (const auto& file : fs::directory_iterator(scratch_ / "out/members/0001/checkpoints"))
      fs::resize_file(file.path(), 100);
  world().barrier();
  EXPECT_EQ(go(restart()), 0);
  EXPECT_EQ(members()[1]["status"], "done");
  expect_contains(members()[1]["note"], "no intact checkpoint");
  expect_contains(of_member(1, "history.csv"), "\n20,2");
  for (const std::string& log : {of_member(1, "run.log"), text_of("out/run.log")})
    expect_contains(log, "was run from its start");
}

TEST_F(EnsembleRun, MembersWithoutCheckpointsSayThatTheyBeginAnew) {
  go(options());
  if (world().is_root()) {
    fs::remove_all(scratch_ / "out/members/0001/checkpoints");
    fs::remove(scratch_ / "out/members/0001/report.json");
    fs::remove_all(scratch_ / "out/members/0002");
  }
  world().barrier();
  EXPECT_EQ(go(restart()), 0);
  expect_contains(members()[1]["note"], "no intact checkpoint");
  EXPECT_FALSE(members()[2].contains("note")) << "it had no results";
  expect_contains(text_of("out/run.log"), "member 1 was run from its start");
}

TEST_F(EnsembleRun, AnotherCaseIsRefusedAndNothingOfItsMembersIsLost) {
  go(capped(7));
  const std::string history = of_member(2, "history.csv");
  const std::string text = message_of<InputError>([&] { go(restart({"decay.step=0.05"})); });
  expect_contains(text, "5 of 5 members failed");
  expect_contains(text, "the case is not the one that it was written for");
  EXPECT_EQ(of_member(2, "history.csv"), history);
  EXPECT_EQ(go(restart()), 0);
}

TEST_F(EnsembleRun, DoneMembersOfAnotherCaseAreNotKeptInSilence) {
  go(options());
  const std::string text = message_of<InputError>([&] { go(restart({"decay.step=0.05"})); });
  for (const char* part : {"member 0 is done", "decay.step was 0.1, is 0.05", "--force"})
    expect_contains(text, part);
}

TEST_F(EnsembleRun, AMemberThatEndedWithoutAReportIsCompleted) {
  go(options());
  if (world().is_root()) fs::remove(scratch_ / "out/members/0003/report.json");
  world().barrier();
  const std::string history = of_member(3, "history.csv");
  EXPECT_EQ(go(restart()), 0);
  EXPECT_EQ(of_member(3, "history.csv"), history);
  EXPECT_TRUE(has("out/members/0003/report.json"));
  expect_contains(of_member(3, "run.log"), "going on from");
}

TEST_F(EnsembleRun, AnotherEnsembleIsNotGoneOnWith) {
  go(options());
  put_ensemble("{ key = \"decay.rate\", values = [0.5, 1.0, 1.25, 2.0, 2.5] }");
  expect_contains(message_of<InputError>([&] { go(restart()); }),
                  "member 2 was {\"decay.rate\":1.5}, and is to be decay.rate = 1.25");
  put_ensemble("{ key = \"decay.rate\", values = [0.5] }");
  expect_contains(message_of<InputError>([&] { go(restart()); }), "5 members, and the case 1");
  expect_contains(message_of<InputError>([&] { go(options()); }), "--force");
  EXPECT_EQ(go(forced()), 0);
  EXPECT_EQ(of_member(3, "history.csv"), "") << "members of the old one are gone";
}

TEST_F(EnsembleRun, EveryMemberIsCheckedBeforeTheFirstRuns) {
  put_ensemble("{ key = \"decay.rate\", values = [0.5, 1.0, -1.0] }");
  const std::string text = message_of<InputError>([&] { go(options()); });
  expect_contains(text, "member 2 (decay.rate = -1.0):");
  expect_contains(text, "line.toml:10  decay.rate = -1.0");
  EXPECT_FALSE(has("out"));
}

TEST_F(EnsembleRun, MemoryIsThatOfAllThatRunAtOnce) {
  put_ensemble("{ key = \"decay.claim_bytes\", values = [1e6, 1e18, 1e3] }");
  expect_contains(message_of<InputError>([&] { go(options()); }), "888.18 PiB");
  const CheckResult result = check(options(), world());
  EXPECT_EQ(result.memory.arrays_bytes, 1e18);
  EXPECT_EQ(result.ensemble->members, 3);
  EXPECT_EQ(result.ensemble->groups, world().size());
  EXPECT_EQ(result.ensemble->last, "decay.claim_bytes = 1000.0");
}

/// They may be too few for a member, or it may be too large for them.
TEST_F(EnsembleRun, RanksThatTakeNoMemberNeitherReadTheCaseNorNeedItsMemory) {
  if (world().size() != 3) return;
  const bool is_idle = world().rank() == 2;
  const RunOptions pairs = options({"ensemble.ranks_per_member=2", "decay.claim_bytes=1e6"});
  const CheckResult result = check(pairs, world());
  EXPECT_EQ(result.kind, is_idle ? "" : "decay");
  EXPECT_EQ(result.memory.arrays_bytes, is_idle ? 0 : 1e6);
  EXPECT_EQ(go(pairs), 0);
  expect_contains(text_of("out/run.log"), "1 rank stays idle");
}

TEST_F(EnsembleRun, MembersCanHaveSeveralRanks) {
  const int status_of_enough =
      world().size() < 2 ? 0 : go(options({"ensemble.ranks_per_member=2"}));
  EXPECT_EQ(status_of_enough, 0);
  if (world().size() > 1) expect_contains(of_member(4, "report.json"), "\"ranks\": 2");
  expect_contains(message_of<InputError>([&] { go(options({"ensemble.ranks_per_member=99"})); }),
                  "mpirun -n 99");
}

}  // namespace
}  // namespace thalweg::simulation
