// SPDX-License-Identifier: Apache-2.0
// Sites and cells that are dealt to ranks anew while a run goes on, by given costs: against runs
// where they stay, with everything that a state has, and restarted afterwards.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>

#include "tests/support/plasma_runs.hpp"
#include "tests/support/vertices_apart.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma, testing::plasma_after, testing::plasma_alone_after, testing::scalar,
    testing::SiteVelocities, testing::Solver, testing::VertexPlaces;
using transport::Communicator;

constexpr double spacing = 1e-6;

// All cells are in one corner at first. Plates drag them along x, half the length in 150 steps, and
// a push along y over that end: where there is most work changes. Viscous membranes, another fluid
// in one kind, and repulsion.
constexpr const char* channel = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "channel"
length = 20e-6
width = 10e-6
height = 12e-6
lower_velocity = [0.4, 0, 0]
upper_velocity = [0.6, 0, 0]
[blood]
viscosity = 1e-3
density = 1000
relaxation_time = 0.9
[initial]
kind = "shear"
[flow]
pressure_gradient = [0, 2e7, 0]
[[planes]]
name = "middle"
axis = "x"
at = [0, 0, 0]
[cells]
repulsion = { range = 1.3e-6, strength = 2e-11, wall_strength = 4e-11 }
[[cells.species]]
name = "red cell"
radius = 2.8e-6
refinement = 1
shear_modulus = 1e-5
bending_modulus = 2e-19
volume_modulus = 1e2
interior_viscosity = 3e-3
centres = [[-6e-6, 1e-6, -2e-6]]
axes = [[0, 1, 1]]
[[cells.species]]
name = "ball"
shape = "sphere"
radius = 1.5e-6
refinement = 1
law = "neo-hookean"
shear_modulus = 1e-4
membrane_viscosity = 1e-8
centres = [[-8e-6, -3e-6, 3e-6], [-8e-6, 3e-6, 3e-6]]
)";

// Cells enter, flow through and leave; behind the outlet is a Windkessel.
constexpr const char* tube = R"(
[grid]
spacing = 1e-6
[geometry]
shape = "tube"
length = 18e-6
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
hematocrit = 0.12
[[openings]]
name = "x_high"
kind = "pressure"
resistance = 1e14
proximal_resistance = 3e13
compliance = 1e-20
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
)";

/// A vertex is taken to cost as much as 8 sites, and any imbalance above 1.1 is mended at once.
/// Sums have one order, so that restarts are compared by their bits.
std::vector<std::string> with(std::vector<std::string> more) {
  more = testing::gathering(std::move(more));
  more.push_back(testing::route_without_trial());
  return more;
}
std::vector<std::string> dealt(std::vector<std::string> more = {}) {
  more.insert(more.end(), {"decomposition.rebalance_above=1.1", "decomposition.least_steps=1",
                           "decomposition.vertex_cost=8"});
  return with(std::move(more));
}
std::vector<std::string> staying(std::vector<std::string> more = {}) {
  more.emplace_back("decomposition.rebalance_above=0");
  return with(std::move(more));
}

constexpr int output_steps = 15;

/// So many more steps, with output times as a run tells of them.
void go_on(simulation::Simulation& solver, int steps) {
  for (int n = 0; n < steps; ++n) {
    solver.step(1e9);
    if (solver.steps() % output_steps == 0) solver.rebalance();
  }
}

Solver gone(int steps, const char* text, const std::vector<std::string>& settings,
            const Communicator& comm = Communicator::world()) {
  Solver solver = plasma(text, settings, comm);
  solver->initialise();
  go_on(*solver, steps);
  return solver;
}

std::size_t rebalanced(const simulation::Simulation& solver) {
  return solver.balance()->rebalancings.size();
}

/// alone: a run on the first rank.
double apart(simulation::Simulation& here, simulation::Simulation* alone) {
  return testing::vertices_apart(here, alone, {20e-6, 10e-6, 0});
}

/// The largest difference of a velocity to that of a run on one rank, over the largest velocity.
double difference(simulation::Simulation& here, simulation::Simulation* alone) {
  const SiteVelocities part(here);
  const auto all = testing::shared_by_first(alone ? SiteVelocities(*alone).of_site
                                                  : decltype(SiteVelocities::of_site)());
  double worst = 0, most = 0;
  for (const auto& [identity, velocity] : part.of_site)
    for (std::size_t d = 0; d < 3; ++d) {
      worst = std::max(worst, std::abs(velocity[d] - all.at(identity)[d]));
      most = std::max(most, std::abs(velocity[d]));
    }
  return Communicator::world().max(worst / std::max(most, 1e-300));
}

