// SPDX-License-Identifier: Apache-2.0
// The same case on all ranks together and on each rank alone, in both precisions,
// restarted half-way.
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.hpp"
#include "solvers/turbulence/statistics/statistics_names.hpp"
#include "solvers/turbulence/step_model.hpp"
#include "tests/convergence/flows.hpp"
#include "tests/support/field.hpp"
#include "tests/support/moved.hpp"
#include "tests/support/written_points.hpp"
#include "transport/movements/gathered.hpp"

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

/// A set with all its options at work, and scalars: a pair and a single one, beside two that
/// Navier-Stokes carries.
Parameters set_case(Equations equations) {
  Parameters p = random_case("rk3");
  p.equations = equations;
  if (equations == Equations::gross_pitaevskii) {
    p.step = 0.01;
    p.sound_speed = 1;
    p.healing_length = 0.5;
    p.initial.kind = InitialKind::vortex_rings;
    p.initial.rings = {{.radius = 1.5, .centre = {3, 3, 3}, .normal = 2, .sign = 1},
                       {.radius = 1, .centre = {2, 3, 4}, .normal = 0, .sign = -1}};
    p.initial.relaxation = 5;
    return p;
  }
  p.diffusivity = p.resistivity = 0.01;
  p.rotation = {0.3, 0, 1};
  p.buoyancy_frequency = equations == Equations::boussinesq ? 2 : 0;
  if (p.is_magnetic()) p.mean_field = {0, 0.5, 0.5};
  if (equations == Equations::hall_mhd) p.ion_inertial_length = 0.1;
  p.initial.buoyancy_energy = p.initial.magnetic_energy = 0.2;
  p.hyperviscosity = {1e-6, 3};
  p.forcing = {
      .k_min = 1, .k_max = 3, .energy_input = 0.3, .correlation_time = 0.1, .helicity = 0.5};
  p.forcing.kind = equations == Equations::navier_stokes ? ForcingKind::constant_energy_input
                   : equations == Equations::boussinesq  ? ForcingKind::constant
                                                         : ForcingKind::random;
  p.scalars = {{0.01, {0, 0, 1}, 0.1},
               {0.02, {}, 0.2},
               {0.01, {1, 0, 0}, 0},
               {0.03, {0, 1, 0}, 0.1},
               {0.01, {}, 0.1}};
  if (equations != Equations::navier_stokes) p.scalars.resize(3);  // a pair and a single one
  return p;
}

/// The largest difference of a field of two solvers over its largest value; one of them may hold it
/// whole.
double field_difference(simulation::Simulation& a, simulation::Simulation& whole,
                        const std::string& name) {
  const io::ImageField part = testing::image_of(a, name);
  const std::vector<double> some = field_of(a, name), all = field_of(whole, name);
  const auto begin = static_cast<std::size_t>(part.plane_begin * 24 * 20 * part.components);
  double worst = 0, largest = 0;
  for (std::size_t n = 0; n < some.size(); ++n) {
    worst = std::max(worst, std::abs(some[n] - all[begin + n]));
    largest = std::max(largest, std::abs(all[begin + n]));
  }
  return worst / largest;
}

