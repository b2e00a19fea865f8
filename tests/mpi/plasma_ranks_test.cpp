// SPDX-License-Identifier: Apache-2.0
// The same vessel on all ranks together and on each rank alone, in both precisions, restarted
// half-way.
#include <unistd.h>

#include <filesystem>

#include "base/error.hpp"
#include "tests/support/plasma_runs.hpp"
#include "tests/support/triangulated.hpp"

namespace thalweg::blood {
namespace {

using testing::expect_part_of, testing::plasma, testing::plasma_after, testing::scalar,
    testing::SiteVelocities, testing::Solver, testing::with;
using transport::Communicator;

// A round tube: walls everywhere between sites, and a flow that is steady nowhere yet.
constexpr const char* tube = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "tube"
length = 12e-6
diameter = 9.4e-6
[flow]
pressure_gradient = [1e5, 0, 0]
amplitude = [0, 1e4, 0]
frequency = 1e5
)";

class OnRanks : public ::testing::TestWithParam<std::pair<const char*, int>> {};

// What a site computes depends on populations alone, so nothing is lost in between.
TEST_P(OnRanks, AgreesWithOneRankByEveryBit) {
  const auto [precision, steps] = GetParam();
  const Solver together = plasma_after(steps, tube, with(precision));
  const Solver alone = plasma_after(steps, tube, with(precision), Communicator::self());
  expect_part_of(*together, *alone);
  EXPECT_NEAR(scalar(*together, "flow_rate") / scalar(*alone, "flow_rate"), 1, 1e-12);
  EXPECT_EQ(scalar(*together, "largest_velocity"), scalar(*alone, "largest_velocity"));
}
// The two states between steps: populations at home and shifted.
INSTANTIATE_TEST_SUITE_P(States, OnRanks,
                         ::testing::Values(std::pair{"double", 20}, std::pair{"double", 21},
                                           std::pair{"single", 21}));

/// The same, with two arrays of populations.
std::vector<std::string> with_two_arrays(std::vector<std::string> settings) {
  settings.emplace_back("blood.streaming=\"two-arrays\"");
  return settings;
}

class TwoArrays : public ::testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(TwoArrays, AgreeWithOneByEveryBit) {
  const auto [precision, steps] = GetParam();
  const Solver two = plasma_after(steps, tube, with_two_arrays(with(precision))),
               one = plasma_after(steps, tube, with(precision));
  EXPECT_EQ(SiteVelocities(*two).of_site, SiteVelocities(*one).of_site);
}
INSTANTIATE_TEST_SUITE_P(Steps, TwoArrays,
                         ::testing::Values(std::pair{"double", 20}, std::pair{"double", 21},
                                           std::pair{"single", 2}, std::pair{"single", 21}));

// In place, what went out comes back in the next step.
TEST(TwoArrays, SendOneWayOnly) {
  const Solver two = plasma_after(4, tube, with_two_arrays(with("double"))),
               one = plasma_after(4, tube, with("double"));
  ASSERT_EQ(two->transport().size(), 1u);
  EXPECT_EQ(two->transport()[0].name, "populations out");
  double in_place = 0;
  for (const auto& report : one->transport()) in_place += report.bytes;
  EXPECT_EQ(two->transport()[0].bytes, in_place);
}

// Which sites a vessel of triangles has, and where its walls are, does not depend on who asks.
TEST(Surface, AgreesWithOneRankByEveryBit) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-ranks-" + std::to_string(getpid()) + ".stl"))
                          .string());
  if (world.is_root()) {
    geometry::TriangleSurface body = testing::tube(9.4, 12, 31, 5);
    geometry::place(body,
                    {.rotation = {13, 17, 29}});  // no row of triangles lies as the lattice does
    testing::write_stl(file, body);
  }
  world.barrier();
  std::vector<std::string> settings = with("double");
  for (const char* setting : {"geometry.shape=\"surface\"", "geometry.unit=\"um\""})
    settings.emplace_back(setting);
  settings.push_back("geometry.path=\"" + file.string() + "\"");
  const Solver together = plasma_after(21, tube, settings);
  const Solver alone = plasma_after(21, tube, settings, Communicator::self());
  expect_part_of(*together, *alone);
  EXPECT_EQ(scalar(*together, "largest_velocity"), scalar(*alone, "largest_velocity"));
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

