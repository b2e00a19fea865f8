// SPDX-License-Identifier: Apache-2.0
// Cells that cross from rank to rank and over the ends of the domain: on all ranks together and on
// each alone, in both precisions, restarted half-way.
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "base/error.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma, testing::plasma_after, testing::scalar, testing::Solver,
    testing::VertexPlaces;
using transport::Communicator;

// Plates drag two cells along x, by half the length of the domain in 200 steps; a push along y
// carries them over that end.
constexpr const char* channel = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "channel"
length = 12e-6
width = 10e-6
height = 12e-6
lower_velocity = [0.1, 0, 0]
upper_velocity = [0.16, 0, 0]
[blood]
viscosity = 1e-3
density = 1000
relaxation_time = 1
[initial]
kind = "shear"
[flow]
pressure_gradient = [0, 2e7, 0]
[cells]
[[cells.species]]
name = "red cells"
radius = 3.91e-6
refinement = 1
shear_modulus = 1e-5
bending_modulus = 2e-19
volume_modulus = 1e2
centres = [[4e-6, 1e-6, -2e-6]]
axes = [[0, 1, 1]]
[[cells.species]]
name = "ball"
shape = "sphere"
radius = 1.6e-6
refinement = 1
law = "neo-hookean"
shear_modulus = 1e-4
centres = [[-3e-6, -3e-6, 3e-6], [0, 4.9e-6, 3e-6]]
)";

std::vector<std::string> with(const std::string& precision) {
  const std::string route = testing::test_device() == "cuda" ? "staged" : "direct";
  return {"simulation.precision=\"" + precision + "\"", "transport.route=\"" + route + "\""};
}

/// The same, with other fluids in the cells: thicker than plasma in one kind, thinner in the other.
std::vector<std::string> with_contrast(const std::string& precision) {
  std::vector<std::string> settings = with(precision);
  settings.insert(settings.end(),
                  {"blood.relaxation_time=0.9", "cells.species.0.interior_viscosity=4e-3",
                   "cells.species.1.interior_viscosity=0.5e-3"});
  return settings;
}

/// The largest distance between vertices and the same ones among others, but for whole lengths of
/// the domain [m].
double apart(const VertexPlaces& here, const VertexPlaces& all) {
  constexpr double lengths[] = {12e-6, 10e-6, 0};
  double most = 0;
  for (const auto& [identity, place] : here.of_vertex) {
    EXPECT_TRUE(all.of_vertex.contains(identity)) << identity;
    for (std::size_t d = 0; d < 3; ++d) {
      const double difference = place[d] - all.of_vertex.at(identity)[d];
      const double turns = lengths[d] > 0 ? std::round(difference / lengths[d]) : 0;
      most = std::max(most, std::abs(difference - turns * lengths[d]));
    }
  }
  return Communicator::world().max(most);
}

/// whole: on each rank alone.
double apart(simulation::Simulation& part, simulation::Simulation& whole) {
  const VertexPlaces here(part), all(whole);
  EXPECT_EQ(Communicator::world().sum(static_cast<double>(here.of_vertex.size())),
            static_cast<double>(all.of_vertex.size()));
  return apart(here, all);
}

constexpr double spacing = 1e-6;

TEST(CellsOnRanks, AgreeWithOneRankToRounding) {
  for (const auto& settings : {with("double"), with_contrast("double")}) {
    const Solver together = plasma_after(200, channel, settings);
    const Solver alone = plasma_after(200, channel, settings, Communicator::self());
    EXPECT_LT(apart(*together, *alone), 1e-9 * spacing);
    for (const char* name : {"deformation", "area_strain", "hematocrit", "membrane_energy"})
      EXPECT_NEAR(scalar(*together, name) / scalar(*alone, name), 1, 1e-8) << name;
  }
}

TEST(CellsOnRanks, FeelWhatFluidIsInThem) {
  const Solver thicker = plasma_after(200, channel, with_contrast("double")),
               same =
                   plasma_after(200, channel, {"blood.relaxation_time=0.9"}, Communicator::self());
  EXPECT_GT(apart(*thicker, *same), 1e-2 * spacing);
}

