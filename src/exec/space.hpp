// SPDX-License-Identifier: Apache-2.0
// Kinds of memory, and the small integers that index it. Start here, then view.hpp, array.hpp.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/portable.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Where memory lies. Pinned memory is host memory that a device copies from and to at full speed.
enum class Space { host, pinned, device };

/// The space that this half's kernels work on.
#ifdef TW_DEVICE_HALF
inline constexpr Space kernel_space = Space::device;
#else
inline constexpr Space kernel_space = Space::host;
#endif

/// R integers: an extent or an index. A list may be of any length, so its index has 64 bits; the
/// extents of more dimensions are of 32 bits each, which loops over boxes count in, and offsets
/// into them are of 64 again. Not std::array, whose operator[] nvcc takes for host-only.
template <int R>
struct Index {
  using Value = std::conditional_t<R == 1, std::int64_t, int>;
  Value v[R];
  TW_HD constexpr Value operator[](int d) const { return v[d]; }
  bool operator==(const Index&) const = default;
};

/// Half-open index box [lo, hi); the last dimension is the contiguous one.
struct Box3 {
  Index<3> lo, hi;
  TW_HD constexpr int extent(int d) const { return hi[d] - lo[d]; }
  TW_HD constexpr bool empty() const { return extent(0) <= 0 || extent(1) <= 0 || extent(2) <= 0; }
};

}  // namespace thalweg::exec::inline TW_HALF
