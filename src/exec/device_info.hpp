// SPDX-License-Identifier: Apache-2.0
// Which devices there are, in plain types: the same header in a build without CUDA.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thalweg::exec {

struct DeviceInfo {
  std::string name;
  std::string compute_capability;
  std::string pci_bus_id;  // "0000:3b:00.0"
  std::int64_t memory_bytes = 0;
  std::string uuid;             // 32 hexadecimal digits
  int driver = 0, runtime = 0;  // versions of CUDA, 13000 for 13.0
};

/// What the CUDA half offers to code that does not know it; filled in by that half at start.
struct DeviceBackend {
  std::vector<DeviceInfo> (*list)() = nullptr;
  void (*select)(int device) = nullptr;
};
DeviceBackend& device_backend();

/// Whether this binary has a device half.
bool has_device_half();
/// The devices this process can use; empty without a device half, driver or device.
std::vector<DeviceInfo> devices();
/// Use device number node_rank modulo the number of devices from now on. Throws DeviceError.
void select_device(int node_rank);

}  // namespace thalweg::exec
