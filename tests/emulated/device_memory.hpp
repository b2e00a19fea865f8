// SPDX-License-Identifier: Apache-2.0
// What a run takes of the device against what was estimated before.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>

#include "emulated_device/devices.hpp"
#include "exec/device_info.hpp"
#include "simulation/interface/simulation.hpp"
#include "transport/gpu_aware/device_direct.hpp"

namespace emulated::testing {

using thalweg::simulation::MemoryEstimate;
using thalweg::transport::Communicator;

/// The most that something took at a time, of this rank's device and of pinned memory.
struct Peak {
  double device = 0, pinned = 0;
};

/// All ranks on one device, and no trial of device memory in messages.
inline void use_one_device() {
  thalweg::exec::select_device(0);
  thalweg::transport::set_device_trial({.program = "", .device = 0, .seconds = 0});
}

template <class Action>
Peak peak_of(Action action) {
  const int device = current_device();
  forget_most_memory_used(device);
  forget_most_memory_used(pinned_memory);
  const std::int64_t on_device = most_memory_used(device), pinned = most_memory_used(pinned_memory);
  action();
  return {static_cast<double>(most_memory_used(device) - on_device),
          static_cast<double>(most_memory_used(pinned_memory) - pinned)};
}

/// The estimate is no less, and so near that nobody is refused without need.
inline void expect_estimated(const char* name, const Peak& peak, const MemoryEstimate& estimate) {
  const auto world = Communicator::world();
  const double device = world.max(peak.device), pinned = world.max(peak.pinned),
               estimated = world.max(estimate.device_bytes);
  if (world.is_root())
    std::printf("  %s: %.0f bytes of the device, estimated %.3f of that; %.0f pinned\n", name,
                device, estimated / device, pinned);
  EXPECT_GE(estimated, device) << name;
  EXPECT_LE(estimated, 1.3 * device) << name;
  constexpr double single_values = 256;  // that are brought to the host, one of each type at a time
  EXPECT_GE(world.max(estimate.arrays_bytes) + single_values, pinned) << name;
}

}  // namespace emulated::testing
