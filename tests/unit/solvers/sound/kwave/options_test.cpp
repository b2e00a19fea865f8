// SPDX-License-Identifier: Apache-2.0
// The command line of k-Wave's programs.
#include "solvers/sound/kwave/options.hpp"

#include "tests/unit/io/scratch.hpp"

namespace thalweg::sound::kwave::testing {
namespace {

using io::testing::expect_contains;

ParsedOptions parsed(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "kspaceFirstOrder-OMP");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  return parse(static_cast<int>(argv.size()), argv.data());
}

/// With the two files that are always needed.
Options options(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"-i", "in.h5", "-o", "out.h5"});
  const ParsedOptions result = parsed(arguments);
  EXPECT_TRUE(result.options) << result.message;
  return result.options.value_or(Options{});
}

std::string refusal(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"-i", "in.h5", "-o", "out.h5"});
  const ParsedOptions result = parsed(arguments);
  EXPECT_FALSE(result.options);
  EXPECT_EQ(result.status, 1);
  expect_contains(result.text, "--p_rms");  // the usage
  return result.message;
}

TEST(KWaveOptions, RecordThePressureIfNothingIsAskedFor) {
  const Options o = options({});
  ASSERT_EQ(o.pressure.size(), 1u);
  EXPECT_EQ(o.pressure[0], (Record{Field::pressure, Statistic::raw}));
  EXPECT_TRUE(o.velocity.empty());
  EXPECT_EQ(o.input, "in.h5");
  EXPECT_EQ(o.output, "out.h5");
  EXPECT_EQ(o.first_step, 1);
  EXPECT_EQ(o.progress_percent, 5);
}

TEST(KWaveOptions, TakeWhatIsRecorded) {
  const Options all = options({"-p", "--p_max", "--p_final", "--u_rms", "--u_min_all"});
  ASSERT_EQ(all.pressure.size(), 3u);
  EXPECT_EQ(all.pressure[1].statistic, Statistic::maximum);
  EXPECT_EQ(all.velocity, (std::vector{Statistic::rms, Statistic::minimum_all}));
  const Options colocated = options({"--u_non_staggered_raw"});
  EXPECT_TRUE(colocated.colocated_velocity);
  EXPECT_TRUE(colocated.pressure.empty());
  EXPECT_EQ(options({"-u"}).velocity, std::vector{Statistic::raw});
}

TEST(KWaveOptions, TakeNumbers) {
  const Options o = options({"-t", "3", "-g", "1", "-r", "10", "-c", "9", "-s", "7", "--benchmark",
                             "20", "--verbose", "2", "--copy_sensor_mask"});
  EXPECT_EQ(o.threads, 3);
  EXPECT_EQ(o.device, 1);
  EXPECT_EQ(o.progress_percent, 10);
  EXPECT_EQ(o.gzip, 9);
  EXPECT_EQ(o.first_step, 7);
  EXPECT_EQ(o.benchmark, 20);
  EXPECT_EQ(o.verbose, 2);
  EXPECT_TRUE(o.copy_sensor_mask);
}

/// As getopt_long() has it.
TEST(KWaveOptions, TakeLongFlagsCutShort) {
  EXPECT_EQ(options({"--bench", "20"}).benchmark, 20);
  EXPECT_EQ(options({"--bench=20"}).benchmark, 20);
  EXPECT_TRUE(options({"--copy"}).copy_sensor_mask);
  EXPECT_EQ(options({"--p_max"}).pressure.size(), 1u) << "p_max_all begins so, too";
  const std::string refused = refusal({"--p_m"});
  for (const char* flag : {"--p_m ", "--p_max", "--p_min_all"}) expect_contains(refused, flag);
}

TEST(KWaveOptions, SayTheBoundOfACount) {
  for (const char* flag : {"-t", "-s", "--benchmark"})
    expect_contains(refusal({flag, "0"}), "expected a whole number from 1, found 0");
}

TEST(KWaveOptions, TakeTheLastOfSeveral) {
  EXPECT_EQ(options({"-s", "3", "-s", "4"}).first_step, 4);
  EXPECT_EQ(options({"-p", "--p_raw"}).pressure.size(), 1u);
}

TEST(KWaveOptions, RefuseWhatTheyDoNotKnow) {
  expect_contains(refusal({"--p_mean"}), "--p_mean");
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"-c", "10"},
                                                {"-r", "0"},
                                                {"-r", "101"},
                                                {"-s", "0"},
                                                {"-t", "0"},
                                                {"-t", "two"},
                                                {"--verbose", "3"},
                                                {"-g", "-1"},
                                                {"--checkpoint_timesteps", "0"}})
    expect_contains(refusal(wrong), wrong[0]);
  expect_contains(parsed({"-i", "in.h5"}).message, "-o");
}

TEST(KWaveOptions, NeedCheckpointsToBeWhole) {
  expect_contains(refusal({"--checkpoint_file", "c"}), "--checkpoint_interval");
  expect_contains(refusal({"--checkpoint_interval", "3"}), "--checkpoint_file");
  const Options o = options({"--checkpoint_file", "c", "--checkpoint_timesteps", "12"});
  EXPECT_EQ(o.checkpoint_steps, 12);
  EXPECT_EQ(o.checkpoint_file, "c");
}

TEST(KWaveOptions, HelpAndVersionAreNoErrors) {
  for (const char* flag : {"-h", "--help", "--version"}) {
    const ParsedOptions result = parsed({flag});
    EXPECT_EQ(result.status, 0);
    EXPECT_FALSE(result.options);
    EXPECT_FALSE(result.text.empty());
  }
}

}  // namespace
}  // namespace thalweg::sound::kwave::testing
