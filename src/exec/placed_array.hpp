// SPDX-License-Identifier: Apache-2.0
// Memory that kernels work on and that need not lie with them.
#pragma once

#include "exec/array.hpp"

namespace thalweg::exec::inline TW_HALF {

/// An array in the kernels' space, or in pinned memory of the host. The kernels of a device reach
/// that, too, over the bus, at the address that it has on the host.
template <class T, int R>
class PlacedArray {
 public:
  PlacedArray() = default;
  /// space: kernel_space or Space::pinned.
  PlacedArray(Index<R> extent, Space space, Contents contents = Contents::zero) {
    if (space == kernel_space)
      near_ = Array<T, R>(extent, contents);
    else
      pinned_ = Array<T, R, Space::pinned>(extent, contents);
  }
  View<T, R> view() { return near_.size() > 0 ? near_.view() : seen(pinned_.view()); }
  View<const T, R> view() const { return near_.size() > 0 ? near_.view() : seen(pinned_.view()); }
  std::size_t size() const { return view().size(); }
  /// Whether host code may touch it.
  bool is_on_host() const { return kernel_space != Space::device || near_.size() == 0; }

 private:
  template <class U>
  static View<U, R> seen(const View<U, R, Space::pinned>& view) {
    return {view.data, view.extent};
  }
  Array<T, R> near_;
  Array<T, R, Space::pinned> pinned_;
};

}  // namespace thalweg::exec::inline TW_HALF
