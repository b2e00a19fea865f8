// SPDX-License-Identifier: Apache-2.0
#include "fft/layout.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "fft/pencils.hpp"
#include "fft/rectangles.hpp"

namespace thalweg::fft {
namespace {

TEST(Modes, SphericalKeepsTheSphereAndNoMore) {
  const Modes modes = kept_modes(24, 24, 24, Truncation::spherical);
  EXPECT_EQ(modes.kx, 8);
  EXPECT_TRUE(modes.keeps(8, 0, 0));  // exactly on the sphere
  EXPECT_TRUE(modes.keeps(0, -8, 0));
  EXPECT_FALSE(modes.keeps(8, 1, 0));
  EXPECT_TRUE(modes.keeps(4, 4, 5));   // 57 <= 64
  EXPECT_FALSE(modes.keeps(5, 5, 4));  // 66 > 64
}

TEST(Modes, SphereOfAnUnevenGridIsAnEllipsoid) {
  const Modes modes = kept_modes(24, 12, 48, Truncation::spherical);
  EXPECT_TRUE(modes.keeps(0, 4, 0));
  EXPECT_FALSE(modes.keeps(1, 4, 0));
  EXPECT_TRUE(modes.keeps(0, 2, 13));   // 1/4 + (13/16)^2 = 0.91
  EXPECT_FALSE(modes.keeps(0, 2, 14));  // 1/4 + (14/16)^2 = 1.02
}

TEST(Modes, PerDirectionLeavesOutTheThird) {
  const Modes modes = kept_modes(24, 25, 26, Truncation::per_direction);
  EXPECT_EQ(modes.kx, 7);  // 8 = 24 / 3 is out
  EXPECT_EQ(modes.ky, 8);
  EXPECT_EQ(modes.kz, 8);
  EXPECT_TRUE(modes.keeps(7, 8, -8));
}

TEST(Modes, NoTruncationLeavesOutNyquistOnly) {
  const Modes even = kept_modes(8, 9, 4, Truncation::none);
  EXPECT_EQ(even.kx, 3);
  EXPECT_EQ(even.ky, 4);
  EXPECT_EQ(even.kz, 1);
}

TEST(Partition, EvenPartsDifferByOne) {
  const Partition p = even_partition(10, 4);
  EXPECT_EQ(p.offset, (std::vector<int>{0, 3, 6, 8, 10}));
}

TEST(Partition, WeightedPartsBalanceAndLeaveNoneEmpty) {
  std::vector<int> cost(43, 8);
  cost[0] = 40;
  for (int parts = 1; parts <= 43; ++parts) {
    const Partition p = weighted_partition(cost, parts);
    ASSERT_EQ(p.parts(), parts);
    ASSERT_EQ(p.total(), 43);
    for (int i = 0; i < parts; ++i) EXPECT_GE(p.size(i), 1) << parts << " parts, part " << i;
  }
  const Partition four = weighted_partition(std::vector<int>(100, 3), 4);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(four.size(i), 25, 1);
}

TEST(Layout, RanksTogetherHoldEveryModeOnce) {
  const Modes modes = kept_modes(20, 16, 18, Truncation::spherical);
  std::int64_t brute = 0;
  for (int mx = 0; mx <= modes.kx; ++mx)
    for (int my = -modes.ky; my <= modes.ky; ++my)
      for (int mz = -modes.kz; mz <= modes.kz; ++mz) brute += modes.keeps(mx, my, mz) ? 1 : 0;
  for (int ranks = 1; ranks <= largest_rank_count(modes); ++ranks) {
    std::int64_t sum = 0;
    for (int rank = 0; rank < ranks; ++rank)
      sum += make_layout(modes, rank, ranks, 16).local_modes();
    EXPECT_EQ(sum, brute) << ranks << " ranks";
  }
}

TEST(Layout, RefusesMoreRanksThanRows) {
  const Modes modes = kept_modes(16, 8, 16, Truncation::spherical);
  EXPECT_EQ(largest_rank_count(modes), 5);
  EXPECT_THROW(make_layout(modes, 0, 6, 16), UsageError);
}

TEST(Layout, RowsFillCacheLines) {
  const Modes modes = kept_modes(20, 20, 20, Truncation::spherical);
  for (const int bytes : {8, 16}) {
    const Layout layout = make_layout(modes, 0, 1, bytes);
    EXPECT_EQ(layout.group % (64 / bytes), 0);
    for (const int length : layout.row_length) EXPECT_EQ(length % (64 / bytes), 0);
  }
}

/// Long lines are cut in rows of few columns, and all rows of one k_y stay together.
TEST(Layout, RowsOfLongLinesHoldFewColumns) {
  const Modes modes = kept_modes(192, 12, 512, Truncation::spherical);
  const Layout layout = make_layout(modes, 1, 3, 16);
  ASSERT_GT(layout.groups, 1);
  for (int rank = 0; rank <= 3; ++rank)
    EXPECT_EQ(layout.rows.offset[static_cast<std::size_t>(rank)] % layout.groups, 0);
  for (int my = -modes.ky; my <= modes.ky; ++my)
    for (int mx = 0; mx <= modes.kx; ++mx) {
      const int row = layout.row_of(mx, my);
      const int i = mx - layout.row_column[static_cast<std::size_t>(row)];
      ASSERT_EQ(layout.row_mode(row), my);
      for (int d = 0; d < layout.depth; ++d)
        ASSERT_EQ(i < layout.kept_of(row, d), modes.keeps(mx, my, signed_mode(d, modes.kz)));
    }
}

/// All messages and own parts of an exchange, in complex numbers of one field.
struct Totals {
  std::int64_t all = 0, own = 0;
};

Totals totals_of(const Rectangles& rectangles) {
  Totals totals;
  for (int from = 0; from < rectangles.ranks(); ++from)
    for (int c = 0; c < rectangles.chunks(); ++c)
      for (int to = 0; to < rectangles.ranks(); ++to) {
        const std::int64_t size = rectangles.at(from, c, to).size;
        totals.all += size;
        if (from == to) totals.own += size;
        EXPECT_EQ(rectangles.message(from, c, to), from == to ? 0 : size);
      }
  return totals;
}

TEST(Rectangles, CoverRowsTimesPlanesOnce) {
  const Modes modes = kept_modes(24, 18, 26, Truncation::spherical);
  for (int ranks = 1; ranks <= largest_rank_count(modes); ++ranks) {
    const Layout layout = make_layout(modes, 0, ranks, 16);
    for (const TileDirection direction : {TileDirection::to_planes, TileDirection::to_rows})
      for (const int chunks : {1, 3, 5}) {
        const Rectangles rectangles(layout, direction, chunks);
        EXPECT_EQ(totals_of(rectangles).all, layout.row_start.back() * modes.nz)
            << ranks << " ranks, " << chunks << " chunks";
        EXPECT_EQ(rectangles.cuts(ranks - 1).end(rectangles.chunks() - 1),
                  direction == TileDirection::to_planes ? modes.rows() : modes.nz);
      }
  }
}

/// In pencils, too, every mode and every point has one rank, and kept modes are where they say.
TEST(Pencils, HoldEveryModeAndPointOnce) {
  const Modes modes = kept_modes(40, 18, 26, Truncation::spherical);
  const Layout slabs = make_layout(modes, 0, 1, 16);
  for (const RankGrid grid : {RankGrid{1, 4}, RankGrid{3, 2}, RankGrid{5, 13}}) {
    Layout layout = make_layout(modes, 0, grid, 16);
    std::int64_t count = 0, points = 0;
    for (layout.rank = 0; layout.rank < layout.ranks; ++layout.rank) {
      EXPECT_GT(layout.local_rows(), 0);
      count += layout.local_modes();
      points += layout.local_points();
    }
    EXPECT_EQ(count, slabs.local_modes());
    EXPECT_EQ(points, 40 * 18 * 26);
    for (int my = -modes.ky; my <= modes.ky; ++my)
      for (int mx = 0; mx <= modes.kx; ++mx) {
        const int row = layout.row_of(mx, my), i = layout.column_of(mx);
        ASSERT_EQ(layout.row_mode(row), my);
        ASSERT_EQ(layout.row_column[static_cast<std::size_t>(row)] + i, mx);
        for (int d = 0; d < layout.depth; ++d)
          ASSERT_EQ(i < layout.kept_of(row, d), modes.keeps(mx, my, signed_mode(d, modes.kz)));
      }
  }
}

TEST(Pencils, RefuseMoreRanksThanColumnsOrPlanes) {
  const Modes modes = kept_modes(16, 8, 16, Truncation::spherical);
  EXPECT_EQ(largest_across(modes), 6);
  EXPECT_THROW(make_layout(modes, 0, RankGrid{2, 7}, 16), UsageError);
  EXPECT_THROW(make_layout(modes, 0, RankGrid{6, 2}, 16), UsageError);
}

/// What both exchanges carry: kept rows on all planes, and all y of kept columns.
TEST(Pencils, ExchangeRowsOfTheirColumnsAndLinesOfTheirPlanes) {
  const Modes modes = kept_modes(24, 18, 26, Truncation::spherical);
  for (const RankGrid grid : {RankGrid{3, 2}, RankGrid{2, 5}}) {
    Layout layout = make_layout(modes, 0, grid, 16);
    for (const TileDirection direction : {TileDirection::to_planes, TileDirection::to_rows})
      for (const int chunks : {1, 3}) {
        const Rectangles rows(layout, direction, chunks);
        EXPECT_EQ(totals_of(rows).all, layout.row_start.back() * modes.nz);
        std::int64_t lines = 0, padded = 0;
        for (layout.rank = 0; layout.rank < layout.ranks; layout.rank += grid.y) {
          const Layout group = line_layout(layout, 16);
          lines += totals_of(Rectangles(group, direction, line_chunks(group, chunks))).all;
          padded = group.row_start.back();
        }
        EXPECT_EQ(lines, padded * modes.ny * modes.nz);
        EXPECT_GE(padded, modes.columns());
        EXPECT_LT(padded, modes.columns() + 4 * grid.y);
      }
  }
}

TEST(Rectangles, LoadsAreTheMessagesByLocality) {
  const Modes modes = kept_modes(64, 64, 64, Truncation::spherical);
  const Layout layout = make_layout(modes, 0, 8, 16);
  const Rectangles rectangles(layout, TileDirection::to_planes, 2);
  const transport::Placement place{.nodes = 2, .ranks_per_node = 4, .sockets = 2};
  std::int64_t bytes = 0;
  for (const transport::RankLoads& ranks : loads_of(rectangles, 48, place))
    for (const auto& loads : ranks) {
      // One other rank on the socket, two on the other one, four on the other node.
      ASSERT_EQ(loads.size(), 3u);
      EXPECT_EQ(loads[0].messages, 1);
      EXPECT_EQ(loads[1].messages, 2);
      EXPECT_EQ(loads[2].messages, 4);
      for (const transport::Load& load : loads) bytes += load.bytes;
    }
  const Totals totals = totals_of(rectangles);
  EXPECT_EQ(bytes, 48 * (totals.all - totals.own));
}

}  // namespace
}  // namespace thalweg::fft
