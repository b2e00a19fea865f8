// SPDX-License-Identifier: Apache-2.0
// Memory that owns itself, zeroed on the threads that will use it unless that is not wanted.
#pragma once

#include <utility>

#include "exec/memory.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Zero rows x row_bytes of host memory, row by row with the static schedule that host loops use,
/// so that each page is first touched, and so placed, by the thread that will work on it.
void first_touch(void* data, std::size_t rows, std::size_t row_bytes);

/// What an array begins with. Undefined: no page of it is used until something is written there.
enum class Contents { zero, undefined };

/// Owning array of extent[0] x ... in space S, of zeros unless asked otherwise.
template <class T, int R, Space S = kernel_space>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() = default;
  explicit Array(Index<R> extent, Contents contents = Contents::zero) : view_{nullptr, extent} {
    view_.data = static_cast<T*>(allocate(S, view_.size() * sizeof(T)));
    if (contents == Contents::zero) zero();
  }
  Array(Array&& other) noexcept : view_(std::exchange(other.view_, {})) {}
  Array& operator=(Array&& other) noexcept {
    const View<T, R, S> mine = view_;  // not std::swap, whose constraints nvcc 13 misjudges here
    view_ = other.view_;
    other.view_ = mine;
    return *this;
  }
  ~Array() { deallocate(S, view_.data); }

  View<T, R, S> view() { return view_; }
  View<const T, R, S> view() const { return view_; }
  std::size_t size() const { return view_.size(); }

 private:
  void zero() {
    if (size() == 0) return;
#ifdef TW_DEVICE_HALF
    if constexpr (S == Space::device) {
      check(cudaMemset(view_.data, 0, size() * sizeof(T)), "zeroing an array");
      return finish_default_stream();
    }
#endif
    const auto rows = static_cast<std::size_t>(view_.extent[0]);
    first_touch(view_.data, rows, size() / rows * sizeof(T));
  }
  View<T, R, S> view_;
};

}  // namespace thalweg::exec::inline TW_HALF
