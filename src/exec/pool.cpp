// SPDX-License-Identifier: Apache-2.0
#include "exec/pool.hpp"

namespace thalweg::exec::inline TW_HALF {

MemoryPool& HostExec::pool() const {
  // Host execs hold nothing: all those of a thread share its pool.
  thread_local MemoryPool pool(Space::host);
  return pool;
}

#ifdef TW_DEVICE_HALF
MemoryPool& DeviceExec::pool() const {
  if (!pool_) pool_ = std::make_shared<MemoryPool>(Space::device);
  return *pool_;
}
#endif

MemoryPool::~MemoryPool() {
  for (const Block& block : blocks_) deallocate(space_, block.data);
}

void* MemoryPool::take(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  // The smallest block that is large enough, but none so large that most of it would lie idle.
  const std::size_t most = 2 * bytes + (std::size_t{64} << 10);
  Block* best = nullptr;
  for (Block& block : blocks_)
    if (!block.taken && block.bytes >= bytes && block.bytes <= most &&
        (!best || block.bytes < best->bytes))
      best = &block;
  if (!best) {
    const std::size_t rounded = block_bytes(bytes);
    blocks_.reserve(blocks_.size() + 1);
    blocks_.push_back({allocate(space_, rounded), rounded, false});
    best = &blocks_.back();
  }
  best->taken = true;
  return best->data;
}

void MemoryPool::give_back(void* data) noexcept {
  for (Block& block : blocks_)
    if (block.data == data) block.taken = false;
}

std::size_t MemoryPool::bytes() const {
  std::size_t sum = 0;
  for (const Block& block : blocks_) sum += block.bytes;
  return sum;
}

}  // namespace thalweg::exec::inline TW_HALF
