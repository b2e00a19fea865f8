// SPDX-License-Identifier: Apache-2.0
// Who may touch device memory: closed to the host's code, open while the device works. An access to
// closed memory ends the program with a report. Memory is closed by protection keys, one per
// device: only the thread that does the device's work may touch it then, and to open and close
// takes no call of the system. Where there are no keys, each allocation's pages are closed, and
// those that the device touches are opened at the first touch.
#pragma once

#include <string>

namespace emulated {

struct Allocation;

/// While it lives, this thread (without keys, this process) can touch what the device can: its own
/// memory and that of peers whose access is enabled.
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
/// While it lives, one allocation can be touched: what the emulation itself writes and reads. To
/// open all others too would, without keys, take a call of the system for each.
class OpenAllocation {
 public:
  explicit OpenAllocation(Allocation& allocation);
  ~OpenAllocation();
  OpenAllocation(const OpenAllocation&) = delete;
  OpenAllocation& operator=(const OpenAllocation&) = delete;

 private:
  Allocation& allocation_;
  unsigned before_;
};
/// For copies, which reach the memory of all devices.
inline constexpr int every_device = -2;

/// Gives the allocation the key of its device, where there are keys.
void close_by_key(const Allocation& allocation);

/// What the device is doing, for reports: a kernel's name, or empty.
void set_running(const char* name);
/// The page behind the memory of the running block.
void set_block_memory_guard(const char* guard, std::size_t block_bytes);

}  // namespace emulated
