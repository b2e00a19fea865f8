// SPDX-License-Identifier: Apache-2.0
// OUT/traces.h5: written in pieces, gone on with after a restart.
#include "solvers/sound/traces.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/unit/io/scratch.hpp"
#include "tests/unit/solvers/sound/samples.hpp"

namespace thalweg::sound::testing {
namespace {

class SoundTraces : public ::testing::Test {
 protected:
  /// Rows [first, last) for the two points of the sample, counted through.
  static void write_rows(Traces& traces, int first, int last) {
    std::vector<float> values(static_cast<std::size_t>(2 * (last - first)));
    std::iota(values.begin(), values.end(), static_cast<float>(2 * first));
    traces.write(Field::pressure, first, last - first, values.data());
  }
  std::vector<float> stored() const {
    return io::DatasetFile::open(file_).read_all<float>("sensor-1/pressure");
  }
  io::testing::Scratch scratch_;
  std::filesystem::path file_ = scratch_ / "traces.h5";
};

TEST_F(SoundTraces, RowsStandAtTheirTimes) {
  const Parameters p = read(valid_case);
  Traces traces(p);
  traces.open(file_, false);
  write_rows(traces, 0, 3);
  traces.write({Field::pressure, Statistic::maximum}, {7, 8});
  traces.flush();
  const auto values = stored();
  ASSERT_EQ(values.size(), static_cast<std::size_t>(2 * p.problem.steps));
  EXPECT_EQ(values[5], 5);
  EXPECT_TRUE(std::isnan(values[6]));
  const auto file = io::DatasetFile::open(file_);
  EXPECT_EQ(file.read_all<float>("sensor-1/pressure-max"), (std::vector<float>{7, 8}));
  EXPECT_EQ(file.extents("sensor-1/coordinates"), (std::vector<std::int64_t>{2, 2}));
  EXPECT_FLOAT_EQ(file.read_all<float>("time")[2], static_cast<float>(2 * p.problem.dt));
  EXPECT_EQ(file.text("sensor-1/pressure", "unit"), "Pa");
}

TEST_F(SoundTraces, PlacesBetweenPointsKeepTheirCoordinates) {
  const Parameters p = read(replaced(valid_case, "[5e-3, 2e-3]", "[5.04e-3, 2.01e-3]"));
  Traces traces(p);
  traces.open(file_, false);
  // The point of the grid comes first, and the sensor names it second.
  traces.write({Field::pressure, Statistic::maximum}, {7, 8});
  traces.flush();
  const auto file = io::DatasetFile::open(file_);
  EXPECT_EQ(file.read_all<float>("sensor-1/pressure-max"), (std::vector<float>{8, 7}));
  const auto coordinates = file.read_all<double>("sensor-1/coordinates");
  EXPECT_NEAR(coordinates[0], 5.04e-3, 1e-9);
  EXPECT_NEAR(coordinates[1], 2.01e-3, 1e-9);
  EXPECT_EQ(file.read_all<std::int64_t>("sensor-1/points")[0], p.grid.index({50, 20, 0}));
}

TEST_F(SoundTraces, RestartKeepsEarlierRows) {
  const Parameters p = read(valid_case);
  {
    Traces traces(p);
    traces.open(file_, false);
    write_rows(traces, 0, 3);
  }
  Traces traces(p);
  traces.open(file_, true);
  write_rows(traces, 2, 4);
  traces.flush();
  const auto values = stored();
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(values[i], static_cast<float>(i));
}

// What the run recorded beyond the step that it goes on from is of another history.
TEST_F(SoundTraces, RestartFromAnEarlierStepForgetsLaterRows) {
  const Parameters p = read(valid_case);
  {
    Traces traces(p);
    traces.open(file_, false);
    write_rows(traces, 0, 5);
    traces.write({Field::pressure, Statistic::maximum}, {7, 8});
  }
  Traces traces(p);
  traces.open(file_, true);
  traces.forget_after(3);
  traces.flush();
  const auto values = stored();
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(values[i], static_cast<float>(i));
  for (std::size_t i = 6; i < values.size(); ++i) EXPECT_TRUE(std::isnan(values[i])) << i;
  for (const float value : io::DatasetFile::open(file_).read_all<float>("sensor-1/pressure-max"))
    EXPECT_TRUE(std::isnan(value));
}

TEST_F(SoundTraces, LongerRunTakesTheRowsAlong) {
  const Parameters p = read(valid_case);
  {
    Traces traces(p);
    traces.open(file_, false);
    write_rows(traces, 0, 3);
  }
  const Parameters longer = read(replaced(valid_case, "end = 1e-6", "end = 2e-6"));
  Traces traces(longer);
  traces.open(file_, true);
  write_rows(traces, 3, 4);
  traces.flush();
  const auto values = stored();
  EXPECT_EQ(values.size(), static_cast<std::size_t>(2 * longer.problem.steps));
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(values[i], static_cast<float>(i));
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "traces.h5.old"));
}

}  // namespace
}  // namespace thalweg::sound::testing
