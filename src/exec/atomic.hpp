// SPDX-License-Identifier: Apache-2.0
// Atomic updates, for kernels whose points write to shared places. T: int, std::int64_t, float or
// double. No update orders other memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "exec/space.hpp"
#ifdef TW_DEVICE_HALF
#include <cuda_runtime.h>
#endif

namespace thalweg::exec::inline TW_HALF {

#ifdef TW_DEVICE_CODE
namespace detail {

/// CUDA has its 64-bit operations for these types only.
template <class T>
using AtomicWord = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;

template <class To, class From>
TW_HD To same_bits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}

}  // namespace detail
#endif

/// target += value; returns what was there. The order of additions is not fixed, so sums of floats
/// differ between runs.
template <class T>
TW_HD T atomic_fetch_add(T& target, T value) {
#ifdef TW_DEVICE_CODE
  if constexpr (std::is_integral_v<T>) {  // two's complement: signed or not is the same
    using Word = detail::AtomicWord<T>;
    return static_cast<T>(atomicAdd(reinterpret_cast<Word*>(&target), static_cast<Word>(value)));
  } else {
    return atomicAdd(&target, value);
  }
#else
  T before;
#pragma omp atomic capture
  {
    before = target;
    target += value;
  }
  return before;
#endif
}

/// Add to a value that other threads may add to, where nobody asks what was there.
template <class T>
TW_HD void atomic_add(T& target, T value) {
#ifdef TW_DEVICE_CODE
  static_cast<void>(atomic_fetch_add(target, value));
#else
#pragma omp atomic
  target += value;
#endif
}

/// target = the larger of target and value, where a NaN once seen stays; returns what was there.
template <class T>
TW_HD T atomic_fetch_max(T& target, T value) {
#ifdef TW_DEVICE_CODE
  using Word = detail::AtomicWord<T>;
  auto* word = reinterpret_cast<Word*>(&target);
  Word before = *reinterpret_cast<volatile Word*>(word);
  while (value > detail::same_bits<T>(before) || value != value) {
    const Word seen = atomicCAS(word, before, detail::same_bits<Word>(value));
    if (seen == before) break;
    before = seen;
  }
  return detail::same_bits<T>(before);
#else
  const std::atomic_ref<T> place(target);
  T before = place.load(std::memory_order_relaxed);
  while (value > before || value != value)
    if (place.compare_exchange_weak(before, value, std::memory_order_relaxed)) break;
  return before;
#endif
}

}  // namespace thalweg::exec::inline TW_HALF
