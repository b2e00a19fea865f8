// SPDX-License-Identifier: Apache-2.0
// The guarded trial of device memory, with programs that stand in for it, and the plan of what is
// measured on devices. On 1 to 4 ranks.
#include "transport/device_direct.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "transport/child_trial.hpp"
#include "transport/probe_plan.hpp"

namespace thalweg::transport {
namespace {

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

TEST(DeviceDirect, FollowsTheTrialOnAllRanks) {
  const Communicator world = Communicator::world();
  const DeviceDirect good = find_device_direct(world, "/bin/true", 0);
  EXPECT_TRUE(good.works);
  EXPECT_NE(good.why.find("a trial passed"), std::string::npos) << good.why;
  const DeviceDirect bad = find_device_direct(world, "/bin/false", 0);
  EXPECT_FALSE(bad.works);
  EXPECT_NE(bad.why.find("a trial ended with status 1"), std::string::npos) << bad.why;
  EXPECT_EQ(good.library, bad.library);
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
