// SPDX-License-Identifier: Apache-2.0
// The same case on all ranks together and on each rank alone, in both precisions,
// restarted half-way.
#include "base/error.hpp"
#include "solvers/turbulence/step_model.hpp"
#include "tests/mpi/turbulence_on_ranks.hpp"
#include "tests/support/moved.hpp"

namespace thalweg::turbulence {
namespace {

using namespace on_ranks;

class OnRanks : public ::testing::TestWithParam<const char*> {
 protected:
  Communicator world = Communicator::world();
};

TEST_P(OnRanks, DoubleAgreesWithOneRankToRounding) {
  const Parameters p = random_case("rk3");
  Parameters q = p;
  q.transport.route = GetParam();
  q.transport.chunks = 3;
  const auto together = solved<double>(q, 0.2, world);
  const auto alone = solved_alone(p, 0.2);
  EXPECT_LT(difference(velocity_of(*together), planes(field_of_first(alone.get(), "velocity"),
                                                      testing::image_of(*together, "velocity"))),
            rounding);
  const auto a = together->scalars(), b = alone ? alone->scalars() : a;
  for (std::size_t n = 0; n < a.size(); ++n) {
    if (a[n].name == "divergence_max" || std::isnan(b[n].value)) continue;  // rounding itself
    EXPECT_NEAR(a[n].value, b[n].value, 1e-11 * std::abs(b[n].value) + 1e-13) << a[n].name;
  }
}

class SetOnRanks : public ::testing::TestWithParam<Equations> {};

TEST_P(SetOnRanks, AgreesWithOneRankAndInSinglePrecision) {
  Parameters p = set_case(GetParam());
  const auto together = solved<double>(p, 0.1, Communicator::world());
  const auto single = solved<float>(p, 0.1, Communicator::world());
  const auto alone = solved_alone(p, 0.1);
  for (simulation::Simulation* solver :
       std::initializer_list<simulation::Simulation*>{together.get(), single.get(), alone.get()}) {
    if (!solver) continue;
    solver->history_written();  // rates between rows are counted from here
    solver->step(no_limit);
  }
  for (const ImageHead& field : image_fields(describe(p))) {
    // Next to a phase of pi rounding may turn its sign.
    if (field.name == "phase") continue;
    EXPECT_LT(field_difference(*together, alone.get(), field.name), rounding) << field.name;
    EXPECT_LT(field_difference(*single, alone.get(), field.name), 2e-5) << field.name;
  }
  const auto a = together->scalars(), b = alone ? alone->scalars() : a;
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t n = describe(p).is_quantum() ? 0 : 12; n < a.size(); ++n) {
    EXPECT_EQ(a[n].name, b[n].name);
    EXPECT_NEAR(a[n].value, b[n].value, 1e-11 * std::abs(b[n].value) + 1e-13) << a[n].name;
  }
}
INSTANTIATE_TEST_SUITE_P(Sets, SetOnRanks,
                         ::testing::Values(Equations::navier_stokes, Equations::boussinesq,
                                           Equations::mhd, Equations::hall_mhd,
                                           Equations::gross_pitaevskii));

INSTANTIATE_TEST_SUITE_P(Routes, OnRanks, ::testing::Values(test::plain_route, "alltoallv"));

TEST(OnRanks, InitialStateDoesNotDependOnThemByOneBit) {
  Solver<double> together(random_case("rk3"), Communicator::world());
  Solver<double> alone(random_case("rk3"), Communicator::self());
  together.initialise();
  alone.initialise();
  EXPECT_EQ(scalar(together, "energy"), scalar(alone, "energy"));
  EXPECT_NEAR(scalar(together, "energy"), 0.5, 1e-15);
}

TEST(OnRanks, SpectraAndStatisticsAgreeWithOneRankToRounding) {
  Solver<double> together(random_case("rk3"), Communicator::world());
  Solver<double> alone(random_case("rk3"), Communicator::self());
  together.initialise();
  alone.initialise();
  const std::vector<std::string> names{"spectrum", "spectrum_parallel", "spectrum_perpendicular",
                                       "statistics"};
  const auto a = together.tables(names), b = alone.tables(names);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t t = 0; t < a.size(); ++t)
    for (std::size_t c = 0; c < a[t].values.size(); ++c) {
      ASSERT_EQ(a[t].values[c].size(), b[t].values[c].size()) << a[t].name;
      for (std::size_t n = 0; n < a[t].values[c].size(); ++n)
        EXPECT_NEAR(a[t].values[c][n], b[t].values[c][n], 1e-13) << a[t].name << ", row " << n;
    }
}

