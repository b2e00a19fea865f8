// SPDX-License-Identifier: Apache-2.0
// What the host holds beside the state while a checkpoint or a row of the history is made.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "solvers/sound/kspace/memory.hpp"
#include "solvers/sound/simulation.hpp"
#include "tests/support/held_memory.hpp"
#include "tests/support/written_image.hpp"
#include "tests/unit/io/scratch.hpp"
#include "tests/unit/solvers/sound/samples.hpp"

namespace thalweg::sound::testing {
namespace {

using thalweg::testing::peak_of;

constexpr int points = 48;

/// A cube with all kinds of state: power law, statistics of the whole grid.
Parameters cube(const std::string& precision) {
  return read("[simulation]\nkind = \"sound\"\nprecision = \"" + precision +
              "\"\n[grid]\npoints = [48, 48, 48]\nspacing = 1e-4\n"
              "[sound]\nabsorption = \"power-law\"\nabsorption_power = 1.5\n"
              "[medium]\nsound_speed = 1500\ndensity = 1000\nabsorption = 0.5\n"
              "[[initial.pressure]]\nshape = \"ball\"\ncenter = [2e-3, 2e-3, 2e-3]\n"
              "radius = 5e-4\nvalue = -3\n[time]\ncfl = 0.3\nsteps = 4\n"
              "[[sensor]]\nshape = \"grid\"\nrecord = [\"pressure-max\", \"pressure-rms\"]\n");
}

class SoundMemory : public ::testing::TestWithParam<const char*> {
 protected:
  SoundMemory() { simulation_.step(std::numeric_limits<double>::infinity()); }

  const Parameters p_ = cube(GetParam());
  const transport::Communicator comm_ = transport::Communicator::self();
  const double field_ = std::pow(points, 3) * (p_.options.single_precision ? 4 : 8);
  SoundSimulation simulation_{p_, comm_};
};

TEST_P(SoundMemory, CheckpointsHoldOneArrayAtATime) {
  const io::testing::Scratch scratch;
  io::CheckpointWriter file(scratch / "state.h5", comm_, "sound");
  const double most = peak_of([&] { simulation_.save(file); });
  const double estimate =
      estimate_memory(p_.problem, p_.sensors, p_.options, comm_, 1).output_bytes;
  std::printf("  %s: %.1f bytes per point, estimated %.1f\n", GetParam(),
              most / std::pow(points, 3), estimate / std::pow(points, 3));
  EXPECT_LT(most, estimate);
  EXPECT_LT(most, 3.5 * std::pow(points, 3) * sizeof(double));  // nine are written
}

TEST_P(SoundMemory, TheHistoryCopiesNoField) {
  std::vector<simulation::Scalar> scalars;
  const double most = peak_of([&] { scalars = simulation_.scalars(); });
  EXPECT_LT(most, field_ / 8);
  const auto field = thalweg::testing::image_of(simulation_, "pressure");
  double highest = -HUGE_VAL, lowest = HUGE_VAL, squares = 0;
  std::visit(
      [&](const auto& values) {
        for (const auto value : values) {
          const auto p = static_cast<double>(value);
          highest = std::max(highest, p);
          lowest = std::min(lowest, p);
          squares += p * p;
        }
      },
      field.values);
  ASSERT_EQ(scalars.size(), 3u);
  EXPECT_LT(lowest, -2.9);
  EXPECT_NEAR(scalars[0].value, highest, 1e-15);
  EXPECT_NEAR(scalars[1].value, lowest, 1e-15);
  EXPECT_NEAR(scalars[2].value, std::sqrt(squares / std::pow(points, 3)), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Precisions, SoundMemory, ::testing::Values("single", "double"));

}  // namespace
}  // namespace thalweg::sound::testing
