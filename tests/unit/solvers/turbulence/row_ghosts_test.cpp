// SPDX-License-Identifier: Apache-2.0
// Rows around a rank's own, over splits of all shapes: also such that ghosts come from beyond the
// next rank, or from this one.
#include "solvers/turbulence/particles/row_ghosts.hpp"

#include <gtest/gtest.h>

namespace thalweg::turbulence {
namespace {

using fft::Layout;
using Rows = std::vector<std::int64_t>;  // an array of one rank, the number of the row everywhere

const std::vector<fft::RankGrid> grids{{1, 1}, {3, 1}, {1, 2}, {2, 2}, {1, 6}, {4, 3}, {9, 5}};

Layout layout_of(fft::RankGrid grid, int rank) {
  Layout layout = fft::make_layout(fft::kept_modes(12, 9, 10, fft::Truncation::none), 0, grid, 16);
  layout.rank = rank;
  return layout;
}

/// The periodic number of a row, by its place in a rank's array.
std::int64_t number_of(const Layout& layout, int plane, int row) {
  const int z = layout.first_plane() + plane - ghosts_below,
            y = layout.first_y() + row - ghosts_below;
  return (z + layout.nz) % layout.nz * std::int64_t{layout.ny} + (y + layout.ny) % layout.ny;
}

/// body(plane, row, number of its first value, whether it is a ghost)
template <class Body>
void for_each_row(const Layout& layout, Body body) {
  std::size_t at = 0;
  const auto is_own = [](int n, int count) {
    return n >= ghosts_below && n < ghosts_below + count;
  };
  for (int plane = 0; plane < layout.local_planes() + ghosts; ++plane)
    for (int row = 0; row < layout.local_ys() + ghosts; ++row) {
      body(plane, row, at,
           !is_own(plane, layout.local_planes()) || !is_own(row, layout.local_ys()));
      at += static_cast<std::size_t>(values_of_row(layout));
    }
}

Rows own_rows(const Layout& layout) {
  Rows rows(static_cast<std::size_t>(values_of_plane(layout) * (layout.local_planes() + ghosts)),
            -1);
  for_each_row(layout, [&](int plane, int row, std::size_t at, bool is_ghost) {
    if (!is_ghost)
      std::fill_n(rows.begin() + static_cast<std::ptrdiff_t>(at), values_of_row(layout),
                  number_of(layout, plane, row));
  });
  return rows;
}

const transport::HaloLink& link_with(const std::vector<transport::HaloLink>& links, int peer) {
  for (const transport::HaloLink& link : links)
    if (link.peer == peer) return link;
  throw std::out_of_range("no link with rank " + std::to_string(peer));
}

TEST(RowGhosts, AreThoseOfThePeriodicBox) {
  for (const fft::RankGrid grid : grids)
    for (int me = 0; me < grid.ranks(); ++me) {
      const Layout layout = layout_of(grid, me);
      Rows rows = own_rows(layout);
      for (const transport::HaloLink& link : row_links(layout).receives) {
        const Layout theirs = layout_of(grid, link.peer);
        const Rows from = own_rows(theirs);
        const transport::HaloLink sent = link_with(row_links(theirs).sends, me);
        ASSERT_EQ(sent.points.size(), link.points.size());
        for (std::size_t n = 0; n < link.points.size(); ++n)
          rows[static_cast<std::size_t>(link.points[n])] =
              from[static_cast<std::size_t>(sent.points[n])];
      }
      for_each_row(layout, [&](int plane, int row, std::size_t at, bool) {
        for (std::int64_t n = 0; n < values_of_row(layout); ++n)
          ASSERT_EQ(rows[at + static_cast<std::size_t>(n)], number_of(layout, plane, row))
              << "rank " << me << " of " << grid.z << " x " << grid.y;
      });
    }
}

TEST(RowGhosts, AreSentInFullAndToNobodyElse) {
  for (const fft::RankGrid grid : grids) {
    std::size_t sent = 0, received = 0;
    for (int rank = 0; rank < grid.ranks(); ++rank) {
      const RowLinks links = row_links(layout_of(grid, rank));
      for (const auto& link : links.sends) sent += link.points.size();
      for (const auto& link : links.receives) received += link.points.size();
    }
    EXPECT_EQ(sent, received) << grid.z << " x " << grid.y;
  }
}

/// (13.8)
TEST(RowGhosts, AreAsManyAsTheTheorySays) {
  const Layout layout = layout_of({3, 3}, 4);  // 3 planes, 3 rows, and no ghost is its own
  EXPECT_EQ(layout.local_planes(), 3);
  EXPECT_EQ(layout.local_ys(), 3);
  EXPECT_EQ(ghost_values(layout), (6 * 6 - 3 * 3) * 3 * 15);
  std::int64_t rows = 0;
  for (const auto& [from, count] : ghost_rows(layout, 4)) rows += count;
  EXPECT_EQ(rows, 6 * 6 - 3 * 3);
  EXPECT_EQ(ghost_rows(layout, 4).size(), 8u);
  const Layout slab = layout_of({3, 1}, 1);
  rows = 0;
  for (const auto& [from, count] : ghost_rows(slab, 1)) rows += count;
  EXPECT_EQ(rows, 6 * 12 - 3 * 9 - 3 * 3);  // three of each plane are its own
}

}  // namespace
}  // namespace thalweg::turbulence
