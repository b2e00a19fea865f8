// SPDX-License-Identifier: Apache-2.0
// Who may touch device memory: closed to the host's code, open while the device works. An access to
// closed memory ends the program with a report.
#pragma once

#include <string>

namespace emulated {

struct Allocation;

/// While it lives, this process can touch what the device can: its own memory and that of peers
/// whose access is enabled.
class ReachableDevice {
 public:
  /// Nothing more than before, until it becomes a device.
  ReachableDevice();
  explicit ReachableDevice(int device);
  ~ReachableDevice();
  /// From now on what another device can touch. Costs nothing where it is the same device.
  void become(int device);
  ReachableDevice(const ReachableDevice&) = delete;
  ReachableDevice& operator=(const ReachableDevice&) = delete;

 private:
  int before_;
};
/// While it lives, this process can touch one allocation: what the emulation itself writes and
/// reads. To open all others too would take a call of the system for each.
class OpenAllocation {
 public:
  explicit OpenAllocation(Allocation& allocation);
  ~OpenAllocation();
  OpenAllocation(const OpenAllocation&) = delete;
  OpenAllocation& operator=(const OpenAllocation&) = delete;

 private:
  Allocation& allocation_;
  bool before_;
};
/// For copies, which reach the memory of all devices.
inline constexpr int every_device = -2;

/// What the device is doing, for reports: a kernel's name, or empty.
void set_running(const char* name);
/// The page behind the memory of the running block.
void set_block_memory_guard(const char* guard, std::size_t block_bytes);

}  // namespace emulated