// Two kinds of halo: populations over the cut planes, vertices to whom they touch.
TEST(CellsOnRanks, AndPopulationsTakeTheRoutesOfTheirKinds) {
  std::vector<std::string> settings = with("double");
  settings.emplace_back("transport.routes.populations=\"pairwise\"");
  const Solver solver = plasma_after(2, channel, settings);
  const std::string of_all = testing::test_device() == "cuda" ? "staged" : "direct";
  const bool alone = Communicator::world().size() == 1;
  int halos = 0;
  for (const simulation::TransportReport& movement : solver->transport()) {
    const bool is_of_cells = movement.name.starts_with("cells");
    EXPECT_EQ(movement.route, alone ? "none" : is_of_cells ? of_all : "pairwise") << movement.name;
    ++halos;
  }
  EXPECT_EQ(halos, 3);
}

TEST(CellsOnRanks, HaveCrossedTheDomain) {
  const Solver before = plasma_after(0, channel, with("double")),
               after = plasma_after(200, channel, with("double"));
  const auto x_of = [](simulation::Simulation& solver) {
    return solver.tables({"cells"}).at(0).values.at(2);
  };
  const std::vector<double> from = x_of(*before), to = x_of(*after);
  ASSERT_EQ(from.size(), 3u);
  for (std::size_t cell = 0; cell < 3; ++cell) {
    const double moved = std::fmod(to[cell] - from[cell] + 24e-6, 12e-6);
    EXPECT_GT(moved, 3e-6);
    EXPECT_LT(moved, 9e-6);
  }
  EXPECT_EQ(scalar(*after, "cells"), 3);
}

TEST(CellsOnRanks, AgreeBetweenPrecisions) {
  for (const auto& [wide, narrow] : {std::pair{with("double"), with("single")},
                                     std::pair{with_contrast("double"), with_contrast("single")}}) {
    const Solver in_double = plasma_after(100, channel, wide),
                 in_single = plasma_after(100, channel, narrow, Communicator::self());
    EXPECT_LT(apart(*in_double, *in_single), 1e-4 * spacing);
  }
}

void expect_restart(const std::vector<std::string>& settings) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-cells-" + std::to_string(getpid()) + ".h5"))
                          .string());
  const Solver unbroken = plasma_after(77, channel, settings);
  {
    io::CheckpointWriter out(file, world, "blood");
    unbroken->save(out);
    out.commit();
  }
  for (int n = 0; n < 60; ++n) unbroken->step(1e9);
  for (const Communicator& comm : {world, Communicator::self()}) {
    const Solver restarted = plasma(channel, settings, comm);
    {
      io::CheckpointReader in(file, comm);
      restarted->load(in);
    }
    for (int n = 0; n < 60; ++n) restarted->step(1e9);
    if (comm.size() != world.size()) {
      EXPECT_LT(apart(*unbroken, *restarted), 1e-9 * spacing);
      continue;
    }
    const VertexPlaces before(*unbroken), after(*restarted);
    ASSERT_EQ(before.of_vertex.size(), after.of_vertex.size());
    // Threads of a device add forces in any order.
    EXPECT_LE(apart(before, after), testing::test_device() == "cpu" ? 0 : 1e-9 * spacing);
  }
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

TEST(CellsOnRanks, AreRestartedBitwiseOnTheSameRanksAndToRoundingOnOthers) {
  expect_restart(with("double"));
}

TEST(CellsOnRanks, AreRestartedLikewiseWithTheFluidInThem) {
  expect_restart(with_contrast("double"));
}

TEST(CellsOnRanks, OfOtherMeshesAreRefusedOnRestart) {
  const Communicator self = Communicator::self();
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("thalweg-mesh-" + std::to_string(getpid()) + ".h5");
  const Solver solver = plasma_after(1, channel, {}, self);
  {
    io::CheckpointWriter out(file, self, "blood");
    solver->save(out);
    out.commit();
  }
  const Solver finer = plasma(channel, {"cells.species.0.refinement=2"}, self);
  io::CheckpointReader in(file, self);
  EXPECT_THROW(finer->load(in), InputError);
  std::filesystem::remove(file);
}

TEST(CellsOnRanks, ThatTearAreNamed) {
  // So stiff that the explicit step is unstable.
  const Solver solver = plasma_after(120, channel, {"cells.species.0.shear_modulus=1"});
  const auto faults = solver->faults();
  ASSERT_FALSE(faults.empty());
  EXPECT_TRUE(faults[0].field == "cells" || faults[0].field == "velocity") << faults[0].field;
  EXPECT_FALSE(faults[0].what.empty());
}

}  // namespace
}  // namespace thalweg::blood
