// SPDX-License-Identifier: Apache-2.0
// Plasma that enters and leaves by openings on all ranks together and on each rank alone, in both
// precisions, restarted half-way.
#include <unistd.h>

#include <filesystem>

#include "base/error.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma, testing::plasma_after, testing::scalar, testing::SiteVelocities,
    testing::Solver, testing::with;
using transport::Communicator;

// Both ends lie on several ranks, and hang together by what the Windkessel makes of the flow.
constexpr const char* tube = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "tube"
length = 7e-6
diameter = 12.4e-6
[[openings]]
name = "x_low"
kind = "velocity"
profile = "womersley"
mean_velocity = 0.02
amplitude = 0.05
frequency = 1e5
[[openings]]
name = "x_high"
kind = "pressure"
resistance = 1e14
proximal_resistance = 3e13
compliance = 1e-20
)";

/// The largest difference of a velocity at a site of a part to that of the whole, over the largest
/// velocity.
double difference(simulation::Simulation& part, simulation::Simulation& whole) {
  const SiteVelocities here(part), all(whole);
  double worst = 0, most = 0;
  for (const auto& [identity, velocity] : here.of_site)
    for (std::size_t d = 0; d < 3; ++d) {
      worst = std::max(worst, std::abs(velocity[d] - all.of_site.at(identity)[d]));
      most = std::max(most, std::abs(velocity[d]));
    }
  return worst / most;
}

class OnRanks : public ::testing::TestWithParam<std::pair<const char*, double>> {};

// Sums over openings are in another order on other ranks.
TEST_P(OnRanks, AgreesWithOneRankToRounding) {
  const auto [precision, rounding] = GetParam();
  const Solver together = plasma_after(121, tube, with(precision));
  const Solver alone = plasma_after(121, tube, with(precision), Communicator::self());
  EXPECT_LT(difference(*together, *alone), rounding);
  for (const char* column :
       {"flow_rate_x_low", "flow_rate_x_high", "pressure_x_low", "pressure_x_high"})
    EXPECT_NEAR(scalar(*together, column) / scalar(*alone, column), 1, rounding) << column;
}
INSTANTIATE_TEST_SUITE_P(Precisions, OnRanks,
                         ::testing::Values(std::pair{"double", 1e-11}, std::pair{"single", 1e-3}));

// What openings return is set where a step has left populations.
TEST(TwoArrays, AgreeWithOneByEveryBit) {
  for (const char* precision : {"double", "single"}) {
    std::vector<std::string> two_arrays = with(precision);
    two_arrays.emplace_back("blood.streaming=\"two-arrays\"");
    const Solver two = plasma_after(41, tube, two_arrays),
                 one = plasma_after(41, tube, with(precision));
    EXPECT_EQ(SiteVelocities(*two).of_site, SiteVelocities(*one).of_site);
    EXPECT_EQ(scalar(*two, "pressure_x_high"), scalar(*one, "pressure_x_high"));
  }
}

TEST(Restart, IsExactOnTheSameRanks) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-openings-" + std::to_string(getpid()) + ".h5"))
                          .string());
  const auto settings = with("double");
  for (const int steps : {40, 41}) {
    const Solver unbroken = plasma_after(steps, tube, settings);
    {
      io::CheckpointWriter out(file, world, "blood");
      unbroken->save(out);
      out.commit();
    }
    for (int n = 0; n < 5; ++n) unbroken->step(1e9);
    for (const Communicator& comm : {world, Communicator::self()}) {
      const Solver restarted = plasma(tube, settings, comm);
      {
        io::CheckpointReader in(file, comm);
        restarted->load(in);
      }
      for (int n = 0; n < 5; ++n) restarted->step(1e9);
      if (comm.size() == world.size()) {
        EXPECT_EQ(SiteVelocities(*restarted).of_site, SiteVelocities(*unbroken).of_site);
        EXPECT_EQ(scalar(*restarted, "pressure_x_high"), scalar(*unbroken, "pressure_x_high"));
      } else {
        EXPECT_LT(difference(*unbroken, *restarted), 1e-11);
      }
    }
    world.barrier();
  }
  if (world.is_root()) std::filesystem::remove(file);
}

}  // namespace
}  // namespace thalweg::blood
