// SPDX-License-Identifier: Apache-2.0
// When --device auto takes a device: a list of devices made up here and a solver whose device form
// runs on the host stand for real ones.
#include "simulation/self_test/self_test.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "base/error.hpp"
#include "exec/device_info.hpp"
#include "exec/samples.hpp"
#include "fft/transform_samples.hpp"
#include "simulation/self_test/comparison.hpp"
#include "simulation/self_test/record.hpp"
#include "tests/support/decay.hpp"
#include "tests/unit/io/scratch.hpp"

namespace thalweg::simulation {
namespace {

using transport::Communicator;

exec::DeviceInfo device{.name = "Made-up 1",
                        .compute_capability = "9.0",
                        .pci_bus_id = "0000:01:00.0",
                        .memory_bytes = 1 << 30,
                        .uuid = "00112233445566778899aabbccddeeff",
                        .driver = 13000,
                        .runtime = 13000};

/// Added to the rate of the solver's device form: what a faulty device computes.
double error_of_device = 0;

class SelfTestOfDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::register_decay();
    [[maybe_unused]] static const bool once = [] {
      Registry::instance().add_factory("decay", "cuda", [](io::Case&, const Communicator& comm) {
        auto changed = io::Case::parse("[decay]\npoints = 9\n", "test.toml",
                                       {"decay.rate=" + std::to_string(1 + error_of_device)});
        return (*Registry::instance().find_factory("decay", "cpu"))(changed, comm);
      });
      return true;
    }();
    setenv("XDG_CACHE_HOME", scratch_.path().c_str(), 1);
    exec::device_backend() = {[] { return std::vector<exec::DeviceInfo>{device}; }, [](int) {}};
    before_ = device;
    error_of_device = 0;
  }
  void TearDown() override {
    device = before_;
    exec::device_backend() = {};
    exec::device_samplers().clear();
  }
  DeviceChoice chosen(const std::string& asked = "auto") {
    return choose_device(asked, "decay", Communicator::world());
  }

  io::testing::Scratch scratch_;
  exec::DeviceInfo before_;
};

TEST_F(SelfTestOfDevice, AutoTakesADeviceOnceItHasPassed) {
  EXPECT_EQ(chosen().device, "cpu");
  EXPECT_NE(chosen().note.find("Made-up 1 is not used"), std::string::npos) << chosen().note;
  EXPECT_NE(chosen().note.find("thalweg info --self-test"), std::string::npos);
  EXPECT_TRUE(test_device(Communicator::world()).passed());
  EXPECT_EQ(chosen().device, "cuda");
  EXPECT_TRUE(chosen().note.empty());
}

TEST_F(SelfTestOfDevice, WhatIsAskedForIsTaken) {
  EXPECT_EQ(chosen("cuda").device, "cuda");
  EXPECT_EQ(chosen("cpu").device, "cpu");
  EXPECT_TRUE(chosen("cuda").note.empty());
}

TEST_F(SelfTestOfDevice, AnotherDeviceDriverOrCudaIsTestedAnew) {
  ASSERT_TRUE(test_device(Communicator::world()).passed());
  const auto expect_untested = [&] {
    EXPECT_EQ(chosen().device, "cpu") << fingerprint(device);
    device = before_;
  };
  device.name = "Made-up 2";
  expect_untested();
  device.uuid.back() = '0';
  expect_untested();
  device.driver = 13010;
  expect_untested();
  device.runtime = 12080;
  expect_untested();
  EXPECT_EQ(chosen().device, "cuda");
}

TEST_F(SelfTestOfDevice, AWrongResultFailsAndIsForgotten) {
  ASSERT_TRUE(test_device(Communicator::world()).passed());
  error_of_device = 1e-3;
  const SelfTest test = test_device(Communicator::world());
  EXPECT_FALSE(test.passed());
  EXPECT_EQ(chosen().device, "cpu");
  for (const Comparison& comparison : test.comparisons)
    if (comparison.name.find("steps") != std::string::npos) {
      EXPECT_FALSE(comparison.holds()) << comparison.name;
    }
}

TEST_F(SelfTestOfDevice, WrongSamplesAndErrorsOfADeviceFail) {
  exec::device_samplers() = {{"exec", exec::loop_samples}, {"fft", fft::transform_samples}};
  EXPECT_TRUE(test_device(Communicator::world()).passed());
  exec::device_samplers() = {{"fft", [] {
                                auto samples = fft::transform_samples();
                                samples[1].values[7] += 1e-3;
                                return samples;
                              }}};
  const auto samples = compare_samples(Communicator::world());
  for (std::size_t n = 0; n < samples.size(); ++n) EXPECT_EQ(samples[n].holds(), n != 1);
  EXPECT_FALSE(test_device(Communicator::world()).passed());
  exec::device_samplers() = {
      {"exec", []() -> std::vector<exec::Sample> { throw DeviceError("out of order"); }}};
  if (Communicator::world().size() > 1) {
    EXPECT_THROW(test_device(Communicator::world()), DeviceError);
    return;
  }
  EXPECT_FALSE(test_device(Communicator::world()).passed());
  EXPECT_EQ(chosen().device, "cpu");
}

TEST_F(SelfTestOfDevice, ARecordThatIsDamagedOrCannotBeKeptDoesNotCount) {
  if (Communicator::world().size() > 1) return;  // ranks would damage each other's
  ASSERT_TRUE(remember(device, true));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch_.path()))
    if (entry.is_regular_file()) std::ofstream(entry.path()) << "device";
  EXPECT_FALSE(has_passed(device));
  unsetenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const std::string kept = home ? home : "";
  unsetenv("HOME");
  EXPECT_FALSE(remember(device, true));
  EXPECT_FALSE(has_passed(device));
  setenv("HOME", kept.c_str(), 1);
}

TEST_F(SelfTestOfDevice, WithoutADeviceThereIsNothingToTest) {
  exec::device_backend() = {[] { return std::vector<exec::DeviceInfo>{}; }, [](int) {}};
  EXPECT_EQ(chosen().device, "cpu");
  EXPECT_TRUE(chosen().note.empty());
  EXPECT_THROW(test_device(Communicator::world()), InputError);
}

TEST(Apart, IsRelativeAndInfiniteWhereThereIsNoNumber) {
  EXPECT_EQ(exec::apart({1, 2}, {1, 4}), 0.5);
  EXPECT_EQ(exec::apart({}, {}), 0);
  EXPECT_TRUE(std::isinf(exec::apart({1}, {1, 2})));
  EXPECT_TRUE(std::isinf(exec::apart({std::nan("")}, {1})));
  EXPECT_TRUE(std::isinf(exec::apart({1}, {std::nan("")})));
}

TEST(Samples, OfThisHalfAreThoseOfTheirDefinition) {
  for (const exec::Sample& sample : exec::loop_samples()) {
    EXPECT_FALSE(sample.values.empty()) << sample.name;
    EXPECT_EQ(exec::apart(sample.values, sample.values), 0) << sample.name;
  }
  EXPECT_EQ(exec::loop_samples()[5].values.front(), 0.25) << "copies there and back";
  EXPECT_EQ(exec::loop_samples()[2].values.front(), exec::loop_samples()[0].values[299]) << "tiles";
}

}  // namespace
}  // namespace thalweg::simulation
