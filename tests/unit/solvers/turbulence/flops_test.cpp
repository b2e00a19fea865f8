// SPDX-License-Identifier: Apache-2.0
// Operations of a step, against counts by hand.
#include "solvers/turbulence/flops.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/solvers/turbulence/fields.hpp"

namespace thalweg::turbulence {
namespace {

using namespace fields;

TEST(Flops, OfNavierStokesAreThoseOfItsEquations) {
  const PointwiseFlops flops = set_flops(flows::cube(16, 0.01, "rk3", 0.01));
  // |k|^2: 5; the curl of a complex vector: 18.
  EXPECT_EQ(flops.there, 23);
  // u x (omega + 2 Omega): 9 + 3; the Courant rate: 5.
  EXPECT_EQ(flops.at_point, 17);
  // |k|^2: 5; projection: 31; the factor of decay: 2; of each component dt R 2, friction 6,
  // U + b dU 4, decay of U 2; dU decays but in the last of three stages and is added but in the
  // first: (2 * 2 + 2 * 4) / 3.
  EXPECT_DOUBLE_EQ(flops.back, 5 + 31 + 2 + 3 * (14 + 4));
}

TEST(Flops, OfScalarsAreThoseOfTheirEquations) {
  const PointwiseFlops one = scalar_flops(1), two = scalar_flops(2);
  EXPECT_EQ(one.at_point, 3);
  EXPECT_EQ(two.at_point, 6);
  // Of each: production 10, a D 2, the divergence 10 and its scale 2, friction 3, three sums 6.
  EXPECT_EQ(one.back, 5 + 33);
  EXPECT_EQ(two.back, 5 + 66);
  EXPECT_EQ(flops_of(ModeSweep{scalar_stage_phase, 1}), 10);
}

/// Of a whole step, from what is known of its transforms.
TEST(Flops, OfPhasesAreCountedOnTheirModesAndPoints) {
  Parameters p = flows::cube(16, 0.01, "rk3", 0.01);
  p.points = {16, 20, 18};
  const auto solver = started(p);
  const fft::Modes m = p.modes();
  double columns = 0, modes = 0;
  for (int my = -m.ky; my <= m.ky; ++my) {
    int reach = -1;
    for (int mx = 0; mx <= m.kx; ++mx)
      for (int mz = -m.kz; mz <= m.kz; ++mz)
        if (m.keeps(mx, my, mz)) {
          ++modes;
          reach = mx;
        }
    columns += (reach + 1 + 3) / 4 * 4;  // whole cache lines
  }
  const double line = 5 * 18 * std::log2(18.0);
  const double plane = 18 * ((m.kx + 1) * 5 * 20 * std::log2(20.0) + 20 * 2.5 * 16 * 4);
  const auto flops = [&](const char* phase) { return solver->phases()[phase].flops_per_call; };
  EXPECT_DOUBLE_EQ(flops("inverse_lines"), 6 * columns * line + 23 * modes);
  EXPECT_DOUBLE_EQ(flops("planes"), 9 * plane + 17.0 * 16 * 20 * 18);
  EXPECT_DOUBLE_EQ(flops("forward_lines"), 3 * columns * line + 92 * modes);
  EXPECT_GT(solver->flops_per_second(), 0);
}

}  // namespace
}  // namespace thalweg::turbulence
