// SPDX-License-Identifier: Apache-2.0
// The arithmetic of measuring: which sizes, in which order, and whether a machine is quiet enough
// to be measured.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace thalweg::transport {

/// `per_octave` sizes per factor of two from `smallest` to `largest`, ascending, both ends among
/// them. From 64 B on they are multiples of 8 B. With `neighbours` each power of two from 256 B on
/// comes with the sizes 8 B below and above it: protocols change there.
std::vector<std::int64_t> sizes_between(std::int64_t smallest, std::int64_t largest, int per_octave,
                                        bool neighbours);

/// 0 .. count-1 in an order that depends on `seed` alone, so that all ranks take the same one.
std::vector<int> shuffled(int count, std::uint64_t seed);

/// What each taker gets if `total` is dealt evenly but none takes less than it needs: the x with
/// sum of max(x, need) == total; 0 where the needs are more than that.
double fair_share(std::vector<double> needs, double total);

/// What repeated barriers say of a machine.
struct Noise {
  double median = 0, p99 = 0;  // [s]
  /// A tail this long means that ranks wait for the scheduler rather than for each other.
  static constexpr double limit = 10;
  double ratio() const { return median > 0 ? p99 / median : 0; }
  bool is_noisy() const { return ratio() > limit; }
};
Noise noise_of(const std::vector<double>& barrier_times);

}  // namespace thalweg::transport
