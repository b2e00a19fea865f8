// SPDX-License-Identifier: Apache-2.0
// The same problem on all ranks together and on each rank alone, by one thread and by four, in both
// precisions, restarted half-way.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>

#include "base/error.hpp"
#include "exec/stream.hpp"
#include "fft/rectangles.hpp"
#include "solvers/sound/kspace/step_model.hpp"
#include "tests/convergence/sound_tissue.hpp"
#include "tests/support/moved.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;
using transport::Communicator;

constexpr int steps = 40;
// Forty steps multiply the rounding of one by less than a hundred.
constexpr double rounding_double = 1e-12, rounding_single = 2e-6;

constexpr Field fields[] = {Field::pressure, Field::velocity_x, Field::velocity_y};

Sensors sensors_of(const Problem& p) {
  Sensors sensors;
  for (std::int64_t i = p.size() - 1; i >= 0; i -= 97) sensors.points.push_back(i);
  // Between points, near every plane and the ends of the axes: their sums reach over ranks.
  for (int i = 0; i < 19; ++i) {
    std::array<double, 3> place{};
    for (std::size_t d = 0; d < static_cast<std::size_t>(p.dimensions); ++d)
      place[d] = std::fmod(0.3 + 0.37 * i * static_cast<double>(d + 3), p.points[d] - 0.6);
    sensors.places.push_back(place);
  }
  for (const Statistic s : {Statistic::raw, Statistic::rms, Statistic::maximum, Statistic::minimum,
                            Statistic::maximum_all, Statistic::rms_all})
    sensors.records.push_back({Field::pressure, s});
  sensors.records.push_back({Field::velocity_y, Statistic::rms});
  for (int c = 0; c < p.dimensions; ++c) {
    sensors.records.push_back({component(Field::colocated_velocity_x, c), Statistic::maximum});
    sensors.records.push_back({component(Field::intensity_x, c), Statistic::mean});
  }
  return sensors;
}

SolverOptions on_test_device(SolverOptions options) {
  options.device = testing::test_device();
  return options;
}

/// A solver with its sink; the problem's readers are not called once it is built.
struct DrivenRun {
  Problem problem;
  Sensors sensors;
  Series series;
  std::unique_ptr<WaveSolver> solver;

  DrivenRun(Shape shape, const SolverOptions& options, const Communicator& comm)
      : problem(tissue(shape)), sensors(sensors_of(problem)), series(sensors),
        solver(make_wave_solver(problem, sensors, &series, on_test_device(options), comm)) {
    solver->initialise();
  }
  void take(int count) {
    take_steps(*solver, count);
    solver->flush();
  }
};

std::unique_ptr<DrivenRun> taken(Shape shape, const SolverOptions& options,
                                 const Communicator& comm) {
  auto run = std::make_unique<DrivenRun>(shape, options, comm);
  run->take(steps);
  return run;
}

/// Bytes per step of the movements whose number per step does not depend on the start.
double moved_bytes(const WaveSolver& solver) {
  for (const auto& movement : solver.transport())
    if (movement.name == fft::name_of(fft::TileDirection::to_planes)) return movement.bytes;
  return 0;
}

/// This rank's part of what one process holds whole.
std::vector<double> part(const std::vector<double>& whole, const WaveSolver& solver) {
  return {whole.begin() + solver.begin(), whole.begin() + solver.end()};
}

std::vector<double> as_double(const std::vector<float>& values) {
  return {values.begin(), values.end()};
}

/// The largest difference over the largest value of the whole field; b on one rank.
double apart(const std::vector<double>& mine, const WaveSolver& solver,
             const std::vector<double>& whole) {
  const auto other = part(whole, solver);
  double most = 0;
  for (std::size_t i = 0; i < mine.size(); ++i) most = larger(most, std::abs(mine[i] - other[i]));
  return most / largest(whole);
}

double fields_apart(const WaveSolver& together, const WaveSolver& alone,
                    const Communicator& world) {
  double most = 0;
  for (const Field f : fields)
    most = larger(most, apart(together.field(f), together, alone.field(f)));
  return world.max(std::isnan(most) ? HUGE_VAL : most);
}

