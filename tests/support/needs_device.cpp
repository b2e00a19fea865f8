// SPDX-License-Identifier: Apache-2.0
// For test programs whose tests all work on a device: chooses it, or skips them where there is
// none.
#include <gtest/gtest.h>

#include <cstdlib>

#include "exec/device_info.hpp"
#include "transport/comm/communicator.hpp"
#include "transport/gpu_aware/device_direct.hpp"

namespace {

class NeedsDevice : public ::testing::Environment {
 public:
  void SetUp() override {
    if (thalweg::exec::devices().empty())
      GTEST_SKIP() << "no CUDA device can be used by this process";
    const int rank = thalweg::transport::Communicator::world().node_rank();
    thalweg::exec::select_device(rank);
    // Where the program is not built the route direct says that it was not tried.
    const char* program = std::getenv("THALWEG_BIN");
    thalweg::transport::set_device_trial({program ? program : "", rank});
  }
};

[[maybe_unused]] const auto* const environment =
    ::testing::AddGlobalTestEnvironment(new NeedsDevice);

}  // namespace
