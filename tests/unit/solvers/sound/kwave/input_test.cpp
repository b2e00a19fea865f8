// SPDX-License-Identifier: Apache-2.0
// Input files of k-Wave: what they become, and what is said about faults in them.
#include "solvers/sound/kwave/input.hpp"

#include <cmath>
#include <limits>

#include "tests/unit/io/scratch.hpp"
#include "tests/unit/solvers/sound/kwave/samples.hpp"

namespace thalweg::sound::kwave::testing {
namespace {

using io::testing::expect_contains;
using io::testing::message_of;

class KWaveInput : public ::testing::Test {
 protected:
  io::testing::Scratch folder_;
  std::filesystem::path file_ = folder_ / "input.h5";

  Input read(const Sample& sample) const {
    sample.write(file_);
    return read_input(file_);
  }
  /// The message names the file.
  std::string fault(const Sample& sample) const {
    const std::string text = message_of<InputError>([&] { read(sample); });
    expect_contains(text, file_.string());
    return text;
  }
};

TEST_F(KWaveInput, GivesTheGrid) {
  const Problem p = read(Sample()).problem;
  EXPECT_EQ(p.points, (std::array<int, 3>{8, 6, 1}));
  EXPECT_EQ(p.dimensions, 2);
  EXPECT_EQ(p.steps, 4);
  EXPECT_FLOAT_EQ(static_cast<float>(p.dt), 1e-8F);
  EXPECT_FLOAT_EQ(static_cast<float>(p.spacing[1]), 2e-4F);
  EXPECT_EQ(p.layer[0].points[0], 2);
  EXPECT_EQ(p.layer[1].points[1], 1);
  EXPECT_EQ(p.layer[1].alpha, 1.5);
  EXPECT_EQ(read(Sample()).description, "a sample");
}

TEST_F(KWaveInput, HasNoLayerOnTheAxis) {
  const Problem p = read(Sample().set_integers("axisymmetric_flag", {1})).problem;
  EXPECT_TRUE(p.axisymmetric);
  EXPECT_EQ(p.layer[1].points[0], 0);
  EXPECT_EQ(p.layer[1].points[1], 1);
  EXPECT_EQ(p.layer[0].points[0], 2);
}

TEST_F(KWaveInput, ReadsAMediumInParts) {
  std::vector<float> values(sample_points);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1400 + static_cast<float>(i);
  const Medium m = read(Sample().set("c0", values)).problem.medium;
  ASSERT_FALSE(m.sound_speed.uniform());
  std::vector<double> part(20);
  m.sound_speed.read(13, 33, part.data());
  for (std::size_t i = 0; i < part.size(); ++i) EXPECT_EQ(part[i], 1413 + static_cast<double>(i));
  EXPECT_TRUE(m.density.uniform());
  EXPECT_EQ(m.density.value, 1000);
}

TEST_F(KWaveInput, CountsFromZero) {
  const Input input = read(Sample());
  EXPECT_EQ(input.sensor_points, (std::vector<std::int64_t>{0, 9, 47}));
}

TEST_F(KWaveInput, ListsThePointsOfCuboidsWithXFastest) {
  const Input input = read(Sample().use_cuboids());
  ASSERT_EQ(input.cuboids.size(), 2u);
  EXPECT_EQ(input.cuboids[0].size(), 4);
  EXPECT_EQ(input.cuboids[1].count(1), 3);
  EXPECT_EQ(input.sensor_points, (std::vector<std::int64_t>{1, 2, 9, 10, 31, 39, 47}));
}

TEST_F(KWaveInput, GivesSources) {
  const Problem p = read(Sample().add_pressure_source().add_velocity_source()).problem;
  ASSERT_EQ(p.pressure_sources.size(), 1u);
  ASSERT_EQ(p.velocity_sources.size(), 1u);
  EXPECT_EQ(p.pressure_sources[0].mode, SourceMode::additive);
  EXPECT_EQ(p.pressure_sources[0].points, (std::vector<std::int64_t>{1, 10}));
  EXPECT_EQ(p.pressure_sources[0].signals.signals, 2);
  EXPECT_EQ(p.pressure_sources[0].signals.steps, 3);
  EXPECT_EQ(p.velocity_sources[0].mode, SourceMode::dirichlet);
  EXPECT_FALSE(p.velocity_sources[0].components[0]);
  EXPECT_EQ(p.velocity_sources[0].components[1]->signals, 1);
}

TEST_F(KWaveInput, TakesDelaysFromZero) {
  const Problem p = read(Sample().add_transducer()).problem;
  ASSERT_TRUE(p.transducer);
  EXPECT_EQ(p.transducer->delay, (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(p.transducer->points, (std::vector<std::int64_t>{6, 7}));
  EXPECT_EQ(p.transducer->steps, 3);
}

TEST_F(KWaveInput, GivesATransducerBesideAVelocitySource) {
  const Problem p = read(Sample()
                             .add_velocity_source()
                             .set_integers("ux_source_flag", {2})
                             .set("ux_source_input", {5, 6})
                             .add_transducer())
                        .problem;
  ASSERT_TRUE(p.transducer);
  ASSERT_EQ(p.velocity_sources.size(), 1u);
  EXPECT_EQ(p.velocity_sources[0].points, p.transducer->points);
  EXPECT_TRUE(p.velocity_sources[0].components[0]);
}

TEST_F(KWaveInput, TakesOlderVersions) {
  for (const char* minor : {"0", "1"}) {
    Sample sample;
    sample.attributes["minor_version"] = minor;
    sample.drop("axisymmetric_flag").drop("sensor_mask_type");
    EXPECT_EQ(read(sample).problem.points[0], 8);
  }
}

struct Fault {
  const char* name;
  Sample sample;
  std::vector<std::string> parts;  // of the message
};

class KWaveFaults : public KWaveInput, public ::testing::WithParamInterface<Fault> {};

TEST_P(KWaveFaults, AreNamed) {
  const std::string text = fault(GetParam().sample);
  for (const std::string& part : GetParam().parts) expect_contains(text, part);
}

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

Sample with_attribute(const std::string& name, const std::string& text) {
  Sample sample;
  sample.attributes[name] = text;
  return sample;
}

std::vector<Fault> faults() {
  return {
      {"FileType", with_attribute("file_type", "output"), {"\"output\"", "\"input\""}},
      {"Version", with_attribute("minor_version", "9"), {"1.9", "1.0, 1.1 and 1.2"}},
      {"Missing", Sample().drop("rho0_sgy"), {"\"rho0_sgy\" is missing"}},
      {"Zero", Sample().set_integers("Nx", {0}), {"\"Nx\" is 0", "from 1 to"}},
      {"Fraction", Sample().set("Ny", {6.5F}), {"\"Ny\" is 6.5", "whole number"}},
      {"Elements", Sample().set("dt", {1, 2}), {"\"dt\" has 2 elements", "expected 1"}},
      {"Negative", Sample().set("dx", {-1}), {"\"dx\" is -1", "above 0"}},
      {"NotFinite", Sample().set("c_ref", {nan}), {"\"c_ref\" is nan", "finite"}},
      {"MediumSize",
       Sample().set("c0", std::vector<float>(47, 1500)),
       {"\"c0\" has 47 elements", "expected 1, or 48"}},
      {"UniformMedium", Sample().set("rho0", {nan}), {"\"rho0\" is nan", "finite"}},
      {"Layer", Sample().set_integers("pml_y_size", {4}), {"\"pml_y_size\" is 4", "6 points"}},
      {"Flag", Sample().set_integers("nonlinear_flag", {2}), {"\"nonlinear_flag\" is 2", "0 to 1"}},
      {"Nonlinear", Sample().set_integers("nonlinear_flag", {1}), {"\"BonA\" is missing"}},
      {"Absorbing", Sample().set_integers("absorbing_flag", {1}), {"\"alpha_coeff\" is missing"}},
      {"Power",
       Sample().set_integers("absorbing_flag", {1}).set("alpha_coeff", {1}).set("alpha_power", {1}),
       {"\"alpha_power\" is exactly 1", "1.05"}},
      {"Axis",
       Sample().set_integers("axisymmetric_flag", {1}).set_integers("Nz", {2}),
       {"\"axisymmetric_flag\" is 1", "Nz = 1"}},
      {"LayerStrength", Sample().set("pml_x_alpha", {-2}), {"\"pml_x_alpha\" is -2", "at least 0"}},
      {"Nonuniform", Sample().set_integers("nonuniform_grid_flag", {1}), {"not supported"}},
      {"Elastic",
       Sample().set_integers("elastic_flag", {1}),
       {"\"elastic_flag\" is not 0", "elastic media and sources of stress are not supported"}},
      {"Stress", Sample().set_integers("sxy_source_flag", {4}), {"\"sxy_source_flag\" is not 0"}},
      {"SensorIndex",
       Sample().set_integers("sensor_mask_index", {1, 49}),
       {"\"sensor_mask_index\" is 49 at element 2", "1 to 48"}},
      {"Corners",
       Sample().use_cuboids().set_integers("sensor_mask_corners", {1, 1, 1, 2, 2}),
       {"\"sensor_mask_corners\" has 5 elements", "6 for each box"}},
      {"CornerOrder",
       Sample().use_cuboids().set_integers("sensor_mask_corners", {1, 3, 1, 2, 2, 1}),
       {"box 1 goes from 3 to 2 along y", "<= 6"}},
      {"SourceMode",
       Sample().add_pressure_source().set_integers("p_source_mode", {3}),
       {"\"p_source_mode\" is 3", "0 to 2"}},
      {"SourceSize",
       Sample().add_pressure_source().set("p_source_input", {1, 2}),
       {"\"p_source_input\" has 2 elements", "expected 6"}},
      {"SourceValue",
       Sample().add_velocity_source().set("uy_source_input", {0, 0, nan, 0}),
       {"\"uy_source_input\" is nan at element 3"}},
      {"Delays",
       Sample().add_transducer().set_integers("delay_mask", {1}),
       {"\"delay_mask\" has 1 elements", "u_source_index 2"}},
      {"DelayTooLong",
       Sample().add_transducer().set_integers("delay_mask", {1, 4}),
       {"delay of 3 steps", "only 5 samples"}},
  };
}

INSTANTIATE_TEST_SUITE_P(Each, KWaveFaults, ::testing::ValuesIn(faults()),
                         [](const auto& fault) { return fault.param.name; });

TEST_F(KWaveInput, FindsNaNInAMediumWhenItIsRead) {
  std::vector<float> values(sample_points, 1000);
  values[20] = nan;
  const Input input = read(Sample().set("rho0", values));
  std::vector<double> part(10);
  EXPECT_NO_THROW(input.problem.medium.density.read(0, 10, part.data()));
  const std::string text =
      message_of<InputError>([&] { input.problem.medium.density.read(15, 25, part.data()); });
  for (const char* piece : {"input.h5", "\"rho0\" is nan at element 21", "above 0"})
    expect_contains(text, piece);
}

TEST_F(KWaveInput, NamesAFileThatIsNone) {
  expect_contains(message_of<InputError>([&] { read_input(folder_ / "none.h5"); }),
                  "there is no such file");
  io::testing::put_bytes(file_, "no HDF5 at all, but some text that goes on and on and on");
  expect_contains(message_of<InputError>([&] { read_input(file_); }), "not an HDF5 file");
}

TEST_F(KWaveInput, NamesAFileThatIsCutOff) {
  Sample().write(file_);
  const std::string whole = io::testing::bytes_of(file_);
  io::testing::put_bytes(file_, whole.substr(0, whole.size() / 2));
  expect_contains(message_of<InputError>([&] { read_input(file_); }), "cut off");
}

}  // namespace
}  // namespace thalweg::sound::kwave::testing
