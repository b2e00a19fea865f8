// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/particles/refill.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace thalweg::turbulence {
namespace {

/// What becomes of "abcdef..." from which some leave, and to which "ABC..." come.
std::string refilled(const std::string& items, const std::vector<int>& leaving, int arriving) {
  const Refill places = refill(leaving, static_cast<int>(items.size()), arriving);
  std::string to = items;
  to.resize(std::max(items.size(), static_cast<std::size_t>(places.count)), '?');
  for (int n = 0; n < arriving; ++n)
    to[static_cast<std::size_t>(places.arrivals[static_cast<std::size_t>(n)])] =
        static_cast<char>('A' + n);
  for (std::size_t n = 0; n < places.from.size(); ++n)
    to[static_cast<std::size_t>(places.to[n])] = items[static_cast<std::size_t>(places.from[n])];
  return to.substr(0, static_cast<std::size_t>(places.count));
}

TEST(Refill, PutsThoseThatComeWhereOthersLeft) {
  EXPECT_EQ(refilled("abcdef", {1, 4}, 2), "aAcdBf");
  EXPECT_EQ(refilled("abcdef", {1, 4}, 4), "aAcdBfCD");
  EXPECT_EQ(refilled("abcdef", {}, 2), "abcdefAB");
  EXPECT_EQ(refilled("", {}, 2), "AB");
}

TEST(Refill, FillsHolesFromTheEnd) {
  EXPECT_EQ(refilled("abcdef", {1, 3}, 0), "aecf");
  EXPECT_EQ(refilled("abcdef", {0, 1, 2}, 1), "Aefd");
  EXPECT_EQ(refilled("abcdef", {4, 5}, 0), "abcd");
  EXPECT_EQ(refilled("abcdef", {1, 4, 5}, 0), "adc");
  EXPECT_EQ(refilled("abcdef", {0, 1, 2, 3, 4, 5}, 0), "");
  EXPECT_EQ(refilled("abcdef", {0, 1, 2, 3, 4, 5}, 1), "A");
}

TEST(Refill, LeavesTheOthersWhereTheyAre) { EXPECT_EQ(refilled("abcdef", {}, 0), "abcdef"); }

}  // namespace
}  // namespace thalweg::turbulence
