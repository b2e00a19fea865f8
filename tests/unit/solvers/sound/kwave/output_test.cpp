// SPDX-License-Identifier: Apache-2.0
// Output files of k-Wave's programs: what is in them, legs, and a disk that is full.
#include "solvers/sound/kwave/output.hpp"

#include <numeric>

#include "tests/unit/io/scratch.hpp"
#include "tests/unit/solvers/sound/kwave/samples.hpp"

namespace thalweg::sound::kwave::testing {
namespace {

using io::DatasetFile;
using io::testing::expect_contains;
using io::testing::message_of;

std::vector<float> counted(std::int64_t size, float first = 1) {
  std::vector<float> values(static_cast<std::size_t>(size));
  std::iota(values.begin(), values.end(), first);
  return values;
}

class KWaveOutput : public ::testing::Test {
 protected:
  io::testing::Scratch folder_;
  Options options_;
  Input input_;
  std::vector<Record> records_;

  KWaveOutput() {
    options_.input = (folder_ / "in.h5").string();
    options_.output = (folder_ / "out.h5").string();
    options_.pressure = {{Field::pressure, Statistic::raw}};
  }
  void prepare(const Sample& sample = Sample()) {
    sample.write(options_.input);
    input_ = read_input(options_.input);
    records_ = all_records(options_, input_.problem.dimensions);
  }
  /// All rows of the pressure, one after the other.
  void write_whole() {
    Output output(input_, options_, records_);
    output.create();
    const auto width = static_cast<std::int64_t>(input_.sensor_points.size());
    for (std::int64_t row = 0; row < row_count(input_, options_); ++row)
      output.write(Field::pressure, row, 1, counted(width, static_cast<float>(row * width)).data());
    output.finish();
    output.set_steps(input_.problem.steps);
    output.close();
  }
  DatasetFile file() const { return DatasetFile::open(options_.output); }
};

TEST_F(KWaveOutput, NamesDatasets) {
  EXPECT_EQ(dataset_name({Field::pressure, Statistic::raw}), "p");
  EXPECT_EQ(dataset_name({Field::pressure, Statistic::maximum_all}), "p_max_all");
  EXPECT_EQ(dataset_name({Field::velocity_y, Statistic::final}), "uy_final");
  EXPECT_EQ(dataset_name({Field::colocated_velocity_z, Statistic::raw}), "uz_non_staggered");
}

TEST_F(KWaveOutput, HasRowsScalarsAndAttributes) {
  prepare(Sample().add_pressure_source());
  write_whole();
  const DatasetFile out = file();
  EXPECT_EQ(out.extents("p"), (std::vector<std::int64_t>{1, 4, 3}));
  EXPECT_EQ(out.read_all<float>("p"), counted(12, 0));
  EXPECT_EQ(out.read_all<std::int64_t>("t_index")[0], 4);
  EXPECT_EQ(out.read_all<std::int64_t>("p_source_mode")[0], 2);
  EXPECT_EQ(out.text("p", "data_type"), "float");
  EXPECT_EQ(out.text("Nx", "data_type"), "long");
  EXPECT_EQ(out.text("/", "file_type"), "output");
  EXPECT_EQ(out.text("/", "file_description"), "a sample");
  for (const char* absent :
       {"dz", "pml_z_size", "uz_source_flag", "u_source_mode", "alpha_power", "sensor_mask_index"})
    EXPECT_FALSE(out.has(absent)) << absent;
}

TEST_F(KWaveOutput, StartsAtTheFirstRecordedStep) {
  options_.first_step = 3;
  prepare();
  write_whole();
  EXPECT_EQ(file().extents("p"), (std::vector<std::int64_t>{1, 2, 3}));
}

TEST_F(KWaveOutput, SplitsRowsIntoCuboids) {
  options_.pressure.push_back({Field::pressure, Statistic::maximum});
  options_.copy_sensor_mask = true;
  prepare(Sample().use_cuboids());
  Output output(input_, options_, records_);
  output.create();
  output.write(Field::pressure, 1, 2, counted(14).data());
  output.write_statistic(records_[1], counted(7));
  output.finish();
  output.close();
  const DatasetFile out = file();
  EXPECT_EQ(out.extents("p/1"), (std::vector<std::int64_t>{4, 1, 2, 2}));
  EXPECT_EQ(out.extents("p/2"), (std::vector<std::int64_t>{4, 1, 3, 1}));
  std::vector<float> rows(8);
  out.read("p/1", 4, 12, rows.data());
  EXPECT_EQ(rows, (std::vector<float>{1, 2, 3, 4, 8, 9, 10, 11}));
  EXPECT_EQ(out.read_all<float>("p_max/2"), (std::vector<float>{5, 6, 7}));
  EXPECT_EQ(out.read_all<std::int64_t>("sensor_mask_corners"),
            (std::vector<std::int64_t>{2, 1, 1, 3, 2, 1, 8, 4, 1, 8, 6, 1}));
}

TEST_F(KWaveOutput, TakesGridWideFieldsInParts) {
  options_.pressure = {{Field::pressure, Statistic::final}};
  prepare();
  Output output(input_, options_, records_);
  output.create();
  output.write_statistic(records_[0], counted(20, 0), 0);
  output.write_statistic(records_[0], counted(28, 20), 20);
  output.finish();
  output.close();
  EXPECT_EQ(file().extents("p_final"), (std::vector<std::int64_t>{1, 6, 8}));
  EXPECT_EQ(file().read_all<float>("p_final"), counted(48, 0));
}

TEST_F(KWaveOutput, GoesOnWhereItStopped) {
  prepare();
  write_whole();
  Output output(input_, options_, records_);
  output.go_on(4);
  output.write(Field::pressure, 3, 1, counted(3, 100).data());
  output.finish();
  output.close();
  const auto values = file().read_all<float>("p");
  EXPECT_EQ(values[8], 8);
  EXPECT_EQ(values[9], 100);
}

TEST_F(KWaveOutput, DoesNotGoOnWithAnotherRun) {
  prepare();
  write_whole();
  const auto refused = [&](std::int64_t steps) {
    records_ = all_records(options_, input_.problem.dimensions);
    return message_of<InputError>([&] { Output(input_, options_, records_).go_on(steps); });
  };
  expect_contains(refused(5), "holds 4 steps, but the checkpoint 5");
  options_.first_step = 2;
  expect_contains(refused(4), "\"p\" has the extents [1, 4, 3], not [1, 3, 3]");
  options_.first_step = 1;
  options_.velocity = {Statistic::rms};
  expect_contains(refused(4), "\"ux_rms\" is missing");
}

TEST_F(KWaveOutput, SaysThatTheDiskIsFull) {
  const auto disk = folder_ / "disk";
  const io::testing::SmallDisk small(disk, 6 << 20);
  options_.output = (disk / "out.h5").string();
  Sample sample;
  sample.set_integers("Nt", {1000000});
  prepare(sample);
  const std::string text = message_of<IoError>([&] {
    Output output(input_, options_, records_);
    output.create();
    for (std::int64_t row = 0; row < 1000000; row += 10000)
      output.write(Field::pressure, row, 10000, counted(30000).data());
    output.finish();
    output.close();
  });
  expect_contains(text, "out.h5");
  expect_contains(text, small.is_disk() ? "No space left on device" : "File too large");
}

}  // namespace
}  // namespace thalweg::sound::kwave::testing