void expect_same(simulation::Simulation& here, simulation::Simulation* alone, double rounding) {
  EXPECT_LT(apart(here, alone), rounding * spacing);
  EXPECT_LT(difference(here, alone), rounding);
  const auto one = here.scalars();
  if (!alone) return;
  const auto other = alone->scalars();
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t n = 0; n < one.size(); ++n) {
    EXPECT_EQ(one[n].name, other[n].name);
    if (one[n].name == "mass_change") continue;  // which is rounding itself
    EXPECT_NEAR(one[n].value, other[n].value, 1e3 * rounding * std::abs(other[n].value))
        << one[n].name;
  }
}

/// Of the work of ranks as the costs of dealt() have it, largest over mean.
double imbalance_by_count(simulation::Simulation& solver) {
  const Communicator world = Communicator::world();
  const double own = static_cast<double>(SiteVelocities(solver).of_site.size()) +
                     8 * static_cast<double>(VertexPlaces(solver).of_vertex.size());
  return world.max(own) / world.sum(own) * world.size();
}

TEST(Rebalancing, ChangesNothingButRounding) {
  const Solver moving = gone(150, channel, dealt()),
               alone = plasma_alone_after(150, channel, staying());
  if (alone) {
    EXPECT_EQ(rebalanced(*alone), 0u);
  }
  EXPECT_GE(rebalanced(*moving), Communicator::world().size() > 1 ? 2u : 0u);
  expect_same(*moving, alone.get(), 1e-9);
}

TEST(Rebalancing, ChangesNothingButRoundingInSinglePrecision) {
  const std::vector<std::string> single{"simulation.precision=\"single\""};
  const Solver moving = gone(60, channel, dealt(single)),
               alone = plasma_alone_after(60, channel, staying(single));
  EXPECT_LT(apart(*moving, alone.get()), 1e-4 * spacing);
  EXPECT_LT(difference(*moving, alone.get()), 1e-4);
}

TEST(Rebalancing, MakesWorkMoreEven) {
  const Solver solver = gone(0, channel, dealt());
  const double before = imbalance_by_count(*solver);
  EXPECT_NEAR(solver->balance()->imbalance, before, 1e-12);
  go_on(*solver, output_steps);
  if (Communicator::world().size() == 1) {
    EXPECT_EQ(rebalanced(*solver), 0u);
    return;
  }
  ASSERT_EQ(rebalanced(*solver), 1u);
  const auto report = *solver->balance();
  const auto& event = report.rebalancings[0];
  EXPECT_EQ(event.step, output_steps);
  EXPECT_NEAR(event.before, before, 0.02 * before);  // cells have hardly moved
  EXPECT_GT(event.before, 1.1);
  EXPECT_LT(event.expected, event.before);
  EXPECT_NEAR(imbalance_by_count(*solver), event.expected, 0.02);
  EXPECT_EQ(event.after, report.imbalance);
  EXPECT_NEAR(report.imbalance, event.expected, 0.02);
}

/// One cell alone, in the same corner.
std::vector<std::string> one_cell(const std::vector<std::string>& settings) {
  std::vector<std::string> all = settings;
  all.emplace_back("cells.species=[{ shape = \"sphere\", radius = 2e-6, refinement = 1, "
                   "shear_modulus = 1e-4, centres = [[-8e-6, -2e-6, 3e-6]] }]");
  return all;
}

TEST(Rebalancing, LeavesRanksWithoutCells) {
  const Communicator world = Communicator::world();
  const Solver moving = gone(45, channel, one_cell(dealt())),
               alone = plasma_alone_after(45, channel, one_cell(staying()));
  EXPECT_GE(rebalanced(*moving), world.size() > 1 ? 1u : 0u);
  EXPECT_EQ(world.sum(VertexPlaces(*moving).of_vertex.empty() ? 1.0 : 0.0), world.size() - 1.0);
  expect_same(*moving, alone.get(), 1e-9);
}

// Some ranks are then layers of one site around cells, and one has nearly all others.
TEST(Rebalancing, ChangesNothingButRoundingAtAnyCost) {
  const Solver alone = plasma_alone_after(60, channel, staying());
  for (const char* cost : {"0.5", "4", "32", "256", "1e4"}) {
    std::vector<std::string> settings = dealt();
    settings.push_back("decomposition.vertex_cost=" + std::string(cost));
    const Solver moving = gone(60, channel, settings);
    SCOPED_TRACE(cost);
    expect_same(*moving, alone.get(), 1e-9);
  }
}

TEST(Rebalancing, KeepsWhatPassesThroughOpenings) {
  const Solver moving = gone(180, tube, dealt()), alone = plasma_alone_after(180, tube, staying());
  EXPECT_GE(rebalanced(*moving), Communicator::world().size() > 1 ? 1u : 0u);
  EXPECT_GT(scalar(*moving, "cells_entered"), 2);
  expect_same(*moving, alone.get(), 1e-9);
}

