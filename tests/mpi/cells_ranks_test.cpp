// SPDX-License-Identifier: Apache-2.0
// Cells that cross from rank to rank and over the ends of the domain: on all ranks together and on
// each alone, in both precisions, restarted half-way.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "base/error.hpp"
#include "tests/support/crossing_cells.hpp"
#include "tests/support/plasma_runs.hpp"
#include "tests/support/vertices_apart.hpp"

namespace thalweg::blood {
namespace {

using testing::gathering, testing::plasma, testing::plasma_after, testing::plasma_alone_after,
    testing::scalar, testing::Solver, testing::VertexPlaces, testing::with;
using transport::Communicator;

constexpr geometry::Vector periods{12e-6, 10e-6, 0};

double apart(const VertexPlaces& here, const VertexPlaces& all) {
  return testing::vertices_apart(here, all, periods);
}

/// whole: of the first rank alone.
double apart(const Solver& part, const Solver& whole) {
  return testing::vertices_apart(*part, whole.get(), periods);
}

constexpr double spacing = 1e-6;

TEST(CellsOnRanks, AgreeWithOneRankToRounding) {
  for (const auto& settings : {with("double"), with_flat("double"), with_contrast("double"),
                               with_viscosity("double"), with_substeps("double")}) {
    const Solver together = plasma_after(200, channel, settings);
    const Solver alone = plasma_alone_after(200, channel, settings);
    EXPECT_LT(apart(together, alone), 1e-9 * spacing);
    for (const char* name : {"deformation", "area_strain", "hematocrit", "membrane_energy"}) {
      const double found = scalar(*together, name);
      if (alone) {
        EXPECT_NEAR(found / scalar(*alone, name), 1, 1e-8) << name;
      }
    }
  }
}

/// The same, with whole copies of cells that other ranks reach.
std::vector<std::string> with_whole_copies(std::vector<std::string> settings) {
  settings.emplace_back("cells.copies=\"whole\"");
  return settings;
}

TEST(CellsOnRanks, AgreeWithOneRankByWholeCopies) {
  for (const auto& settings : {with("double"), with_contrast("double")}) {
    const Solver whole = plasma_after(120, channel, with_whole_copies(settings)),
                 alone = plasma_alone_after(120, channel, settings);
    EXPECT_LT(apart(whole, alone), 1e-9 * spacing);
  }
  const Solver whole = plasma_after(60, channel, with_whole_copies(with("single"))),
               parts = plasma_after(60, channel, with("single"));
  EXPECT_LT(apart(VertexPlaces(*whole), VertexPlaces(*parts)), 1e-4 * spacing);
}

// Forces stay where they are found: per vertex that travels, half as much goes out.
TEST(CellsOnRanks, SendPlacesAloneToWholeCopies) {
  const auto sent = [](const Solver& solver) {
    std::set<std::string> names;
    for (const auto& report : solver->transport()) names.insert(report.name);
    return names;
  };
  const Solver whole = plasma_after(3, channel, with_whole_copies(with("double"))),
               parts = plasma_after(3, channel, with("double"));
  EXPECT_TRUE(sent(whole).contains("cells: places"));
  EXPECT_FALSE(sent(whole).contains("cells: places and forces"));
  EXPECT_TRUE(sent(parts).contains("cells: places and forces"));
}

// Sites that gather take forces in a fixed order, whatever the order of a device's blocks is, which
// differs between two runs. Processors do so always.
TEST(CellsOnRanks, AreTheSameInEachRunAndToRoundingByAtomics) {
  for (const auto& settings : {with("double"), with_flat("double"), with_contrast("double"),
                               with("single"), with_repulsion("double", 1.3)}) {
    const Solver first = plasma_after(40, channel, gathering(settings)),
                 second = plasma_after(40, channel, gathering(settings)),
                 by_atomics = plasma_after(40, channel, settings);
    EXPECT_EQ(apart(VertexPlaces(*first), VertexPlaces(*second)), 0);
    const bool is_single = settings[0].find("single") != std::string::npos;
    const double difference = apart(VertexPlaces(*first), VertexPlaces(*by_atomics));
    EXPECT_LT(difference, (is_single ? 1e-4 : 1e-9) * spacing);
    if (testing::test_device() == "cpu")
      EXPECT_EQ(difference, 0);
    else
      EXPECT_GT(difference, 0);
  }
}

// Cells push, and are carried by, what one array or two leave.
TEST(CellsOnRanks, AreTheSameWithTwoArraysOfPopulations) {
  for (const auto& settings : {with("double"), with_contrast("double"), with("single")}) {
    std::vector<std::string> two_arrays = gathering(settings);
    two_arrays.emplace_back("blood.streaming=\"two-arrays\"");
    const Solver two = plasma_after(61, channel, two_arrays),
                 one = plasma_after(61, channel, gathering(settings));
    EXPECT_EQ(apart(VertexPlaces(*two), VertexPlaces(*one)), 0);
  }
}

// Forces reach beyond the rank's sites by each delta function, and the marks of interiors further.
TEST(CellsOnRanks, AgreeWithOneRankByEachDeltaFunction) {
  for (const char* delta : {"2-point", "4-point", "cosine"}) {
    std::vector<std::string> settings = with_contrast("double");
    settings.push_back("cells.delta=\"" + std::string(delta) + "\"");
    const Solver together = plasma_after(60, channel, settings),
                 alone = plasma_alone_after(60, channel, gathering(settings));
    EXPECT_LT(apart(together, alone), 1e-9 * spacing) << delta;
  }
}

TEST(CellsOnRanks, FeelWhatFluidIsInThem) {
  const Solver thicker = plasma_after(200, channel, with_contrast("double")),
               same = plasma_alone_after(200, channel, {"blood.relaxation_time=0.9"});
  EXPECT_GT(apart(thicker, same), 1e-2 * spacing);
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
  EXPECT_EQ(halos, 4);  // populations and vertices, out and back
}

TEST(CellsOnRanks, OfFlatTrianglesMoveOtherwiseThanSmoothOnes) {
  const Solver flat = plasma_after(200, channel, with_flat("double")),
               smooth = plasma_alone_after(200, channel);
  EXPECT_GT(apart(flat, smooth), 1e-3 * spacing);
}

TEST(CellsOnRanks, OnADeviceAreThoseOnAProcessor) {
  if (testing::test_device() == "cpu") GTEST_SKIP() << "there is no device";
  for (const auto& settings : {with("double"), with_flat("double"), with_substeps("double")}) {
    const Solver on_device = plasma_after(60, channel, settings);
    std::vector<std::string> same = settings;
    std::erase(same, testing::route_without_trial());
    const Solver on_processor = plasma_alone_after(60, channel, same, "cpu");
    EXPECT_LT(apart(on_device, on_processor), 1e-9 * spacing);
  }
}

TEST(CellsOnRanks, FeelTheViscosityOfMembranes) {
  const Solver viscous = plasma_after(200, channel, with_viscosity("double")),
               same = plasma_alone_after(200, channel);
  EXPECT_GT(apart(viscous, same), 1e-2 * spacing);
}

/// The least distance between vertices of the first two balls, over the end of the domain [m].
double gap_of_balls(simulation::Simulation& solver) {
  const VertexPlaces all(solver);
  constexpr std::int64_t most = 162, first = most, second = 2 * most, end = 3 * most;
  double least = 1;
  for (std::int64_t a = first; a < second; ++a)
    for (std::int64_t b = second; b < end; ++b) {
      const geometry::Vector &p = all.of_vertex.at(a), &q = all.of_vertex.at(b);
      least = std::min(least, std::hypot(std::remainder(p[0] - q[0], 12e-6),
                                         std::remainder(p[1] - q[1], 10e-6), p[2] - q[2]));
    }
  return least;
}

TEST(CellsOnRanks, KeepApartWhereTheyRepelEachOther) {
  // One ball runs after the other, which lies in its way.
  const std::vector<std::string> pressed{"flow.pressure_gradient=[0, 0, 0]",
                                         "cells.species.1.refinement=2",
                                         "cells.species.1.centres=[[-5.7e-6, -3e-6, 2.6e-6], "
                                         "[2.8e-6, -3e-6, 3.4e-6], [-2e-6, 3e-6, -4.2e-6]]"};
  std::vector<std::string> on = with_repulsion("double", 1.5), off = with("double");
  on.pop_back();
  on.pop_back();
  on.push_back("cells.repulsion={ range = 1.5e-6, strength = 1e-10 }");
  on.insert(on.end(), pressed.begin(), pressed.end());
  off.insert(off.end(), pressed.begin(), pressed.end());
  const Solver apart_ones = plasma_alone_after(300, channel, on),
               free_ones = plasma_alone_after(300, channel, off);
  if (!apart_ones) return;
  EXPECT_GT(gap_of_balls(*apart_ones), 0.75e-6);
  EXPECT_LT(gap_of_balls(*free_ones), 0.4e-6);
}

/// Forces of all vertices [N].
class Forces final : public testing::PointsWriter {
 public:
  explicit Forces(simulation::Simulation& solver) : PointsWriter("cells") {
    solver.write_fields(*this);
  }
  void points(const std::string&, const io::PointSet& points) override {
    for (const io::PointValues& values : points.values) {
      if (values.name != "force") continue;
      const auto& force = std::get<std::vector<double>>(values.values);
      for (std::size_t i = 0; i < force.size(); ++i) {
        sum[i % 3] += force[i];
        size += std::abs(force[i]);
      }
    }
  }
  geometry::Vector sum{};
  double size = 0;
};

TEST(CellsOnRanks, ThatRepelEachOtherKeepMomentum) {
  const Solver solver = plasma_after(50, channel, with_repulsion("double", 1.3, 0)),
               with_walls = plasma_after(50, channel, with_repulsion("double", 1.3, 1));
  const Communicator world = Communicator::world();
  Forces among(*solver), of_walls(*with_walls);
  const double size = world.sum(among.size);
  for (std::size_t d = 0; d < 3; ++d) EXPECT_NEAR(world.sum(among.sum[d]), 0, 1e-12 * size);
  EXPECT_GT(world.sum(of_walls.sum[2]), 1e-3 * size);  // the lower wall pushes up
}

// Repulsion is no part of the forces whose change substeps follow: taken for one, it would push
// vertices by more than a spacing.
TEST(CellsOnRanks, ThatRepelEachOtherMoveInSubstepsAsWithout) {
  std::vector<std::string> settings = with_repulsion("double", 1.3);
  const Solver without = plasma_after(50, channel, settings);
  settings.emplace_back("cells.species.1.substeps=4");
  const Solver in_substeps = plasma_after(50, channel, settings);
  EXPECT_LT(apart(VertexPlaces(*in_substeps), VertexPlaces(*without)), 0.02 * spacing);
}

TEST(CellsOnRanks, OutOfRangeAreAsIfNothingRepelledThem) {
  std::vector<std::string> settings = gathering(with("double"));
  const Solver off = plasma_after(60, channel, settings);
  settings.push_back("cells.repulsion={ range = 1e-8, strength = 1e-10 }");
  const Solver on = plasma_after(60, channel, settings);
  EXPECT_EQ(apart(VertexPlaces(*on), VertexPlaces(*off)), 0);
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

// Also in steps after which cells change hands.
TEST(CellsOnRanks, TellHowFastTheyTurnInEachStep) {
  const Solver solver = plasma_after(1, channel, with("double"));
  for (int n = 0; n < 60; ++n) {
    solver->step(1e9);
    EXPECT_GT(scalar(*solver, "tank_treading_frequency"), 0) << "step " << solver->steps();
  }
}

TEST(CellsOnRanks, AgreeBetweenPrecisions) {
  for (const auto& [wide, narrow] : {std::pair{with("double"), with("single")},
                                     std::pair{with_flat("double"), with_flat("single")},
                                     std::pair{with_contrast("double"), with_contrast("single")},
                                     std::pair{with_viscosity("double"), with_viscosity("single")},
                                     std::pair{with_substeps("double"), with_substeps("single")}}) {
    const Solver in_double = plasma_after(60, channel, wide),
                 in_single = plasma_alone_after(60, channel, narrow);
    EXPECT_LT(apart(in_double, in_single), 1e-4 * spacing);
  }
}

void expect_restart(const std::vector<std::string>& settings) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-cells-" + std::to_string(getpid()) + ".h5"))
                          .string());
  const Solver unbroken = plasma_after(47, channel, settings);
  {
    io::CheckpointWriter out(file, world, "blood");
    unbroken->save(out);
    out.commit();
  }
  for (int n = 0; n < 40; ++n) unbroken->step(1e9);
  const auto restarted_on = [&](const Communicator& comm) {
    Solver restarted = plasma(channel, settings, comm);
    io::CheckpointReader in(file, comm);
    restarted->load(in);
    for (int n = 0; n < 40; ++n) restarted->step(1e9);
    return restarted;
  };
  const Solver together = restarted_on(world),
               alone = world.is_root() ? restarted_on(Communicator::self()) : nullptr;
  EXPECT_LT(apart(unbroken, alone), 1e-9 * spacing);
  const VertexPlaces before(*unbroken), after(*together);
  EXPECT_EQ(before.of_vertex.size(), after.of_vertex.size());
  EXPECT_EQ(apart(before, after), 0);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

TEST(CellsOnRanks, AreRestartedBitwiseOnTheSameRanksAndToRoundingOnOthers) {
  expect_restart(gathering(with("double")));
}

TEST(CellsOnRanks, AreRestartedLikewiseWithFlatTriangles) {
  expect_restart(gathering(with_flat("double")));
}

TEST(CellsOnRanks, AreRestartedLikewiseWithTheFluidInThem) {
  expect_restart(gathering(with_contrast("double")));
}

TEST(CellsOnRanks, AreRestartedLikewiseWithViscousMembranes) {
  expect_restart(gathering(with_viscosity("double")));
}

TEST(CellsOnRanks, AreRestartedLikewiseWithSubsteps) {
  expect_restart(gathering(with_substeps("double")));
}

TEST(CellsOnRanks, AreRestartedLikewiseWithRepulsion) {
  expect_restart(gathering(with_repulsion("double", 1.3)));
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
