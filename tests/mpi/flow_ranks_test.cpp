// SPDX-License-Identifier: Apache-2.0
// The same flow on all ranks together and on each rank alone, in blocks or as one, in both
// precisions, restarted half-way.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.hpp"
#include "tests/support/flow_runs.hpp"

namespace thalweg::flow {
namespace {

using testing::CellValues, testing::flow_after, testing::flow_solver, testing::scalar,
    testing::Solver;
using transport::Communicator;

// With every kind of condition, and faces that are no squares.
constexpr const char* channel = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [32, 16, 1]
length = [2, 1, 1]
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
velocity = [0.5, 0, 0]
[[boundary]]
family = "y+"
kind = "symmetry"
[cycles]
levels = 2
most = 4
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.1
)";

// Closed and of three dimensions.
constexpr const char* box = R"(
[grid]
cells = [16, 16, 8]
stretching = [1, 1, 0]
periodic = ["z"]
[flow]
viscosity = 0.02
[[boundary]]
family = "x-"
kind = "wall"
[[boundary]]
family = "x+"
kind = "wall"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
velocity = [1, 0, 0.5]
[cycles]
levels = 1
[time]
scheme = "steady"
)";

// A vortex that comes to a convective outflow, between a slip wall and one that begins to move.
constexpr const char* carried = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [32, 16, 1]
length = [2, 1, 1]
[flow]
viscosity = 0.02
[initial]
kind = "vortex"
velocity = [1, 0, 0]
centre = [1.7, 0.5, 0]
radius = 0.2
amplitude = 0.3
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
[[boundary]]
family = "x+"
kind = "convective-outflow"
[[boundary]]
family = "y-"
kind = "slip"
[[boundary]]
family = "y+"
kind = "wall"
velocity = [1, 0, 0]
ramp = 0.3
[[body]]
name = "roof"
families = ["y+"]
velocity = 1
height = 1
[[probe]]
name = "wake"
point = [1.8, 0.55, 0]
[averages]
from = 0.1
[cycles]
levels = 2
most = 4
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.1
)";

// A mean velocity that is held, beside a far field.
constexpr const char* held = R"(
[grid]
cells = [16, 16, 8]
periodic = ["x", "z"]
[flow]
viscosity = 0.02
mean_velocity = [0.5, 0, 0.1]
[initial]
kind = "taylor-green"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "far-field"
velocity = [0.6, 0, 0.1]
[cycles]
levels = 1
most = 3
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.05
)";

// Six blocks around a sphere: three meet at edges.
constexpr const char* sphere = R"(
[grid]
kind = "sphere"
side = 8
outwards = 8
far = 4
first = 0.1
[flow]
viscosity = 0.02
[initial]
kind = "uniform"
velocity = [1, 0, 0]
[[boundary]]
family = "sphere"
kind = "wall"
[[boundary]]
family = "far"
kind = "inflow"
velocity = [1, 0, 0]
[cycles]
levels = 2
[time]
scheme = "steady"
)";

// A face with a wall and a connection, and a corner that juts into the flow.
constexpr const char* step = R"(
[grid]
kind = "step"
step_cells = 8
height_cells = 8
inlet_cells = 8
outlet_cells = 16
inlet_length = 2
outlet_length = 4
[flow]
viscosity = 0.02
[[boundary]]
family = "inflow"
kind = "inflow"
velocity = [1, 0, 0]
profile = "parabolic"
[[boundary]]
family = "outflow"
kind = "outflow"
[[boundary]]
family = "top"
kind = "wall"
[[boundary]]
family = "bottom"
kind = "wall"
[cycles]
levels = 2
[time]
scheme = "steady"
)";

// What it carries: with buoyancy, with a flux, and without diffusion.
constexpr const char* heated = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [32, 16, 1]
length = [2, 1, 1]
[flow]
viscosity = 0.02
gravity = [0, -1, 0]
[[scalar]]
name = "heat"
diffusivity = 0.01
gradient = [0, 1, 0]
expansion = 0.5
[[scalar]]
name = "dye"
diffusivity = 0
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
profile = "parabolic"
scalars = { heat = 1, dye = 1 }
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "wall"
fluxes = { heat = 0.05 }
[[boundary]]
family = "y+"
kind = "wall"
scalars = { heat = 2 }
[[probe]]
name = "wake"
point = [1.8, 0.55, 0]
[cycles]
levels = 2
most = 4
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.1
)";

