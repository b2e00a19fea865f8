// SPDX-License-Identifier: Apache-2.0
// What the model of a step says that moves between ranks is what a run moves.
#include <map>
#include <string>
#include <vector>

#include "solvers/flow/prediction/step_model.hpp"
#include "tests/support/flow_on_ranks.hpp"
#include "tests/support/warm_bodies.hpp"

namespace thalweg::flow {
namespace {

using testing::flow_after, testing::Solver, testing::with;
using transport::Communicator;

using namespace testing::small_flows;
using testing::warm_bodies;

struct Moved {
  double bytes = 0, messages = 0;
};

/// Of all ranks in a step, by name of the movement.
std::map<std::string, Moved> moved_by_model(const std::string& text,
                                            const std::vector<std::string>& settings) {
  io::Case input = io::Case::parse(text, "test.toml", settings);
  const auto work = step_model(input).work({.nodes = 1,
                                            .ranks_per_node = Communicator::world().size(),
                                            .on_devices = testing::test_device() == "cuda"});
  std::map<std::string, Moved> all;
  for (const auto& movement : work.movements)
    for (const auto& rank : movement.chunks.at(0))
      for (const transport::Load& load : rank) {
        all[movement.name].bytes += movement.per_step * static_cast<double>(load.bytes);
        all[movement.name].messages += movement.per_step * static_cast<double>(load.messages);
      }
  return all;
}

/// Of all ranks since the run began, by name of the movement; without those of levels that one rank
/// has alone.
std::map<std::string, Moved> moved_by_run(const simulation::Simulation& solver) {
  std::map<std::string, Moved> all;
  const auto steps = static_cast<double>(solver.steps());
  for (const auto& movement : solver.transport())
    if (movement.messages > 0 || Communicator::world().size() == 1)
      all[movement.name] = {steps * movement.bytes, steps * movement.messages};
  return all;
}

using TextAndSettings = std::pair<std::string, std::vector<std::string>>;
class StepModelOfRanks : public ::testing::TestWithParam<TextAndSettings> {};

// Of the second and the third step: more may be done for the first state.
TEST_P(StepModelOfRanks, MovesAreThoseOfARun) {
  std::vector<std::string> settings = with("double");
  const auto& [text, more] = GetParam();
  settings.insert(settings.end(), more.begin(), more.end());
  const Solver solver = flow_after(1, text, settings);
  std::map<std::string, Moved> first = moved_by_run(*solver);
  for (int n = 0; n < 2; ++n) solver->step(1e9);
  const std::map<std::string, Moved> model = moved_by_model(text, settings),
                                     run = moved_by_run(*solver);
  EXPECT_GE(run.size(), 1u);
  if (Communicator::world().size() == 1) {
    for (const auto& [name, moved] : run) EXPECT_EQ(moved.bytes, 0) << name;
    return;
  }
  EXPECT_EQ(model.size(), run.size());
  for (const auto& [name, moved] : run) {
    ASSERT_EQ(model.count(name), 1u) << name;
    const Moved predicted = model.at(name);
    EXPECT_NEAR(2 * predicted.bytes, moved.bytes - first[name].bytes, 1e-9 * moved.bytes) << name;
    EXPECT_NEAR(2 * predicted.messages, moved.messages - first[name].messages,
                1e-9 * moved.messages)
        << name;
  }
}

// Few cycles, so that all of them are taken; but none of scalars that act on the flow.
constexpr const char *two_cycles = "cycles.most=2", *coarse = "cycles.tolerance=0.1",
                     *is_steady = "time.scheme=\"steady\"";

INSTANTIATE_TEST_SUITE_P(
    Cases, StepModelOfRanks,
    ::testing::Values(
        TextAndSettings{plate, {}}, TextAndSettings{plate, {"simulation.precision=\"single\""}},
        TextAndSettings{sphere, {"grid.side=16", "cycles.levels=3", "grid.outwards=16"}},
        TextAndSettings{channel, {}}, TextAndSettings{carried, {}},
        TextAndSettings{heated, {two_cycles, coarse}}, TextAndSettings{heated, {is_steady}},
        TextAndSettings{gusty, {two_cycles}}, TextAndSettings{eddies, {}},
        TextAndSettings{eddies_with_dye, {two_cycles}}, TextAndSettings{swimming, {}},
        TextAndSettings{balls, {}}, TextAndSettings{warm_bodies, {two_cycles, coarse}},
        TextAndSettings{box, {"cycles.smoother=\"runge-kutta\""}},
        TextAndSettings{plate, {"cycles.smoother=\"lines\"", "cycles.sweeps=5"}},
        TextAndSettings{sphere, {"cycles.kind=\"V\""}},
        TextAndSettings{sphere, {"cycles.kind=\"V\"", "cycles.gather_below=100000"}},
        TextAndSettings{channel, {"cycles.gather_below=1000"}},
        TextAndSettings{eddies_with_dye, {two_cycles, "cycles.gather_below=100000"}},
        TextAndSettings{plate, {"cycles.gather_below=0"}},
        TextAndSettings{
            sphere,
            {"grid.side=16", "cycles.levels=3", "grid.outwards=16", "cycles.gather_below=1500"}},
        TextAndSettings{sphere, {"cycles.kind=\"F\"", "grid.side=16", "grid.outwards=16"}}));

}  // namespace
}  // namespace thalweg::flow
