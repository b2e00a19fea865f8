// SPDX-License-Identifier: Apache-2.0
// Two rows of points as the real and imaginary part of one complex line: the x direction of the
// pipelines for CPUs in single precision. There the library's real transforms of a row do not use
// vectors, and this does: 128 points take 0.06 instead of 0.11 us a row (FFTW 3.3.10 with AVX). In
// double precision nothing is gained.
//   of modes   z(k) = a(k) + i b(k), z(n - k) = a(k)* + i b(k)*     for 0 <= k <= n / 2
//   of points  z(x) = a(x) + i b(x)
// Host half only.
#pragma once

#include "fft/local_plan.hpp"

namespace thalweg::fft::inline TW_HALF {

template <class Real>
class RowPairs {
 public:
  static constexpr bool possible = sizeof(Real) == sizeof(float);

  RowPairs(int nx, Direction direction) : lines_({nx, 1, 1, line_size(nx)}, direction) {}

  /// Complex numbers of a line, and of one more that join_modes() and split_modes() use: a multiple
  /// of a cache line.
  static constexpr int line_size(int nx) { return (nx + 8) / 8 * 8; }

  /// From one line to another, both aligned to 64 bytes; overwrites `from`. Not normalised.
  void execute(Complex<Real>* from, Complex<Real>* to) const { lines_.execute(from, to); }

 private:
  OutOfPlaceLines<Real> lines_;
};

namespace row_pairs {

// As wide as the processor's: compilers cannot hand wider ones from function to function.
#ifdef __AVX__
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif
using Vector [[gnu::vector_size(vector_bytes), gnu::aligned(8), gnu::may_alias]] = float;
/// Complex numbers of one.
constexpr int at_once = vector_bytes / static_cast<int>(sizeof(Complex<float>));

inline Vector load(const Complex<float>* from) { return *reinterpret_cast<const Vector*>(from); }
inline void store(Complex<float>* to, Vector values) { *reinterpret_cast<Vector*>(to) = values; }
/// In reverse order.
template <class V>
V mirrored(V z) {
  if constexpr (at_once == 4)
    return __builtin_shufflevector(z, z, 6, 7, 4, 5, 2, 3, 0, 1);
  else
    return __builtin_shufflevector(z, z, 2, 3, 0, 1);
}
/// (re, im) -> (im, re).
template <class V>
V swapped(V z) {
  if constexpr (at_once == 4)
    return __builtin_shufflevector(z, z, 1, 0, 3, 2, 5, 4, 7, 6);
  else
    return __builtin_shufflevector(z, z, 1, 0, 3, 2);
}
/// Times this a number becomes its conjugate.
inline Vector conjugating() {
  Vector signs{};
  for (int i = 0; i < 2 * at_once; ++i) signs[i] = i % 2 == 0 ? 1.0F : -1.0F;
  return signs;
}

}  // namespace row_pairs

/// Modes k of two rows that are not their own mirror image, to up[k] and down[-k].
[[gnu::always_inline]] inline void join_inner_modes(const Complex<float>* a,
                                                    const Complex<float>* b, int count,
                                                    Complex<float>* up, Complex<float>* down) {
  using namespace row_pairs;
  const Vector conjugating = row_pairs::conjugating();
  int i = 0;
  for (; i + at_once <= count; i += at_once) {
    const Vector one = load(a + i), other = swapped(load(b + i));
    store(up + i, one - conjugating * other);
    store(down - i - (at_once - 1), mirrored(conjugating * one + other));
  }
  for (; i < count; ++i) {
    up[i] = {a[i].re - b[i].im, a[i].im + b[i].re};
    down[-i] = {a[i].re + b[i].im, b[i].re - a[i].im};
  }
}

/// Modes k = first .. first + count - 1 <= n / 2 of two rows, to where they belong in a line of n,
/// and one number beyond. Of modes that are their own mirror image only the real part counts.
inline void join_modes(const Complex<float>* a, const Complex<float>* b, int first, int count,
                       int n, Complex<float>* line) {
  join_inner_modes(a, b, count, line + first, line + n - first);
  if (first == 0) line[0] = {a[0].re, b[0].re};
  if (const int last = count - 1; 2 * (first + last) == n) line[n / 2] = {a[last].re, b[last].re};
}

/// n points of two rows, to a line.
inline void join_points(const exec::Team& team, const float* a, const float* b, int n,
                        Complex<float>* line) {
  team.for_each(n, [=](int x) { line[x] = {a[x], b[x]}; });
}
inline void split_points(const exec::Team& team, const Complex<float>* line, int n, float* a,
                         float* b) {
  team.for_each(n, [=](int x) {
    a[x] = line[x].re;
    b[x] = line[x].im;
  });
}

/// To be called before split_modes().
inline void close_line(int n, Complex<float>* line) { line[n] = line[0]; }

/// Modes k of two rows from up[k] and down[-k].
[[gnu::always_inline]] inline void split_modes(const Complex<float>* up, const Complex<float>* down,
                                               int count, Complex<float>* a, Complex<float>* b) {
  using namespace row_pairs;
  const Vector conjugating = row_pairs::conjugating();
  int i = 0;
  for (; i + at_once <= count; i += at_once) {
    const Vector z = load(up + i), mirror = mirrored(load(down - i - (at_once - 1)));
    store(a + i, 0.5F * (z + conjugating * mirror));
    store(b + i, 0.5F * (conjugating * swapped(z) + swapped(mirror)));
  }
  for (; i < count; ++i) {
    const Complex<float> z = up[i], mirror = down[-i];
    a[i] = {0.5F * (z.re + mirror.re), 0.5F * (z.im - mirror.im)};
    b[i] = {0.5F * (z.im + mirror.im), 0.5F * (mirror.re - z.re)};
  }
}

}  // namespace thalweg::fft::inline TW_HALF