TEST(Precision, SingleAgreesWithDouble) {
  const Solver in_double = plasma_after(100, tube, with("double")),
               in_single = plasma_after(100, tube, with("single"));
  // Populations less their weights lose no digits to the pressure at rest.
  EXPECT_NEAR(scalar(*in_single, "flow_rate") / scalar(*in_double, "flow_rate"), 1, 2e-5);
}

class Restart : public ::testing::TestWithParam<int> {};

TEST_P(Restart, IsBitwiseOnAnyNumberOfRanks) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-plasma-" + std::to_string(getpid()) + ".h5"))
                          .string());
  const auto settings = with("double");
  const Solver unbroken = plasma_after(GetParam(), tube, settings);
  {
    io::CheckpointWriter out(file, world, "blood");
    unbroken->save(out);
    out.commit();
  }
  for (int n = 0; n < 4; ++n) unbroken->step(1e9);
  for (const Communicator& comm : {world, Communicator::self()}) {
    const Solver restarted = plasma(tube, settings, comm);
    {
      io::CheckpointReader in(file, comm);
      restarted->load(in);
    }
    for (std::size_t n = 0; n < 4; ++n) {
      restarted->step(1e9);
      EXPECT_EQ(restarted->transport().size(), std::min<std::size_t>(n + 1, 2));
    }
    EXPECT_EQ(restarted->time(), unbroken->time());
    EXPECT_EQ(restarted->steps(), unbroken->steps());
    if (comm.size() == world.size())
      EXPECT_EQ(SiteVelocities(*restarted).of_site, SiteVelocities(*unbroken).of_site);
    else
      expect_part_of(*unbroken, *restarted);
  }
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}
INSTANTIATE_TEST_SUITE_P(States, Restart, ::testing::Values(6, 7));

TEST(Restart, GoesOnWithOneArrayOrTwo) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-arrays-" + std::to_string(getpid()) + ".h5"))
                          .string());
  const auto one = with("double"), two = with_two_arrays(one);
  for (const auto& [before, after] :
       {std::pair{one, two}, std::pair{two, one}, std::pair{two, two}})
    for (const int steps : {6, 7}) {
      const Solver unbroken = plasma_after(steps, tube, before);
      {
        io::CheckpointWriter out(file, world, "blood");
        unbroken->save(out);
        out.commit();
      }
      const Solver restarted = plasma(tube, after, world);
      {
        io::CheckpointReader in(file, world);
        restarted->load(in);
      }
      for (int n = 0; n < 3; ++n) {
        unbroken->step(1e9);
        restarted->step(1e9);
      }
      EXPECT_EQ(SiteVelocities(*restarted).of_site, SiteVelocities(*unbroken).of_site);
      world.barrier();
    }
  if (world.is_root()) std::filesystem::remove(file);
}

TEST(Restart, OfAnotherVesselIsRefused) {
  const Communicator self = Communicator::self();
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("thalweg-vessel-" + std::to_string(getpid()) + ".h5");
  const Solver solver = plasma_after(1, tube, {}, self);
  {
    io::CheckpointWriter out(file, self, "blood");
    solver->save(out);
    out.commit();
  }
  const Solver wider = plasma(tube, {"geometry.diameter=11e-6"}, self);
  io::CheckpointReader in(file, self);
  EXPECT_THROW(wider->load(in), InputError);
  std::filesystem::remove(file);
}

TEST(Faults, NameThePlace) {
  const Solver solver = plasma_after(64, tube, {"flow.pressure_gradient=[1e12, 0, 0]"});
  const auto faults = solver->faults();
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].field, "velocity");
  EXPECT_NE(faults[0].place.find("x = "), std::string::npos);
}

}  // namespace
}  // namespace thalweg::blood
