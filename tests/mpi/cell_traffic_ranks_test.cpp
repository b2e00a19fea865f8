// SPDX-License-Identifier: Apache-2.0
// Cells that enter and leave by openings: on all ranks together and on each alone, in both
// precisions, restarted while cells go in and out.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "base/error.hpp"
#include "solvers/blood/cells/cell_traffic.hpp"
#include "solvers/blood/vessel/mask_interior.hpp"
#include "tests/support/plasma_runs.hpp"
#include "tests/support/vertices_apart.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma, testing::plasma_after, testing::plasma_alone_after, testing::scalar,
    testing::Solver, testing::vertices_apart, testing::VertexPlaces, testing::with;
using transport::Communicator;

// Balls pass the tube in some 300 steps, and smaller ones with them.
constexpr const char* tube = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "tube"
length = 16e-6
diameter = 12.4e-6
[blood]
viscosity = 1e-3
density = 1000
relaxation_time = 1
[[openings]]
name = "x_low"
kind = "velocity"
profile = "parabolic"
mean_velocity = 0.3
hematocrit = [0.12, 0.01]
[[openings]]
name = "x_high"
kind = "pressure"
pressure = 0
[cells]
seed = 3
[[cells.species]]
name = "ball"
shape = "sphere"
radius = 1.8e-6
refinement = 1
law = "neo-hookean"
shear_modulus = 1e-3
volume_modulus = 1e3
[[cells.species]]
name = "platelet"
shape = "sphere"
radius = 1.0e-6
refinement = 1
law = "neo-hookean"
shear_modulus = 2e-3
volume_modulus = 1e3
centres = [[0, 2e-6, 0]]
)";
constexpr double spacing = 1e-6, flow_per_step = std::numbers::pi / 4 * 12.4 * 12.4 * 0.3 / 6;

std::vector<std::string> with_contrast() {
  std::vector<std::string> settings = with("double");
  settings.insert(settings.end(),
                  {"blood.relaxation_time=0.9", "cells.species.0.interior_viscosity=3e-3"});
  return settings;
}

const std::vector<std::string> counts{"cells",         "cells_entered",       "cells_left",
                                      "cells_waiting", "cells_entered_x_low", "cells_left_x_high"};

/// other: of all ranks, or of the first alone.
void expect_same_counts(simulation::Simulation& one, const Solver& other) {
  for (const std::string& name : counts) {
    const double found = scalar(one, name);
    if (other) {
      EXPECT_EQ(found, scalar(*other, name)) << name;
    }
  }
}

TEST(CellTraffic, ComesAndGoesTheSameOnRanks) {
  for (const auto& settings : {with("double"), with_contrast()}) {
    const Solver together = plasma_after(500, tube, settings);
    const Solver alone = plasma_alone_after(500, tube, settings);
    EXPECT_TRUE(together->faults().empty());
    EXPECT_GT(scalar(*together, "cells_entered"), 15);
    EXPECT_GT(scalar(*together, "cells_left"), 3);
    expect_same_counts(*together, alone);
    EXPECT_LT(vertices_apart(*together, alone.get()), 1e-7 * spacing);
  }
}

TEST(CellTraffic, AgreesBetweenPrecisions) {
  const Solver wide = plasma_after(350, tube, with("double")),
               narrow = plasma_alone_after(350, tube, with("single"));
  const double entered = scalar(*wide, "cells_entered");
  if (narrow) {
    EXPECT_EQ(entered, scalar(*narrow, "cells_entered"));
  }
  EXPECT_LT(vertices_apart(*wide, narrow.get()), 1e-2 * spacing);
}

