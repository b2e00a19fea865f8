// SPDX-License-Identifier: Apache-2.0
// The last rung: the solver as users run it, and the start that it gives to all.
#include <algorithm>

#include "base/error.hpp"
#include "rungs.hpp"

namespace thalweg::bench::ladder {

namespace {

using sound::StateArray;

const std::string axes = "xyz";

std::string part_name(std::size_t c) { return std::string("rho") + axes[c]; }
std::string velocity_name(std::size_t c) { return std::string("u") + axes[c] + "_sg" + axes[c]; }

StateArray widened(const std::string& name, const Points& points) {
  const std::vector<float> values = values_of(points);
  return {name, {values.begin(), values.end()}};
}

void take(const std::vector<StateArray>& arrays, const std::string& name, Points& to) {
  for (const StateArray& array : arrays)
    if (array.name == name) {
      std::copy(array.values.begin(), array.values.end(), to.view().data);
      return;
    }
  throw UsageError("the solver's state lacks " + name);
}

class Pipeline final : public Rung {
 public:
  Pipeline(const sound::Problem& problem, const State& start, const transport::Communicator& comm)
      : solver_(sound::make_wave_solver(problem, {}, nullptr, {}, comm)) {
    std::vector<StateArray> arrays{widened("p", start.pressure)};
    for (std::size_t c = 0; c < 3; ++c) {
      arrays.push_back(widened(part_name(c), start.parts[c]));
      arrays.push_back(widened(velocity_name(c), start.velocity[c]));
    }
    solver_->set_state(1, arrays);  // after step 0, so that no initial pressure enters again
  }
  void step() override { solver_->step(); }
  std::vector<float> pressure() const override {
    const auto values = solver_->field(sound::Field::pressure);
    return {values.begin(), values.end()};
  }
  double transform_seconds() const override { return -1; }

 private:
  std::unique_ptr<sound::WaveSolver> solver_;
};

}  // namespace

std::unique_ptr<Rung> make_pipeline(const sound::Problem& problem, const State& start,
                                    const transport::Communicator& comm) {
  return std::make_unique<Pipeline>(problem, start, comm);
}

State first_state(const sound::Problem& problem, const transport::Communicator& comm) {
  const auto solver = sound::make_wave_solver(problem, {}, nullptr, {}, comm);
  solver->step();
  const std::vector<StateArray> arrays = solver->state();
  State state({problem.points[2], problem.points[1], problem.points[0]});
  take(arrays, "p", state.pressure);
  for (std::size_t c = 0; c < 3; ++c) {
    take(arrays, part_name(c), state.parts[c]);
    take(arrays, velocity_name(c), state.velocity[c]);
  }
  return state;
}

}  // namespace thalweg::bench::ladder
