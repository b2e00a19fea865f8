// SPDX-License-Identifier: Apache-2.0
// Cycles on grids that allow few levels. docs/theory/flow.md, section 5.
#include <cstdio>

#include "tests/support/flow_runs.hpp"

namespace thalweg::flow {
namespace {

using testing::cycles_to;

// 52 by 13 cells remain on the third level, which cannot be halved.
constexpr const char* long_channel = R"(
[grid]
cells = [208, 52, 1]
length = [8, 1, 1]
[flow]
viscosity = 0.02
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
profile = "parabolic"
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
[time]
scheme = "steady"
)";

TEST(CoarsestLevels, ThatAreLargeAreSmoothedUntilTheyHaveSettled) {
  const int once = cycles_to(1e-5, long_channel, {"cycles.coarsest=1"}),
            usual = cycles_to(1e-5, long_channel, {}),
            more = cycles_to(1e-5, long_channel, {"cycles.coarsest=100"});
  std::printf("  cycles to 1e-5: %d with one smoothing, %d as usual, %d with 100\n", once, usual,
              more);
  EXPECT_LT(2 * usual, once);
  EXPECT_LE(usual, more + 5);  // no more to be had
}

}  // namespace
}  // namespace thalweg::flow
