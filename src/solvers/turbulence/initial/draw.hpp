// SPDX-License-Identifier: Apache-2.0
// Random numbers of initial states (docs/theory/turbulence.md, section 6).
#pragma once

#include <Random123/philox.h>

#include <cstddef>
#include <cstdint>

namespace thalweg::turbulence {

/// Uniform numbers in (0, 1) for one wave vector, from its number and that of the field alone.
struct Draw {
  double u[4];
  Draw(std::uint64_t seed, int field, int mx, int my, int mz) {
    using Philox = r123::Philox4x32;
    const auto word = [](int n) { return static_cast<std::uint32_t>(n); };
    const Philox::ctr_type counter{{word(mx), word(my), word(mz), word(field)}};
    const Philox::key_type key{
        {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
    const Philox::ctr_type bits = Philox()(counter, key);
    for (int n = 0; n < 4; ++n)
      u[n] = (static_cast<double>(bits[static_cast<std::size_t>(n)]) + 0.5) / 4294967296.0;
  }
};

}  // namespace thalweg::turbulence
