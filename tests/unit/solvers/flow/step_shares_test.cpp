// SPDX-License-Identifier: Apache-2.0
// What predictions say of cells at bodies, against the lists that ranks of a run make.
#include "solvers/flow/step_shares.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "solvers/flow/immersed/immersed_cells.hpp"
#include "solvers/flow/memory.hpp"
#include "tests/support/small_flows.hpp"

namespace thalweg::flow {
namespace {

class SharesOfBodies : public ::testing::TestWithParam<const char*> {};

TEST_P(SharesOfBodies, AreTheListsOfEachRank) {
  io::Case input = io::Case::parse(GetParam(), "test.toml", {});
  const Parameters p = read_parameters(input);
  input.throw_if_errors();
  const BodyCells bodies(p);
  for (const int ranks : {1, 3}) {
    const grid::BlockPartition parts = partition_of(*p.mesh, p, ranks);
    const BodyCells::Shares shares = bodies.shares(parts.grid, parts.owners, ranks);
    for (int rank = 0; rank < ranks; ++rank) {
      const grid::BlockArena arena(parts.grid, parts.owners, rank, 2);
      const ArenaCells cells({p.mesh.get(), parts.grid}, arena);
      const ImmersedCells lists = immersed_cells(cells, arena, p.immersed, poses_at(p.immersed, 0));
      const std::size_t r = grid::index(rank);
      EXPECT_EQ(shares.cells[r], static_cast<double>(lists.cells.size()));
      EXPECT_EQ(shares.donors[r], static_cast<double>(lists.donors.size()));
      EXPECT_EQ(shares.at_surfaces[r],
                static_cast<double>(std::count_if(
                    lists.cells.begin(), lists.cells.end(),
                    [](const ImmersedCell& cell) { return cell.kind != CellKind::deep; })));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, SharesOfBodies,
                         ::testing::Values(testing::small_flows::swimming,
                                           testing::small_flows::balls));

}  // namespace
}  // namespace thalweg::flow
