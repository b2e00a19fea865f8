// SPDX-License-Identifier: Apache-2.0
// Predictions of blood in large vessels come from a piece of them, and vessels grow with ranks.
#include "solvers/blood/prediction/step_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "base/error.hpp"

namespace thalweg::blood {
namespace {

const std::string box = R"(
[grid]
spacing = 1e-6
[geometry]
length = 13e-6
shape = "box"
width = 9e-6
height = 11e-6
[flow]
pressure_gradient = [1e4, 0, 0]
)";

TEST(StepModel, OfALongVesselIsMeasuredOnAPiece) {
  const auto sample = [](const char* length) {
    io::Case input = io::Case::parse(box, "test.toml",
                                     {length, "geometry.width=160e-6", "geometry.height=150e-6"});
    return step_model(read_parameters(input)).sample;
  };
  EXPECT_TRUE(sample("geometry.length=80e-6").empty());
  ASSERT_EQ(sample("geometry.length=90e-6").size(), 1u);
  const std::string setting = sample("geometry.length=90e-6")[0];
  EXPECT_NEAR(std::stod(setting.substr(setting.find('=') + 1)), 64e-6, 1e-15);
}

std::string packed_cube(const std::string& side) {
  return "[grid]\nspacing = 1e-6\n[geometry]\nshape = \"box\"\nlength = " + side +
         "\nwidth = " + side + "\nheight = " + side + R"(
[[cells.species]]
shear_modulus = 5e-6
refinement = 1
hematocrit = 0.3
)";
}

/// Bytes of all ranks in a step that a movement takes.
double bytes_of(const simulation::StepWork& work, const std::string& name) {
  double bytes = 0;
  for (const auto& movement : work.movements)
    if (movement.name == name)
      for (const auto& rank : movement.chunks.at(0))
        for (const transport::Load& load : rank)
          bytes += movement.per_step * static_cast<double>(load.bytes);
  return bytes;
}

/// More than 4000 cells are packed by pieces. Eight pieces send what one sends over its own ends,
/// eight times; the messages of a piece cut in eight to both of its ends are one.
TEST(StepModel, OfManyCellsTakesCopiesOfAPiece) {
  const auto model_of = [](const char* side) {
    io::Case input = io::Case::parse(packed_cube(side), "test.toml", {});
    return step_model(read_parameters(input));
  };
  const auto large = model_of("140e-6"), small = model_of("70e-6");
  ASSERT_EQ(large.assumptions.size(), 2u);
  EXPECT_NE(large.assumptions[0].find("2 x 2 x 2 copies of one packed piece"), std::string::npos);
  EXPECT_EQ(small.assumptions.size(), 1u);
  const auto of_large = large.work({.nodes = 1, .ranks_per_node = 64}),
             of_small = small.work({.nodes = 1, .ranks_per_node = 8});
  const std::string name = "cells: places and forces";
  EXPECT_GT(bytes_of(of_small, name), 0);
  EXPECT_NEAR(bytes_of(of_large, name) / (8 * bytes_of(of_small, name)), 1, 1e-3);
  const auto vertices = [](const simulation::StepWork& work) {
    const auto& phases = work.phases;
    const auto move = std::find_if(phases.begin(), phases.end(),
                                   [](const auto& phase) { return phase.name == "move"; });
    return std::accumulate(move->operations.begin(), move->operations.end(), 0.0);
  };
  EXPECT_EQ(vertices(of_large), 8 * vertices(of_small));
}

TEST(StepModel, GrowsInWholeSpacingsWithAsManyCellsInEachVolume) {
  io::Case input = io::Case::parse(packed_cube("40e-6"), "test.toml", {});
  const Parameters one = read_parameters(input);
  const auto settings = step_model(one).grown(2);
  io::Case larger = io::Case::parse(packed_cube("40e-6"), "test.toml", settings);
  const Parameters two = read_parameters(larger);
  larger.throw_if_errors();
  EXPECT_EQ(two.vessel.lattice().extent, (grid::Cell{50, 50, 50}));
  EXPECT_NEAR(static_cast<double>(two.cells.count()) / two.vessel.volume(),
              static_cast<double>(one.cells.count()) / one.vessel.volume(),
              1 / two.vessel.volume());
}

const std::string one_cell = R"(
[[cells.species]]
name = "ball"
shape = "sphere"
radius = 2e-6
refinement = 2
shear_modulus = 1e-5
centres = [[0.1e-6, 0.2e-6, 0.3e-6]]
)";

/// Of one rank in a step.
double operations_of(const std::vector<std::string>& settings, const std::string& phase) {
  io::Case input = io::Case::parse(box + one_cell, "test.toml", settings);
  for (const auto& work :
       step_model(read_parameters(input)).work({.nodes = 1, .ranks_per_node = 1}).phases)
    if (work.name == phase) return work.per_step * work.operations.at(0);
  ADD_FAILURE() << phase;
  return 0;
}

TEST(StepModel, FindsForcesAgainInSubsteps) {
  const std::string substeps = "cells.species.0.substeps=5",
                    viscosity = "cells.species.0.membrane_viscosity=1e-9";
  const double once = operations_of({}, "elastic forces");
  EXPECT_EQ(operations_of({substeps}, "elastic forces"), 5 * once);
  EXPECT_EQ(operations_of({viscosity}, "elastic forces"), once);
  EXPECT_EQ(operations_of({substeps, viscosity}, "elastic forces"), 6 * once);
  EXPECT_EQ(operations_of({substeps}, "spread"), operations_of({}, "spread"));
}

TEST(StepModel, OfCellsThatArePlacedOneByOneDoesNotGrow) {
  io::Case input = io::Case::parse(box + one_cell, "test.toml", {});
  const auto model = step_model(read_parameters(input));
  EXPECT_THROW(model.grown(2), InputError);
}

}  // namespace
}  // namespace thalweg::blood
