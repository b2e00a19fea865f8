// SPDX-License-Identifier: Apache-2.0
// A window on memory that somebody else owns, with its space in the type.
#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>

#include "exec/space.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Non-owning R-dimensional window on memory in space S; the last index is contiguous. Bounds are
/// checked in debug builds only: a check in the inner loop stops vectorisation.
template <class T, int R, Space S = kernel_space>
struct View {
  T* data = nullptr;
  Index<R> extent{};

  template <class... I>
  TW_HD T& operator()(I... index) const {
    static_assert(sizeof...(I) == R, "one index per dimension");
    using Value = typename Index<R>::Value;
    static_assert((std::is_convertible_v<I, Value> && ...));
    const Value x[R] = {static_cast<Value>(index)...};
    std::ptrdiff_t offset =
        0;  // signed: unsigned wrap-around hides unit stride from the vectoriser
    for (int d = 0; d < R; ++d) {
      assert(0 <= x[d] && x[d] < extent[d]);
      offset = offset * extent[d] + x[d];
    }
    return data[offset];
  }
  TW_HD std::size_t size() const {
    std::size_t n = 1;
    for (int d = 0; d < R; ++d) n *= static_cast<std::size_t>(extent[d]);
    return n;
  }
  template <class U>
  requires(std::is_same_v<U, const T> && !std::is_const_v<T>) TW_HD operator View<U, R, S>() const {
    return {data, extent};
  }
};

}  // namespace thalweg::exec::inline TW_HALF
