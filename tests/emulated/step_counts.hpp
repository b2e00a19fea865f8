// SPDX-License-Identifier: Apache-2.0
// What a step asks of the device; prints rows of the table in docs/performance.md.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>

#include "emulated_device/counts.hpp"

namespace emulated::testing {

/// Of the third step: the first ones may prepare what later ones use again.
template <class Step>
Counts counts_of_step(const char* name, Step step) {
  step();
  step();
  const Counts before = counts_now();
  step();
  const Counts c = counts_now().since(before);
  std::printf("| %s | %ld | %ld | %ld | %ld | %ld | %ld | %ld |\n", name, c.launches, c.transforms,
              c.waits, c.bytes_to_device, c.bytes_to_host, c.bytes_on_device, c.allocations);
  return c;
}

/// No memory, no stream and no event is made in a step.
inline void expect_nothing_made(const Counts& c) {
  EXPECT_EQ(c.allocations, 0);
  EXPECT_EQ(c.streams, 0);
  EXPECT_EQ(c.events, 0);
}

}  // namespace emulated::testing