/// What the sensors have taken, on rank 0.
void expect_same_records(const DrivenRun& together, const DrivenRun& alone, double bound,
                         bool is_root) {
  for (const Record& r : together.sensors.records) {
    if (r.statistic == Statistic::raw) continue;
    const auto a = as_double(together.solver->statistic(r)),
               b = as_double(alone.solver->statistic(r));
    if (is_grid_wide(r.statistic)) {
      EXPECT_LT(apart(a, *together.solver, b), bound) << name_of(r.statistic);
    } else if (is_root) {
      EXPECT_LT(difference(a, b), bound) << name_of(r.field) << " " << name_of(r.statistic);
    }
  }
  if (!is_root) return;
  ASSERT_EQ(together.series.steps(), steps);
  EXPECT_LT(difference(together.series.all(), alone.series.all()), bound);
}

struct Way {
  Shape shape;
  const char* route;
  int chunks;
};

// Making a communicator is collective, so each test makes one.
class OnRanks : public ::testing::TestWithParam<Way> {
 protected:
  const Communicator world = Communicator::world();
};

TEST_P(OnRanks, AgreeWithOneRankToRounding) {
  const auto [shape, asked, chunks] = GetParam();
  // Fields on a device go by way of the host, where no library of messages takes its memory.
  const char* route =
      testing::test_device() == "cuda" && asked == std::string("direct") ? "staged" : asked;
  for (const bool single : {false, true}) {
    const SolverOptions options{.single_precision = single,
                                .transport = {.route = route, .chunks = chunks}};
    const auto together = taken(shape, options, world);
    const auto alone = taken(shape, {.single_precision = single}, Communicator::self());
    const double most = fields_apart(*together->solver, *alone->solver, world);
    if (world.is_root())
      std::printf("  %d ranks, %s, %s: %.1e\n", world.size(), route, single ? "single" : "double",
                  most);
    EXPECT_LT(most, single ? rounding_single : rounding_double);
    // Records are kept in single precision.
    expect_same_records(*together, *alone, single ? rounding_single : 1e-7, world.is_root());
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, OnRanks,
                         ::testing::Values(Way{Shape::box, "direct", 3},
                                           Way{Shape::box, "alltoallv", 1},
                                           Way{Shape::sheet, "auto", 0},
                                           Way{Shape::axisymmetric, "auto", 0}));

// The density between the last plane and the first is of both, which no rank need hold together.
TEST(Ranks, ShareAPeriodicAxis) {
  const auto world = Communicator::world();
  Problem p = tissue(Shape::box);
  p.layer = {};
  const auto together = make(p, false, {}, nullptr, world), alone = make(p);
  take_steps(*together, 4);
  take_steps(*alone, 4);
  EXPECT_LT(fields_apart(*together, *alone, world), rounding_double);
}

TEST(Precision, SingleAgreesWithDouble) {
  const auto world = Communicator::world();
  const auto in_double = taken(Shape::box, {.single_precision = false}, Communicator::self());
  const auto in_single = taken(Shape::box, {}, world);
  const double most = fields_apart(*in_single->solver, *in_double->solver, world);
  if (world.is_root()) std::printf("  after %d steps: %.1e\n", steps, most);
  EXPECT_LT(most, 5e-6);
}

class Everywhere : public ::testing::TestWithParam<std::tuple<Shape, bool>> {
 protected:
  const Communicator world = Communicator::world();
  SolverOptions options() const { return {.single_precision = std::get<1>(GetParam())}; }
  Shape shape() const { return std::get<0>(GetParam()); }
};

// Few steps, and on one rank only: threads that share a core wait long for each other.
TEST_P(Everywhere, FourThreadsGiveTheBitsOfOne) {
  if (world.size() > 1) GTEST_SKIP() << "by the run on one rank";
  const int before = exec::threads();
  exec::set_threads(1);
  DrivenRun one(shape(), options(), Communicator::self());
  one.take(6);
  exec::set_threads(4);
  DrivenRun four(shape(), options(), Communicator::self());
  four.take(6);
  for (const Field f : fields) EXPECT_EQ(one.solver->field(f), four.solver->field(f));
  EXPECT_EQ(one.series.all(), four.series.all());
  exec::set_threads(before);
}

TEST_P(Everywhere, ARestartHalfWayIsBitwise) {
  DrivenRun unbroken(shape(), options(), world);
  unbroken.take(steps / 2);
  const auto state = unbroken.solver->state(), sensed = unbroken.solver->sensor_state();
  unbroken.take(steps / 2);

  DrivenRun restarted(shape(), options(), world);
  restarted.solver->set_state(steps / 2, state);
  restarted.solver->set_sensor_state(sensed);
  restarted.take(steps / 2);
  EXPECT_EQ(restarted.solver->steps(), steps);
  for (const Field f : fields)
    EXPECT_EQ(restarted.solver->field(f), unbroken.solver->field(f)) << name_of(f);
  for (const Record& r : unbroken.sensors.records) {
    if (r.statistic == Statistic::raw) continue;
    EXPECT_EQ(restarted.solver->statistic(r), unbroken.solver->statistic(r))
        << name_of(r.statistic);
  }
  const double moved = moved_bytes(*unbroken.solver);  // with what the initial pressure needs once
  EXPECT_NEAR(moved_bytes(*restarted.solver), moved, 0.2 * moved);
  const auto whole = unbroken.series.all(), half = restarted.series.all();
  ASSERT_EQ(2 * half.size(), whole.size());
  EXPECT_TRUE(std::equal(half.begin(), half.end(),
                         whole.begin() + static_cast<std::ptrdiff_t>(half.size())));
}

// From the state of one rank, on however many there are.
TEST_P(Everywhere, ARestartOnOtherRanksGoesOnToRounding) {
  DrivenRun alone(shape(), options(), Communicator::self());
  alone.take(steps / 2);
  auto state = alone.solver->state();
  alone.take(steps / 2);
  DrivenRun together(shape(), options(), world);
  for (StateArray& array : state) array.values = part(array.values, *together.solver);
  together.solver->set_state(steps / 2, state);
  together.take(steps / 2);
  EXPECT_LT(fields_apart(*together.solver, *alone.solver, world),
            options().single_precision ? rounding_single : rounding_double);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Everywhere,
                         ::testing::Combine(::testing::Values(Shape::box, Shape::sheet,
                                                              Shape::axisymmetric),
                                            ::testing::Bool()));

TEST(Ranks, MoreThanTheGridCanUseAreRefused) {
  const Problem p = tissue({26, 20, 18});
  EXPECT_GE(largest_rank_count(p), 4);
  const auto world = Communicator::world();
  const Problem line = water({16, 1, 1}, 1e-4, 1e-8);
  ASSERT_EQ(largest_rank_count(line), 1);
  if (world.size() == 1)
    EXPECT_NO_THROW(make_wave_solver(line, {}, nullptr, {}, world));
  else
    EXPECT_THROW(make_wave_solver(line, {}, nullptr, {}, world), InputError);
}

/// Bytes and messages of a step.
struct MovedBytes {
  double bytes = 0, messages = 0;
};

/// Predictions and runs take message lists from one place.
class StepModelOfRanks : public ::testing::TestWithParam<Shape> {
 protected:
  const Communicator world = Communicator::world();
};

TEST_P(StepModelOfRanks, MovesAreThoseOfARun) {
  Problem p = tissue(GetParam());
  p.initial_pressure.reset();  // it enters by a transform of its own
  const SolverOptions options =
      on_test_device({.single_precision = true, .transport = {.chunks = 3}});
  const auto solver = make_wave_solver(p, {}, nullptr, options, world);
  solver->initialise();
  take_steps(*solver, 4);
  std::map<std::string, MovedBytes> run, model;
  for (const auto& movement : solver->transport()) {
    run[movement.name].bytes += movement.bytes;
    run[movement.name].messages += movement.messages;
  }
  const auto work = step_model(p, options).work({.nodes = 1, .ranks_per_node = world.size()});
  for (const auto& movement : work.movements) {
    model[movement.name].bytes += movement.per_step * sum_of(movement, &transport::Load::bytes);
    model[movement.name].messages +=
        movement.per_step * sum_of(movement, &transport::Load::messages);
  }
  ASSERT_EQ(model.size(), 2u);
  for (const auto& [name, moved] : model) {
    EXPECT_DOUBLE_EQ(moved.bytes, run[name].bytes) << name;
    EXPECT_DOUBLE_EQ(moved.messages, run[name].messages) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, StepModelOfRanks,
                         ::testing::Values(Shape::box, Shape::sheet, Shape::axisymmetric));

}  // namespace
}  // namespace thalweg::sound