// Eddies that are damped at walls, with a central flux and a limiter.
constexpr const char* eddies = R"(
[grid]
kind = "wavy"
amplitude = 0.03
cells = [16, 16, 8]
periodic = ["x", "z"]
blocks = [2, 1, 1]
[flow]
viscosity = 0.001
mean_velocity = [0.5, 0, 0.1]
flux = "central"
dissipation = 0.2
limiter = "van-albada"
[turbulence_model]
kind = "smagorinsky"
[initial]
kind = "taylor-green"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "wall"
velocity = [0.5, 0, 0]
[averages]
from = 0.05
[cycles]
levels = 2
most = 3
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.05
)";

// Bodies that swing and turn, across the cuts between blocks, on a grid of lines that are bent.
constexpr const char* swimming = R"(
[grid]
kind = "wavy"
amplitude = 0.02
cells = [32, 32, 1]
length = [2, 2, 1]
[flow]
viscosity = 0.02
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "wall"
[[boundary]]
family = "y+"
kind = "symmetry"
[[immersed]]
name = "disc"
shape = "cylinder"
centre = [0.9, 1.02, 0]
radius = 0.25
amplitude = [0.1, 0.05, 0]
frequency = 1
phase = [0, 90, 0]
[[immersed]]
name = "fin"
shape = "box"
centre = [1.5, 0.6, 0]
size = [0.5, 0.2, 1]
angle = 20
angle_phase = -90
frequency = 0.5
pivot = [1.3, 0.6, 0]
profile = "power-law"
[[body]]
name = "both"
immersed = ["disc", "fin"]
velocity = 1
height = 1
[cycles]
levels = 2
most = 4
tolerance = 1e-9
[time]
scheme = "bdf2"
step = 0.05
)";

// A ball across a periodic face, and one that is all inside.
constexpr const char* balls = R"(
[grid]
cells = [16, 16, 16]
periodic = ["z"]
[flow]
viscosity = 0.02
[[boundary]]
family = "x-"
kind = "inflow"
velocity = [1, 0, 0]
[[boundary]]
family = "x+"
kind = "outflow"
[[boundary]]
family = "y-"
kind = "slip"
[[boundary]]
family = "y+"
kind = "slip"
[[immersed]]
name = "rod"
shape = "cylinder"
axis = "z"
centre = [0.35, 0.7, 0]
radius = 0.14
[[immersed]]
name = "ball"
shape = "sphere"
centre = [0.6, 0.3, 0.45]
radius = 0.18
[cycles]
levels = 2
[time]
scheme = "steady"
)";

/// On a route that needs no trial wherever fields lie.
std::vector<std::string> with(const std::string& precision) {
  const std::string route = testing::test_device() == "cuda" ? "staged" : "direct";
  return {"simulation.precision=\"" + precision + "\"", "transport.route=\"" + route + "\""};
}

/// Cells of a part are those of the whole, to so much.
void expect_part_of(simulation::Simulation& part, simulation::Simulation& whole, double tolerance) {
  const CellValues here(part), all(whole);
  double worst = 0;
  for (const auto& [key, cell] : here.cells) {
    const testing::CellValue& other = all.cells.at(key);
    worst = std::max(worst, std::abs(cell.pressure - other.pressure));
    for (std::size_t d = 0; d < 3; ++d)
      worst = std::max(worst, std::abs(cell.velocity[d] - other.velocity[d]));
  }
  EXPECT_LE(worst, tolerance);
  EXPECT_EQ(Communicator::world().sum(static_cast<double>(here.cells.size())),
            static_cast<double>(all.cells.size()));
}

class OnRanks : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

