// SPDX-License-Identifier: Apache-2.0
// What the child process of the guarded trial does (device_direct.hpp): it may crash or hang, and
// tells how far it came.
#pragma once

#include <string>

namespace thalweg::transport {

/// The hidden command of `thalweg` that runs the trial. After it: the device's number, the seconds
/// that it may take, and trial_alone where no second process is to be started.
inline constexpr const char* device_trial_command = "device-trial";
inline constexpr const char* trial_alone = "alone";

/// What the child prints, each on a line: after it sent device memory to itself, and before it
/// sends some to a second process, which is there by then.
inline constexpr const char* came_back = "thalweg: device memory came back";
inline constexpr const char* goes_to_another = "thalweg: device memory goes to a second process";

/// What the child is told.
struct DeviceTrialWords {
  std::string program;
  int device = 0;
  unsigned seconds = 60;
  bool alone = false;

  /// Of a command line whose first words are the program and device_trial_command.
  static DeviceTrialWords of(int argc, char** argv);
};

/// The trial, in a process that chose a device and started MPI alone, and in the second process
/// that it starts: the same program, on the next device. Returns the process's exit status, 0 if
/// all bytes arrived. After the time given the process ends itself. Throws CommError, DeviceError.
int run_device_trial(const DeviceTrialWords& words);

}  // namespace thalweg::transport
