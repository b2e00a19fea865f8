// SPDX-License-Identifier: Apache-2.0
// What predictions take a step of plasma to send is what a run sends.
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "solvers/blood/step_model.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::Solver;
using transport::Communicator;

class StepModelOfRanks : public ::testing::TestWithParam<const char*> {};

std::string case_of(const std::string& shape) {
  return R"(
[grid]
spacing = 1e-6
[geometry]
length = 13e-6
shape = ")" +
         shape + "\"\n" + (shape == "tube" ? "diameter = 9.4e-6" : "width = 9e-6\nheight = 11e-6") +
         R"(
[flow]
pressure_gradient = [1e4, 0, 0]
)";
}

std::vector<std::string> route() {
  return {testing::test_device() == "cuda" ? "transport.route=\"staged\""
                                           : "transport.route=\"direct\""};
}

struct Moved {
  double bytes = 0, messages = 0;
};

TEST_P(StepModelOfRanks, MovesAreThoseOfARun) {
  const Communicator world = Communicator::world();
  const std::string text = case_of(GetParam());
  const Solver solver = plasma_after(4, text, route());
  io::Case input = io::Case::parse(text, "test.toml", route());
  const auto work =
      step_model(read_parameters(input)).work({.nodes = 1, .ranks_per_node = world.size()});
  std::map<std::string, Moved> model;
  for (const auto& movement : work.movements)
    for (const auto& rank : movement.chunks.at(0))
      for (const transport::Load& load : rank) {
        model[movement.name].bytes += movement.per_step * static_cast<double>(load.bytes);
        model[movement.name].messages += movement.per_step * static_cast<double>(load.messages);
      }
  for (const auto& movement : solver->transport()) {
    EXPECT_DOUBLE_EQ(model[movement.name].bytes, movement.bytes) << movement.name;
    EXPECT_DOUBLE_EQ(model[movement.name].messages, movement.messages) << movement.name;
    EXPECT_EQ(movement.bytes > 0, world.size() > 1);
  }
}

TEST_P(StepModelOfRanks, SitesAreThoseOfARun) {
  const Communicator world = Communicator::world();
  const std::string text = case_of(GetParam());
  const Solver solver = plasma_after(0, text, route());
  const testing::SiteVelocities sites(*solver);
  io::Case input = io::Case::parse(text, "test.toml", route());
  const auto work =
      step_model(read_parameters(input)).work({.nodes = 1, .ranks_per_node = world.size()});
  EXPECT_EQ(work.phases.at(0).name, "collide");
  EXPECT_EQ(work.phases.at(0).operations.at(static_cast<std::size_t>(world.rank())),
            static_cast<double>(sites.of_site.size()));
}

INSTANTIATE_TEST_SUITE_P(Shapes, StepModelOfRanks, ::testing::Values("tube", "channel", "box"));

TEST(StepModel, OfALongVesselIsMeasuredOnAPiece) {
  const auto sample = [](const char* length) {
    io::Case input = io::Case::parse(case_of("box"), "test.toml",
                                     {length, "geometry.width=160e-6", "geometry.height=150e-6"});
    return step_model(read_parameters(input)).sample;
  };
  EXPECT_TRUE(sample("geometry.length=80e-6").empty());
  ASSERT_EQ(sample("geometry.length=90e-6").size(), 1u);
  const std::string setting = sample("geometry.length=90e-6")[0];
  EXPECT_NEAR(std::stod(setting.substr(setting.find('=') + 1)), 64e-6, 1e-15);
}

TEST(StepModel, OfCellsIsRefused) {
  io::Case input = io::Case::parse(case_of("tube") + R"(
[[cells.species]]
shear_modulus = 1e-5
shape = "sphere"
radius = 2e-6
centres = [[0, 0, 0]]
)",
                                   "test.toml");
  const Parameters p = read_parameters(input);
  EXPECT_THROW(step_model(p), InputError);
}

}  // namespace
}  // namespace thalweg::blood
