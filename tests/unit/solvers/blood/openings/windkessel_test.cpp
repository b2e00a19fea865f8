// SPDX-License-Identifier: Apache-2.0
// Windkessels alone, and with a fluid that gives way.
#include "solvers/blood/openings/windkessel.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace thalweg::blood {
namespace {

/// After a time with a flow that stays.
double pressure_after(const Windkessel& w, double flow, double time, int steps) {
  double stored = w.initial_pressure;
  for (int n = 0; n < steps; ++n) stored = stored_after(w, stored, flow, time / steps);
  return stored;
}

TEST(Windkessel, FillsAndEmptiesWithItsTimeConstant) {
  const Windkessel w{
      .resistance = 4, .compliance = 0.5, .distal_pressure = 1, .initial_pressure = 7};
  for (const double flow : {0.0, 3.0}) {
    const double end = 1 + 4 * flow, exact = end + (7 - end) * std::exp(-3.0 / 2);
    const double coarse = pressure_after(w, flow, 3, 500) - exact,
                 fine = pressure_after(w, flow, 3, 1000) - exact;
    EXPECT_NEAR(fine, 0, 5e-3);
    EXPECT_NEAR(coarse / fine, 2, 0.01);  // Euler's step
  }
}

TEST(Windkessel, OfAResistanceAloneIsALine) {
  const PressureLine line = line_of({.resistance = 5, .distal_pressure = 2}, 99, 1);
  EXPECT_EQ(line.offset, 2);
  EXPECT_EQ(line.slope, 5);
}

TEST(Windkessel, OfThreeElementsHasTheProximalOneInFront) {
  const Windkessel w{.resistance = 4, .compliance = 0.5, .proximal = 3};
  const PressureLine line = line_of(w, 6, 0.1);
  for (const double flow : {0.0, 2.0})
    EXPECT_NEAR(line.offset + line.slope * flow, stored_after(w, 6, flow, 0.1) + 3 * flow, 1e-14);
}

TEST(OpeningPressures, AreWhereBothLinesMeet) {
  const std::vector<PressureLine> behind{{10, 3}, {4, 0}, {-2, 50}};
  const std::vector<FlowLine> fluid{{2, 0.5}, {1, 0.7}, {-1, 2}};
  const OpeningPressures at = meet(behind, fluid);
  double sum = 0;
  for (std::size_t n = 0; n < 3; ++n) {
    const double flow = fluid[n].flow - fluid[n].slope * (at.pressure[n] - at.reference);
    EXPECT_NEAR(at.pressure[n], behind[n].offset + behind[n].slope * flow, 1e-12);
    sum += at.pressure[n];
  }
  EXPECT_NEAR(at.reference, sum / 3, 1e-12);
  EXPECT_EQ(meet({}, {}).reference, 0);
}

}  // namespace
}  // namespace thalweg::blood