// A cell takes from its neighbours alone, and cuts are connections like others.
TEST_P(OnRanks, AgreesWithOneRank) {
  const auto [text, precision] = GetParam();
  const Solver together = flow_after(5, text, with(precision));
  const Solver alone = flow_after(5, text, with(precision), Communicator::self());
  expect_part_of(*together, *alone, precision == std::string("double") ? 1e-12 : 2e-5);
  EXPECT_NEAR(scalar(*together, "kinetic_energy") / scalar(*alone, "kinetic_energy"), 1, 1e-5);
}
INSTANTIATE_TEST_SUITE_P(Cases, OnRanks,
                         ::testing::Values(std::pair{channel, "double"},
                                           std::pair{channel, "single"}, std::pair{box, "double"},
                                           std::pair{carried, "double"}, std::pair{held, "double"},
                                           std::pair{sphere, "double"}, std::pair{step, "double"},
                                           std::pair{heated, "double"}, std::pair{heated, "single"},
                                           std::pair{eddies, "double"}, std::pair{eddies, "single"},
                                           std::pair{swimming, "double"},
                                           std::pair{swimming, "single"},
                                           std::pair{balls, "double"}));

TEST(Blocks, GiveWhatOneBlockGives) {
  std::vector<std::string> cut = with("double");
  cut.emplace_back("grid.blocks=[2, 2, 1]");
  const Solver whole = flow_after(5, channel, with("double")), parts = flow_after(5, channel, cut);
  for (const char* name : {"kinetic_energy", "wall_force_x", "wall_force_y"})
    EXPECT_NEAR(scalar(*whole, name), scalar(*parts, name), 1e-11) << name;
}

TEST(Blocks, CarryWhatOneBlockCarries) {
  std::vector<std::string> cut = with("double");
  cut.emplace_back("grid.blocks=[4, 2, 1]");
  const Solver whole = flow_after(5, heated, with("double")), parts = flow_after(5, heated, cut),
               alone = flow_after(5, heated, with("double"), Communicator::self());
  const auto a = whole->scalars(), b = parts->scalars(), c = alone->scalars();
  for (std::size_t n = 0; n < a.size(); ++n) {
    if (a[n].name.find("residual") != std::string::npos) continue;
    EXPECT_NEAR(a[n].value, b[n].value, 1e-10) << a[n].name;
    EXPECT_NEAR(a[n].value, c[n].value, 1e-10) << a[n].name;
  }
}

TEST(Blocks, GiveTheBodyThatOneBlockGives) {
  std::vector<std::string> cut = with("double");
  cut.emplace_back("grid.blocks=[4, 2, 1]");
  const Solver whole = flow_after(5, carried, with("double")), parts = flow_after(5, carried, cut);
  for (const char* name :
       {"kinetic_energy", "drag_roof", "lift_roof", "moment_roof_z", "velocity_wake_y"})
    EXPECT_NEAR(scalar(*whole, name), scalar(*parts, name), 1e-11) << name;
}

TEST(Blocks, GiveTheImmersedBodiesThatOneBlockGives) {
  std::vector<std::string> cut = with("double");
  cut.emplace_back("grid.blocks=[2, 4, 1]");
  const Solver whole = flow_after(5, swimming, with("double")),
               parts = flow_after(5, swimming, cut);
  for (const char* name : {"kinetic_energy", "drag_both", "lift_both", "moment_both_z",
                           "force_disc_x", "force_momentum_fin_y"})
    EXPECT_NEAR(scalar(*whole, name), scalar(*parts, name), 1e-10) << name;
}

TEST(Precision, SingleAgreesWithDouble) {
  const Solver in_double = flow_after(10, channel, with("double")),
               in_single = flow_after(10, channel, with("single"));
  EXPECT_NEAR(scalar(*in_single, "kinetic_energy") / scalar(*in_double, "kinetic_energy"), 1, 1e-4);
}

/// Rows of a wall in an order of their own, whoever has its faces.
TEST(Walls, HaveTheSameTableOnAllRanksAndOnOne) {
  std::vector<std::string> settings = with("double");
  settings.emplace_back("boundary.3.table=true");
  const Solver together = flow_after(3, carried, settings),
               alone = flow_after(3, carried, settings, Communicator::self());
  const auto here = together->tables({"wall_y+"}).at(0), there = alone->tables({"wall_y+"}).at(0);
  ASSERT_EQ(here.values.size(), here.columns.size());
  for (std::size_t c = 0; c < here.columns.size(); ++c) {
    ASSERT_EQ(here.values[c].size(), 32u);
    for (std::size_t n = 0; n < 32; ++n)
      EXPECT_NEAR(here.values[c][n], there.values[c][n], 1e-11) << here.columns[c];
  }
  EXPECT_TRUE(std::is_sorted(here.values[0].begin(), here.values[0].end()));
}

