// SPDX-License-Identifier: Apache-2.0
// Memory for the time of a call: kept when it is given back, so that what is called again allocates
// nothing. Every exec has a pool; whatever is given back serves later work of the same exec, which
// comes after the earlier work in its order, so nobody has to wait.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/memory.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Used by one thread at a time, as the exec that it belongs to.
class MemoryPool {
 public:
  explicit MemoryPool(Space space) : space_(space) {}
  ~MemoryPool();
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;

  /// At least so many bytes, undefined, aligned to 64; nullptr for 0. Throws IoError or DeviceError
  /// where memory has to be allocated and cannot be.
  void* take(std::size_t bytes);
  void give_back(void* data) noexcept;
  /// Bytes that the pool has allocated, taken or not.
  std::size_t bytes() const;
  /// What is allocated for so many.
  static constexpr std::size_t block_bytes(std::size_t bytes) {
    constexpr std::size_t unit = 256;
    return (bytes + unit - 1) / unit * unit;
  }

 private:
  struct Block {
    void* data;
    std::size_t bytes;
    bool taken;
  };
  Space space_;
  std::vector<Block> blocks_;
};

/// n undefined values in the space of an exec, from its pool, until the end of the scope. Work that
/// was given to the exec before may still use them then.
template <class T, class E = Exec>
class TemporaryArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  TemporaryArray(const E& exec, std::int64_t n)
      : pool_(exec.pool()), view_{static_cast<T*>(
                                      pool_.take(static_cast<std::size_t>(n) * sizeof(T))),
                                  {n}} {}
  ~TemporaryArray() { pool_.give_back(view_.data); }
  TemporaryArray(const TemporaryArray&) = delete;
  TemporaryArray& operator=(const TemporaryArray&) = delete;

  View<T, 1, E::space> view() const { return view_; }
  T* data() const { return view_.data; }

 private:
  MemoryPool& pool_;
  View<T, 1, E::space> view_;
};

}  // namespace thalweg::exec::inline TW_HALF
