// SPDX-License-Identifier: Apache-2.0
// The main program of all GoogleTest programs: MPI is up, only rank 0 prints, and a failure on any
// rank fails all of them.
#include <gtest/gtest.h>

#include <cstdio>

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

}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const thalweg::transport::Session session(&argc, &argv);
  const auto world = thalweg::transport::Communicator::world();
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (!world.is_root()) {
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new RankPrinter(world.rank()));
  }
  const bool passed = RUN_ALL_TESTS() == 0;
  return world.agree(passed) ? 0 : 1;
}
