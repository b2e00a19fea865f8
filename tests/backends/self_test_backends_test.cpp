// SPDX-License-Identifier: Apache-2.0
// The comparisons that `thalweg info --self-test` makes, all of which must hold.
#include <gtest/gtest.h>

#include <cstdio>

#include "exec/device_info.hpp"
#include "simulation/interface/simulation.hpp"
#include "simulation/process/device.hpp"
#include "simulation/self_test/self_test.hpp"

namespace thalweg::simulation {
namespace {

using transport::Communicator;

class SelfTestOnDevice : public ::testing::Test {
 protected:
  const Communicator world = Communicator::world();
  void SetUp() override {
    if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
    use_device(world.node_rank());
  }
  void expect_all(const std::vector<Comparison>& comparisons, std::size_t least) const {
    EXPECT_GE(comparisons.size(), least);
    for (const Comparison& c : comparisons) {
      EXPECT_TRUE(c.holds()) << c.name << ": " << c.difference << " of " << c.bound << " "
                             << c.fault;
      if (world.is_root()) std::printf("  %s: %.1e\n", c.name.c_str(), c.difference);
    }
  }
};

TEST_F(SelfTestOnDevice, SamplesOfTheLowerRoomsHold) { expect_all(compare_samples(world), 18); }

TEST_F(SelfTestOnDevice, StepsOfEverySolverHold) {
  expect_all(compare_solvers(world), 2 * Registry::instance().kinds().size());
}

}  // namespace
}  // namespace thalweg::simulation
