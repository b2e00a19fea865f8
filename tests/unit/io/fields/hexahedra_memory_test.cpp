// SPDX-License-Identifier: Apache-2.0
// What the host holds while the grid of blocks is written as hexahedra, against what is estimated.
#include <array>
#include <cstdio>

#include "io/fields/blocks.hpp"
#include "tests/support/held_memory.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::io::testing {
namespace {

/// One block, and the places of its corners.
double peak_of_grid(const std::array<std::int64_t, 3>& cells) {
  const Scratch folder;
  BlockLayout layout;
  layout.blocks.push_back({"block", cells});
  layout.parts.push_back({0, {0, 0, 0}, cells});
  const auto corners = static_cast<std::size_t>((cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1));
  return thalweg::testing::peak_of([&] {
    const BlockVertices vertices{std::vector<double>(corners), std::vector<double>(corners),
                                 std::vector<double>(corners)};
    write_hexahedron_grid(folder / "grid.vtkhdf", transport::Communicator::self(), layout,
                          vertices);
  });
}

class HexahedronMemory : public ::testing::TestWithParam<std::array<std::int64_t, 3>> {};

TEST_P(HexahedronMemory, IsWhatIsEstimatedAtMost) {
  const auto [z, y, x] = GetParam();
  const auto cells = static_cast<double>(z * y * x);
  const double peak = peak_of_grid(GetParam());
  std::printf("  %.1f bytes per cell, estimated %.1f\n", peak / cells, hexahedron_bytes);
  EXPECT_LE(peak, hexahedron_bytes * cells);
  EXPECT_GE(peak, hexahedron_bytes * cells / 2);
}

INSTANTIATE_TEST_SUITE_P(Shapes, HexahedronMemory,
                         ::testing::Values(std::array<std::int64_t, 3>{40, 50, 60},
                                           std::array<std::int64_t, 3>{1, 250, 400}));

}  // namespace
}  // namespace thalweg::io::testing
