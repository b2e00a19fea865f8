// SPDX-License-Identifier: Apache-2.0
// The guarded trial of device memory, with programs and host memory that stand in for it and go
// wrong, and the plan of what is measured on devices. On 1 to 4 ranks.
#include "transport/gpu_aware/device_direct.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "tests/unit/transport/host_buffers.hpp"
#include "tests/unit/transport/program.hpp"
#include "transport/comm/patience.hpp"
#include "transport/gpu_aware/child_trial.hpp"
#include "transport/gpu_aware/device_messages.hpp"
#include "transport/gpu_aware/device_trial.hpp"
#include "transport/probe/probe_plan.hpp"
#include "transport/routes/carrier.hpp"

namespace thalweg::transport {
namespace {

using testing::Trouble;

TrialOutcome shell(const std::string& command, double seconds = 20) {
  return try_in_child({"/bin/sh", "-c", command}, seconds);
}

TEST(ChildTrial, TellsHowTheChildEnded) {
  EXPECT_TRUE(shell("exit 0").passed);
  EXPECT_EQ(shell("exit 3").what, "ended with status 3");
  EXPECT_NE(shell("kill -SEGV $$").what.find("crashed (Segmentation fault)"), std::string::npos);
  EXPECT_NE(try_in_child({"/no/such/program"}, 1).what.find("could not be started"),
            std::string::npos);
}

TEST(ChildTrial, EndsAChildThatHangs) {
  const TrialOutcome outcome = shell("exec sleep 60", 0.05);
  EXPECT_FALSE(outcome.passed);
  EXPECT_EQ(outcome.what, "did not end within 0.05 s");
}

TEST(ChildTrial, TheChildKnowsOfNoLauncher) {
  const std::vector<std::string> mixed{
      "PATH=/bin",         "OMPI_COMM_WORLD_RANK=1",   "PMIX_RANK=1",
      "SLURM_PROCID=3",    "OMPI_MCA_orte_hnp_uri=x",  "OMPI_MCA_pml=ob1",
      "PMI_RANK=1",        "OMPI_ALLOW_RUN_AS_ROOT=1", "UCX_TLS=all",
      "MPIR_CVAR_DEVICE=x"};
  const std::vector<std::string> alone{"PATH=/bin", "OMPI_MCA_pml=ob1", "OMPI_ALLOW_RUN_AS_ROOT=1",
                                       "UCX_TLS=all", "MPIR_CVAR_DEVICE=x"};
  EXPECT_EQ(without_launcher(mixed), alone);
  // Under mpirun this process has such entries, and its child must not.
  EXPECT_TRUE(shell("test -z \"$OMPI_COMM_WORLD_RANK$PMIX_RANK\"").passed);
}

TEST(ChildTrial, HearsWhatTheChildSays) {
  EXPECT_EQ(shell("echo one; echo lost >&2; exit 3").said, "one\n");
  EXPECT_EQ(shell("echo begun; exec sleep 60", 0.2).said, "begun\n");
  EXPECT_EQ(shell("head -c 300000 /dev/zero | tr '\\0' x").said.size(), 300000u) << "a full pipe";
  // What outlives the child keeps its end of the pipe.
  EXPECT_EQ(shell("sleep 2 & echo done").said, "done\n");
}

TEST(TrialWays, GoAroundEachNodeAndFromNodeToNode) {
  using Ways = std::vector<TrialWay>;
  const auto all = [](int ranks) {
    return std::vector<bool>(static_cast<std::size_t>(ranks), true);
  };
  EXPECT_EQ(trial_ways(NodeMap({0}), all(1)), Ways{});
  EXPECT_EQ(trial_ways(NodeMap({0, 0}), all(2)), (Ways{{0, 1}, {1, 0}}));
  EXPECT_EQ(trial_ways(NodeMap({0, 0, 0}), all(3)), (Ways{{0, 1}, {1, 2}, {2, 0}}));
  EXPECT_EQ(trial_ways(NodeMap({0, 1}), all(2)), (Ways{{0, 1}, {1, 0}}));
  EXPECT_EQ(trial_ways(NodeMap({0, 0, 1}), all(3)),
            (Ways{{0, 1}, {1, 0}, {0, 2}, {1, 2}, {2, 0}, {2, 1}}));
  // Ranks without a device take no part; nor do nodes.
  EXPECT_EQ(trial_ways(NodeMap({0, 0, 1, 1, 2}), {true, false, false, false, true}),
            (Ways{{0, 4}, {4, 0}}));
}

class DeviceDirectTest : public ::testing::Test {
 protected:
  ~DeviceDirectTest() override { set_patience(600); }
  const Communicator world_ = Communicator::world();
  bool is_last() const { return world_.rank() == world_.size() - 1; }

