// SPDX-License-Identifier: Apache-2.0
// What several tests of this folder use. They are compiled for the host and for the device: their
// kernels write to lists, which come back as vectors.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "exec/exec.hpp"

namespace thalweg::exec::inline TW_HALF {

/// Restores the number of threads.
struct Threads {
  int before = threads();
  ~Threads() { set_threads(before); }
};

/// Counts the visits of each index of a list.
struct Count {
  View<int, 1> visits;
  TW_HD void operator()(std::int64_t i) const { visits(i) += 1; }
};

/// The number of a list at an index.
struct Value {
  View<const double, 1> u;
  TW_HD double operator()(std::int64_t i) const { return u(i); }
};

/// A list of numbers of very different sizes, the same on every machine.
inline std::vector<double> uneven_numbers(std::int64_t n) {
  std::vector<double> numbers;
  std::uint64_t state = 42;
  for (std::int64_t i = 0; i < n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    numbers.push_back(static_cast<double>(state >> 40) / (1.0 + static_cast<double>(i % 1000)));
  }
  return numbers;
}

}  // namespace thalweg::exec::inline TW_HALF
