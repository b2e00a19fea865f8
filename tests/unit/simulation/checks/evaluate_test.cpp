// SPDX-License-Identifier: Apache-2.0
// Checks of every kind of quantity, decided from files as a run leaves them.
#include <nlohmann/json.hpp>

#include "io/hdf5/dataset_file.hpp"
#include "simulation/checks/result.hpp"
#include "simulation/checks/run_curve.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::simulation::checks {
namespace {

using io::testing::expect_contains;

constexpr double frequency = 2.0;

/// Files of a run: a history, tables of two times, and a sensor of four points in two rows.
class Evaluation : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* folder : {"out/spectra", "out/tables"})
      std::filesystem::create_directories(scratch_ / folder);
    put("history.csv", "step,time,dt,energy\n1,time,time,velocity^2\n"
                       "0,0,0,4\n1,1,1,3\n2,2,1,1\n4,4,1,2\n");
    put("spectra/spectrum-000000.csv", "k,energy\n1/length,u\n0,0\n1,5\n2,1\n");
    put("spectra/spectrum-000004.csv", "k,energy\n1/length,u\n0,0\n1,2\n2,3\n");
    write_traces();
  }
  void put(const std::string& name, const std::string& text) {
    io::testing::put_bytes(scratch_ / "out" / name, text);
  }
  void write_traces() {
    constexpr std::int64_t rows = 20, points = 4;
    io::DatasetFile file = io::DatasetFile::create(scratch_ / "out" / "traces.h5");
    file.create_floats("time", {rows}, {});
    file.create_group("box");
    file.create_floats("box/coordinates", {points, 2}, {});
    file.create_floats("box/pressure", {rows, points}, {});
    file.create_floats("box/pressure-max", {points}, {});
    const std::vector<double> places{0, 0, 1, 0, 2, 0, 0, 5}, most{7, 9, 8, 11};
    std::vector<double> time, pressure;
    for (int row = 0; row < rows; ++row) {
      time.push_back(0.05 * row);
      for (int point = 0; point < points; ++point)
        pressure.push_back((point + 1) * std::cos(2 * M_PI * frequency * time.back()));
    }
    file.write("time", 0, rows, time.data());
    file.write("box/coordinates", 0, 2 * points, places.data());
    file.write("box/pressure", 0, rows * points, pressure.data());
    file.write("box/pressure-max", 0, points, most.data());
    file.set_text("box/pressure", "unit", "Pa");
    file.set_text("box/pressure-max", "unit", "Pa");
    file.close();
  }
  Result check(const std::string& quantity, const std::string& more) {
    const std::string text =
        "[output]\nspectra.every_steps = 1\ntables.every_steps = 1\n[[check]]\nquantity = \"" +
        quantity + "\"\ntolerance = 0.1\nsource = \"a book\"\n" + more;
    io::testing::put_bytes(scratch_ / "case.toml", text);
    io::Case input = io::Case::load(scratch_ / "case.toml", {});
    const auto checks = read_checks(
        input, {.history = {"energy"},
                .tables = {{"spectrum", {"k", "energy"}, "spectra"}, {"ratios", {"x", "y"}}},
                .sensors = std::vector<SensorRecords>{{"box", {"pressure"}, {"pressure-max"}}}});
    EXPECT_FALSE(input.has_errors());
    return evaluate(checks, io::OutputFolder(scratch_ / "out")).at(0);
  }
  io::testing::Scratch scratch_;
};

TEST_F(Evaluation, OfHistory) {
  const Result least = check("history.energy.minimum", "reference = 1.05\n");
  EXPECT_EQ(least.value, 1);
  EXPECT_EQ(least.unit, "velocity^2");
  EXPECT_NEAR(least.error.value(), 0.05 / 1.05, 1e-12);
  EXPECT_EQ(least.holds, true);
  const Result when = check("history.energy.time-of-minimum", "reference = 1\nfrom = 1\n");
  EXPECT_EQ(when.value, 2);
  EXPECT_EQ(when.unit, "time");
  EXPECT_EQ(when.holds, false);
  EXPECT_DOUBLE_EQ(check("history.energy.at", "reference = 1\nat = 3\n").value.value(), 1.5);
  EXPECT_DOUBLE_EQ(check("history.energy.mean", "reference = 1\n").value.value(), 8.5 / 4);
}

TEST_F(Evaluation, OfErrorsThatAreAbsolute) {
  const Result result = check("history.energy.final", "reference = 0\nabsolute = true\n");
  EXPECT_EQ(result.error, 2);
  EXPECT_EQ(result.holds, false);
}

TEST_F(Evaluation, OfTables) {
  EXPECT_EQ(check("spectra.spectrum.energy.maximum", "reference = 3\n").value, 3) << "the last";
  EXPECT_EQ(check("spectra.spectrum.energy.place-of-maximum", "reference = 1\ntime = 0\n").value,
            1);
  const Result never = check("spectra.spectrum.energy.maximum", "reference = 3\ntime = 1.5\n");
  EXPECT_FALSE(never.holds);
  expect_contains(never.why, "no row at time 1.5");
}

TEST_F(Evaluation, OfTablesWithoutDimensions) {
  put("tables/ratios-000004.csv", "x,y\n1,1\n3,5\n4,7\n");
  const Result most = check("tables.ratios.x.maximum", "reference = 4\n");
  EXPECT_EQ(most.value, 4);
  EXPECT_EQ(most.unit, "1");
  EXPECT_EQ(check("tables.ratios.y.minimum", "reference = 5\n").value, 5) << "units are no row";
}