TEST(CellTraffic, BalancesFeedsItsHematocritAndKeepsNumbersUnique) {
  const Solver solver = plasma(tube, with("double"), Communicator::world());
  solver->initialise();
  for (int step = 1; step <= 600; ++step) {
    solver->step(1e9);
    if (step % 150 != 0) continue;
    EXPECT_EQ(scalar(*solver, "cells"),
              1 + scalar(*solver, "cells_entered") - scalar(*solver, "cells_left"));
    EXPECT_EQ(scalar(*solver, "cells_left"),
              scalar(*solver, "cells_left_x_high") + scalar(*solver, "cells_left_x_low"));
    // Balls of 24.4 um^3 and of 4.2; one of each may be on its way, and some wait for room.
    const double balls = step * flow_per_step * 0.12 / 24.43,
                 small = step * flow_per_step * 0.01 / 4.19,
                 due = scalar(*solver, "cells_entered") + scalar(*solver, "cells_waiting");
    EXPECT_NEAR(due, balls + small, 6) << step;
    EXPECT_LT(scalar(*solver, "cells_waiting"), 6);
  }
  EXPECT_EQ(scalar(*solver, "cells_left_x_low"), 0);

  const auto table = solver->tables({"cells"}).at(0);
  const std::vector<double>& numbers = table.values.at(0);
  ASSERT_EQ(static_cast<double>(numbers.size()), scalar(*solver, "cells"));
  for (std::size_t n = 1; n < numbers.size(); ++n) EXPECT_LT(numbers[n - 1], numbers[n]);
  EXPECT_EQ(numbers.back(), scalar(*solver, "cells_entered"));  // the first is 0
  // Those that are there lie within the vessel.
  for (const double x : table.values.at(2)) EXPECT_LT(std::abs(x), 8e-6);
}

// No fluid, so all wait.
TEST(CellTraffic, LetsNobodyInWhileTheFlowLeadsOut) {
  auto input = io::Case::parse(
      tube, "test.toml",
      {"openings.0.amplitude=0.6", "openings.0.frequency=2e4"});  // 300 steps for a period
  const Parameters p = read_parameters(input);
  input.throw_if_errors();
  std::vector<Mesh> nets;
  for (const SpeciesParameters& species : p.cells.species)
    nets.push_back(net_on_lattice(species, p.vessel));
  CellTraffic traffic(p, Communicator::world(), nets);
  traffic.initialise();
  std::vector<HostCells> own(nets.size());
  int outward = 0;
  for (std::int64_t step = 1; step <= 300; ++step) {
    traffic.flow(step - 1);
    if (p.openings[0].waveform(static_cast<double>(step) * p.units().step) > 0) continue;
    ++outward;
    ASSERT_FALSE(traffic.is_due(step)) << step;
    ASSERT_FALSE(traffic.let_in(own, step)) << step;
  }
  EXPECT_GT(outward, 50);
  EXPECT_TRUE(traffic.is_due(300));
  EXPECT_TRUE(traffic.let_in(own, 300));
}

/// Two ducts along x, side by side along y: one of them lies over the end of the period.
Vessel two_ducts() {
  std::vector<bool> has_fluid;
  for (int z = 0; z < 4; ++z)
    for (int y = 0; y < 10; ++y)
      has_fluid.insert(has_fluid.end(), 10, z % 3 != 0 && (y < 2 || y > 7 || y == 4 || y == 5));
  const geometry::Vector voxel{3 * spacing, 3 * spacing, 3 * spacing};
  Vessel vessel{.shape = VesselShape::mask,
                .size = {10 * voxel[0], 10 * voxel[1], 4 * voxel[2]},
                .spacing = spacing};
  vessel.interior = std::make_shared<MaskInterior>(
      Voxels({10, 10, 4}, voxel, {false, true, false}, {}, has_fluid), MaskOpenings::parts);
  return vessel;
}

