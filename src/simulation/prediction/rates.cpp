// SPDX-License-Identifier: Apache-2.0
#include "simulation/prediction/rates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "base/clock.hpp"
#include "exec/bandwidth.hpp"
#include "exec/exec.hpp"
#include "simulation/interface/memory.hpp"
#include "simulation/prediction/choose_split.hpp"
#include "simulation/process/machine.hpp"
#include "simulation/report/report.hpp"
#include "simulation/setup/setup.hpp"

namespace thalweg::simulation {

namespace {

/// Steps, each with its phases, averaged over ranks.
struct TimedSteps {
  std::vector<double> seconds;
  std::vector<std::vector<Phase>> phases;
  std::vector<Phase> warm_up;  // of the step before
};

/// As the run loop does it, without output.
void take_step(Simulation& solver) {
  solver.step(std::numeric_limits<double>::infinity());
  solver.faults();
}

/// Take a step to warm up, then some more.
TimedSteps timed_steps(Simulation& solver, const transport::Communicator& comm) {
  constexpr double budget_seconds = 3;
  constexpr std::size_t fewest = 3, most = 20;
  solver.initialise();
  solver.phases().reset();
  take_step(solver);
  TimedSteps steps;
  steps.warm_up = average_phases(solver.phases().list(), comm);
  const double begin = seconds_now();
  while (steps.seconds.size() < most &&
         (steps.seconds.size() < fewest || comm.max(seconds_now() - begin) < budget_seconds)) {
    solver.phases().reset();
    const double start = seconds_now();
    take_step(solver);
    steps.seconds.push_back(seconds_now() - start);
    steps.phases.push_back(average_phases(solver.phases().list(), comm));
  }
  return steps;
}

/// The median of a phase over the steps: other programs on the machine disturb some of them.
double median_seconds(const TimedSteps& steps, std::size_t phase) {
  std::vector<double> seconds;
  for (const auto& phases : steps.phases)
    if (phase < phases.size()) seconds.push_back(phases[phase].seconds);
  return quantile(seconds, 0.5);
}

/// What happens in few steps: once, in the step that has it, times how often it happens. A first
/// step has all of it.
double seconds_of_rare(const TimedSteps& steps, std::size_t phase, double per_step) {
  double most = phase < steps.warm_up.size() ? steps.warm_up[phase].seconds : 0;
  for (const auto& phases : steps.phases)
    if (phase < phases.size()) most = std::max(most, phases[phase].seconds);
  return most * per_step;
}

double seconds_of(const TimedSteps& steps, std::size_t phase, const StepWork& work) {
  const std::string& name = steps.phases.back()[phase].name;
  const auto known = std::find_if(work.phases.begin(), work.phases.end(),
                                  [&](const PhaseWork& of) { return of.name == name; });
  return known != work.phases.end() && known->per_step < 1
             ? seconds_of_rare(steps, phase, known->per_step)
             : median_seconds(steps, phase);
}

/// The bandwidth of all ranks together, beyond the caches.
double bandwidth_now(const transport::Communicator& comm) {
  constexpr std::size_t bytes = std::size_t{256} << 20;
  const exec::Exec exec;
  comm.barrier();
  return comm.sum(
      exec::measure_triad_bandwidth(exec, bytes / static_cast<std::size_t>(comm.size())));
}

double share_of_memory(const Phase& phase, double bandwidth) {
  if (phase.floor_seconds <= 0 || bandwidth <= 0) return 1;
  return std::clamp(phase.bytes_per_call / bandwidth / phase.floor_seconds, 0.0, 1.0);
}

/// What a prediction does not hold as work of a step: waiting, starting, and writing results.
bool is_apart(const std::string& phase) {
  constexpr const char* names[] = {"start", "record", "agree", "checkpoint"};
  return phase.starts_with("exchange") ||
         std::find(std::begin(names), std::end(names), phase) != std::end(names);
}

}  // namespace

double spread_of(double p10, double median, double p90) {
  constexpr double deviations = 2.56;  // between these quantiles of a normal distribution
  return median > 0 ? (p90 - p10) / deviations / median : 0;
}

double hidden_part(double waited, double tried, double seen) {
  return std::clamp(tried > 0 ? 1 - waited / tried : seen, 0.0, 1.0);
}

void add_phase(Rates& rates, const MeasuredPhase& phase) {
  const auto is = [&](const PhaseWork& work) { return work.name == phase.name; };
  if (std::any_of(rates.work.phases.begin(), rates.work.phases.end(), is))
    rates.phases.push_back(phase);
  else if (!is_apart(phase.name))
    rates.other_seconds += phase.seconds;
}

Rates measure_rates(const RunOptions& options, const transport::Communicator& comm) {
  RunOptions sampled = options;
  Setup setup = Setup::read(sampled, comm);
  const auto& model_of = Registry::instance().find(setup.kind)->step_model;
  const StepModel whole = model_of(setup.input);
  if (!whole.sample.empty()) {
    sampled.overrides.insert(sampled.overrides.end(), whole.sample.begin(), whole.sample.end());
    setup = Setup::read(sampled, comm);
  }
  require_memory(setup.summary.memory, comm);
  const StepModel model = model_of(setup.input);
  Rates rates;
  rates.processor = cpu_name();
  rates.ranks = comm.size();
  rates.cores = comm.size() * exec::threads();
  rates.on_devices = setup.device == "cuda";
  rates.work = work_of_run(model, {.nodes = 1, .ranks_per_node = comm.size()},
                           setup.summary.split ? setup.summary.split->name : "");
  const auto solver = setup.build(comm);
  const double before = bandwidth_now(comm);
  const TimedSteps steps = timed_steps(*solver, comm);
  rates.source = fmt::format("{} steps measured now on {} rank{} x {} thread{}{}{}",
                             steps.seconds.size(), comm.size(), comm.size() == 1 ? "" : "s",
                             exec::threads(), exec::threads() == 1 ? "" : "s",
                             whole.sample.empty() ? "" : " with ", fmt::join(whole.sample, ", "));
  const std::vector<Phase>& last = steps.phases.back();
  for (std::size_t i = 0; i < last.size(); ++i)
    add_phase(rates, {last[i].name, seconds_of(steps, i, rates.work),
                      share_of_memory(last[i], comm.min(solver->triad_bytes_per_second()))});
  for (const TransportReport& movement : solver->transport())
    rates.hidden[movement.name] =
        hidden_part(movement.measured_seconds, movement.tried_seconds, movement.hidden_fraction);
  rates.spread = spread_of(quantile(steps.seconds, 0.1), quantile(steps.seconds, 0.5),
                           quantile(steps.seconds, 0.9));
  rates.bandwidth = rates.on_devices ? comm.sum(solver->triad_bytes_per_second())
                                     : std::max(before, bandwidth_now(comm));
  return rates;
}

}  // namespace thalweg::simulation
