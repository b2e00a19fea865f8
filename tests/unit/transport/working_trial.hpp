// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/transport/host_buffers.hpp"
#include "transport/gpu_aware/device_direct.hpp"

namespace thalweg::transport::testing {

/// A child that says yes, and messages between ranks that arrive.
struct WorkingTrial {
  HostBuffers memory;
  WorkingTrial() { set_device_trial({.program = "/bin/true"}); }
};

}  // namespace thalweg::transport::testing
