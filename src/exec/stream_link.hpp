// SPDX-License-Identifier: Apache-2.0
// The link of this half: copies in a stream of their own, beside the kernels. On the host they are
// done when the call returns.
#pragma once

#include <deque>
#include <vector>

#include "exec/device_link.hpp"
#include "exec/stream.hpp"

namespace thalweg::exec::inline TW_HALF {

class StreamLink final : public DeviceLink {
 public:
  /// What is asked for from now on comes after all that `exec` was given.
  void follow(const Exec& exec);
  /// What `exec` is given from now on comes after all that was asked for.
  void lead(const Exec& exec);

  void copy(void* to, const void* from, std::size_t bytes) override;
  Mark mark() override;
  bool reached(Mark mark) override;
  void wait() override { stream_.wait(); }
  std::shared_ptr<std::byte> pinned(std::size_t bytes) override;
  SharedMemory share(const std::byte* memory) override;
  std::shared_ptr<std::byte> open(const SharedMemory& memory) override;

 private:
  Exec stream_;
  Event turn_;  // of follow() and lead()
  std::deque<Event> ahead_;
  std::vector<Event> spare_;
  Mark last_ = 0, passed_ = 0;
};

}  // namespace thalweg::exec::inline TW_HALF
