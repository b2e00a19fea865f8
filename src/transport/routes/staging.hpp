// SPDX-License-Identifier: Apache-2.0
// Pinned host memory through which messages of device memory go. Such memory is scarce and slow to
// allocate, so plans of which only one at a time has an exchange under way share an area.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "exec/device_link.hpp"

namespace thalweg::transport {

class Staging {
 public:
  /// For plans that send and receive at most so many bytes. Allocates nothing yet.
  Staging(std::int64_t send_bytes, std::int64_t receive_bytes)
      : send_{send_bytes, {}}, receive_{receive_bytes, {}} {}

  /// The two sides, with offsets as in the plans. They are allocated when nobody holds them; routes
  /// that need none never ask. Throws UsageError for a plan that is larger, and DeviceError.
  std::shared_ptr<std::byte> send(exec::DeviceLink& link, std::int64_t bytes);
  std::shared_ptr<std::byte> receive(exec::DeviceLink& link, std::int64_t bytes);

  /// Copies up to `mark` of `link` read the receiving side.
  void is_read_by(std::shared_ptr<exec::DeviceLink> link, exec::DeviceLink::Mark mark);
  /// Whether the receiving side may be written to; never waits.
  bool is_free() const { return !reader_ || reader_->reached(mark_); }

 private:
  struct Side {
    std::int64_t bytes;
    std::weak_ptr<std::byte> memory;
  };
  static std::shared_ptr<std::byte> memory_of(Side& side, exec::DeviceLink& link,
                                              std::int64_t bytes);

  Side send_, receive_;
  std::shared_ptr<exec::DeviceLink> reader_;
  exec::DeviceLink::Mark mark_ = 0;
};

}  // namespace thalweg::transport
