// SPDX-License-Identifier: Apache-2.0
// What a program asked of the emulated device. Tests take the counts before and after a step.
#pragma once

#include <cstdint>
#include <string>

namespace emulated {

struct Counts {
  std::int64_t calls = 0;            // of the runtime that can fail
  std::int64_t launches = 0;         // kernels, but those of graphs
  std::int64_t graphs = 0;           // launched
  std::int64_t transforms = 0;       // calls of cuFFT
  std::int64_t waits = 0;            // of the host for the device
  std::int64_t bytes_to_device = 0;  // over the bus
  std::int64_t bytes_to_host = 0;    // over the bus
  std::int64_t bytes_on_device = 0;  // copied within a device or between devices
  std::int64_t allocations = 0;      // of device and pinned memory
  std::int64_t allocated_bytes = 0;
  std::int64_t streams = 0, events = 0;  // made
  const char* failed_call = "";          // the last that failed on demand

  Counts since(const Counts& before) const;
  Counts& operator+=(const Counts& more);
};

/// All since the program began.
Counts& counts_now();
std::string json_of(const Counts& counts);

}  // namespace emulated
