// SPDX-License-Identifier: Apache-2.0
// Sectors of something round, which are periodic by a rotation, against the whole:
// docs/theory/flow.md, section 2.
#include <cmath>

#include "tests/support/flow_runs.hpp"
#include "tests/support/ring_grid.hpp"

namespace thalweg::flow {
namespace {

using testing::CellValues, testing::flow_solver, testing::Ring, testing::RingFile, testing::scalar,
    testing::Solver;

Solver after_steps(std::vector<std::string> settings, const std::string& file,
                   const std::string& more = {}) {
  settings.push_back(file);
  Solver solver = flow_solver(testing::between_cylinders + more, settings);
  solver->initialise();
  for (int n = 0; n < 3; ++n) solver->step(1e9);
  return solver;
}

/// Cells of the sector are the first ones of the whole.
void expect_cells_of_the_whole(simulation::Simulation& sector, simulation::Simulation& whole,
                               double tolerance) {
  const CellValues part(sector), all(whole);
  double worst = 0, fastest = 0;
  for (const auto& [key, cell] : part.cells) {
    const testing::CellValue& other = all.cells.at(key);
    worst = std::max(worst, std::abs(cell.pressure - other.pressure));
    for (std::size_t d = 0; d < 3; ++d) {
      worst = std::max(worst, std::abs(cell.velocity[d] - other.velocity[d]));
      fastest = std::max(fastest, std::abs(cell.velocity[d]));
    }
  }
  EXPECT_LT(worst, tolerance);
  EXPECT_GT(fastest, 0.1);
}

class Sector : public ::testing::TestWithParam<std::vector<std::string>> {};

// What single precision in sweeps leaves is what cycles leave.
TEST_P(Sector, MovesAsTheWhole) {
  const RingFile whole(Ring{}), quarter({.sectors = 4});
  expect_cells_of_the_whole(*after_steps(GetParam(), quarter.setting()),
                            *after_steps(GetParam(), whole.setting()), 2e-6);
}
INSTANTIATE_TEST_SUITE_P(Schemes, Sector,
                         ::testing::Values(std::vector<std::string>{},
                                           std::vector<std::string>{
                                               "cycles.smoother=\"runge-kutta\"",
                                               "cycles.most=400"},
                                           std::vector<std::string>{"boundary.0.kind=\"slip\"",
                                                                    "boundary.1.kind=\"slip\""}));

TEST(SectorInSpace, MovesAsTheWholeAndAlongItsAxis) {
  const std::vector<std::string> settings{"flow.force=[0, 0, 0.5]", "cycles.levels=1",
                                          "flow.flux=\"central\"",
                                          "turbulence_model.kind=\"wale\""};
  const RingFile whole({.layers = 4, .around = 24}),
      third({.sectors = 3, .layers = 4, .around = 24});
  expect_cells_of_the_whole(*after_steps(settings, third.setting()),
                            *after_steps(settings, whole.setting()), 2e-6);
}

// The cell beyond the seam is seen where it would be in the whole.
TEST(Sector, HasTheProbesOfTheWholeBesideTheSeam) {
  const RingFile whole(Ring{}), quarter({.sectors = 4});
  const Ring ring{};
  std::string probes;
  for (const auto& [name, angle] : {std::pair{"first", 0.03}, std::pair{"last", 1.54}})
    probes += "[[probe]]\nname = \"" + std::string(name) + "\"\npoint = [" +
              std::to_string(ring.centre[0] + 1.45 * std::cos(angle)) + ", " +
              std::to_string(ring.centre[1] + 1.45 * std::sin(angle)) + ", 0]\n";
  const Solver part = after_steps({}, quarter.setting(), probes),
               all = after_steps({}, whole.setting(), probes);
  for (const char* column : {"velocity_first_x", "velocity_first_y", "velocity_last_x",
                             "velocity_last_y", "pressure_first", "pressure_last"})
    EXPECT_NEAR(scalar(*part, column), scalar(*all, column), 2e-6) << column;
}

// Faces that coincide after the case's rotation.
TEST(Sector, IsFoundByTheRotationOfTheCase) {
  const RingFile stated({.sectors = 4}), open({.sectors = 4}, false);
  const Solver one = after_steps({}, stated.setting()),
               other =
                   after_steps({"grid.rotation.angle=90", "grid.rotation.centre=[0.25, -0.5, 0]"},
                               open.setting());
  EXPECT_NEAR(scalar(*one, "kinetic_energy"), scalar(*other, "kinetic_energy"), 1e-12);
}

}  // namespace
}  // namespace thalweg::flow