TEST(CellTraffic, TellsWhichOpeningIsReachedOverTheEndOfAPeriod) {
  SpeciesParameters ball;
  ball.shape = {ShapeOfCell::sphere, {2 * spacing, 2 * spacing, 2 * spacing}};
  ball.refinement = 1;
  Parameters p;
  p.density = 1000, p.viscosity = 1e-3, p.relaxation_time = 1;
  p.vessel = two_ducts();
  p.cells.species = {ball};
  const auto& ends = p.vessel.interior->openings();
  for (std::size_t n = ends.size(); n-- > 0;)  // the smaller ones first
    p.openings.push_back({.number = static_cast<int>(n), .name = ends[n].name});
  ASSERT_EQ(ends.size(), 4u);

  const Mesh net = net_on_lattice(ball, p.vessel);
  CellTraffic traffic(p, Communicator::world(), {net});
  std::vector<HostCells> own(1);
  if (Communicator::world().is_root()) {
    const Mesh cell = placed_on_lattice(net, {{12.5 * spacing, 13 * spacing, 0}}, p.vessel);
    own[0].identities = {0};
    for (std::size_t d = 0; d < 3; ++d)
      for (const geometry::Vector& vertex : cell.vertices) own[0].places.push_back(vertex[d]);
  }
  EXPECT_TRUE(traffic.let_out(own, 0));
  for (const simulation::Scalar& left : traffic.scalars()) {
    if (!left.name.starts_with("cells_left_")) continue;
    EXPECT_EQ(left.value, left.name == "cells_left_x_high" ? 1 : 0) << left.name;
  }
}

/// The least distance between vertices of cells with a number above `last` and those of others [m];
/// all cells have 42.
double least_gap(simulation::Simulation& solver, double last) {
  const VertexPlaces all(solver);
  double least = 1;
  for (const auto& [one, a] : all.of_vertex)
    for (const auto& [other, b] : all.of_vertex)
      if (one / 42 < other / 42 && static_cast<double>(other / 42) > last)
        least = std::min(least, geometry::distance(a, b));
  return least;
}

TEST(CellTraffic, EntersOnlyWhereThereIsRoom) {
  if (!Communicator::world().is_root()) return;  // a run on one rank
  std::vector<std::string> dense = with("double");
  dense.emplace_back("openings.0.hematocrit=[0.25, 0.02]");
  const Solver solver = plasma(tube, dense, Communicator::self());
  solver->initialise();
  double least = 1, entered = 0, waiting = 0;
  for (int step = 0; step < 400; ++step) {
    solver->step(1e9);
    if (scalar(*solver, "cells_entered") == entered) continue;
    least = std::min(least, least_gap(*solver, entered));
    entered = scalar(*solver, "cells_entered");
    waiting = std::max(waiting, scalar(*solver, "cells_waiting"));
  }
  EXPECT_GT(entered, 30);
  EXPECT_GT(waiting, 0);  // some were in the way of others
  EXPECT_GT(least, 0.2 * spacing);
}

void expect_restart(const std::vector<std::string>& settings) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-traffic-" + std::to_string(getpid()) + ".h5"))
                          .string());
  const Solver unbroken = plasma_after(243, tube, settings);
  {
    io::CheckpointWriter out(file, world, "blood");
    unbroken->save(out);
    out.commit();
  }
  const double entered = scalar(*unbroken, "cells_entered");
  for (int n = 0; n < 220; ++n) unbroken->step(1e9);
  EXPECT_GT(scalar(*unbroken, "cells_entered"), entered + 4);
  const auto restarted_on = [&](const Communicator& comm) {
    Solver restarted = plasma(tube, settings, comm);
    io::CheckpointReader in(file, comm);
    restarted->load(in);
    EXPECT_EQ(scalar(*restarted, "cells_entered"), entered);
    for (int n = 0; n < 220; ++n) restarted->step(1e9);
    return restarted;
  };
  const Solver together = restarted_on(world),
               alone = world.is_root() ? restarted_on(Communicator::self()) : nullptr;
  for (const Solver* restarted : {&together, &alone}) expect_same_counts(*unbroken, *restarted);
  EXPECT_LE(vertices_apart(VertexPlaces(*unbroken), VertexPlaces(*together)),
            testing::test_device() == "cpu" ? 0 : 1e-7 * spacing);
  EXPECT_LE(vertices_apart(*unbroken, alone.get()), 1e-7 * spacing);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

