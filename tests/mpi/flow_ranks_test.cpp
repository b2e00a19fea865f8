// SPDX-License-Identifier: Apache-2.0
// The same flow on all ranks together and on each rank alone, in blocks or as one, in both
// precisions.
#include <algorithm>

#include "tests/support/flow_on_ranks.hpp"
#include "tests/support/ring_grid.hpp"
#include "tests/support/small_flows.hpp"
#include "tests/support/warm_bodies.hpp"

namespace thalweg::flow {
namespace {

using testing::CellValues, testing::expect_part_of, testing::flow_after, testing::flow_alone_after,
    testing::flow_solver, testing::scalar, testing::Solver, testing::tolerance_on_ranks,
    testing::with;
using transport::Communicator;

using namespace testing::small_flows;
using testing::warm_bodies;

class OnRanks : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

// A cell takes from its neighbours alone, and cuts are connections like others.
TEST_P(OnRanks, AgreesWithOneRank) {
  const auto [text, precision] = GetParam();
  const Solver together = flow_after(3, text, with(precision));
  const Solver alone = flow_alone_after(3, text, with(precision));
  expect_part_of(*together, alone.get(),
                 precision == std::string("double") ? tolerance_on_ranks(text) : 2e-5);
  const double energy = scalar(*together, "kinetic_energy");
  if (alone) {
    EXPECT_NEAR(energy / scalar(*alone, "kinetic_energy"), 1, 1e-5);
  }
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
               alone = flow_alone_after(3, testing::between_cylinders, settings);
  expect_part_of(*together, alone.get(), 1e-12);
}

using Cells = std::map<CellValues::Key, testing::CellValue>;

void expect_same_bits(const Cells& these, const Cells& those) {
  ASSERT_EQ(these.size(), those.size());
  for (const auto& [key, cell] : these) {
    ASSERT_EQ(cell.pressure, those.at(key).pressure);
    ASSERT_EQ(cell.velocity, those.at(key).velocity);
  }
}

class BehindWork : public ::testing::TestWithParam<const char*> {};

// Which cells are worked on first does not matter: by no bit.
TEST_P(BehindWork, MessagesChangeNothing) {
  std::vector<std::string> after = with("double");
  after.emplace_back("transport.overlap=false");
  const Solver behind = flow_after(3, GetParam(), with("double")),
               one_by_one = flow_after(3, GetParam(), after);
  expect_same_bits(CellValues(*behind).cells, CellValues(*one_by_one).cells);
}
INSTANTIATE_TEST_SUITE_P(Cases, BehindWork, ::testing::Values(channel, carried, sphere, plate));

/// After three steps, once it is sure that coarse levels are gathered where they shall be.
Cells cells_of_gathered(const std::string& text, std::vector<std::string> settings,
                        const std::string& gather_below) {
  settings.push_back("cycles.gather_below=" + gather_below);
  const Solver solver = flow_after(3, text, settings);
  bool is_gathered = false;
  for (const auto& movement : solver->transport())
    if (movement.name.find(": gathered") != std::string::npos) is_gathered = true;
  EXPECT_EQ(is_gathered, gather_below != "0" && Communicator::world().size() > 1);
  return CellValues(*solver).cells;
}

/// Who has the blocks of coarse levels does not matter: by no bit.
void expect_same_however_gathered(const std::string& text,
                                  const std::vector<std::string>& settings) {
  const Cells never = cells_of_gathered(text, settings, "0");
  for (const char* gather_below : {"1500", "1000000"})  // some coarse levels, all
    expect_same_bits(cells_of_gathered(text, settings, gather_below), never);
}

using TextAndSettings = std::pair<std::string, std::vector<std::string>>;
class Gathered : public ::testing::TestWithParam<TextAndSettings> {};

TEST_P(Gathered, LevelsChangeNothing) {
  const auto& [text, more] = GetParam();
  std::vector<std::string> settings = with("double");
  settings.insert(settings.end(), more.begin(), more.end());
  expect_same_however_gathered(text, settings);
}
INSTANTIATE_TEST_SUITE_P(
    Cases, Gathered,
    ::testing::Values(
        TextAndSettings{channel, {}}, TextAndSettings{channel, {"simulation.precision=\"single\""}},
        TextAndSettings{channel, {"cycles.smoother=\"runge-kutta\"", "cycles.cfl=1"}},
        TextAndSettings{carried, {}}, TextAndSettings{plate, {"cycles.smoother=\"lines\""}},
        TextAndSettings{sphere, {"grid.side=16", "cycles.levels=3", "grid.outwards=16"}},
        TextAndSettings{sphere,
                        {"grid.side=16", "cycles.levels=3", "grid.outwards=16", "cycles.kind=\"F\"",
                         "transport.overlap=false"}},
        TextAndSettings{heated, {}}, TextAndSettings{eddies_with_dye, {}},
        TextAndSettings{swimming, {}}, TextAndSettings{balls, {}},
        TextAndSettings{warm_bodies, {}}));

TEST(Sector, IsTheSameHoweverGathered) {
  const testing::RingFile file({.sectors = 4});
  std::vector<std::string> settings = with("double");
  settings.push_back(file.setting());
  expect_same_however_gathered(testing::between_cylinders, settings);
}

TEST(Blocks, GiveWhatOneBlockGives) {
  std::vector<std::string> cut = with("double");
  cut.emplace_back("grid.blocks=[2, 2, 1]");
  const Solver whole = flow_after(3, channel, with("double")), parts = flow_after(3, channel, cut);
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
  const Solver whole = flow_after(3, heated, with("double")), parts = flow_after(3, heated, cut),
               alone = flow_alone_after(3, heated, with("double"));
  const auto a = whole->scalars(), b = parts->scalars();
  const auto c = alone ? alone->scalars() : a;
  for (std::size_t n = 0; n < a.size(); ++n) {
    if (a[n].name.find("residual") != std::string::npos) continue;
    EXPECT_NEAR(a[n].value, b[n].value, 1e-10) << a[n].name;
    EXPECT_NEAR(a[n].value, c[n].value, 1e-10) << a[n].name;
  }
}

TEST(Blocks, GiveTheBodyThatOneBlockGives) {
  std::vector<std::string> cut = with("double");
  cut.emplace_back("grid.blocks=[4, 2, 1]");
  const Solver whole = flow_after(3, carried, with("double")), parts = flow_after(3, carried, cut);
  for (const char* name :
       {"kinetic_energy", "drag_roof", "lift_roof", "moment_roof_z", "velocity_wake_y"})
    EXPECT_NEAR(scalar(*whole, name), scalar(*parts, name), 1e-11) << name;
}

TEST(Blocks, GiveTheImmersedBodiesThatOneBlockGives) {
  std::vector<std::string> cut = with("double");
  cut.emplace_back("grid.blocks=[2, 4, 1]");
  const Solver whole = flow_after(3, swimming, with("double")),
               parts = flow_after(3, swimming, cut);
  for (const char* name : {"kinetic_energy", "drag_both", "lift_both", "moment_both_z",
                           "force_disc_x", "force_momentum_fin_y"})
    EXPECT_NEAR(scalar(*whole, name), scalar(*parts, name), 1e-10) << name;
}

TEST(Precision, SingleAgreesWithDouble) {
  const Solver in_double = flow_after(5, channel, with("double")),
               in_single = flow_after(5, channel, with("single"));
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
