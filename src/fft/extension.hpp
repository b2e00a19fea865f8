// SPDX-License-Identifier: Apache-2.0
// Radial lines, r = 0 to n - 1 cells, as a quarter of a periodic line of 4 n points: even or odd
// about r = 0, and the other way about r = n. Fields that belong to an axis in this way are
// differentiated by plain transforms of the long line (docs/theory/sound.md, section 6). Its second
// half is minus the first, so it has odd modes only, and these are a transform of the first half:
//   F(2 j + 1) = 2 sum over r < 2 n of f(r) t(r) exp(-2 pi i r j / 2 n),  t(r) = exp(-pi i r / 2 n)
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "base/complex.hpp"
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

/// The mode of the long line that a transform of its first half has at `index`.
TW_HD constexpr int radial_mode(int index, int n) {
  return index < n ? 2 * index + 1 : 2 * index + 1 - 4 * n;
}

/// t(r) for 0 <= r < 2 n.
template <class Real>
std::vector<Complex<Real>> radial_twist(int n) {
  std::vector<Complex<Real>> twist;
  for (int r = 0; r < 2 * n; ++r) {
    const double angle = -std::numbers::pi * r / (2 * n);
    twist.push_back({static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle))});
  }
  return twist;
}

}  // namespace thalweg::fft