TEST(CellTraffic, IsRestartedBitwiseOnTheSameRanksAndToRoundingOnOthers) {
  expect_restart(with("double"));
}

TEST(CellTraffic, IsRestartedLikewiseWithTheFluidInCells) { expect_restart(with_contrast()); }

TEST(CellTraffic, BeginsAnewWhereTheCaseHasChangedTheFeed) {
  if (!Communicator::world().is_root()) return;  // a run on one rank
  const Communicator self = Communicator::self();
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("thalweg-feed-" + std::to_string(getpid()) + ".h5");
  const Solver solver = plasma_after(200, tube, with("double"), self);
  {
    io::CheckpointWriter out(file, self, "blood");
    solver->save(out);
    out.commit();
  }
  std::vector<std::string> settings = with("double");
  settings.emplace_back("openings.0.hematocrit=[0.2, 0]");
  const Solver denser = plasma(tube, settings, self);
  {
    io::CheckpointReader in(file, self);
    denser->load(in);
  }
  const double entered = scalar(*denser, "cells_entered");
  EXPECT_EQ(entered, scalar(*solver, "cells_entered"));
  for (int n = 0; n < 300; ++n) {
    solver->step(1e9);
    denser->step(1e9);
  }
  EXPECT_GT(scalar(*denser, "cells_entered") + scalar(*denser, "cells_waiting") - entered,
            1.2 * (scalar(*solver, "cells_entered") + scalar(*solver, "cells_waiting") - entered));
  std::filesystem::remove(file);
}

// A cell beside the upper plate.
constexpr const char* channel = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "channel"
length = 12e-6
width = 12e-6
height = 12e-6
[blood]
viscosity = 1e-3
density = 1000
relaxation_time = 1
[cells]
[[cells.species]]
shape = "sphere"
radius = 2e-6
refinement = 1
law = "neo-hookean"
shear_modulus = 1e-3
centres = [[0, 0, 0], [3e-6, 0, 5.8e-6]]
)";

/// The channel after its plates have come nearer, by less than a site: the second cell is outside.
Solver narrowed(std::vector<std::string> settings) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-wall-" + std::to_string(getpid()) + ".h5"))
                          .string());
  {
    const Solver wide = plasma_after(1, channel, settings);
    io::CheckpointWriter out(file, world, "blood");
    wide->save(out);
    out.commit();
  }
  settings.insert(settings.end(),
                  {"geometry.height=11.02e-6",
                   "cells.species.0.centres=[[0, 0, 0], [3e-6, 0, 5.4e-6]]"});  // are not looked at
  Solver narrow = plasma(channel, settings, world);
  {
    io::CheckpointReader in(file, world);
    narrow->load(in);
  }
  for (int n = 0; n < 60 && narrow->faults().empty(); ++n) narrow->step(1e9);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
  return narrow;
}

TEST(CellTraffic, CellsInWallsStopTheRunAndAreNamed) {
  const auto faults = narrowed(with("double"))->faults();
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].what, "the centre of cell 1 has left the vessel");
  EXPECT_NE(faults[0].place.find("z = 5.8e-06"), std::string::npos) << faults[0].place;
}

TEST(CellTraffic, CellsInWallsAreRemovedWithAWordWhereTheCaseSaysSo) {
  std::vector<std::string> settings = with("double");
  settings.emplace_back("cells.on_loss=\"remove\"");
  const Solver narrow = narrowed(settings);
  EXPECT_TRUE(narrow->faults().empty());
  EXPECT_EQ(scalar(*narrow, "cells"), 1);
  EXPECT_EQ(scalar(*narrow, "cells_lost"), 1);
  const std::vector<std::string> notes = narrow->notes();
  if (Communicator::world().is_root()) {
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].find("the centre of cell 1 has left the vessel at x = "), std::string::npos)
        << notes[0];
    EXPECT_NE(notes[0].find("step "), std::string::npos);
    EXPECT_TRUE(narrow->notes().empty());
  }
}

}  // namespace
}  // namespace thalweg::blood
