// SPDX-License-Identifier: Apache-2.0
// What crosses the bus of a device where fields lie on the host, from the layout alone.
#pragma once

#include "solvers/turbulence/passes.hpp"

namespace thalweg::turbulence {

/// Bytes of a sweep over the bus, each way.
struct BusBytes {
  double to_device = 0, to_host = 0;
  BusBytes& operator+=(const BusBytes& more) {
    to_device += more.to_device;
    to_host += more.to_host;
    return *this;
  }
  friend BusBytes operator*(double times, const BusBytes& bytes) {
    return {times * bytes.to_device, times * bytes.to_host};
  }
};

/// Those of a pass on the layout's rank, of all stages of a step (docs/theory/turbulence.md,
/// section 8): each sweep brings what it reads and takes back what it writes.
struct PassBus {
  BusBytes inverse_lines, planes, forward_lines;
};
PassBus bus_bytes(const Pass& pass, const fft::Layout& layout, std::size_t stages,
                  int complex_bytes);
/// Of a sweep over modes alone, of all stages.
BusBytes bus_bytes(const ModeSweep& sweep, const fft::Layout& layout, std::size_t stages,
                   int complex_bytes);
/// Of a whole step of fixed length, beside messages, which stay on the host, and forces on single
/// modes.
BusBytes bus_bytes_of_step(const Parameters& parameters, const fft::Layout& layout);

}  // namespace thalweg::turbulence