// Also what was measured of the step before, and what changes of the velocity are counted from.
TEST(Rebalancing, KeepsWhatIsAskedForBetweenTwoSteps) {
  const Solver moving = plasma_after(80, tube, dealt()),
               staying_ones = plasma_after(80, tube, staying());
  moving->change_of_velocity();
  staying_ones->change_of_velocity();
  const auto before = moving->scalars();
  moving->rebalance();
  EXPECT_EQ(rebalanced(*moving), Communicator::world().size() > 1 ? 1u : 0u);
  const auto after = moving->scalars();
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t n = 0; n < before.size(); ++n)
    EXPECT_NEAR(before[n].value, after[n].value, 1e-9 * std::abs(before[n].value) + 1e-30)
        << before[n].name;
  for (int n = 0; n < 3; ++n) {
    moving->step(1e9);
    staying_ones->step(1e9);
  }
  const double change = *staying_ones->change_of_velocity();
  EXPECT_GT(change, 0);
  EXPECT_NEAR(*moving->change_of_velocity(), change, 1e-9 * change);
}

TEST(Rebalancing, ByMeasuredCostsChangesNothingEither) {
  const Solver moving =
                   gone(90, channel,
                        with({"decomposition.rebalance_above=1", "decomposition.least_steps=1"})),
               alone = plasma_alone_after(90, channel, staying());
  expect_same(*moving, alone.get(), 1e-9);
  const auto report = moving->balance();
  for (const auto& [name, seconds] : report->costs) EXPECT_GE(seconds, 0) << name;
}

TEST(Rebalancing, KeepsTheRoutesAndCountsAllExchanges) {
  const Solver moving = gone(30, channel, dealt()), staying_ones = gone(30, channel, staying());
  EXPECT_GE(rebalanced(*moving), Communicator::world().size() > 1 ? 1u : 0u);
  const auto one = moving->transport(), other = staying_ones->transport();
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t n = 0; n < one.size(); ++n) {
    EXPECT_EQ(one[n].name, other[n].name);
    EXPECT_EQ(one[n].route, other[n].route);
  }
}

class Stored {
 public:
  explicit Stored(simulation::Simulation& solver)
      : file_(
            Communicator::world().broadcast((std::filesystem::temp_directory_path() /
                                             ("thalweg-dealt-" + std::to_string(getpid()) + ".h5"))
                                                .string())) {
    io::CheckpointWriter out(file_, Communicator::world(), "blood");
    solver.save(out);
    out.commit();
  }
  ~Stored() {
    const Communicator world = Communicator::world();
    world.barrier();
    if (world.is_root()) std::filesystem::remove(file_);
  }
  Solver restarted(const char* text, const std::vector<std::string>& settings,
                   const Communicator& comm) const {
    Solver solver = plasma(text, settings, comm);
    io::CheckpointReader in(file_, comm);
    solver->load(in);
    return solver;
  }

 private:
  std::filesystem::path file_;
};

void expect_restart(const char* text) {
  const Communicator world = Communicator::world();
  const Solver unbroken = gone(47, text, dealt());
  const Stored stored(*unbroken);
  go_on(*unbroken, 50);
  const Solver same = stored.restarted(text, dealt(), world);
  go_on(*same, 50);
  EXPECT_EQ(SiteVelocities(*same).of_site, SiteVelocities(*unbroken).of_site);
  EXPECT_EQ(VertexPlaces(*same).of_vertex, VertexPlaces(*unbroken).of_vertex);
  Solver alone;
  if (world.is_root()) {
    alone = stored.restarted(text, dealt(), Communicator::self());
    go_on(*alone, 50);
  }
  expect_same(*unbroken, alone.get(), 1e-9);
}

TEST(Rebalancing, IsRestartedBitwiseOnTheSameRanksByGivenCosts) { expect_restart(channel); }

TEST(Rebalancing, IsRestartedLikewiseWithOpenings) { expect_restart(tube); }

// A run that leaves everything in place goes on from one that did not.
TEST(Rebalancing, IsLeftAsItIsByARestartWithoutIt) {
  const Solver unbroken = gone(47, channel, dealt());
  const Stored stored(*unbroken);
  const Solver restarted = stored.restarted(channel, staying(), Communicator::world());
  EXPECT_EQ(SiteVelocities(*restarted).of_site, SiteVelocities(*unbroken).of_site);
  go_on(*restarted, 30);
  EXPECT_EQ(rebalanced(*restarted), 0u);
}

}  // namespace
}  // namespace thalweg::blood