/// This rank's planes of a field that one process holds whole.
std::vector<double> planes(const std::vector<double>& whole, const io::ImageField& part) {
  const auto plane = static_cast<std::ptrdiff_t>(24 * 20 * part.components);
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

class SetOnRanks : public ::testing::TestWithParam<Equations> {};

TEST_P(SetOnRanks, AgreesWithOneRankAndInSinglePrecision) {
  Parameters p = set_case(GetParam());
  const auto together = solved<double>(p, 0.1, Communicator::world());
  const auto single = solved<float>(p, 0.1, Communicator::world());
  const auto alone = solved<double>(p, 0.1, Communicator::self());
  for (simulation::Simulation* solver :
       std::initializer_list<simulation::Simulation*>{together.get(), single.get(), alone.get()}) {
    solver->history_written();  // rates between rows are counted from here
    solver->step(no_limit);
  }
  for (const ImageHead& field : image_fields(describe(p))) {
    // Next to a phase of pi rounding may turn its sign.
    if (field.name == "phase") continue;
    EXPECT_LT(field_difference(*together, *alone, field.name), rounding) << field.name;
    EXPECT_LT(field_difference(*single, *alone, field.name), 2e-5) << field.name;
  }
  const auto a = together->scalars(), b = alone->scalars();
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
  std::vector<std::string> names;
  for (const TableHead& head : statistics_heads(describe(p), p.statistics))
    names.push_back(head.name);
  Solver<double> together(p, Communicator::world()), alone(p, Communicator::self());
  together.initialise();
  alone.initialise();
  const auto a = together.tables(names), b = alone.tables(names);
  ASSERT_EQ(a.size(), names.size());
  // Rounding may move a value to the next bin.
  const double count = 1 / (0.2 * p.modes().points());
  for (std::size_t t = 0; t < a.size(); ++t)
    for (std::size_t c = 0; c < a[t].values.size(); ++c)
      for (std::size_t n = 0; n < a[t].values[c].size(); ++n)
        EXPECT_NEAR(a[t].values[c][n], b[t].values[c][n],
                    a[t].name.starts_with("density") ? 3 * count
                                                     : 1e-12 * (1 + std::abs(b[t].values[c][n])))
            << a[t].name << ", " << a[t].columns[c] << ", row " << n;
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

void store(simulation::Simulation& solver, const std::filesystem::path& file,
           const Communicator& comm) {
  io::CheckpointWriter out(file, comm, "turbulence");
  solver.save(out);
  out.commit();
}
void restore(simulation::Simulation& solver, const std::filesystem::path& file,
             const Communicator& comm) {
  io::CheckpointReader in(file, comm);
  solver.load(in);
}

template <class Real>
void expect_restart_is_exact(Parameters p, const std::string& name = "velocity") {
  const auto world = Communicator::world();
  p.step.reset();
  p.cfl = 0.7;
  const std::filesystem::path file = file_of_all(world);
  Solver<Real> unbroken(p, world);
  unbroken.initialise();
  for (int n = 0; n < 3; ++n) {
    unbroken.step(no_limit);
    if (n == 1) unbroken.history_written();
  }
  store(unbroken, file, world);
  for (int n = 0; n < 3; ++n) unbroken.step(no_limit);

  Solver<Real> restarted(p, world);
  restore(restarted, file, world);
  for (int n = 0; n < 3; ++n) restarted.step(no_limit);
  EXPECT_EQ(restarted.time(), unbroken.time());
  EXPECT_EQ(restarted.steps(), unbroken.steps());
  if (p.forcing.kind != ForcingKind::none) {
    EXPECT_EQ(scalar(restarted, "energy_input"), scalar(unbroken, "energy_input"));
  }
  EXPECT_EQ(field_of(restarted, name), field_of(unbroken, name));

  // On one rank, from the file that all ranks wrote.
  Solver<Real> alone(p, Communicator::self());
  restore(alone, file, Communicator::self());
  for (int n = 0; n < 3; ++n) alone.step(no_limit);
  EXPECT_LT(difference(field_of(unbroken, name),
                       planes(field_of(alone, name), testing::image_of(unbroken, name))),
            sizeof(Real) == 8 && !p.single_messages ? rounding : 1e-5);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
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

/// Tracers and heavy particles; some pass from rank to rank.
Parameters with_particles() {
  Parameters p = random_case("rk3");
  p.particles.resize(2);
  p.particles[0].name = "tracers";
  p.particles[0].count = 300;
  p.particles[1].name = "heavy";
  p.particles[1].count = 200;
  p.particles[1].response_time = 0.1;
  p.particles[1].settling_velocity = {0, 0, -2};
  return p;
}

/// All particles' places and velocities in the order of their numbers, from any ranks.
std::vector<double> particles_of(simulation::Simulation& solver, const std::string& name,
                                 const Communicator& comm) {
  const io::PointSet set = testing::points_of(solver, name);
  std::vector<double> rows;
  for (std::size_t n = 0; n < set.identities.size(); ++n) {
    rows.push_back(static_cast<double>(set.identities[n]));
    rows.insert(rows.end(), set.places.begin() + 3 * static_cast<std::ptrdiff_t>(n),
                set.places.begin() + 3 * static_cast<std::ptrdiff_t>(n + 1));
    std::visit(
        [&](const auto& v) {
          rows.insert(rows.end(), v.begin() + 3 * static_cast<std::ptrdiff_t>(n),
                      v.begin() + 3 * static_cast<std::ptrdiff_t>(n + 1));
        },
        set.values[0].values);
  }
  const std::vector<double> all = transport::gathered(rows, comm).all;
  std::vector<double> sorted(all.size());
  for (std::size_t n = 0; n < all.size(); n += 7)
    std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(n), 7,
                sorted.begin() + 7 * static_cast<std::ptrdiff_t>(all[n]));
  return sorted;
}

double particle_difference(simulation::Simulation& a, const Communicator& on_a,
                           simulation::Simulation& b, const Communicator& on_b) {
  double worst = 0;
  for (const char* name : {"tracers", "heavy"}) {
    const auto some = particles_of(a, name, on_a), others = particles_of(b, name, on_b);
    EXPECT_EQ(some.size(), others.size());
    for (std::size_t n = 0; n < some.size(); ++n)
      worst = std::max(worst, std::abs(std::remainder(some[n] - others[n], 2 * std::numbers::pi)));
  }
  return worst;
}

TEST(Particles, AgreeWithOneRankAndInSinglePrecision) {
  const Parameters p = with_particles();
  const auto world = Communicator::world(), self = Communicator::self();
  const auto together = solved<double>(p, 0.4, world), alone = solved<double>(p, 0.4, self);
  const auto single = solved<float>(p, 0.4, world);
  EXPECT_LT(particle_difference(*together, world, *alone, self), 100 * rounding);
  EXPECT_LT(particle_difference(*single, world, *alone, self), 1e-4);
  for (const char* column : {"tracers_displacement_rms", "heavy_slip_rms", "heavy_velocity_rms"})
    EXPECT_NEAR(scalar(*together, column), scalar(*alone, column), 1e-11) << column;
  EXPECT_GT(scalar(*alone, "tracers_displacement_rms"), 0.1);
}

TEST(Restart, IsBitwiseOfParticles) {
  Parameters p = with_particles();
  p.step.reset();
  p.cfl = 0.7;
  const auto world = Communicator::world(), self = Communicator::self();
  const std::filesystem::path file = file_of_all(world);
  Solver<double> unbroken(p, world), restarted(p, world), alone(p, self);
  unbroken.initialise();
  for (int n = 0; n < 3; ++n) unbroken.step(no_limit);
  store(unbroken, file, world);
  restore(restarted, file, world);
  restore(alone, file, self);
  for (auto* solver : {&unbroken, &restarted, &alone})
    for (int n = 0; n < 3; ++n) solver->step(no_limit);
  EXPECT_EQ(particle_difference(restarted, world, unbroken, world), 0);
  EXPECT_LT(particle_difference(unbroken, world, alone, self), 100 * rounding);
  world.barrier();
  if (world.is_root()) std::filesystem::remove(file);
}

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

// Formulas are computed where their planes are.
TEST(OnRanks, FormulasGiveTheSameStart) {
  Parameters p = random_case("rk3");
  p.initial.kind = InitialKind::formula;
  p.initial.formulas = {{"velocity", {"sin(y)*cos(3*z)", "cos(x + 2*z)", "exp(sin(x))"}}};
  Solver<double> together(p, Communicator::world()), alone(p, Communicator::self());
  together.initialise();
  alone.initialise();
  EXPECT_LT(field_difference(together, alone, "velocity"), 1e-14);
}

/// In pencils, with so many ranks to a plane; 0: chosen.
Parameters in_pencils(Parameters p, int ranks_per_plane = 0) {
  p.decomposition = {DecompositionKind::pencil, ranks_per_plane};
  return p;
}

class PencilsOnRanks : public ::testing::TestWithParam<Equations> {};

TEST_P(PencilsOnRanks, AgreeWithOneRankAndInSinglePrecision) {
  const auto world = Communicator::world();
  const Parameters p = set_case(GetParam());
  const auto alone = solved<double>(p, 0.05, Communicator::self());
  const auto single = solved<float>(in_pencils(p), 0.05, world);
  for (const int across : {0, world.size()}) {
    Parameters q = in_pencils(p, across);
    q.transport.chunks = 3;
    q.transport.route = across == 0 ? "auto" : test::plain_route;
    const auto together = solved<double>(q, 0.05, world);
    for (const OutputField& field : output_fields(describe(p))) {
      if (field.name == "phase") continue;  // next to pi rounding may turn its sign
      EXPECT_LT(field_difference(*together, *alone, field.name), rounding) << field.name;
      EXPECT_LT(field_difference(*single, *alone, field.name), 2e-5) << field.name;
    }
    const auto a = together->scalars(), b = alone->scalars();
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
  EXPECT_LT(field_difference(together, alone, "velocity"), 1e-14);
  const std::vector<std::string> names{"spectrum", "statistics"};
  const auto a = together.tables(names), b = alone.tables(names);
  for (std::size_t t = 0; t < b.size(); ++t)
    for (std::size_t c = 0; c < b[t].values.size(); ++c)
      for (std::size_t n = 0; n < b[t].values[c].size(); ++n)
        EXPECT_NEAR(a[t].values[c][n], b[t].values[c][n], 1e-13) << b[t].name << ", row " << n;
}

/// Slabs go on from what pencils have stored, and the other way round.
TEST(Restart, MaySplitTheGridInAnotherWay) {
  const auto world = Communicator::world();
  const Parameters slabs = set_case(Equations::mhd), pencils = in_pencils(slabs);
  const std::filesystem::path file = file_of_all(world);
  for (const auto& [before, after] : {std::pair{pencils, slabs}, std::pair{slabs, pencils}}) {
    const auto first = solved<double>(before, 0.05, world);
    store(*first, file, world);
    Solver<double> second(after, world);
    restore(second, file, world);
    first->step(no_limit);
    second.step(no_limit);
    Solver<double> alone(slabs, Communicator::self());
    restore(alone, file, Communicator::self());
    alone.step(no_limit);
    EXPECT_LT(field_difference(second, alone, "magnetic"), rounding);
    EXPECT_LT(field_difference(*first, alone, "magnetic"), rounding);
    world.barrier();
  }
  if (world.is_root()) std::filesystem::remove(file);
}
TEST(Restart, IsBitwiseOfPencils) {
  expect_restart_is_exact<double>(in_pencils(set_case(Equations::mhd)));
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

/// In slabs with all that these may have, and in pencils; on the memory of a node and by messages.
TEST(Prediction, MovesWhatSingleMessagesMove) {
  Parameters slabs = with_particles(), pencils = in_pencils(random_case("rk3"));
  slabs.averages = {.from = 0, .every_steps = 2, .fields = {"pressure"}};
  slabs.single_messages = pencils.single_messages = true;
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
TEST(Prediction, MovesWhatParticlesNeed) { expect_predicted(with_particles()); }
TEST(Prediction, MovesWhatAveragesNeed) {
  Parameters p = set_case(Equations::mhd);
  p.averages = {.from = 0, .every_steps = 2, .fields = {"pressure", "magnetic"}};
  expect_predicted(p);
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
SentAndLost sent_and_lost(const Parameters& p, simulation::Simulation& reference,
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
    const auto alone = solved<double>(p, short_time, Communicator::self());
    for (Parameters split : {p, in_pencils(p)}) {
      split.transport.route = test::plain_route;
      const SentAndLost whole = sent_and_lost(split, *alone, field);
      const SentAndLost single =
          sent_and_lost(with_single_messages(split, test::plain_route), *alone, field);
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
