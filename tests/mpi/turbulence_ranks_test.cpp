// SPDX-License-Identifier: Apache-2.0
// The same case on all ranks together and on each rank alone, in both precisions,
// restarted half-way.
#include <gtest/gtest.h>
#include <unistd.h>

#include "solvers/turbulence/step_model.hpp"
#include "tests/convergence/flows.hpp"
#include "tests/support/field.hpp"
#include "tests/support/moved.hpp"

namespace thalweg::turbulence {
namespace {

using namespace flows;
using transport::Communicator;

Parameters random_case(const std::string& scheme) {
  Parameters p = cube(24, 0.01, scheme, 0.02);
  p.points = {24, 20, 26};
  p.initial.kind = InitialKind::random;
  p.initial.seed = 7;
  return p;
}

/// This rank's planes of a field that one process holds whole.
std::vector<double> planes(const std::vector<double>& whole, const io::ImageField& part) {
  const auto plane = static_cast<std::ptrdiff_t>(24 * 20 * 3);
  return {whole.begin() + part.plane_begin * plane, whole.begin() + part.plane_end * plane};
}

class OnRanks : public ::testing::TestWithParam<const char*> {
 protected:
  Communicator world = Communicator::world();
};

// Ten steps multiply the rounding of one transform by less than a hundred.
constexpr double rounding = 1e-13;

TEST_P(OnRanks, DoubleAgreesWithOneRankToRounding) {
  const Parameters p = random_case("rk3");
  Parameters q = p;
  q.transport.route = GetParam();
  q.transport.chunks = 3;
  const auto together = solved<double>(q, 0.2, world);
  const auto alone = solved<double>(p, 0.2, Communicator::self());
  EXPECT_LT(difference(velocity_of(*together),
                       planes(velocity_of(*alone), testing::image_of(*together, "velocity"))),
            rounding);
  const auto a = together->scalars(), b = alone->scalars();
  for (std::size_t n = 0; n < a.size(); ++n) {
    if (a[n].name == "divergence_max" || std::isnan(b[n].value)) continue;  // rounding itself
    EXPECT_NEAR(a[n].value, b[n].value, 1e-11 * std::abs(b[n].value) + 1e-13) << a[n].name;
  }
}

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

TEST(OnRanks, SingleAgreesWithDouble) {
  const auto in_double = solved<double>(random_case("rk4"), 0.2, Communicator::world());
  const auto in_single = solved<float>(random_case("rk4"), 0.2, Communicator::world());
  EXPECT_LT(difference(velocity_of(*in_single), velocity_of(*in_double)), 2e-6);
}

/// One name for all ranks, in a folder for what a test leaves.
std::filesystem::path file_of_all(const Communicator& world) {
  return world.broadcast((std::filesystem::temp_directory_path() /
                          ("thalweg-restart-" + std::to_string(getpid()) + ".h5"))
                             .string());
}

template <class Real>
void expect_restart_is_exact(const std::string& scheme) {
  const auto world = Communicator::world();
  Parameters p = random_case(scheme);
  p.step.reset();
  p.cfl = 0.7;
  const std::filesystem::path file = file_of_all(world);
  Solver<Real> unbroken(p, world);
  unbroken.initialise();
  for (int n = 0; n < 3; ++n) unbroken.step(no_limit);
  {
    io::CheckpointWriter out(file, world, "turbulence");
    unbroken.save(out);
    out.commit();
  }
  for (int n = 0; n < 3; ++n) unbroken.step(no_limit);

  Solver<Real> restarted(p, world);
  {
    io::CheckpointReader in(file, world);
    restarted.load(in);
  }
  for (int n = 0; n < 3; ++n) restarted.step(no_limit);
  EXPECT_EQ(restarted.time(), unbroken.time());
  EXPECT_EQ(restarted.steps(), unbroken.steps());
  EXPECT_EQ(velocity_of(restarted), velocity_of(unbroken));

  // On one rank, from the file that all ranks wrote.
  Solver<Real> alone(p, Communicator::self());
  {
    io::CheckpointReader in(file, Communicator::self());
    alone.load(in);
  }
  for (int n = 0; n < 3; ++n) alone.step(no_limit);
  EXPECT_LT(difference(velocity_of(unbroken),
                       planes(velocity_of(alone), testing::image_of(unbroken, "velocity"))),
            sizeof(Real) == 8 ? rounding : 1e-5);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

TEST(Restart, IsBitwiseInDouble) { expect_restart_is_exact<double>("rk3"); }
TEST(Restart, IsBitwiseInSingle) { expect_restart_is_exact<float>("rk4"); }

/// The file holds modes by (k_y, k_x, k_z), also where several rows of memory share a k_y.
TEST(Restart, KnowsNothingOfRowsInMemory) {
  const auto world = Communicator::world();
  Parameters p = random_case("rk3");
  p.points = {96, 6, 600};
  const std::filesystem::path file = file_of_all(world);
  Solver<double> together(p, world), alone(p, Communicator::self());
  together.initialise();
  alone.initialise();
  {
    io::CheckpointWriter out(file, world, "turbulence");
    together.save(out);
    out.commit();
  }
  Solver<double> restarted(p, Communicator::self());
  {
    io::CheckpointReader in(file, Communicator::self());
    restarted.load(in);
  }
  EXPECT_EQ(velocity_of(restarted), velocity_of(alone));
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

/// Predictions and runs take message lists from one place.
TEST(Prediction, MovesWhatARunMoves) {
  const Communicator world = Communicator::world();
  Parameters p = random_case("rk3");
  p.transport.chunks = 3;
  const auto solver = solved<double>(p, 0.05, world);
  const simulation::StepWork work =
      step_model(p).work({.nodes = 1, .ranks_per_node = world.size()});
  const auto list = solver->transport();
  ASSERT_EQ(work.movements.size(), list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const simulation::MovementWork& movement = work.movements[i];
    EXPECT_EQ(movement.name, list[i].name);
    EXPECT_EQ(movement.per_step * sum_of(movement, &transport::Load::bytes), list[i].bytes);
    EXPECT_EQ(movement.per_step * sum_of(movement, &transport::Load::messages), list[i].messages);
  }
  const auto rank = static_cast<std::size_t>(world.rank());
  for (const simulation::PhaseWork& phase : work.phases) {
    const double most = *std::max_element(phase.bytes.begin(), phase.bytes.end());
    EXPECT_EQ(3 * solver->phases()[phase.name].bytes_per_call, most) << phase.name;
    EXPECT_LE(phase.bytes[rank], most);
  }
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
