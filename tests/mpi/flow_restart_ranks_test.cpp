// SPDX-License-Identifier: Apache-2.0
// Flows that are restarted half-way, on as many ranks and on one.
#include <unistd.h>

#include <filesystem>

#include "base/error.hpp"
#include "tests/support/flow_on_ranks.hpp"
#include "tests/support/warm_bodies.hpp"

namespace thalweg::flow {
namespace {

using testing::CellValues, testing::expect_part_of, testing::flow_after, testing::flow_solver,
    testing::Solver, testing::tolerance_on_ranks, testing::with;
using transport::Communicator;

using namespace testing::small_flows;
using testing::warm_bodies;

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
  const Solver unbroken = flow_after(2, GetParam(), settings);
  file.save(*unbroken);
  for (int n = 0; n < 2; ++n) unbroken->step(1e9);
  const auto restarted = [&](const Communicator& comm) {
    Solver solver = flow_solver(GetParam(), settings, comm);
    file.load(*solver, comm);
    for (int n = 0; n < 2; ++n) solver->step(1e9);
    return solver;
  };
  const Solver together = restarted(world),
               alone = world.is_root() ? restarted(Communicator::self()) : nullptr;
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
  expect_part_of(*together, alone.get(), tolerance_on_ranks(GetParam()));
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
  const Solver unbroken = flow_after(2, text, settings), restarted = flow_solver(text, settings);
  file.save(*unbroken);
  file.load(*restarted, Communicator::world());
  for (int n = 0; n < 2; ++n) {
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

}  // namespace
}  // namespace thalweg::flow