class Restart : public ::testing::TestWithParam<const char*> {};

TEST_P(Restart, IsBitwiseOnTheSameRanksAndToRoundingOnOne) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-flow-" + std::to_string(getpid()) + ".h5"))
                          .string());
  const auto settings = with("double");
  const Solver unbroken = flow_after(3, GetParam(), settings);
  {
    io::CheckpointWriter out(file, world, "flow");
    unbroken->save(out);
    out.commit();
  }
  for (int n = 0; n < 3; ++n) unbroken->step(1e9);
  const auto restarted = [&](const Communicator& comm) {
    Solver solver = flow_solver(GetParam(), settings, comm);
    {
      io::CheckpointReader in(file, comm);
      solver->load(in);
    }
    for (int n = 0; n < 3; ++n) solver->step(1e9);
    return solver;
  };
  const Solver together = restarted(world), alone = restarted(Communicator::self());
  EXPECT_EQ(together->time(), unbroken->time());
  const auto expected = unbroken->scalars(), found = together->scalars();
  for (std::size_t n = 0; n < expected.size(); ++n)
    EXPECT_EQ(expected[n].value, found[n].value) << expected[n].name;
  if (GetParam() == heated) {
    for (const char* name : {"heat", "dye"})
      EXPECT_EQ(testing::OneField(*unbroken, name).values,
                testing::OneField(*together, name).values)
          << name;
  }
  if (GetParam() == carried) {
    for (const char* name : {"mean_velocity", "mean_pressure", "reynolds_stress_xy"})
      EXPECT_EQ(testing::OneField(*unbroken, name).values,
                testing::OneField(*together, name).values)
          << name;
  }
  if (GetParam() == eddies) {
    for (const char* name : {"eddy_viscosity", "mean_eddy_viscosity"})
      EXPECT_EQ(testing::OneField(*unbroken, name).values,
                testing::OneField(*together, name).values)
          << name;
  }
  const CellValues before(*unbroken), after(*together);
  for (const auto& [key, cell] : before.cells) {
    EXPECT_EQ(cell.velocity, after.cells.at(key).velocity);
    EXPECT_EQ(cell.pressure, after.cells.at(key).pressure);
  }
  expect_part_of(*together, *alone, 1e-12);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}
INSTANTIATE_TEST_SUITE_P(Schemes, Restart,
                         ::testing::Values(channel, box, carried, held, heated, eddies, swimming));

// Also where a case may change what it carries.
TEST(Checkpoint, RefusesOtherScalars) {
  const Communicator world = Communicator::world();
  const std::filesystem::path file =
      world.broadcast((std::filesystem::temp_directory_path() /
                       ("thalweg-scalars-" + std::to_string(getpid()) + ".h5"))
                          .string());
  const std::string with_heat =
      std::string(box) + "[[scalar]]\nname = \"heat\"\ndiffusivity = 0.1\n";
  {
    const Solver solver = flow_after(1, with_heat, with("double"));
    io::CheckpointWriter out(file, world, "flow");
    solver->save(out);
    out.commit();
  }
  const auto refused = [&](const std::string& text) {
    const Solver solver = flow_solver(text, with("double"));
    io::CheckpointReader in(file, world);
    try {
      solver->load(in);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused(with_heat), "");
  EXPECT_NE(refused(box).find("has the scalars \"heat\", the case has (none)"), std::string::npos);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

TEST(Divergence, NamesBlockCellAndPlace) {
  std::vector<std::string> settings = with("double");
  for (const char* setting : {"cycles.smoother=\"runge-kutta\"", "cycles.cfl=1e6"})
    settings.emplace_back(setting);
  const Solver solver = flow_solver(channel, settings);
  solver->initialise();
  std::vector<simulation::Fault> faults;
  for (int n = 0; n < 20 && faults.empty(); ++n) {
    solver->step(1e9);
    faults = solver->faults();
  }
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_NE(faults[0].place.find("block 0 0 0, cell "), std::string::npos) << faults[0].place;
  EXPECT_NE(faults[0].place.find("x = "), std::string::npos);
}

}  // namespace
}  // namespace thalweg::flow
