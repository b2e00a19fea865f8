// SPDX-License-Identifier: Apache-2.0
// What predictions take a step of plasma, and of cells in it, to send is what a run sends.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "solvers/blood/prediction/step_model.hpp"
#include "tests/support/plasma_runs.hpp"

namespace thalweg::blood {
namespace {

using testing::plasma_after, testing::Solver;
using transport::Communicator;

class StepModelOfRanks : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

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

struct Moved {
  double bytes = 0, messages = 0;
};

/// Of all ranks in a step, by name of the movement.
std::map<std::string, Moved> moved_by(const simulation::StepWork& work) {
  std::map<std::string, Moved> all;
  for (const auto& movement : work.movements) {
    Moved& sum = all[movement.name];
    for (const auto& rank : movement.chunks.at(0))
      for (const transport::Load& load : rank) {
        sum.bytes += movement.per_step * static_cast<double>(load.bytes);
        sum.messages += movement.per_step * static_cast<double>(load.messages);
      }
  }
  return all;
}

TEST_P(StepModelOfRanks, MovesAreThoseOfARun) {
  const Communicator world = Communicator::world();
  const auto& [shape, streaming] = GetParam();
  const std::string text = case_of(shape);
  std::vector<std::string> settings = {testing::route_without_trial()};
  settings.push_back("blood.streaming=\"" + std::string(streaming) + "\"");
  const Solver solver = plasma_after(4, text, settings);
  io::Case input = io::Case::parse(text, "test.toml", settings);
  const auto work =
      step_model(read_parameters(input)).work({.nodes = 1, .ranks_per_node = world.size()});
  std::map<std::string, Moved> model = moved_by(work);
  for (const auto& movement : solver->transport()) {
    EXPECT_DOUBLE_EQ(model[movement.name].bytes, movement.bytes) << movement.name;
    EXPECT_DOUBLE_EQ(model[movement.name].messages, movement.messages) << movement.name;
    EXPECT_EQ(movement.bytes > 0, world.size() > 1);
  }
}

TEST_P(StepModelOfRanks, SitesAreThoseOfARun) {
  const Communicator world = Communicator::world();
  const std::string text = case_of(GetParam().first);
  const Solver solver = plasma_after(0, text, {testing::route_without_trial()});
  const testing::SiteVelocities sites(*solver);
  io::Case input = io::Case::parse(text, "test.toml", {testing::route_without_trial()});
  const auto work =
      step_model(read_parameters(input)).work({.nodes = 1, .ranks_per_node = world.size()});
  EXPECT_EQ(work.phases.at(0).name, "collide");
  EXPECT_EQ(work.phases.at(0).operations.at(static_cast<std::size_t>(world.rank())),
            static_cast<double>(sites.of_site.size()));
}

INSTANTIATE_TEST_SUITE_P(Shapes, StepModelOfRanks,
                         ::testing::Values(std::pair{"tube", "in-place"},
                                           std::pair{"channel", "in-place"},
                                           std::pair{"box", "in-place"},
                                           std::pair{"tube", "two-arrays"},
                                           std::pair{"box", "two-arrays"}));

constexpr const char* cells_at_rest = R"(
[cells]
delta = "4-point"
[[cells.species]]
name = "ball"
shape = "sphere"
radius = 2e-6
refinement = 2
shear_modulus = 1e-5
centres = [[0.1e-6, 0.2e-6, 0.3e-6], [-5.8e-6, 0.4e-6, -0.2e-6]]
[[cells.species]]
name = "small"
shape = "sphere"
radius = 1.2e-6
refinement = 1
shear_modulus = 1e-5
centres = [[3.6e-6, 0.7e-6, 0.1e-6]]
)";

/// Nothing drives the fluid, so that cells stay where they begin.
std::vector<std::string> at_rest(const std::string& precision, const std::string& more) {
  std::vector<std::string> settings = {testing::route_without_trial()};
  settings.insert(settings.end(), {"flow.pressure_gradient=[0, 0, 0]",
                                   "simulation.precision=\"" + precision + "\"", more});
  return settings;
}

using ShapeAndPrecision = std::tuple<const char*, const char*, const char*>;
class StepModelOfCells : public ::testing::TestWithParam<ShapeAndPrecision> {};

TEST_P(StepModelOfCells, MovesAreThoseOfARun) {
  const Communicator world = Communicator::world();
  const auto& [shape, precision, more] = GetParam();
  const std::string text = case_of(shape) + cells_at_rest;
  const auto settings = at_rest(precision, more);
  const Solver solver = plasma_after(4, text, settings);
  io::Case input = io::Case::parse(text, "test.toml", settings);
  const auto work =
      step_model(read_parameters(input)).work({.nodes = 1, .ranks_per_node = world.size()});
  const std::map<std::string, Moved> model = moved_by(work);
  std::set<std::string> measured, predicted;
  for (const auto& movement : solver->transport()) {
    ASSERT_EQ(model.count(movement.name), 1u) << movement.name;
    EXPECT_DOUBLE_EQ(model.at(movement.name).bytes, movement.bytes) << movement.name;
    EXPECT_DOUBLE_EQ(model.at(movement.name).messages, movement.messages) << movement.name;
    EXPECT_EQ(movement.bytes > 0, world.size() > 1) << movement.name;
    if (movement.name.starts_with("cells: ")) measured.insert(movement.name);
  }
  for (const auto& movement : work.movements)
    if (movement.name.starts_with("cells: ")) predicted.insert(movement.name);
  EXPECT_EQ(measured, predicted);
  EXPECT_GE(measured.size(), 2u);
}

TEST_P(StepModelOfCells, VerticesAreThoseOfARun) {
  const auto& [shape, precision, more] = GetParam();
  const std::string text = case_of(shape) + cells_at_rest;
  const auto settings = at_rest(precision, more);
  const Solver solver = plasma_after(0, text, settings);
  const testing::VertexPlaces vertices(*solver);
  io::Case input = io::Case::parse(text, "test.toml", settings);
  const Communicator world = Communicator::world();
  const auto work =
      step_model(read_parameters(input)).work({.nodes = 1, .ranks_per_node = world.size()});
  const auto move = std::find_if(work.phases.begin(), work.phases.end(),
                                 [](const auto& phase) { return phase.name == "move"; });
  ASSERT_NE(move, work.phases.end());
  EXPECT_EQ(move->operations.at(static_cast<std::size_t>(world.rank())),
            static_cast<double>(vertices.of_vertex.size()));
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, StepModelOfCells,
    ::testing::Values(ShapeAndPrecision{"tube", "double", "cells.delta=\"3-point\""},
                      ShapeAndPrecision{"channel", "single", "cells.delta=\"2-point\""},
                      ShapeAndPrecision{"box", "double", "transport.overlap=false"},
                      ShapeAndPrecision{"tube", "double", "cells.copies=\"whole\""},
                      ShapeAndPrecision{"box", "single",
                                        "cells.repulsion={range=0.6e-6, strength=1e-13}"}));

}  // namespace
}  // namespace thalweg::blood
