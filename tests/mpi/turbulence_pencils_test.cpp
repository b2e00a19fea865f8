// SPDX-License-Identifier: Apache-2.0
// Grids that are split into pencils, against one rank and against slabs.
#include "solvers/turbulence/statistics/averaged_fields.hpp"
#include "tests/mpi/turbulence_on_ranks.hpp"

namespace thalweg::turbulence {
namespace {

using namespace on_ranks;

class PencilsOnRanks : public ::testing::TestWithParam<Equations> {};

TEST_P(PencilsOnRanks, AgreeWithOneRankAndInSinglePrecision) {
  const auto world = Communicator::world();
  const Parameters p = set_case(GetParam());
  const auto alone = solved_alone(p, 0.05);
  const auto single = solved<float>(in_pencils(p), 0.05, world);
  for (const int across : {0, world.size()}) {
    Parameters q = in_pencils(p, across);
    q.transport.chunks = 3;
    q.transport.route = across == 0 ? "auto" : test::plain_route;
    const auto together = solved<double>(q, 0.05, world);
    for (const ImageHead& field : image_fields(describe(p))) {
      if (field.name == "phase") continue;  // next to pi rounding may turn its sign
      EXPECT_LT(field_difference(*together, alone.get(), field.name), rounding) << field.name;
      EXPECT_LT(field_difference(*single, alone.get(), field.name), 2e-5) << field.name;
    }
    const auto a = together->scalars(), b = alone ? alone->scalars() : a;
    for (std::size_t n = 0; n < a.size(); ++n) {
      if (std::isnan(b[n].value) || a[n].name == "divergence_max") continue;  // rounding itself
      EXPECT_NEAR(a[n].value, b[n].value, 1e-11 * std::abs(b[n].value) + 1e-13) << a[n].name;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Sets, PencilsOnRanks,
                         ::testing::Values(Equations::mhd, Equations::gross_pitaevskii));

TEST(Pencils, OfOneRankToAPlaneAreSlabsByEveryBit) {
  const auto world = Communicator::world();
  const auto slabs = solved<double>(random_case("rk3"), 0.05, world);
  const auto pencils = solved<double>(in_pencils(random_case("rk3"), 1), 0.05, world);
  EXPECT_EQ(velocity_of(*slabs), velocity_of(*pencils));
}

TEST(Pencils, MeasureAndStartAsOneRankDoes) {
  const auto world = Communicator::world();
  Parameters p = random_case("rk3");
  p.initial.kind = InitialKind::formula;
  p.initial.formulas = {{"velocity", {"sin(y)*cos(3*z)", "cos(x + 2*z)", "exp(sin(x))"}}};
  Solver<double> together(in_pencils(p), world), alone(p, Communicator::self());
  together.initialise();
  alone.initialise();
  EXPECT_LT(field_difference(together, &alone, "velocity"), 1e-14);
  const std::vector<std::string> names{"spectrum", "statistics"};
  const auto a = together.tables(names), b = alone.tables(names);
  for (std::size_t t = 0; t < b.size(); ++t)
    for (std::size_t c = 0; c < b[t].values.size(); ++c)
      for (std::size_t n = 0; n < b[t].values[c].size(); ++n)
        EXPECT_NEAR(a[t].values[c][n], b[t].values[c][n], 1e-13) << b[t].name << ", row " << n;
}

TEST(Pencils, HaveTheStatisticsOfOneRank) {
  Parameters p = set_case(Equations::mhd);
  p.statistics = {.is_written = true, .orders = 3, .increments = {5}};
  for (const int across : {0, Communicator::world().size()}) {
    expect_statistics_of_one_rank<double>(in_pencils(p, across), 1e-12);
    expect_statistics_of_one_rank<float>(in_pencils(p, across), 1e-5);
  }
}

TEST(Pencils, HaveTheAveragesOfOneRank) {
  const auto world = Communicator::world();
  Parameters p = set_case(Equations::boussinesq);
  p.averages = {.from = 0.01, .every_steps = 2, .fields = {"buoyancy", "velocity", "pressure"}};
  const auto alone = solved_alone(p, 0.1);
  const auto together = solved<double>(in_pencils(p), 0.1, world);
  const auto single = solved<float>(in_pencils(p, world.size()), 0.1, world);
  for (const AverageOutput& output : average_outputs(p.averages, describe(p))) {
    const std::string& name = output.head.name;
    EXPECT_LT(field_difference(*together, alone.get(), name), 10 * rounding) << name;
    EXPECT_LT(field_difference(*single, alone.get(), name), 1e-4) << name;
  }
}

TEST(Pencils, CarryTheParticlesOfOneRank) {
  expect_particles_of_one_rank(in_pencils(with_particles()));
}

/// Ranks of fewer points of y than a stencil has: ghosts come from ranks beyond the next.
TEST(Pencils, CarryParticlesOverFewPoints) {
  Parameters p = with_particles();
  p.points = {24, 4, 4};
  expect_particles_of_one_rank(in_pencils(p, Communicator::world().size()));
}

/// Slabs go on from what pencils have stored, and the other way round.
TEST(Restart, MaySplitTheGridInAnotherWay) {
  const auto world = Communicator::world();
  Parameters slabs = set_case(Equations::mhd);
  slabs.averages = {.from = 0, .every_steps = 1, .fields = {"magnetic"}};
  slabs.particles = with_particles().particles;
  const Parameters pencils = in_pencils(slabs);
  const std::filesystem::path file = file_of_all(world);
  for (const auto& [before, after] : {std::pair{pencils, slabs}, std::pair{slabs, pencils}}) {
    const auto first = solved<double>(before, 0.05, world);
    store(*first, file, world);
    Solver<double> second(after, world);
    restore(second, file, world);
    first->step(no_limit);
    second.step(no_limit);
    const auto self = Communicator::self();
    const auto alone = world.is_root() ? std::make_unique<Solver<double>>(slabs, self) : nullptr;
    if (alone) {
      restore(*alone, file, self);
      alone->step(no_limit);
    }
    for (const char* field : {"magnetic", "variance_magnetic"}) {
      EXPECT_LT(field_difference(second, alone.get(), field), rounding) << field;
      EXPECT_LT(field_difference(*first, alone.get(), field), rounding) << field;
    }
    EXPECT_LT(particle_difference(second, alone.get(), self), 100 * rounding);
    EXPECT_LT(particle_difference(*first, alone.get(), self), 100 * rounding);
    world.barrier();
  }
  if (world.is_root()) std::filesystem::remove(file);
}
TEST(Restart, IsBitwiseOfPencils) {
  expect_restart_is_exact<double>(in_pencils(set_case(Equations::mhd)));
}
TEST(Restart, IsBitwiseOfParticlesOfPencils) {
  expect_restart_of_particles_is_exact(in_pencils(with_particles()));
}
TEST(Restart, IsBitwiseOfAveragesOfPencils) {
  Parameters p = in_pencils(set_case(Equations::boussinesq));
  p.averages = {.from = 0.01, .every_steps = 2, .fields = {"buoyancy", "velocity"}};
  expect_restart_is_exact<double>(p, "variance_buoyancy");
}

}  // namespace
}  // namespace thalweg::turbulence
