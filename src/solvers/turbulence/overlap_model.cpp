// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/overlap_model.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace thalweg::turbulence {

double streamed_seconds(const ChunkSeconds& chunk, int chunks, int streams) {
  std::vector<double> stream_free(static_cast<std::size_t>(streams), 0.0);
  double in_free = 0, device_free = 0, out_free = 0;  // the two ways of the bus, and the kernels
  for (int c = 0; c < chunks; ++c) {
    double& stream = stream_free[static_cast<std::size_t>(c % streams)];
    in_free = std::max(in_free, stream) + chunk.in;
    device_free = std::max(device_free, in_free) + chunk.work;
    out_free = std::max(out_free, device_free) + chunk.out;
    stream = out_free;
  }
  return out_free;
}

}  // namespace thalweg::turbulence
