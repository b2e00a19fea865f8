// SPDX-License-Identifier: Apache-2.0
#include "simulation/prediction/step_price.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/error.hpp"
#include "simulation/prediction/movement_price.hpp"

namespace thalweg::simulation {

namespace {

using transport::Placement;

const PhaseWork& work_of(const StepWork& work, const std::string& name) {
  const auto found = std::find_if(work.phases.begin(), work.phases.end(),
                                  [&](const PhaseWork& phase) { return phase.name == name; });
  TW_CHECK(found != work.phases.end(), "a measured phase without work");
  return *found;
}

/// By how much more a rank of the target has to do than all measured ranks together had.
double ratio(const std::vector<double>& target, const std::vector<double>& measured) {
  const double all = std::accumulate(measured.begin(), measured.end(), 0.0);
  return all > 0 ? *std::max_element(target.begin(), target.end()) / all : 0;
}

/// The slowest rank's seconds of a phase. A node computes at the rate at which the measured ranks
/// did, scaled by bandwidth, and its ranks share that rate.
double phase_seconds(const MeasuredPhase& phase, const PhaseWork& work, const PhaseWork& measured,
                     double share) {
  const double by_bytes = ratio(work.bytes, measured.bytes);
  const double by_operations = ratio(work.operations, measured.operations);
  return phase.seconds * share *
         (phase.memory_share * by_bytes + (1 - phase.memory_share) * by_operations);
}

/// As bandwidth_scale() for what processors do; a profile that does not know them is taken to be
/// like its devices.
double host_scale(const Rates& rates, const Target& target, double scale) {
  const bool is_known = !target.is_this_machine && target.host_bandwidth() > 0;
  return is_known ? rates.bandwidth / target.host_bandwidth() : scale;
}

void predict_compute(PredictedStep& step, const StepWork& work, const Rates& rates,
                     const Target& target) {
  const double scale = bandwidth_scale(rates, target);
  for (const MeasuredPhase& phase : rates.phases) {
    const PhaseWork& of_rank = work_of(work, phase.name);
    const double by = of_rank.is_on_host ? host_scale(rates, target, scale) : scale;
    step.phases.emplace_back(
        phase.name,
        phase_seconds(phase, of_rank, work_of(rates.work, phase.name), by * target.ranks_per_node));
  }
  step.other = rates.other_seconds * scale;
}

/// The part of a phase behind which a movement can hide: of a transpose, what is computed once the
/// first chunk has left.
double part_behind(const MovementWork& work) {
  if (work.kind != "transpose") return 1;
  const auto n = static_cast<double>(std::max<std::size_t>(1, work.chunks.size()));
  return (n - 1) / n;
}

/// What work hides of a movement: a measured fraction of its messages, but no more than the phase
/// has left. left: the seconds of each phase that hide nothing yet.
void hide(PredictedMovement& movement, const MovementWork& work,
          std::map<std::string, double>& left, const Rates& rates, const Target& target) {
  const auto measured = rates.hidden.find(movement.name);
  const double fraction =
      target.overlap.value_or(measured == rates.hidden.end() ? 0 : measured->second);
  double& behind = left[movement.behind];
  movement.hidden =
      std::min(fraction * (movement.seconds - movement.copies), behind * part_behind(work));
  behind -= movement.hidden;
}

/// The part that takes longest, and why.
std::string limit_of(const PredictedStep& step) {
  const auto longest =
      std::max_element(step.movements.begin(), step.movements.end(),
                       [](const auto& a, const auto& b) { return a.exposed() < b.exposed(); });
  const double compute = step.compute();
  if (step.movements.empty() || compute >= longest->exposed())
    return step.reductions > compute ? "reductions: latency" : "compute";
  const char* why = longest->copies > longest->seconds / 2    ? "copies to and from devices"
                    : longest->latency > longest->seconds / 2 ? "latency"
                                                              : "bandwidth";
  return fmt::format("{}: {}", longest->name, why);
}

/// By how much the slowest of so many nodes is later than the median one, if steps vary on each as
/// they did where they were measured: the mean of the largest of n normal numbers.
double straggling(const Rates& rates, int nodes) {
  return nodes > 1 ? rates.spread * std::sqrt(2 * std::log(nodes)) : 0;
}

void add_up(PredictedStep& step, const Rates& rates) {
  const double compute = step.compute();
  step.seconds = step.low = compute + step.reductions;
  step.high = compute * (1 + straggling(rates, step.nodes)) + step.reductions;
  for (const PredictedMovement& movement : step.movements) {
    step.seconds += movement.exposed();
    step.low += std::max(0.0, movement.low - movement.hidden);
    step.high += movement.high - movement.hidden;
  }
  step.limit = limit_of(step);
}

}  // namespace

void price(PredictedStep& step, const StepWork& work, const std::string& route_of_case,
           const Rates& rates, const Target& target, const Placement& place) {
  predict_compute(step, work, rates, target);
  try {
    std::map<std::string, double> left(step.phases.begin(), step.phases.end());
    for (const MovementWork& movement : work.movements) {
      const std::string& route = movement.route.empty() ? route_of_case : movement.route;
      step.movements.push_back(price_of(movement, target, place, route));
      hide(step.movements.back(), movement, left, rates, target);
    }
    step.reductions = work.reductions * reduction_seconds(target, place);
  } catch (const InputError& error) {
    step.note = error.what();
    return;
  }
  add_up(step, rates);
}

}  // namespace thalweg::simulation
