// SPDX-License-Identifier: Apache-2.0
// The same flow on all ranks together and on each rank alone, in blocks or as one, in both
// precisions, restarted half-way.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.hpp"
#include "solvers/flow/step_model.hpp"
#include "tests/support/flow_runs.hpp"
#include "tests/support/ring_grid.hpp"
#include "tests/support/small_flows.hpp"
#include "tests/support/warm_bodies.hpp"

namespace thalweg::flow {
namespace {

using testing::CellValues, testing::flow_after, testing::flow_solver, testing::scalar,
    testing::Solver, testing::with;
using transport::Communicator;

using namespace testing::small_flows;
using testing::warm_bodies;

const std::string eddies_with_dye =
    std::string(eddies) + "[[scalar]]\nname = \"dye\"\ndiffusivity = 0.01\ngradient = [0, 1, 0]\n";

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

/// In double precision. A force that holds a mean velocity, or what comes in, follows from a sum
/// over ranks, whose last bit may round a change in single precision the other way: by 6e-8 of it.
double tolerance_on_ranks(const char* text) {
  const bool follows_sums = text == gusty || text == eddies || text == eddies_with_dye;
  return follows_sums ? 2e-8 : 1e-12;
}

class OnRanks : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

// A cell takes from its neighbours alone, and cuts are connections like others.
TEST_P(OnRanks, AgreesWithOneRank) {
  const auto [text, precision] = GetParam();
  const Solver together = flow_after(5, text, with(precision));
  const Solver alone = flow_after(5, text, with(precision), Communicator::self());
  expect_part_of(*together, *alone,
                 precision == std::string("double") ? tolerance_on_ranks(text) : 2e-5);
  EXPECT_NEAR(scalar(*together, "kinetic_energy") / scalar(*alone, "kinetic_energy"), 1, 1e-5);
}
INSTANTIATE_TEST_SUITE_P(
    Cases, OnRanks,
    ::testing::Values(
        std::pair{channel, "double"}, std::pair{channel, "single"}, std::pair{box, "double"},
        std::pair{carried, "double"}, std::pair{held, "double"}, std::pair{sphere, "double"},
        std::pair{step, "double"}, std::pair{plate, "double"}, std::pair{heated, "double"},
        std::pair{heated, "single"}, std::pair{eddies, "double"}, std::pair{eddies, "single"},
        std::pair{gusty, "double"}, std::pair{gusty, "single"}, std::pair{swimming, "double"},
        std::pair{swimming, "single"}, std::pair{balls, "double"}, std::pair{warm_bodies, "double"},
        std::pair{warm_bodies, "single"}));

TEST(Sector, AgreesWithOneRank) {
  const testing::RingFile file({.sectors = 4});
  std::vector<std::string> settings = with("double");
  settings.push_back(file.setting());
  const Solver together = flow_after(3, testing::between_cylinders, settings),
               alone = flow_after(3, testing::between_cylinders, settings, Communicator::self());
  expect_part_of(*together, *alone, 1e-12);
}

class BehindWork : public ::testing::TestWithParam<const char*> {};

// Which cells are worked on first does not matter: by no bit.
TEST_P(BehindWork, MessagesChangeNothing) {
  std::vector<std::string> after = with("double");
  after.emplace_back("transport.overlap=false");
  const Solver behind = flow_after(3, GetParam(), with("double")),
               one_by_one = flow_after(3, GetParam(), after);
  const CellValues these(*behind), those(*one_by_one);
  ASSERT_EQ(these.cells.size(), those.cells.size());
  for (const auto& [key, cell] : these.cells) {
    const testing::CellValue& other = those.cells.at(key);
    ASSERT_EQ(cell.pressure, other.pressure);
    ASSERT_EQ(cell.velocity, other.velocity);
  }
}
INSTANTIATE_TEST_SUITE_P(Cases, BehindWork, ::testing::Values(channel, carried, sphere, plate));

struct Moved {
  double bytes = 0, messages = 0;
};

/// Of all ranks in a step, by name of the movement.
std::map<std::string, Moved> moved_by_model(const std::string& text,
                                            const std::vector<std::string>& settings) {
  io::Case input = io::Case::parse(text, "test.toml", settings);
  const auto work =
      step_model(input).work({.nodes = 1, .ranks_per_node = Communicator::world().size()});
  std::map<std::string, Moved> all;
  for (const auto& movement : work.movements)
    for (const auto& rank : movement.chunks.at(0))
      for (const transport::Load& load : rank) {
        all[movement.name].bytes += movement.per_step * static_cast<double>(load.bytes);
        all[movement.name].messages += movement.per_step * static_cast<double>(load.messages);
      }
  return all;
}

/// Of all ranks since the run began, by name of the movement.
std::map<std::string, Moved> moved_by_run(const simulation::Simulation& solver) {
  std::map<std::string, Moved> all;
  const auto steps = static_cast<double>(solver.steps());
  for (const auto& movement : solver.transport())
    all[movement.name] = {steps * movement.bytes, steps * movement.messages};
  return all;
}

using TextAndSettings = std::pair<std::string, std::vector<std::string>>;
class StepModelOfRanks : public ::testing::TestWithParam<TextAndSettings> {};

// Of the second and the third step: more may be done for the first state.
TEST_P(StepModelOfRanks, MovesAreThoseOfARun) {
  std::vector<std::string> settings = with("double");
  const auto& [text, more] = GetParam();
  settings.insert(settings.end(), more.begin(), more.end());
  const Solver solver = flow_after(1, text, settings);
  std::map<std::string, Moved> first = moved_by_run(*solver);
  for (int n = 0; n < 2; ++n) solver->step(1e9);
  const std::map<std::string, Moved> model = moved_by_model(text, settings),
                                     run = moved_by_run(*solver);
  EXPECT_GE(run.size(), 1u);
  if (Communicator::world().size() == 1) {
    for (const auto& [name, moved] : run) EXPECT_EQ(moved.bytes, 0) << name;
    return;
  }
  EXPECT_EQ(model.size(), run.size());
  for (const auto& [name, moved] : run) {
    ASSERT_EQ(model.count(name), 1u) << name;
    const Moved predicted = model.at(name);
    EXPECT_NEAR(2 * predicted.bytes, moved.bytes - first[name].bytes, 1e-9 * moved.bytes) << name;
    EXPECT_NEAR(2 * predicted.messages, moved.messages - first[name].messages,
                1e-9 * moved.messages)
        << name;
  }
}

// Few cycles, so that all of them are taken; but none of scalars that act on the flow.
constexpr const char *two_cycles = "cycles.most=2", *coarse = "cycles.tolerance=0.1",
                     *is_steady = "time.scheme=\"steady\"";

INSTANTIATE_TEST_SUITE_P(
    Cases, StepModelOfRanks,
    ::testing::Values(
        TextAndSettings{plate, {}}, TextAndSettings{plate, {"simulation.precision=\"single\""}},
        TextAndSettings{sphere, {"grid.side=16", "cycles.levels=3", "grid.outwards=16"}},
        TextAndSettings{channel, {}}, TextAndSettings{carried, {}},
        TextAndSettings{heated, {two_cycles, coarse}}, TextAndSettings{heated, {is_steady}},
        TextAndSettings{gusty, {two_cycles}}, TextAndSettings{eddies, {}},
        TextAndSettings{eddies_with_dye, {two_cycles}}, TextAndSettings{swimming, {}},
        TextAndSettings{balls, {}}, TextAndSettings{warm_bodies, {two_cycles, coarse}},
        TextAndSettings{box, {"cycles.smoother=\"runge-kutta\""}},
        TextAndSettings{plate, {"cycles.smoother=\"lines\"", "cycles.sweeps=5"}},
        TextAndSettings{sphere, {"cycles.kind=\"V\""}},
        TextAndSettings{sphere, {"cycles.kind=\"F\"", "grid.side=16", "grid.outwards=16"}}));

TEST(Blocks, GiveWhatOneBlockGives) {
  std::vector<std::string> cut = with("double");
  cut.emplace_back("grid.blocks=[2, 2, 1]");
  const Solver whole = flow_after(5, channel, with("double")), parts = flow_after(5, channel, cut);
  for (const char* name : {"kinetic_energy", "wall_force_x", "wall_force_y"})
    EXPECT_NEAR(scalar(*whole, name), scalar(*parts, name), 1e-11) << name;
}

// Lines lead along y, so that cuts across x leave them whole, and ranks cut there.
TEST(Blocks, GiveWhatOneBlockGivesWhereLinesStayWhole) {
  std::vector<std::string> whole_case = with("double");
  whole_case.insert(whole_case.end(),
                    {"cycles.smoother=\"lines\"", "grid.length=[4, 1, 1]", "cycles.levels=1"});
  std::vector<std::string> cut = whole_case;
  cut.emplace_back("grid.blocks=[2, 1, 1]");
  const Solver whole = flow_after(5, channel, whole_case), parts = flow_after(5, channel, cut),
               alone = flow_after(5, channel, whole_case, Communicator::self());
  for (const char* name : {"kinetic_energy", "wall_force_x", "wall_force_y"}) {
    EXPECT_NEAR(scalar(*whole, name), scalar(*parts, name), 1e-11) << name;
    EXPECT_NEAR(scalar(*whole, name), scalar(*alone, name), 1e-11) << name;
  }
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

TEST(Profile, IsTheSameOnAllRanksAndOnOne) {
  const auto table_on = [](const Communicator& comm) {
    return flow_after(3, gusty, with("double"), comm)->tables({"across"}).at(0);
  };
  const auto here = table_on(Communicator::world()), there = table_on(Communicator::self());
  ASSERT_EQ(here.values.size(), here.columns.size());
  for (std::size_t c = 0; c < here.columns.size(); ++c) {
    ASSERT_EQ(here.values[c].size(), there.values[c].size());
    for (std::size_t n = 0; n < here.values[c].size(); ++n)
      EXPECT_NEAR(here.values[c][n], there.values[c][n], 1e-9) << here.columns[c];
  }
}

/// A checkpoint of all ranks, gone at the end.
class SharedFile {
 public:
  SharedFile()
      : path_(world_.broadcast((std::filesystem::temp_directory_path() /
                                ("thalweg-flow-" + std::to_string(getpid()) + ".h5"))
                                   .string())) {}
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile() {
    world_.barrier();
    if (world_.is_root()) std::filesystem::remove(path_);
  }

  void save(simulation::Simulation& solver) const {
    io::CheckpointWriter out(path_, world_, "flow");
    solver.save(out);
    out.commit();
  }
  void load(simulation::Simulation& solver, const Communicator& comm) const {
    io::CheckpointReader in(path_, comm);
    solver.load(in);
  }

 private:
  Communicator world_ = Communicator::world();
  std::filesystem::path path_;
};

void expect_same_fields(simulation::Simulation& a, simulation::Simulation& b,
                        const std::vector<std::string>& names) {
  for (const std::string& name : names)
    EXPECT_EQ(testing::OneField(a, name).values, testing::OneField(b, name).values) << name;
}

class Restart : public ::testing::TestWithParam<const char*> {};

TEST_P(Restart, IsBitwiseOnTheSameRanksAndToRoundingOnOne) {
  const Communicator world = Communicator::world();
  const SharedFile file;
  const auto settings = with("double");
  const Solver unbroken = flow_after(3, GetParam(), settings);
  file.save(*unbroken);
  for (int n = 0; n < 3; ++n) unbroken->step(1e9);
  const auto restarted = [&](const Communicator& comm) {
    Solver solver = flow_solver(GetParam(), settings, comm);
    file.load(*solver, comm);
    for (int n = 0; n < 3; ++n) solver->step(1e9);
    return solver;
  };
  const Solver together = restarted(world), alone = restarted(Communicator::self());
  EXPECT_EQ(together->time(), unbroken->time());
  const auto expected = unbroken->scalars(), found = together->scalars();
  for (std::size_t n = 0; n < expected.size(); ++n)
    EXPECT_EQ(expected[n].value, found[n].value) << expected[n].name;
  if (GetParam() == heated || GetParam() == warm_bodies)
    expect_same_fields(*unbroken, *together, {"heat", "dye"});
  if (GetParam() == carried)
    expect_same_fields(*unbroken, *together,
                       {"mean_velocity", "mean_pressure", "reynolds_stress_xy"});
  if (GetParam() == eddies_with_dye)
    expect_same_fields(*unbroken, *together, {"dye", "eddy_viscosity"});
  if (GetParam() == gusty)
    expect_same_fields(*unbroken, *together, {"mean_heat", "variance_heat", "turbulent_flux_heat"});
  const CellValues before(*unbroken), after(*together);
  for (const auto& [key, cell] : before.cells) {
    EXPECT_EQ(cell.velocity, after.cells.at(key).velocity);
    EXPECT_EQ(cell.pressure, after.cells.at(key).pressure);
  }
  expect_part_of(*together, *alone, tolerance_on_ranks(GetParam()));
}
INSTANTIATE_TEST_SUITE_P(Schemes, Restart,
                         ::testing::Values(channel, box, carried, held, heated, eddies,
                                           eddies_with_dye.c_str(), swimming, gusty, warm_bodies));

/// Whether some rows of the history were asked for meanwhile does not matter either.
void expect_bitwise_restart(const std::string& text, const std::vector<std::string>& more,
                            const std::vector<std::string>& names) {
  const SharedFile file;
  std::vector<std::string> settings = with("double");
  settings.insert(settings.end(), more.begin(), more.end());
  const Solver unbroken = flow_after(3, text, settings), restarted = flow_solver(text, settings);
  file.save(*unbroken);
  file.load(*restarted, Communicator::world());
  for (int n = 0; n < 3; ++n) {
    unbroken->scalars();
    unbroken->step(1e9);
    restarted->step(1e9);
  }
  expect_same_fields(*unbroken, *restarted, names);
}

// How far cycles of scalars have come is told by the first residual of a step, in which eddies are
// most of what spreads them here. Steps end between cycles at one tolerance or another.
TEST(RestartWithEddies, TakesThoseOfTheStateForScalars) {
  for (const char* tolerance : {"0.1", "0.01"})
    expect_bitwise_restart(eddies_with_dye,
                           {"turbulence_model.kind=\"vreman\"", "turbulence_model.constant=3",
                            "scalar.0.diffusivity=1e-6", "cycles.most=20",
                            std::string("cycles.tolerance=") + tolerance},
                           {"velocity", "pressure", "dye", "eddy_viscosity"});
}

// So little viscosity that layers at walls are turbulent: their stress damps eddies. (7.3), (7.7)
TEST(RestartWithEddies, DampsThemByTheLawOfWalls) {
  expect_bitwise_restart(
      eddies_with_dye,
      {"flow.viscosity=1e-5", "boundary.0.law=\"power\"", "boundary.1.law=\"power\""},
      {"velocity", "pressure", "dye", "eddy_viscosity"});
}

// Of one state the means are that state.
TEST(Averages, BeginAnewWhereACheckpointHasThoseFromAnotherTime) {
  const SharedFile file;
  const auto settings = with("double");  // from 0.1 on, in steps of 0.1
  file.save(*flow_after(4, carried, settings));
  // In the past, so that they begin now; in two steps; as before, so that they go on.
  for (const auto& [from, steps] : {std::pair{"0.2", 1}, {"0.5", 2}, {"0.1", 1}}) {
    std::vector<std::string> changed = settings;
    changed.push_back(std::string("averages.from=") + from);
    const Solver solver = flow_solver(carried, changed);
    file.load(*solver, Communicator::world());
    for (int n = 0; n < steps; ++n) solver->step(1e9);
    const auto mean = testing::OneField(*solver, "mean_velocity").values,
               now = testing::OneField(*solver, "velocity").values;
    EXPECT_EQ(mean == now, from != std::string("0.1")) << from;
  }
}

// Also where a case may change what it carries.
TEST(Checkpoint, RefusesOtherScalars) {
  const SharedFile file;
  const std::string with_heat =
      std::string(box) + "[[scalar]]\nname = \"heat\"\ndiffusivity = 0.1\n";
  file.save(*flow_after(1, with_heat, with("double")));
  const auto refused = [&](const std::string& text) {
    const Solver solver = flow_solver(text, with("double"));
    try {
      file.load(*solver, Communicator::world());
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused(with_heat), "");
  EXPECT_NE(refused(box).find("has the scalars \"heat\", the case has (none)"), std::string::npos);
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
