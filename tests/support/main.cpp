// SPDX-License-Identifier: Apache-2.0
// The main program of all GoogleTest programs: MPI is up, only rank 0 prints, and a failure on any
// rank fails all of them.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "exec/device_info.hpp"
#include "transport/comm/communicator.hpp"

namespace {

/// Prints what failed on a rank whose ordinary output is off.
class RankPrinter : public ::testing::EmptyTestEventListener {
 public:
  explicit RankPrinter(int rank) : rank_(rank) {}
  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (result.failed())
      std::fprintf(stderr, "rank %d: %s:%d: %s\n", rank_,
                   result.file_name() ? result.file_name() : "?", result.line_number(),
                   result.message());
  }

 private:
  int rank_;
};

/// Tests that TW_TEST_DEVICE sends to a device (test_device.hpp) are skipped where there is none.
class SkipsWithoutDevice : public ::testing::Environment {
 public:
  void SetUp() override {
    const char* named = std::getenv("TW_TEST_DEVICE");
    if (named && named == std::string("cuda") && thalweg::exec::devices().empty())
      GTEST_SKIP() << "no CUDA device can be used by this process";
  }
};

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const thalweg::transport::Session session(&argc, &argv);
  const auto world = thalweg::transport::Communicator::world();
  ::testing::AddGlobalTestEnvironment(new SkipsWithoutDevice);
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (!world.is_root()) {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new RankPrinter(world.rank()));
  }
  const bool passed = RUN_ALL_TESTS() == 0;
  return world.agree(passed) ? 0 : 1;
}
