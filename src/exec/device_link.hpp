// SPDX-License-Identifier: Apache-2.0
// What moving data to, from and between devices needs of CUDA, for code that does not know it: the
// same header in a build without CUDA, where tests let host memory stand for a device's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace thalweg::exec {

/// Where another process finds memory of a device. Trivially copyable, to be sent as it is.
struct SharedMemory {
  std::array<char, 64> key{};     // of the whole allocation
  std::array<char, 16> device{};  // its address on the PCI bus, ended by zero
  std::int64_t offset = 0;        // of the memory in the allocation
};

/// An order of copies between memories of any kind, and the way to memory of other processes.
/// Where CUDA fails all of these throw DeviceError.
class DeviceLink {
 public:
  using Mark = std::uint64_t;

  virtual ~DeviceLink() = default;
  /// Copy once all that was asked for before is done. Returns at once: host memory, unless pinned,
  /// must not be given.
  virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
  /// A point in the order of copies.
  virtual Mark mark() = 0;
  /// Whether all before the mark is done; never waits.
  virtual bool reached(Mark mark) = 0;
  /// Until all that was asked for is done.
  virtual void wait() = 0;
  /// Host memory that copies reach at full speed.
  virtual std::shared_ptr<std::byte> pinned(std::size_t bytes) = 0;
  /// What open() needs in another process of this node. The memory must stay until all that opened
  /// it have closed it.
  virtual SharedMemory share(const std::byte* memory) = 0;
  /// Memory that another process shares, until the pointer goes.
  virtual std::shared_ptr<std::byte> open(const SharedMemory& memory) = 0;
};

}  // namespace thalweg::exec
