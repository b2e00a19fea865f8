// SPDX-License-Identifier: Apache-2.0
// Device memory and copies to and from it, for code that does not know CUDA and measures or tries
// them: the same header in a build without CUDA. All is on the device that select_device() chose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "exec/device_link.hpp"

namespace thalweg::exec {

/// How host memory that a device copies from or to was allocated. pageable: like any other.
/// mapped: a kernel reads or writes it over the bus, no copy engine is at work. write_combined:
/// fast to write and for the device to read, slow for the host to read.
enum class HostMemory { pageable, pinned, mapped, write_combined };

enum class CopyWay { to_device, to_host, both };

/// A host and a device buffer for each direction, and copies between them.
class DeviceCopies {
 public:
  virtual ~DeviceCopies() = default;
  /// So many copies of `bytes`, each complete before the next begins; with `both` the two
  /// directions at once. Returns the seconds of all. Throws DeviceError.
  virtual double run(CopyWay way, std::int64_t bytes, int repetitions) = 0;
};

/// Memory of the device.
class DeviceBuffer {
 public:
  virtual ~DeviceBuffer() = default;
  virtual void* data() = 0;
  virtual void write(const void* from, std::size_t bytes) = 0;
  virtual void read(void* to, std::size_t bytes) const = 0;
};

/// What the CUDA half offers; filled in by that half at start.
struct DeviceCopiesBackend {
  std::unique_ptr<DeviceCopies> (*copies)(HostMemory kind, std::int64_t largest) = nullptr;
  std::unique_ptr<DeviceCopies> (*peer_copies)(int peer, std::int64_t largest) = nullptr;
  std::unique_ptr<DeviceBuffer> (*buffer)(std::size_t bytes) = nullptr;
  double (*triad_bandwidth)(std::size_t bytes) = nullptr;
  std::shared_ptr<DeviceLink> (*link)() = nullptr;
};
DeviceCopiesBackend& device_copies_backend();

/// All of these throw UsageError in a build without CUDA, DeviceError where CUDA fails.
std::unique_ptr<DeviceCopies> make_device_copies(HostMemory kind, std::int64_t largest);
/// Between the device and another one of this process (to_device: to that one).
std::unique_ptr<DeviceCopies> make_peer_copies(int peer, std::int64_t largest);
std::unique_ptr<DeviceBuffer> make_device_buffer(std::size_t bytes);
/// measure_triad_bandwidth() of the device [B/s].
double device_triad_bandwidth(std::size_t bytes);
std::shared_ptr<DeviceLink> make_device_link();

}  // namespace thalweg::exec
