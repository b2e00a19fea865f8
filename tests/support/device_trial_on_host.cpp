// SPDX-License-Identifier: Apache-2.0
// The child of the guarded trial with host memory instead of a device's:
//   [TRIAL_TROUBLE=first|second|stale] device_trial_on_host device-trial N SECONDS [alone]
// first: it crashes when it reads what it sent to itself. second: the process that it starts
// crashes when it reads what arrived. stale: that process sends other bytes than it should.
#include <cstdlib>
#include <exception>
#include <string>

#include "tests/unit/transport/host_buffers.hpp"
#include "transport/comm/communicator.hpp"
#include "transport/gpu_aware/device_trial.hpp"

namespace {

using thalweg::transport::testing::Trouble;

/// The second process is told the next device.
Trouble trouble_of(int device) {
  const char* word = std::getenv("TRIAL_TROUBLE");
  const std::string trouble = word ? word : "";
  if (device == 0) return trouble == "first" ? Trouble::deadly : Trouble::none;
  return trouble == "second"  ? Trouble::deadly
         : trouble == "stale" ? Trouble::stale
                              : Trouble::none;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace thalweg::transport;
  const auto words = DeviceTrialWords::of(argc, argv);
  const testing::HostBuffers memory(trouble_of(words.device));
  try {
    const Session session(&argc, &argv, Session::Start::full);
    return run_device_trial(words);
  } catch (const std::exception&) {
    return 1;
  }
}
