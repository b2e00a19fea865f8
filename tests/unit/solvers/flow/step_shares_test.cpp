// SPDX-License-Identifier: Apache-2.0
// What predictions say of cells at bodies, against the lists that ranks of a run make; and samples
// of large cases.
#include "solvers/flow/prediction/step_shares.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "solvers/flow/case/decomposition.hpp"
#include "solvers/flow/immersed/immersed_cells.hpp"
#include "solvers/flow/prediction/step_model.hpp"
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

/// Two million cells, looked at near the end of the axis along which it may be shorter.
constexpr const char* long_channel = R"(
[grid]
cells = [40, 40, 1504]
length = [1, 1, 8]
origin = [0, 0, 1]
periodic = ["x", "z"]
[flow]
viscosity = 0.01
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
[[probe]]
name = "p"
point = [0.5, 0.5, 8.5]
[[line]]
name = "l"
from = [0, 0, 5]
to = [1, 1, 9]
points = 2
[[slice]]
name = "across"
axis = "z"
position = 7
[[slice]]
name = "along"
axis = "x"
position = 0.5
[[slice]]
name = "layer"
plane = { block = "block 0 0 0", k = 1503 }
[cycles]
levels = 4
[time]
scheme = "bdf2"
step = 0.1
)";

TEST(Samples, HaveAllThatIsLookedAtAndAllLevels) {
  io::Case whole = io::Case::parse(long_channel, "test.toml", {});
  const std::vector<std::string> settings = step_model(whole).sample;
  const std::vector<std::string> expected{
      "grid.cells=[40, 40, 752]", "grid.blocks=[1, 1, 1]",
      "grid.length=[1, 1, 4]",    "probe.0.point=[0.5, 0.5, 4.75]",
      "line.0.from=[0, 0, 3]",    "line.0.to=[1, 1, 5]",
      "slice.0.position=4",       "slice.2.plane={ block = \"block 0 0 0\", i = 0 }"};
  ASSERT_EQ(settings.size(), expected.size());
  for (std::size_t n = 0; n < expected.size(); ++n) EXPECT_EQ(settings[n], expected[n]);
  io::Case sample = io::Case::parse(long_channel, "test.toml", settings);
  EXPECT_EQ(read_parameters(sample).cycles.levels, 4);
  EXPECT_FALSE(sample.has_errors());
}

/// How many ranks have each level of a cube, which eight ranks share.
std::vector<std::size_t> ranks_of_levels(std::int64_t gather_below) {
  io::Case input = io::Case::parse(
      "[grid]\ncells = [32, 32, 32]\nperiodic = [\"x\", \"y\", \"z\"]\n[flow]\nviscosity = 0.1\n"
      "[initial]\nkind = \"taylor-green\"\n[cycles]\nlevels = 3\ngather_below = " +
          std::to_string(gather_below) + "\n[time]\nscheme = \"bdf2\"\nstep = 0.1\n",
      "test.toml", {});
  const Parameters p = read_parameters(input);
  input.throw_if_errors();
  std::vector<std::size_t> counts;
  for (const LevelOwners& level : owners_of_levels(partition_of(*p.mesh, p, 8), p, false))
    counts.push_back(std::set<int>(level.own.begin(), level.own.end()).size());
  return counts;
}

// Levels have 32768, 4096 and 512 cells.
TEST(Levels, WithFewCellsAreGatheredOnOneRank) {
  EXPECT_EQ(ranks_of_levels(0), (std::vector<std::size_t>{8, 8, 8}));
  EXPECT_EQ(ranks_of_levels(512), (std::vector<std::size_t>{8, 8, 8}));
  EXPECT_EQ(ranks_of_levels(513), (std::vector<std::size_t>{8, 8, 1}));
  EXPECT_EQ(ranks_of_levels(1'000'000), (std::vector<std::size_t>{8, 1, 1}));
}

}  // namespace
}  // namespace thalweg::flow