  /// The reason is the same on all ranks.
  DeviceDirect found_with(Trouble of_last, const std::string& program = "/bin/true", int device = 0,
                          double seconds = 20) const {
    const testing::HostBuffers memory(is_last() ? of_last : Trouble::none);
    const DeviceDirect found = find_device_direct(world_, {program, device, seconds});
    EXPECT_EQ(world_.broadcast(found.why), found.why);
    EXPECT_TRUE(world_.agree(found.works) || !found.works);
    return found;
  }
};

TEST_F(DeviceDirectTest, FollowsTheChildOnAllRanks) {
  const DeviceDirect good = found_with(Trouble::none);
  EXPECT_TRUE(good.works) << good.why;
  EXPECT_NE(good.why.find("a trial passed, and so did one between"), std::string::npos) << good.why;
  const DeviceDirect bad = found_with(Trouble::none, "/bin/false");
  EXPECT_FALSE(bad.works);
  EXPECT_NE(bad.why.find("a trial ended with status 1"), std::string::npos) << bad.why;
  EXPECT_EQ(good.library, bad.library);
}

/// What the child could not find out alone is found between the ranks, and all of them know it.
TEST_F(DeviceDirectTest, IsRefusedByAllWhereMessagesBetweenRanksGoWrong) {
  if (world_.size() == 1) return;
  const std::pair<Trouble, const char*> cases[] = {
      {Trouble::stale, "8 B of device memory from rank"},
      {Trouble::broken, "the device fell off the bus"},
      {Trouble::late, "8 B of device memory did not arrive from rank"}};
  set_patience(4);  // half of it for a message
  for (const auto& [trouble, words] : cases) {
    const DeviceDirect found = found_with(trouble);
    EXPECT_FALSE(found.works) << found.why;
    EXPECT_NE(found.why.find("a trial passed, but in one between the ranks, at rank"),
              std::string::npos)
        << found.why;
    EXPECT_NE(found.why.find(words), std::string::npos) << found.why;
    world_.barrier();
  }
  // Messages that were late harm nothing later.
  set_patience(600);
  EXPECT_TRUE(found_with(Trouble::none).works);
}

TEST_F(DeviceDirectTest, AsksNothingOfRanksWithoutADevice) {
  if (world_.size() == 1) return;
  EXPECT_TRUE(found_with(Trouble::broken, "/bin/true", is_last() ? -1 : 0).works);
}

/// Where MPI cannot start a second process from a child, the ranks still try each other.
TEST_F(DeviceDirectTest, KnowsHowFarTheChildCame) {
  const auto script = [&](const std::string& lines, const std::string& end) {
    return std::string("#!/bin/sh\n") + lines + end + "\n";
  };
  const std::string itself = std::string("echo ") + came_back + "\n";
  const std::string another = std::string("echo '") + goes_to_another + "'\n";
  const testing::Program alone(script(itself, "exit 1"));
  const DeviceDirect by_itself = found_with(Trouble::none, alone.path());
  EXPECT_TRUE(by_itself.works) << by_itself.why;
  EXPECT_NE(by_itself.why.find("no second one could be started for it: it ended with status 1"),
            std::string::npos)
      << by_itself.why;
  const testing::Program crashing(script(itself + another, "kill -SEGV $$"));
  const DeviceDirect crashed = found_with(Trouble::none, crashing.path());
  EXPECT_FALSE(crashed.works);
  EXPECT_NE(crashed.why.find("a trial crashed (Segmentation fault)"), std::string::npos);
}

/// A trial must not hold a run up: it may hang where a launcher does not let a child start others.
TEST_F(DeviceDirectTest, TakesNoLongerThanItIsGiven) {
  const testing::Program hanging("#!/bin/sh\nexec sleep 600\n");
  const DeviceDirect found = found_with(Trouble::none, hanging.path(), 0, 0.1);
  EXPECT_FALSE(found.works);
  EXPECT_NE(found.why.find("a trial did not end within 0.1 s"), std::string::npos) << found.why;
}

TEST(Srun, IsToldFromAnMpirunInItsAllocation) {
  EXPECT_FALSE(is_of_srun({"PATH=/bin", "SLURM_JOB_ID=7"})) << "a batch script";
  EXPECT_TRUE(is_of_srun({"SLURM_JOB_ID=7", "SLURM_STEP_ID=0", "PMIX_RANK=1"}));
  EXPECT_FALSE(is_of_srun({"SLURM_STEP_ID=0", "OMPI_MCA_orte_hnp_uri=x"}));
  EXPECT_FALSE(is_of_srun({"SLURM_STEP_ID=0", "HYDI_CONTROL_FD=5"}));
}

/// Under srun the child is told to start no other, and the reason says so.
TEST_F(DeviceDirectTest, TriesOneProcessAloneUnderSrun) {
  const testing::Program writes("#!/bin/sh\necho \"$@\" > \"$(dirname \"$0\")/words\"\n");
  const testing::HostBuffers memory(Trouble::none);
  const DeviceDirect found =
      find_device_direct(world_, {.program = writes.path(), .device = 3, .alone = true});
  EXPECT_TRUE(found.works) << found.why;
  EXPECT_NE(found.why.find("(none can be started for it under srun)"), std::string::npos);
  std::string words;
  std::getline(std::ifstream(writes.folder() + "/words") >> std::ws, words);
  EXPECT_EQ(words, "device-trial 3 20 alone");
  world_.barrier();
}

/// A case can do without: then nothing is started, and the reason names the key.
TEST_F(DeviceDirectTest, TriesNothingWhereTheCaseSaysSo) {
  const testing::Program hanging("#!/bin/sh\nexec sleep 600\n");
  set_device_trial({.program = hanging.path(), .seconds = 0});
  const DeviceDirect& found = device_direct(world_);
  EXPECT_FALSE(found.works);
  EXPECT_NE(found.why.find("transport.device_trial is 0"), std::string::npos) << found.why;
  set_device_trial({});
}

/// The child itself, started as it is in a run, and the second process that it starts.
TEST_F(DeviceDirectTest, TheChildSendsToItselfAndToAnother) {
  const std::string program = TRIAL_PROGRAM;
  const auto ends = [&](const char* trouble, bool alone = false) {
    setenv("TRIAL_TROUBLE", trouble, 1);
    std::vector<std::string> words{program, device_trial_command, "0", "8"};
    if (alone) words.push_back(trial_alone);
    const TrialOutcome outcome = try_in_child(words, 60);
    unsetenv("TRIAL_TROUBLE");
    return outcome;
  };
  if (!world_.is_root()) return;
  const TrialOutcome good = ends("none");
  EXPECT_TRUE(good.passed) << good.what << "; it said " << good.said;
  EXPECT_EQ(good.said, std::string(came_back) + "\n" + goes_to_another + "\n");
  const TrialOutcome by_itself = ends("second", true);
  EXPECT_TRUE(by_itself.passed) << by_itself.what;
  EXPECT_EQ(by_itself.said, std::string(came_back) + "\n");
  const TrialOutcome first = ends("first");
  EXPECT_FALSE(first.passed);
  EXPECT_EQ(first.said, "");
  for (const char* trouble : {"second", "stale"}) {
    const TrialOutcome outcome = ends(trouble);
    EXPECT_FALSE(outcome.passed) << trouble;
    EXPECT_NE(outcome.said.find(goes_to_another), std::string::npos) << trouble;
  }
}

/// One node with a device near its first core; every rank sees it.
Topology one_device(int ranks) {
  NodePlace node{.host = "a",
                 .processor = "p",
                 .cores = 4,
                 .sockets = 2,
                 .devices = {{"gpu", "0000:01:00.0", {0}}},
                 .network = "",
                 .cache_bytes = 0};
  std::vector<RankPlace> places(static_cast<std::size_t>(ranks));
  for (int r = 0; r < ranks; ++r) {
    auto& place = places[static_cast<std::size_t>(r)];
    place.cores = place.sockets = {r};
    place.visible_devices = {0};
  }
  return {{node}, places};
}

int steps_named(const ProbeSteps& steps, const std::string& name) {
  return static_cast<int>(std::ranges::count(steps, name, &ProbeStep::name));
}

ProbeSteps device_steps_on(const Topology& topology) {
  const Communicator world = Communicator::world();
  const ProbeOptions options{.quick = true, .program = ""};
  return device_steps(ProbeRun{world, topology, options, {}, {}, false});
}

TEST(DevicePlan, MeasuresEveryKindOfMemoryNearAndFarAndCrowds) {
  const ProbeSteps alone = device_steps_on(one_device(1));
  EXPECT_EQ(steps_named(alone, "copy to device"), 4) << "pinned, pageable, mapped, write-combined";
  EXPECT_EQ(steps_named(alone, "copy from device"), 3) << "nobody reads write-combined memory";
  EXPECT_EQ(steps_named(alone, "copies both ways at once"), 2);
  EXPECT_EQ(steps_named(alone, "copies between devices"), 0);
  const ProbeSteps four = device_steps_on(one_device(4));
  EXPECT_EQ(steps_named(four, "copy to device"), 4 + 4 + 2) << "near, far, by 2 and 4 processes";
  EXPECT_EQ(steps_named(four, "copy from device"), 3 + 3 + 2);
}

TEST(DevicePlan, IsEmptyWithoutDevices) {
  NodePlace node;
  EXPECT_TRUE(device_steps_on(Topology({node}, {RankPlace()})).empty());
}

}  // namespace
}  // namespace thalweg::transport
