// SPDX-License-Identifier: Apache-2.0
// Cycles on grids that allow few levels. docs/theory/flow.md, section 5.
#include <cstdio>

#include "tests/support/flow_runs.hpp"
#include "tests/support/thin_channel.hpp"

namespace thalweg::flow {
namespace {

/// Of an even channel: 52 by 13 cells remain on the third level, which cannot be halved.
int cycles_with(const std::vector<std::string>& more) {
  std::vector<std::string> settings = {"grid.cells=[208, 52, 1]", "grid.length=[8, 1, 1]",
                                       "grid.stretching=[0, 0, 0]", "flow.viscosity=0.02"};
  settings.insert(settings.end(), more.begin(), more.end());
  return testing::cycles_to(1e-5, testing::thin_channel, settings);
}

TEST(CoarsestLevels, ThatAreLargeAreSmoothedUntilTheyHaveSettled) {
  const int once = cycles_with({"cycles.coarsest=1"}), usual = cycles_with({}),
            more = cycles_with({"cycles.coarsest=100"});
  std::printf("  cycles to 1e-5: %d with one smoothing, %d as usual, %d with 100\n", once, usual,
              more);
  EXPECT_LT(2 * usual, once);
  EXPECT_LE(usual, more + 5);  // no more to be had
}

}  // namespace
}  // namespace thalweg::flow
