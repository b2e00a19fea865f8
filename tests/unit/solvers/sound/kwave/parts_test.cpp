// SPDX-License-Identifier: Apache-2.0
// Arrays on their way to rank 0: whole, in order, whatever the size of a piece.
#include "solvers/sound/kwave/parts.hpp"

#include <numeric>

#include "tests/unit/io/scratch.hpp"

namespace thalweg::sound::kwave::testing {
namespace {

using io::testing::world;

/// Rank r holds 5 + 3 r values, rank 2 none; together they count from 0.
std::vector<double> mine() {
  const auto size = [](int rank) { return rank == 2 ? 0 : 5 + 3 * rank; };
  const int self = world().rank();
  int begin = 0;
  for (int rank = 0; rank < self; ++rank) begin += size(rank);
  std::vector<double> values(static_cast<std::size_t>(size(self)));
  std::iota(values.begin(), values.end(), begin);
  return values;
}

TEST(KWaveParts, ArriveOnce) {
  for (const std::int64_t piece_bytes : {1, 16, 64, 1 << 20}) {
    std::vector<int> seen(100, 0);
    std::int64_t count = 0;
    for_each_part<double>(
        mine(), world(),
        [&](std::int64_t begin, const std::vector<double>& values) {
          for (std::size_t i = 0; i < values.size(); ++i) {
            EXPECT_EQ(values[i], static_cast<double>(begin) + static_cast<double>(i));
            ++seen[static_cast<std::size_t>(values[i])];
            ++count;
          }
        },
        piece_bytes);
    const auto all = static_cast<std::int64_t>(world().sum(static_cast<double>(mine().size())));
    EXPECT_EQ(count, world().is_root() ? all : 0);
    for (std::int64_t i = 0; i < count; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], 1);
  }
}

TEST(KWaveParts, AnErrorOfTheBodyIsOfAllRanks) {
  EXPECT_THROW(for_each_part<double>(mine(), world(),
                                     [](std::int64_t, const std::vector<double>&) {
                                       throw IoError("the disk is full");
                                     }),
               IoError);
}

}  // namespace
}  // namespace thalweg::sound::kwave::testing
