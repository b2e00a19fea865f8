// SPDX-License-Identifier: Apache-2.0
// What runs of flow take of the device.
#include "tests/emulated/device_memory.hpp"
#include "tests/support/flow_runs.hpp"

namespace thalweg {
namespace {

using namespace emulated::testing;
using simulation::Registry;

io::Case flow(const std::string& precision, const std::string& cells, const std::string& time) {
  return io::Case::parse(
      "[simulation]\nprecision = \"" + precision +
          "\"\n[grid]\nperiodic = [\"x\", \"z\"]\nblocks = [2, 1, 1]\ncells = " + cells +
          "\n[flow]\nviscosity = 0.01\n" + "[[boundary]]\nfamily = \"y-\"\nkind = \"wall\"\n" +
          "[[boundary]]\nfamily = \"y+\"\nkind = \"wall\"\n" +
          "velocity = [1, 0, 0]\n[transport]\nroute = \"staged\"\n" + time,
      "test.toml", {});
}

class FlowOnDevice
    : public ::testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

TEST_P(FlowOnDevice, TakesWhatIsEstimated) {
  const auto [precision, cells, time] = GetParam();
  const auto world = Communicator::world();
  auto input = flow(precision, cells, time);
  const auto estimate = Registry::instance().find("flow")->check(input, world, "cuda").memory;
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
  expect_estimated(cells, peak, estimate);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, FlowOnDevice,
    ::testing::Combine(::testing::Values("single", "double"),
                       ::testing::Values("[64, 32, 16]", "[128, 96, 1]"),
                       ::testing::Values("[time]\nscheme = \"steady\"\n",
                                         "[time]\nscheme = \"bdf2\"\nstep = 0.1\n",
                                         "[cycles]\nsmoother = \"runge-kutta\"\n[time]\n"
                                         "scheme = \"steady\"\n")));

}  // namespace
}  // namespace thalweg
