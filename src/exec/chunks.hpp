// SPDX-License-Identifier: Apache-2.0
// Ranges shared out among host threads, for algorithms whose result is the same for any cut.
#pragma once

#include <cstdint>

namespace thalweg::exec {

/// The part `index` of n values in `count` parts of nearly equal length.
struct HostChunk {
  std::int64_t begin, end;
};
inline HostChunk host_chunk(std::int64_t n, std::int64_t index, std::int64_t count) {
  return {n * index / count, n * (index + 1) / count};
}

}  // namespace thalweg::exec
