// SPDX-License-Identifier: Apache-2.0
// What is exchanged of cells travels while something else is computed.
#include <set>

#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma, testing::plasma_after, testing::Solver, testing::VertexPlaces;
using transport::Communicator;

// A ball in each quarter of a channel, so that each of four ranks has one, and all of them reach
// over the cuts.
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
relaxation_time = 0.9
[initial]
kind = "shear"
[cells]
[[cells.species]]
name = "ball"
shape = "sphere"
radius = 1.6e-6
refinement = 1
law = "neo-hookean"
shear_modulus = 1e-4
centres = [[-3e-6, 0, -3e-6], [3e-6, 0, -3e-6], [-3e-6, 0, 3e-6], [3e-6, 0, 3e-6]]
)";

constexpr const char* repulsion = "cells.repulsion={ range = 1.3e-6, strength = 2e-11 }";
constexpr const char* contrast = "cells.species.0.interior_viscosity=2e-3";

std::vector<std::string> with(std::vector<std::string> settings) {
  settings.push_back(testing::route_without_trial());
  return settings;
}

constexpr const char* exchange = "exchange cells";

/// The phases of a step in their order, and nothing of what lies between them.
std::vector<std::string> phases_of_step(simulation::Simulation& solver) {
  std::vector<std::string> order;
  solver.phases().observe([&](const std::string& phase) {
    if (!phase.empty()) order.push_back(phase);
  });
  solver.step(1e9);
  solver.phases().observe({});
  return order;
}

/// What is done between the start and the end of each exchange of cells.
std::vector<std::set<std::string>> behind_exchanges(simulation::Simulation& solver) {
  std::vector<std::set<std::string>> behind;
  bool is_under_way = false;
  for (const std::string& phase : phases_of_step(solver)) {
    if (phase != exchange) {
      if (is_under_way) behind.back().insert(phase);
      continue;
    }
    is_under_way = !is_under_way;
    if (is_under_way) behind.emplace_back();
  }
  EXPECT_FALSE(is_under_way);
  return behind;
}

using Names = std::set<std::string>;

TEST(CellsOverlap, EachExchangeHasWorkBehindIt) {
  const Solver plain = plasma_after(2, channel, with({}));
  EXPECT_EQ(behind_exchanges(*plain), (std::vector<Names>{{"walls", "interpolate"}, {"spread"}}));
  const Solver repelling = plasma_after(2, channel, with({repulsion}));
  EXPECT_EQ(behind_exchanges(*repelling),
            (std::vector<Names>{
                {"walls", "interpolate"}, {"elastic forces"}, {"repulsion"}, {"spread"}}));
}

// One step in ten, at least, marks what lies in cells.
TEST(CellsOverlap, MarksAreBehindTheForces) {
  const Solver solver = plasma_after(2, channel, with({contrast}));
  int marking = 0;
  for (int n = 0; n < 10; ++n) {
    const std::vector<Names> behind = behind_exchanges(*solver);
    ASSERT_EQ(behind.size(), 2u);
    EXPECT_TRUE(behind[1].contains("spread"));
    marking += behind[1].contains("mark interior") ? 1 : 0;
  }
  EXPECT_GE(marking, 1);
}

TEST(CellsOverlap, IsLeftOutWhereTheCaseSaysSo) {
  const Solver solver = plasma_after(2, channel, with({repulsion, "transport.overlap=false"}));
  EXPECT_EQ(behind_exchanges(*solver), std::vector<Names>(4));
}

/// Let the last rank come to an exchange no sooner than the others have done the work behind it: a
/// rank that waited for its messages before it works would wait for ever. first: the last phase
/// before the exchange; work: a phase behind it. exchange_number: which of the step.
class LateRank {
 public:
  LateRank(simulation::Simulation& solver, int exchange_number, std::string before,
           std::string work)
      : solver_(solver), number_(exchange_number), before_(std::move(before)),
        work_(std::move(work)) {
    solver.phases().observe([this](const std::string& phase) { see(phase); });
  }
  ~LateRank() { solver_.phases().observe({}); }
  LateRank(const LateRank&) = delete;
  LateRank& operator=(const LateRank&) = delete;

