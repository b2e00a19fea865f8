// SPDX-License-Identifier: Apache-2.0
// The ultrasound solver on a device against the same problem on the host, in both precisions.
#include <gtest/gtest.h>

#include <cstdio>

#include "exec/device_info.hpp"
#include "tests/convergence/sound_tissue.hpp"

namespace thalweg::sound {
namespace {

using namespace runs;
using transport::Communicator;

constexpr int steps = 40;
constexpr Field fields[] = {Field::pressure, Field::velocity_x, Field::velocity_y};

Sensors sensors_of(const Problem& p) {
  Sensors sensors{.points = {}, .records = {{Field::pressure, Statistic::raw}}, .first_step = 0};
  for (std::int64_t i = p.size() - 1; i >= 0; i -= 97) sensors.points.push_back(i);
  for (int i = 0; i < 9; ++i)
    sensors.places.push_back({2.3 * i, 0.4 + 1.9 * i, p.dimensions > 2 ? 0.2 + 1.8 * i : 0});
  return sensors;
}

/// What a run leaves: this rank's fields, and on rank 0 the series.
struct Result {
  std::vector<std::vector<double>> fields;
  std::vector<double> series;
};

Result result_of(Shape shape, const SolverOptions& options, const Communicator& world) {
  const Problem p = tissue(shape);
  const Sensors sensors = sensors_of(p);
  Series series(sensors);
  if (options.device == "cuda") exec::select_device(world.node_rank());
  const auto solver = make_wave_solver(p, sensors, &series, options, world);
  solver->initialise();
  take_steps(*solver, steps);
  solver->flush();
  Result result;
  for (const Field f : fields) result.fields.push_back(solver->field(f));
  result.series = series.all();
  return result;
}

class SoundOnDevice : public ::testing::TestWithParam<std::tuple<Shape, bool>> {
 protected:
  const Communicator world = Communicator::world();
  void SetUp() override {
    if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
  }
};

// The bounds of ranks against each other (tests/mpi/sound_ranks_test.cpp), with room for other
// transforms; series are kept in single precision.
TEST_P(SoundOnDevice, FieldsAndSeriesAgreeWithTheHost) {
  const auto [shape, single] = GetParam();
  const double bound = single ? 1e-5 : 1e-12;
  const SolverOptions on_host{.single_precision = single},
      on_device{.single_precision = single, .device = "cuda"};
  const Result host = result_of(shape, on_host, world), device = result_of(shape, on_device, world);
  for (std::size_t f = 0; f < host.fields.size(); ++f) {
    const double apart = difference(device.fields[f], host.fields[f]);
    if (world.is_root()) std::printf("  %s: %.1e\n", name_of(fields[f]).c_str(), apart);
    EXPECT_LT(apart, bound) << name_of(fields[f]);
  }
  if (world.is_root()) {
    EXPECT_LT(difference(device.series, host.series), std::max(bound, 2e-7));
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, SoundOnDevice,
                         ::testing::Combine(::testing::Values(Shape::box, Shape::sheet,
                                                              Shape::axisymmetric),
                                            ::testing::Bool()));

}  // namespace
}  // namespace thalweg::sound