// Separations along z reach into planes of other ranks.
TEST(OnRanks, StatisticsAtPointsAgreeWithOneRank) {
  Parameters p = set_case(Equations::mhd);
  p.statistics = {.is_written = true, .orders = 3, .increments = {5}};
  expect_statistics_of_one_rank<double>(p, 1e-12);
}

TEST(OnRanks, SingleAgreesWithDouble) {
  const auto in_double = solved<double>(random_case("rk4"), 0.2, Communicator::world());
  const auto in_single = solved<float>(random_case("rk4"), 0.2, Communicator::world());
  EXPECT_LT(difference(velocity_of(*in_single), velocity_of(*in_double)), 2e-6);
}

TEST(Restart, IsBitwiseInDouble) { expect_restart_is_exact<double>(random_case("rk3")); }
TEST(Restart, IsBitwiseInSingle) { expect_restart_is_exact<float>(random_case("rk4")); }
TEST(Restart, IsBitwiseOfASuperfluid) {
  expect_restart_is_exact<double>(set_case(Equations::gross_pitaevskii), "momentum");
}
TEST(Restart, IsBitwiseOfForcedMhdWithScalars) {
  expect_restart_is_exact<double>(set_case(Equations::hall_mhd));
}

TEST(Restart, IsBitwiseOfAverages) {
  Parameters p = set_case(Equations::boussinesq);
  p.averages = {.from = 0.01, .every_steps = 2, .fields = {"buoyancy", "velocity"}};
  expect_restart_is_exact<double>(p, "variance_buoyancy");
}

