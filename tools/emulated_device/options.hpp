// SPDX-License-Identifier: Apache-2.0
// What the environment asks of the emulated device; docs/design/emulated-device.md lists it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace emulated {

struct Options {
  unsigned seed = 1;                          // EMULATED_SEED
  int devices = 1;                            // EMULATED_DEVICES
  std::size_t memory = std::size_t{4} << 30;  // EMULATED_MEMORY: bytes per device
  int driver = 13000;                         // EMULATED_DRIVER: its version, as CUDA numbers it
  bool peers = true;                          // EMULATED_PEERS: devices reach each other
  bool page_keys = true;                      // EMULATED_PAGE_KEYS: protect memory by keys
  std::int64_t failing_call = 0;              // EMULATED_FAIL_CALL: n, or n+ for all from n
  std::int64_t failing_allocation = 0;        // EMULATED_FAIL_ALLOCATION: n or n+
  bool calls_stay_failed = false, allocations_stay_failed = false;
  std::string counts_file;  // EMULATED_COUNTS: written when the program ends
};

/// Read once. A value that makes no sense ends the program, which names it.
const Options& options();

}  // namespace emulated
