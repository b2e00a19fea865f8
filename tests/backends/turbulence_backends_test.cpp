// SPDX-License-Identifier: Apache-2.0
// The turbulence solver on a device against the same case on the host, in both precisions.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <variant>

#include "base/error.hpp"
#include "exec/device_info.hpp"
#include "simulation/interface/simulation.hpp"
#include "transport/gpu_aware/device_direct.hpp"

namespace thalweg {
namespace {

using simulation::Registry;
using transport::Communicator;

constexpr const char* text = R"(
[grid]
points = [24, 20, 26]
[turbulence]
viscosity = 0.01
[initial]
kind = "random"
[time]
scheme = "rk3"
step = 0.02
)";

std::unique_ptr<simulation::Simulation> after_ten_steps(const std::string& device,
                                                        const std::string& precision,
                                                        const std::string& route = "auto") {
  auto input = io::Case::parse(
      text, "test.toml",
      {"simulation.precision=\"" + precision + "\"", "transport.route=\"" + route + "\""});
  const auto world = Communicator::world();
  if (device == "cuda") {
    exec::select_device(world.node_rank());
    const char* program = std::getenv("THALWEG_BIN");
    transport::set_device_trial(program ? program : "", world.node_rank());
  }
  auto solver = (*Registry::instance().find_factory("turbulence", device))(input, world);
  solver->initialise();
  for (int n = 0; n < 10; ++n) solver->step(1e9);
  return solver;
}

std::vector<double> values_of(const io::ImageField& field) {
  return std::visit([](const auto& v) { return std::vector<double>(v.begin(), v.end()); },
                    field.values);
}

class OnDevice : public ::testing::TestWithParam<std::pair<const char*, double>> {
 protected:
  void SetUp() override {
    if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
  }
};

TEST_P(OnDevice, FieldsAndScalarsAgreeWithTheHost) {
  const auto [precision, tolerance] = GetParam();
  const auto host = after_ten_steps("cpu", precision), device = after_ten_steps("cuda", precision);
  for (const char* name : {"velocity", "vorticity"}) {
    const auto a = values_of(device->field(name)), b = values_of(host->field(name));
    ASSERT_EQ(a.size(), b.size());
    double largest = 0, worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      largest = std::max(largest, std::abs(b[i]));
      worst = std::max(worst, std::abs(a[i] - b[i]));
    }
    EXPECT_LT(worst, tolerance * largest) << name;
  }
  EXPECT_NEAR(device->scalars().front().value, host->scalars().front().value, tolerance);
}

// Per step the halves may differ by 1e-13 in double and 1e-5 in single.
INSTANTIATE_TEST_SUITE_P(Precisions, OnDevice,
                         ::testing::Values(std::pair{"double", 1e-12}, std::pair{"single", 1e-4}));

/// Whatever way the messages take between devices, the fields are the same to the last bit.
TEST(RoutesOfDevices, GiveTheSameFields) {
  if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device can be used by this process";
  const auto usual = values_of(after_ten_steps("cuda", "double", "staged")->field("velocity"));
  for (const std::string route : {"direct", "shared", "pairwise"}) try {
      const auto other = after_ten_steps("cuda", "double", route);
      EXPECT_EQ(values_of(other->field("velocity")), usual) << route;
    } catch (const InputError& error) {
      std::printf("not here: %s\n", error.what());
    }
}

TEST(DeviceHalf, IsInThisBinary) {
  EXPECT_TRUE(exec::has_device_half());
  EXPECT_NE(Registry::instance().find_factory("turbulence", "cuda"), nullptr);
}

}  // namespace
}  // namespace thalweg