// Of one state the mean is that state.
TEST(Restart, BeginsAveragesAnewFromAnotherTime) {
  const auto world = Communicator::world();
  const std::filesystem::path file = file_of_all(world);
  Parameters p = set_case(Equations::boussinesq);
  p.averages = {.from = 0.01, .every_steps = 1, .fields = {"velocity"}};
  Solver<double> before(p, world);
  before.initialise();
  while (before.time() < 0.02) before.step(no_limit);
  before.step(no_limit);
  store(before, file, world);
  for (const double from : {0.015, p.averages.from}) {
    Parameters now = p;
    now.averages.from = from;
    Solver<double> restarted(now, world);
    restore(restarted, file, world);
    restarted.step(no_limit);
    EXPECT_EQ(field_of(restarted, "mean_velocity") == field_of(restarted, "velocity"),
              from != p.averages.from);
  }
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

TEST(Particles, AgreeWithOneRankAndInSinglePrecision) {
  expect_particles_of_one_rank(with_particles());
}

TEST(Restart, IsBitwiseOfParticles) { expect_restart_of_particles_is_exact(with_particles()); }

/// What a solver of q says of the checkpoint of one of p.
std::string refusal(const Parameters& p, const Parameters& q) {
  const auto world = Communicator::world();
  const std::filesystem::path file = file_of_all(world);
  Solver<double> first(p, world), second(q, world);
  first.initialise();
  store(first, file, world);
  std::string message;
  try {
    restore(second, file, world);
  } catch (const InputError& error) {
    message = error.what();
  }
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
  return message;
}

TEST(Restart, WithAnotherSetOrOtherScalarsIsRefused) {
  const Parameters mhd = set_case(Equations::mhd);
  Parameters fewer = mhd;
  fewer.scalars.pop_back();
  EXPECT_NE(refusal(mhd, set_case(Equations::boussinesq))
                .find("equations mhd with 3 scalars, the case has boussinesq with 3 scalars"),
            std::string::npos);
  EXPECT_NE(refusal(mhd, fewer).find("the case has mhd with 2 scalars"), std::string::npos);
  EXPECT_EQ(refusal(mhd, mhd), "");
  EXPECT_NE(refusal(with_particles(), random_case("rk3"))
                .find("particles tracers (300), heavy (200), the case has none"),
            std::string::npos);
}

// The run loop asks for leave (checkpoint.allow_changes); then the new force begins anew.
TEST(Restart, MayHaveAnotherForcing) {
  const Parameters random = set_case(Equations::mhd);
  Parameters wider = random, none = random;
  wider.forcing.k_max = 4;
  none.forcing.kind = ForcingKind::none;
  EXPECT_EQ(refusal(random, wider), "");
  EXPECT_EQ(refusal(random, none), "");
  EXPECT_EQ(refusal(none, random), "");
}

// The energy is thousands of times that of the first state.
TEST(Restart, WithoutTheForceThatMadeTheFlowIsNoRunaway) {
  const auto world = Communicator::world();
  const std::filesystem::path file = file_of_all(world);
  Parameters p = cube(24, 0.01, "rk3", 0.02);
  p.initial.amplitude = 1e-3;
  p.forcing = {.kind = ForcingKind::constant, .amplitude = 1};
  const auto forced = solved<double>(p, 0.1, world);
  store(*forced, file, world);
  p.forcing = {};
  Solver<double> restarted(p, world);
  restore(restarted, file, world);
  EXPECT_TRUE(restarted.faults().empty());
  EXPECT_EQ(restarted.steps(), forced->steps());
  restarted.step(no_limit);
  EXPECT_TRUE(restarted.faults().empty());
  EXPECT_GT(scalar(restarted, "energy"), 1e-4);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

// As a start is refused (forcing_test.cpp, starts_test.cpp).
TEST(Restart, WithAMeanThatWouldGrowIsRefused) {
  Parameters carried = random_case("rk3");
  carried.equations = Equations::boussinesq;
  carried.initial.kind = InitialKind::formula;
  carried.initial.formulas = {{"velocity", {"sin(y)", "0", "0.5+sin(x)"}}};
  Parameters linear = carried, stratified = carried;
  linear.forcing.kind = ForcingKind::linear;
  linear.forcing.rate = 0.1;
  stratified.buoyancy_frequency = 2;
  EXPECT_EQ(refusal(carried, carried), "");
  EXPECT_NE(refusal(carried, linear).find("the mean of the velocity grow"), std::string::npos);
  EXPECT_NE(refusal(carried, stratified).find("the mean of the buoyancy grow"), std::string::npos);
}

// Formulas are computed where their planes are.
TEST(OnRanks, FormulasGiveTheSameStart) {
  Parameters p = random_case("rk3");
  p.initial.kind = InitialKind::formula;
  p.initial.formulas = {{"velocity", {"sin(y)*cos(3*z)", "cos(x + 2*z)", "exp(sin(x))"}}};
  Solver<double> together(p, Communicator::world()), alone(p, Communicator::self());
  together.initialise();
  alone.initialise();
  EXPECT_LT(field_difference(together, &alone, "velocity"), 1e-14);
}

/// The file holds modes by (k_y, k_x, k_z), also where several rows of memory share a k_y.
TEST(Restart, KnowsNothingOfRowsInMemory) {
  const auto world = Communicator::world();
  Parameters p = random_case("rk3");
  p.points = {96, 6, 600};
  const std::filesystem::path file = file_of_all(world);
  Solver<double> together(p, world), alone(p, Communicator::self());
  together.initialise();
  alone.initialise();
  store(together, file, world);
  Solver<double> restarted(p, Communicator::self());
  restore(restarted, file, Communicator::self());
  EXPECT_EQ(velocity_of(restarted), velocity_of(alone));
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

/// Predictions and runs take message lists from one place.
void expect_predicted(Parameters p) {
  const Communicator world = Communicator::world();
  p.transport.chunks = 3;
  const auto solver = solved<double>(p, 0.05, world);
  const simulation::StepWork work =
      step_model(p).work({.nodes = 1,
                          .ranks_per_node = world.size(),
                          .on_devices = exec::kernel_space == exec::Space::device});
  const auto list = solver->transport();
  ASSERT_EQ(work.movements.size(), list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const simulation::MovementWork& movement = work.movements[i];
    EXPECT_EQ(movement.name, list[i].name);
    // Reports divide by the steps of an exchange, which rounds.
    EXPECT_DOUBLE_EQ(movement.per_step * sum_of(movement, &transport::Load::bytes), list[i].bytes);
    EXPECT_DOUBLE_EQ(movement.per_step * sum_of(movement, &transport::Load::messages),
                     list[i].messages);
  }
  const auto rank = static_cast<std::size_t>(world.rank());
  const SetDescription set = describe(p);
  for (const simulation::PhaseWork& phase : work.phases) {
    const double most = *std::max_element(phase.bytes.begin(), phase.bytes.end());
    const double calls = phase.name.starts_with("scalar_pair")
                             ? 3.0 * ((set.scalars() - set.carried) / 2)
                         : phase.name == "averages"           ? 1.0 / p.averages.every_steps
                         : phase.name.starts_with("particle") ? 1.0
                                                              : 3.0;
    EXPECT_EQ(calls * solver->phases()[phase.name].bytes_per_call, most) << phase.name;
    EXPECT_LE(phase.bytes[rank], most);
  }
}

/// In slabs and in pencils, on the memory of a node and by messages.
TEST(Prediction, MovesWhatSingleMessagesMove) {
  Parameters slabs = with_particles();
  slabs.averages = {.from = 0, .every_steps = 2, .fields = {"pressure"}};
  slabs.single_messages = true;
  Parameters pencils = in_pencils(slabs);
  expect_predicted(pencils);
  slabs.transport.route = pencils.transport.route = test::plain_route;
  expect_predicted(slabs);
  expect_predicted(pencils);
}
TEST(Prediction, MovesWhatARunMoves) { expect_predicted(random_case("rk3")); }
TEST(Prediction, MovesWhatASuperfluidMoves) {
  expect_predicted(set_case(Equations::gross_pitaevskii));
}
TEST(Prediction, MovesWhatPencilsMove) {
  expect_predicted(in_pencils(random_case("rk3")));
  expect_predicted(in_pencils(set_case(Equations::boussinesq), Communicator::world().size()));
}
TEST(Prediction, MovesWhatParticlesNeed) {
  expect_predicted(with_particles());
  expect_predicted(in_pencils(with_particles()));
}
TEST(Prediction, MovesWhatAveragesNeed) {
  Parameters p = set_case(Equations::mhd);
  p.averages = {.from = 0, .every_steps = 2, .fields = {"pressure", "magnetic"}};
  expect_predicted(p);
  expect_predicted(in_pencils(p));
}
TEST(Prediction, MovesWhatScalarsMove) { expect_predicted(set_case(Equations::boussinesq)); }

Parameters with_single_messages(Parameters p, const char* route) {
  p.single_messages = true;
  p.transport.route = route;
  return p;
}

/// Bytes per step of all ranks, and their largest error after a short time.
constexpr double short_time = 0.06;
struct SentAndLost {
  double bytes, error;
};
SentAndLost sent_and_lost(const Parameters& p, simulation::Simulation* reference,
                          const std::string& field) {
  const auto world = Communicator::world();
  const auto solver = solved<double>(p, short_time, world);
  double bytes = 0;
  for (const auto& movement : solver->transport()) bytes += movement.bytes;
  return {bytes, world.max(field_difference(*solver, reference, field))};
}

/// Half the bytes, and about the error of one rounding to single precision for each step.
TEST(SingleMessages, TakeHalfTheBytesAndLoseLittle) {
  const auto world = Communicator::world();
  for (const Equations equations : {Equations::mhd, Equations::gross_pitaevskii}) {
    const Parameters p = set_case(equations);
    const char* field = equations == Equations::mhd ? "magnetic" : "density";
    const auto alone = solved_alone(p, short_time);
    for (Parameters split : {p, in_pencils(p)}) {
      split.transport.route = test::plain_route;
      const SentAndLost whole = sent_and_lost(split, alone.get(), field);
      const SentAndLost single =
          sent_and_lost(with_single_messages(split, test::plain_route), alone.get(), field);
      EXPECT_EQ(2 * single.bytes, whole.bytes);
      EXPECT_LT(single.error, 5e-6);
      if (world.size() > 1) {
        EXPECT_GT(single.error, 1e-9);
      }
    }
  }
}

/// They change results, but a restart goes on as the run would have; it may also have them and the
/// run not.
TEST(Restart, IsBitwiseWithSingleMessages) {
  expect_restart_is_exact<double>(
      with_single_messages(in_pencils(random_case("rk3")), test::plain_route));
}

TEST(Overlap, IsReportedForEachMovement) {
  const auto solver = solved<double>(random_case("rk2"), 0.1, Communicator::world());
  const auto list = solver->transport();
  ASSERT_EQ(list.size(), 2u);
  for (const auto& movement : list) {
    EXPECT_FALSE(movement.why.empty());
    if (Communicator::world().size() == 1) {
      EXPECT_EQ(movement.bytes, 0);
    } else {
      EXPECT_GT(movement.bytes, 0);
      EXPECT_GE(movement.hidden_fraction, 0);
      EXPECT_LE(movement.hidden_fraction, 1);
    }
  }
}

}  // namespace
}  // namespace thalweg::turbulence
