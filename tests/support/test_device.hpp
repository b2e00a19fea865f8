// SPDX-License-Identifier: Apache-2.0
// Where the solvers of a test compute, for tests that run once on the host and once on a device.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "exec/device_info.hpp"
#include "transport/comm/communicator.hpp"
#include "transport/gpu_aware/device_direct.hpp"

namespace thalweg::testing {

/// What TW_TEST_DEVICE says, "cpu" or "cuda", and this rank's device chosen; without it "cpu".
inline const std::string& test_device() {
  static const std::string device = [] {
    const char* named = std::getenv("TW_TEST_DEVICE");
    if (!named || named != std::string("cuda")) return "cpu";
    const int rank = transport::Communicator::world().node_rank();
    exec::select_device(rank);
    const char* program = std::getenv("THALWEG_BIN");
    transport::set_device_trial({program ? program : "", rank});
    return "cuda";
  }();
  return device;
}

/// As a setting of a case: a route that needs no trial wherever fields lie.
inline std::string route_without_trial() {
  return test_device() == "cuda" ? "transport.route=\"staged\"" : "transport.route=\"direct\"";
}

/// Settings of a case: a precision, and that route.
inline std::vector<std::string> with(const std::string& precision) {
  return {"simulation.precision=\"" + precision + "\"", route_without_trial()};
}

}  // namespace thalweg::testing
