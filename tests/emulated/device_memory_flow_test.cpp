// SPDX-License-Identifier: Apache-2.0
// What runs of flow take of the device.
#include "tests/emulated/device_memory.hpp"
#include "tests/support/flow_runs.hpp"

namespace thalweg {
namespace {

using namespace emulated::testing;
using simulation::Registry;

/// grid: keys of that table.
io::Case flow(const std::string& precision, const std::string& grid, const std::string& more) {
  return io::Case::parse(
      "[simulation]\nprecision = \"" + precision + "\"\n[grid]\nblocks = [2, 1, 1]\n" + grid +
          "[flow]\nviscosity = 0.01\n" + "[[boundary]]\nfamily = \"y-\"\nkind = \"wall\"\n" +
          "[[boundary]]\nfamily = \"y+\"\nkind = \"wall\"\n" +
          "velocity = [1, 0, 0]\n[transport]\nroute = \"staged\"\n" + more,
      "test.toml", {});
}

constexpr const char* deep = "cells = [64, 32, 16]\nperiodic = [\"x\", \"z\"]\n";
constexpr const char* wavy =
    "kind = \"wavy\"\nstretching = [0, 0, 1]\ncells = [64, 32, 16]\nperiodic = [\"x\", \"z\"]\n";
constexpr const char* flat = "cells = [128, 96, 1]\nperiodic = [\"x\"]\n";

class FlowOnDevice
    : public ::testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

TEST_P(FlowOnDevice, TakesWhatIsEstimated) {
  const auto [precision, grid, more] = GetParam();
  const auto world = Communicator::world();
  auto input = flow(precision, grid, more);
  const auto estimate = Registry::instance().find("flow")->check(input, world, "cuda").memory;
  input.throw_if_errors();
  use_one_device();
  const Peak peak = peak_of([&] {
    const auto solver = (*Registry::instance().find_factory("flow", "cuda"))(input, world);
    solver->initialise();
    for (int n = 0; n < 2; ++n) {
      solver->step(1e9);
      solver->scalars();
    }
    testing::CellValues{*solver};
    solver->step(1e9);
  });
  expect_estimated(grid, peak, estimate);
}

constexpr const char* steady = "[time]\nscheme = \"steady\"\n";

INSTANTIATE_TEST_SUITE_P(SinglePrecision, FlowOnDevice,
                         ::testing::Combine(::testing::Values("single"),
                                            ::testing::Values(deep, flat, wavy),
                                            ::testing::Values(steady)));
INSTANTIATE_TEST_SUITE_P(
    Cases, FlowOnDevice,
    ::testing::Combine(::testing::Values("double"), ::testing::Values(deep, flat),
                       ::testing::Values(steady, "[time]\nscheme = \"bdf2\"\nstep = 0.1\n",
                                         "[averages]\nfrom = 0\n[time]\nscheme = \"bdf2\"\n"
                                         "step = 0.1\n",
                                         "[[scalar]]\nname = \"heat\"\ndiffusivity = 0.1\n[time]\n"
                                         "scheme = \"bdf2\"\nstep = 0.1\n",
                                         "[cycles]\nsmoother = \"runge-kutta\"\n[time]\n"
                                         "scheme = \"steady\"\n")));

}  // namespace
}  // namespace thalweg
