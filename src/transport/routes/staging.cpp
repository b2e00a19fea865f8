// SPDX-License-Identifier: Apache-2.0
#include "transport/routes/staging.hpp"

#include <string>
#include <utility>

#include "base/error.hpp"

namespace thalweg::transport {

std::shared_ptr<std::byte> Staging::memory_of(Side& side, exec::DeviceLink& link,
                                              std::int64_t bytes) {
  TW_CHECK(bytes <= side.bytes, "a staging area of " + std::to_string(side.bytes) +
                                    " bytes is too small for a plan of " + std::to_string(bytes));
  std::shared_ptr<std::byte> memory = side.memory.lock();
  if (!memory) side.memory = memory = link.pinned(static_cast<std::size_t>(side.bytes));
  return memory;
}

std::shared_ptr<std::byte> Staging::send(exec::DeviceLink& link, std::int64_t bytes) {
  return memory_of(send_, link, bytes);
}

std::shared_ptr<std::byte> Staging::receive(exec::DeviceLink& link, std::int64_t bytes) {
  return memory_of(receive_, link, bytes);
}

void Staging::is_read_by(std::shared_ptr<exec::DeviceLink> link, exec::DeviceLink::Mark mark) {
  reader_ = std::move(link);
  mark_ = mark;
}

}  // namespace thalweg::transport
