// SPDX-License-Identifier: Apache-2.0
// Radial lines, r = 0 to n - 1 cells, as a quarter of a periodic line of 4 n points: even or odd
// about r = 0, and the other way about r = n. Fields that belong to an axis in this way are
// differentiated by plain transforms of the long line (docs/theory/sound.md, section 6).
#pragma once

#include "base/portable.hpp"

namespace thalweg::fft {

/// The symmetry of a field of n values. Whole: its points lie at r = 0, 1, ...; half: at r = 1/2,
/// 3/2, ... In all cases the value at r + 2 n is minus that at r.
enum class Extension {
  none,
  even_whole,  // even about 0, odd about n, zero at n
  odd_half,    // odd about 0, even about n
  even_half,   // even about 0, odd about n
};

/// Where the value at place k, n <= k < 2 n, comes from, and its sign (0: the value is zero).
struct Reflection {
  int from;
  int sign;
};
TW_HD constexpr Reflection reflected(Extension extension, int k, int n) {
  if (extension == Extension::even_whole) return {k == n ? 0 : 2 * n - k, k == n ? 0 : -1};
  return {2 * n - 1 - k, extension == Extension::odd_half ? 1 : -1};
}

/// Where the value at any place 0 <= k < 4 n comes from, and its sign.
TW_HD constexpr Reflection extended(Extension extension, int k, int n) {
  const int half = k < 2 * n ? k : k - 2 * n, sign = k < 2 * n ? 1 : -1;
  if (half < n) return {half, sign};
  const Reflection r = reflected(extension, half, n);
  return {r.from, sign * r.sign};
}

}  // namespace thalweg::fft
