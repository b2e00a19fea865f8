// SPDX-License-Identifier: Apache-2.0
// Random numbers from a counter and a key alone, for kernels: Philox 4x32 of ten rounds (J. K.
// Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11). Host code takes Random123,
// whose header starts the standard streams: code for one level of processors may not
// (docs/design/processor-levels.md). A test holds both to the same bits.
#pragma once

#include <cstdint>

#include "base/portable.hpp"

namespace thalweg {

/// Four words, each bit of them random.
struct Philox4x32 {
  std::uint32_t v[4];
};

TW_HD Philox4x32 philox(const std::uint32_t (&counter)[4], std::uint64_t key) {
  Philox4x32 c{{counter[0], counter[1], counter[2], counter[3]}};
  std::uint32_t k0 = static_cast<std::uint32_t>(key), k1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c.v[0],
                        b = std::uint64_t{0xCD9E8D57} * c.v[2];
    c = {{static_cast<std::uint32_t>(b >> 32) ^ c.v[1] ^ k0, static_cast<std::uint32_t>(b),
          static_cast<std::uint32_t>(a >> 32) ^ c.v[3] ^ k1, static_cast<std::uint32_t>(a)}};
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return c;
}

}  // namespace thalweg
