// SPDX-License-Identifier: Apache-2.0
// The tests that are compiled for the device need one.
#include <gtest/gtest.h>

#include "exec/device_info.hpp"

namespace thalweg::exec {
namespace {

class NeedsDevice : public testing::Environment {
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
  }
};

[[maybe_unused]] const testing::Environment* const needs_device =
    testing::AddGlobalTestEnvironment(new NeedsDevice);

}  // namespace
}  // namespace thalweg::exec
