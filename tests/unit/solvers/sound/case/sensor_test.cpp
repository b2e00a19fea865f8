// SPDX-License-Identifier: Apache-2.0
// Sensors: which points and records a case asks for.
#include <gtest/gtest.h>

#include "solvers/sound/case/record_names.hpp"
#include "tests/unit/solvers/sound/samples.hpp"

namespace thalweg::sound::testing {
namespace {

/// The sample with more sensors.
Parameters with_sensors(const std::string& text) { return read(valid_case + text); }

TEST(SoundSensor, PointsAreListedOnce) {
  const Parameters p = with_sensors(
      "[[sensor]]\nname = \"line\"\nshape = \"line\"\nfrom = [5e-3, 2e-3]\nto = [5e-3, 2.2e-3]\n");
  EXPECT_EQ(p.sensors.points,
            (std::vector<std::int64_t>{p.grid.index({50, 20, 0}), p.grid.index({50, 25, 0}),
                                       p.grid.index({50, 21, 0}), p.grid.index({50, 22, 0})}));
  ASSERT_EQ(p.groups.size(), 2u);
  EXPECT_EQ(p.groups[0].name, "sensor-1");
  EXPECT_EQ(p.groups[1].points, (std::vector<std::int64_t>{0, 2, 3}));
}

TEST(SoundSensor, LinesOfSoManyPointsAreEven) {
  const std::string line = "[[sensor]]\nshape = \"line\"\nfrom = [1e-3, 1e-3]\nto = [1e-3, 2e-3]\n";
  const Parameters p = with_sensors(line + "count = 5\n");
  ASSERT_EQ(p.groups[1].points.size(), 5u);
  ASSERT_EQ(p.sensors.places.size(), 2u);  // 1.25 and 1.75 mm
  EXPECT_NEAR(p.sensors.places[0][1], 12.5, 1e-9);
  EXPECT_NEAR(p.sensors.places[1][1], 17.5, 1e-9);
  EXPECT_EQ(with_sensors(line).groups[1].points.size(), 11u);
  EXPECT_NE(message_of(valid_case + line + "count = 1\n").find("must be >= 2"), std::string::npos);
}

TEST(SoundSensor, PlacesBetweenPointsComeBehindThem) {
  const std::string sensor = "[[sensor]]\nshape = \"points\"\npositions = [[5.04e-3, 2e-3], "
                             "[1e-3, 1e-3], [5.04e-3, 2e-3], [1.06e-3, 1.01e-3]]\n";
  const Parameters p = with_sensors(sensor);
  EXPECT_EQ(p.sensors.points.size(), 3u);
  ASSERT_EQ(p.sensors.places.size(), 2u);
  EXPECT_NEAR(p.sensors.places[0][0], 50.4, 1e-9);
  EXPECT_NEAR(p.sensors.places[1][1], 10.1, 1e-9);
  EXPECT_EQ(p.groups[1].points, (std::vector<std::int64_t>{3, 2, 3, 4}));
  const Parameters snapped = with_sensors(sensor + "snap = true\n");
  EXPECT_TRUE(snapped.sensors.places.empty());
  EXPECT_EQ(snapped.sensors.points[3], p.grid.index({11, 10, 0}));
}

TEST(SoundSensor, ArraysHearWhereTheirElementsAre) {
  const std::string sensor = "[[sensor]]\nshape = \"array\"\ncenter = [2e-3, 2.4e-3]\n"
                             "elements = 4\npitch = 2.5e-4\n";
  const Parameters p = with_sensors(sensor);
  ASSERT_EQ(p.groups[1].points.size(), 4u);
  ASSERT_EQ(p.sensors.places.size(), 4u);
  for (int e = 0; e < 4; ++e) {
    const auto& place = p.sensors.places[static_cast<std::size_t>(e)];
    EXPECT_NEAR(place[0], 20, 1e-9);
    EXPECT_NEAR(place[1], 24 + 2.5 * (e - 1.5), 1e-9);
  }
  EXPECT_NE(message_of(valid_case + "[[sensor]]\nshape = \"array\"\ncenter = [2e-3, 2.4e-3]\n"
                                    "elements = 40\npitch = 2.5e-4\n")
                .find("is outside of the grid"),
            std::string::npos);
}

TEST(SoundSensor, PlanesAndBoxesAreWhole) {
  const Parameters p =
      with_sensors("[[sensor]]\nshape = \"plane\"\naxis = \"x\"\nat = 4.02e-3\n"
                   "[[sensor]]\nshape = \"box\"\nlower = [1e-3, 1e-3]\nupper = [1.2e-3, 1.1e-3]\n");
  EXPECT_EQ(p.groups[1].points.size(), 48u);
  EXPECT_EQ(p.groups[2].points.size(), 6u);
}

TEST(SoundSensor, BoxesOfSoManyPointsAreEven) {
  const std::string box =
      "[[sensor]]\nshape = \"box\"\nlower = [1e-3, 1e-3]\nupper = [1.2e-3, 1.3e-3]\n";
  const Parameters p = with_sensors(box + "count = [2, 3]\n");
  ASSERT_EQ(p.groups[1].points.size(), 6u);  // x fastest
  EXPECT_EQ(p.sensors.points[static_cast<std::size_t>(p.groups[1].points[1])],
            p.grid.index({12, 10, 0}));
  ASSERT_EQ(p.sensors.places.size(), 2u);
  EXPECT_NEAR(p.sensors.places[1][0], 12, 1e-9);
  EXPECT_NEAR(p.sensors.places[1][1], 11.5, 1e-9);
  EXPECT_EQ(with_sensors(box + "count = [2, 3]\nsnap = true\n").sensors.places.size(), 0u);
}

TEST(SoundSensor, BoxesThatCannotBeDividedAreRefused) {
  const std::string box =
      valid_case + "[[sensor]]\nshape = \"box\"\nlower = [1e-3, 1e-3]\nupper = [1.2e-3, 1e-3]\n";
  EXPECT_EQ(message_of(box + "count = [3, 1]\n"), "");
  EXPECT_NE(message_of(box + "count = [1, 1]\n").find("is 1 along x, where lower and upper differ"),
            std::string::npos);
  EXPECT_NE(message_of(box + "count = [1000000, 1000000]\n").find("makes 1e+12 points"),
            std::string::npos);
  EXPECT_NE(message_of(box + "count = 3\n").find("count"), std::string::npos);
}

TEST(SoundSensor, WholeGridKeepsStatistics) {
  const Parameters p =
      with_sensors("[[sensor]]\nshape = \"grid\"\nrecord = [\"pressure-max\", \"velocity-min\"]\n");
  EXPECT_EQ(p.grid_records.size(), 3u);
  EXPECT_EQ(p.groups.size(), 1u);
  EXPECT_NE(message_of(valid_case + "[[sensor]]\nshape = \"grid\"\nname = \"all\"\n"
                                    "record = [\"pressure-max\"]\n")
                .find("is not for the whole grid"),
            std::string::npos);
  EXPECT_NE(message_of(valid_case + "[[sensor]]\nshape = \"grid\"\nrecord = [\"pressure\"]\n")
                .find("the whole grid takes \"pressure-max\", \"pressure-min\", \"pressure-rms\", "
                      "\"pressure-final\""),
            std::string::npos);
}

TEST(SoundSensor, RecordsAreNamedOnce) {
  const std::string points = "[[sensor]]\nshape = \"points\"\npositions = [[1e-3, 1e-3]]\n";
  EXPECT_NE(message_of(valid_case + points + "record = [\"pressure\", \"pressure\"]\n")
                .find("names \"pressure\" twice"),
            std::string::npos);
  EXPECT_EQ(message_of(valid_case + points + "record = [\"pressure\", \"pressure-max\"]\n"), "");
}

TEST(SoundSensor, NamesAreThoseOfTheCase) {
  for (const bool whole : {false, true})
    for (const std::string& name : record_names(whole)) {
      const auto records = records_of(name, whole, 3);
      ASSERT_EQ(records.size(), name.starts_with("pressure") ? 1u : 3u) << name;
      if (records.size() == 1) {
        EXPECT_EQ(record_name(records[0]), name);
      }
    }
  EXPECT_EQ(record_name({Field::velocity_y, Statistic::maximum}), "velocity-y-max");
  EXPECT_EQ(record_name({Field::intensity_y, Statistic::mean}), "intensity-y");
  EXPECT_EQ(record_name({Field::pressure, Statistic::rms_all}), "pressure-rms");
}

TEST(SoundSensor, RecordingBeginsAtATime) {
  const Parameters p = read(replaced(valid_case, "[medium]", "record_from = 5e-7\n[medium]"));
  EXPECT_EQ(p.sensors.first_step, static_cast<std::int64_t>(5e-7 / p.problem.dt + 0.5));
  for (const std::string late : {"1e15", "1e300"}) {
    const Parameters never =
        read(replaced(valid_case, "[medium]", "record_from = " + late + "\n[medium]"));
    EXPECT_GT(never.sensors.first_step, never.problem.steps) << late;
  }
}

}  // namespace
}  // namespace thalweg::sound::testing
