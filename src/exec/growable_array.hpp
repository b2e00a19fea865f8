// SPDX-License-Identifier: Apache-2.0
// An array whose length changes, for lists of cells, particles and links.
#pragma once

#include "exec/array.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Values 0 to size() - 1 in space S. Memory grows by half of what there was at least, and never
/// shrinks, so that a list that is filled step by step is seldom moved. Views are void once memory
/// has grown.
template <class T, Space S = kernel_space>
class GrowableArray {
 public:
  GrowableArray() = default;
  explicit GrowableArray(std::int64_t size) : size_(size), memory_({size}, Contents::undefined) {}

  std::int64_t size() const { return size_; }
  std::int64_t capacity() const { return memory_.view().extent[0]; }
  View<T, 1, S> view() { return {memory_.view().data, {size_}}; }
  View<const T, 1, S> view() const { return {memory_.view().data, {size_}}; }

  /// Memory for n values. Where it has to grow, waits for the work given to exec.
  void reserve(const Exec& exec, std::int64_t n) {
    if (n <= capacity()) return;
    const std::int64_t half_more = capacity() + capacity() / 2;
    Array<T, 1, S> larger({n > half_more ? n : half_more}, Contents::undefined);
    copy_bytes(exec, larger.view().data, memory_.view().data,
               static_cast<std::size_t>(size_) * sizeof(T));
    exec.wait();
    memory_ = std::move(larger);
  }
  /// The first values stay as they are; those that come on top are undefined.
  void resize(const Exec& exec, std::int64_t n) {
    reserve(exec, n);
    size_ = n;
  }
  void clear() { size_ = 0; }
  /// `values` after the values there are, in the order of exec. They must not be this array's own.
  void append(const Exec& exec, View<const T, 1, S> values) {
    const std::int64_t before = size_, added = values.extent[0];
    resize(exec, before + added);
    copy(exec, View<T, 1, S>{memory_.view().data + before, {added}}, values);
  }

 private:
  std::int64_t size_ = 0;
  Array<T, 1, S> memory_;
};

}  // namespace thalweg::exec::inline TW_HALF