TEST_F(Evaluation, OfTablesThatCannotBeReadIsNotDecided) {
  put("tables/ratios-000004.csv", "x,y\n1,1\n");
  const Result none = check("tables.ratios.y.maximum", "reference = 5\n");
  EXPECT_FALSE(none.holds);
  expect_contains(none.why, "ratios-000004.csv holds no rows of numbers");
  put("history.csv", "step,time,dt,energy\n1,time,time,velocity^2\n");
  expect_contains(check("history.energy.final", "reference = 2\n").why, "no rows of numbers");
  put("history.csv", "step,time,dt,energy\n1,time,time,velocity^2\n0,0,0\n");
  expect_contains(check("history.energy.final", "reference = 2\n").why, "3 numbers for 4 names");
}

TEST_F(Evaluation, OfCurvesAgainstFiles) {
  io::testing::put_bytes(scratch_ / "curve.txt", "0 4\n1 3\n2 1\n3 1.5\n9 0\n");
  const Result same = check("history.energy", "reference_file = \"curve.txt\"\n");
  EXPECT_EQ(same.holds, true);
  EXPECT_LT(same.error.value(), 1e-12);
  EXPECT_FALSE(same.value) << "a curve is not one number";
  EXPECT_EQ(same.curve_file, "checks/0.csv");
  EXPECT_EQ(io::testing::bytes_of(scratch_ / "out/checks/0.csv"),
            "place,value,reference\ntime,velocity^2,velocity^2\n0,4,4\n1,3,3\n2,1,1\n3,1.5,1.5\n");
  const Result beyond = check("history.energy", "reference_file = \"curve.txt\"\nto = 9\n");
  EXPECT_FALSE(beyond.holds) << "the run ends before";
}

TEST_F(Evaluation, OfSensors) {
  EXPECT_EQ(check("traces.box.pressure-max.maximum", "reference = 11\n").value, 11);
  const Result inside = check("traces.box.pressure-max.maximum", "reference = 9\nupper = [2, 0]\n");
  EXPECT_EQ(inside.value, 9);
  EXPECT_EQ(inside.unit, "Pa");
  const Result where =
      check("traces.box.pressure-max.place-of-maximum", "reference = 1\nupper = [2, 0]\n");
  EXPECT_EQ(where.value, 1);
  EXPECT_EQ(where.unit, "m");
  EXPECT_NEAR(check("traces.box.pressure.minimum", "reference = -3\npoint = 2\n").value.value(), -3,
              1e-6);
  EXPECT_NEAR(check("traces.box.pressure.maximum", "reference = 4\ntime = 0.5\n").value.value(), 4,
              1e-6);
  EXPECT_NEAR(check("traces.box.pressure-amplitude.minimum", "reference = 1\nfrequency = 2\n")
                  .value.value(),
              1, 1e-6);
}

TEST_F(Evaluation, OfProfilesAlongSensors) {
  io::testing::put_bytes(scratch_ / "curve.txt", "0 7\n1 9\n2 8\n");
  EXPECT_EQ(
      check("traces.box.pressure-max", "reference_file = \"curve.txt\"\nupper = [2, 0]\n").holds,
      true);
  const Result plane = check("traces.box.pressure-max", "reference_file = \"curve.txt\"\n");
  EXPECT_FALSE(plane.holds);
  expect_contains(plane.why, "lower and upper");
}

TEST_F(Evaluation, OfRecordsThatAreNotComplete) {
  io::DatasetFile file = io::DatasetFile::open_to_change(scratch_ / "out" / "traces.h5");
  const double nan = NAN;
  file.write("box/pressure-max", 1, 2, &nan);
  file.close();
  const Result result = check("traces.box.pressure-max.maximum", "reference = 11\n");
  EXPECT_FALSE(result.holds);
  expect_contains(result.why, "not complete");
}

TEST_F(Evaluation, OfAmplitudesNeedsAPeriod) {
  const Result result =
      check("traces.box.pressure-amplitude.maximum", "reference = 4\nfrequency = 0.1\n");
  EXPECT_FALSE(result.holds);
  expect_contains(result.why, "less than a period");
}

TEST_F(Evaluation, LeavesOrdersToSeveralRuns) {
  const Result result =
      check("order.history.energy.final",
            "reference = 2\nexact = 1.0\n[[check.vary]]\nkey = \"time.step\"\nvalues = [2, 1]\n");
  EXPECT_FALSE(result.holds);
  expect_contains(result.why, "thalweg verify");
}

TEST_F(Evaluation, IsTheSameAfterTheReport) {
  Result result = check("history.energy.final", "reference = 1\nname = \"left\"\n");
  const auto json = to_json(result);
  for (const char* key :
       {"name", "value", "unit", "reference", "source", "error", "tolerance", "holds"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["holds"], false);
  const Result back = from_json(json);
  EXPECT_EQ(to_json(back), json);
  EXPECT_EQ(back.value, 2);
}

TEST_F(Evaluation, IsSummedUp) {
  const Result right = check("history.energy.final", "reference = 2\n");
  Result wrong = check("history.energy.final", "reference = 4\nname = \"left\"\n"), open = wrong;
  open.holds.reset();
  open.why = "because";
  const auto lines = summary_lines({right, wrong, open});
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], "1 of 3 checks hold");
  EXPECT_EQ(lines[1],
            "  left does not hold: 2 velocity^2, reference 4, error 50 %, tolerance 10 %");
  EXPECT_EQ(lines[2], "  left is not decided: because");
  EXPECT_TRUE(summary_lines({}).empty());
}

}  // namespace
}  // namespace thalweg::simulation::checks
