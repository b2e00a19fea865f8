// SPDX-License-Identifier: Apache-2.0
// A few numbers that follow each other in memory: on processors a vector, on a device one after the
// other.
#pragma once

#include "base/portable.hpp"
#ifdef TW_DEVICE_HALF
#include "exec/atomic.hpp"
#else
#include "exec/simd.hpp"
#endif

namespace thalweg::exec::inline TW_HALF {

#ifdef TW_DEVICE_HALF

/// Number: what it computes with.
template <int size, class Number = double>
class Row {
 public:
  Row() = default;
  TW_HD explicit Row(const Number (&values)[size]) {
    for (int i = 0; i < size; ++i) of_[i] = values[i];
  }
  /// *this += weight * values
  template <class Real>
  TW_HD void add(Number weight, const Real* values) {
    for (int i = 0; i < size; ++i) of_[i] += weight * static_cast<Number>(values[i]);
  }
  /// values += weight * *this. Atomic: others add, too.
  template <class Real>
  TW_HD void add_to(Real* values, Number weight) const {
    for (int i = 0; i < size; ++i) atomic_add(values[i], static_cast<Real>(weight * of_[i]));
  }
  TW_HD Number dot(const Number (&weights)[size]) const {
    Number sum = 0;
    for (int i = 0; i < size; ++i) sum += weights[i] * of_[i];
    return sum;
  }
  TW_HD void store(Number* to) const {
    for (int i = 0; i < size; ++i) to[i] = of_[i];
  }

 private:
  Number of_[size] = {};
};

#else

/// Of three a fourth number is read, so that memory must go on behind them. It is not written.
template <int size, class Number = double>
class Row {
 public:
  Row() = default;
  explicit Row(const Number (&values)[size]) : of_(filled_up(values)) {}
  /// *this += weight * values
  template <class Real>
  void add(Number weight, const Real* values) {
    of_ += weight * loaded(values);
  }
  /// values += weight * *this. No other thread adds to them.
  template <class Real>
  void add_to(Real* values, Number weight) const {
    using To = Vector<Real>;
    const To sum = simd::static_simd_cast<To>(loaded(values) + weight * of_);
    if constexpr (size == width)
      sum.copy_to(values, simd::element_aligned);
    else
      where(in_row<To>(), sum).copy_to(values, simd::element_aligned);
  }
  Number dot(const Number (&weights)[size]) const { return reduce(of_ * filled_up(weights)); }
  /// Of three a fourth number is written.
  void store(Number* to) const { of_.copy_to(to, simd::element_aligned); }

 private:
  static constexpr int width = size == 2 ? 2 : 4;
  template <class Real>
  using Vector = simd::simd<Real, simd::simd_abi::deduce_t<Real, width>>;

  template <class V>
  static typename V::mask_type in_row() {
    return V([](int i) { return static_cast<typename V::value_type>(i); }) <
           static_cast<typename V::value_type>(size);
  }
  template <class Real>
  static Vector<Number> loaded(const Real* values) {
    return simd::static_simd_cast<Vector<Number>>(Vector<Real>(values, simd::element_aligned));
  }

  /// Put together in registers: a vector read from numbers that were just written one by one waits
  /// until they are in the cache.
  static Vector<Number> filled_up(const Number (&values)[size]) {
    return Vector<Number>([&](auto i) {
      if constexpr (i < size)
        return values[i];
      else
        return Number(0);
    });
  }

  Vector<Number> of_ = 0;
};

#endif

}  // namespace thalweg::exec::inline TW_HALF