  bool has_met() const { return has_met_; }

 private:
  void see(const std::string& phase) {
    const bool is_late = world_.rank() == world_.size() - 1;
    if (phase == exchange) ++halves_;
    const bool is_before = phase == before_ && halves_ == 2 * number_,
               is_behind = phase == work_ && halves_ == 2 * number_ + 1;
    if (has_met_ || !(is_late ? is_before : is_behind)) return;
    has_met_ = true;
    world_.barrier();
  }

  simulation::Simulation& solver_;
  Communicator world_ = Communicator::world();
  int number_, halves_ = 0;  // of exchanges: start and end
  std::string before_, work_;
  bool has_met_ = false;
};

void expect_work_before_messages_arrive(int number, const char* before, const char* work) {
  const Solver solver = plasma_after(2, channel, with({repulsion}));
  const LateRank late(*solver, number, before, work);
  solver->step(1e9);
  EXPECT_TRUE(late.has_met());
}

TEST(CellsOverlap, WorksBeforeVelocitiesHaveArrived) {
  expect_work_before_messages_arrive(0, "interpolate", "walls");
}

TEST(CellsOverlap, WorksBeforePlacesHaveArrived) {
  expect_work_before_messages_arrive(1, "move", "elastic forces");
}

TEST(CellsOverlap, WorksBeforeForcesOfRepulsionHaveArrived) {
  expect_work_before_messages_arrive(2, "repulsion", "repulsion");
}

TEST(CellsOverlap, WorksBeforeForcesHaveArrived) {
  expect_work_before_messages_arrive(3, "repulsion", "spread");
}

TEST(CellsOverlap, ChangesNoBit) {
  for (const auto& settings :
       {with({}), with({repulsion}), with({contrast}), with({contrast, repulsion})}) {
    std::vector<std::string> apart = settings;
    apart.emplace_back("transport.overlap=false");
    const Solver overlapped = plasma_after(60, channel, settings),
                 one_by_one = plasma_after(60, channel, apart);
    const VertexPlaces places(*overlapped), others(*one_by_one);
    ASSERT_EQ(places.of_vertex.size(), others.of_vertex.size());
    for (const auto& [identity, place] : places.of_vertex)
      for (std::size_t d = 0; d < 3; ++d)
        // Threads of a device add forces in any order.
        EXPECT_NEAR(place[d], others.of_vertex.at(identity)[d],
                    testing::test_device() == "cpu" ? 0 : 1e-15);
  }
}

std::map<std::string, simulation::TransportReport> reports_of(const Solver& solver) {
  std::map<std::string, simulation::TransportReport> reports;
  for (const simulation::TransportReport& report : solver->transport())
    reports[report.name] = report;
  return reports;
}

// Over changes of hands, too, with which halos are made anew: some 60 steps have one.
TEST(CellsOverlap, IsReportedForEachKindOfExchange) {
  const auto plain = reports_of(plasma_after(70, channel, with({})));
  const double sent = plain.at("cells: places and forces").bytes;
  EXPECT_EQ(sent > 0, Communicator::world().size() > 1);
  // Copies are made anew between these two.
  EXPECT_NEAR(plain.at("cells: velocities").bytes, sent / 2, 0.05 * sent);
  const auto repelling = reports_of(plasma_after(70, channel, with({repulsion})));
  const double third = repelling.at("cells: velocities").bytes;
  for (const char* name : {"cells: places", "cells: repulsion", "cells: forces"}) {
    const simulation::TransportReport& report = repelling.at(name);
    EXPECT_NEAR(report.bytes, third, 0.05 * third) << name;
    EXPECT_GE(report.hidden_fraction, 0) << name;
    EXPECT_LE(report.hidden_fraction, 1) << name;
  }
  EXPECT_EQ(plain.size(), 4u);
  EXPECT_EQ(repelling.size(), 6u);
}

}  // namespace
}  // namespace thalweg::blood
