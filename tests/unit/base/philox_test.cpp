// SPDX-License-Identifier: Apache-2.0
#include "base/philox.hpp"

#include <Random123/philox.h>
#include <gtest/gtest.h>

namespace thalweg {
namespace {

TEST(Philox, HasTheBitsOfRandom123) {
  for (std::uint32_t n = 0; n < 100; ++n) {
    const std::uint32_t counter[4] = {n, n * 2654435761U, 0xffffffffU - n, n << 20};
    const std::uint64_t key = std::uint64_t{n} * 0x9E3779B97F4A7C15U + 7;
    const auto expected = r123::Philox4x32()(
        {{counter[0], counter[1], counter[2], counter[3]}},
        {{static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}});
    const Philox4x32 drawn = philox(counter, key);
    for (std::size_t w = 0; w < 4; ++w) EXPECT_EQ(drawn.v[w], expected[w]);
  }
}

}  // namespace
}  // namespace thalweg
