// SPDX-License-Identifier: Apache-2.0
#include "simulation/prediction/prediction.hpp"

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

std::string too_many_text(const Placement& place, int most) {
  const int nodes = most / place.ranks_per_node;
  const std::string usable = nodes > 0 ? fmt::format("which is {} node{} of {}", nodes,
                                                     nodes == 1 ? "" : "s", place.ranks_per_node)
                                       : "fewer than one node has (--ranks-per-node)";
  return fmt::format("the grid cannot be split over {} ranks: at most {} can be used, {}",
                     place.ranks(), most, usable);
}

/// Put the price of the work into a step: computing, movements, reductions, or a note.
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

/// The way to split the case over these ranks that takes least time, and what the others take.
PredictedStep fastest_split(const StepModel& model, const Rates& rates, const Target& target,
                            const Placement& place, const PredictedStep& unpriced) {
  PredictedStep best = unpriced;
  best.note = "the grid " + model.refusal(place);
  std::vector<std::pair<std::string, double>> priced;
  for (const Split& split : model.splits(place)) {
    PredictedStep step = unpriced;
    step.split = split.name;
    price(step, split.work(), model.route, rates, target, place);
    if (step.note.empty()) priced.emplace_back(split.name, step.seconds);
    if (best.split.empty() || (step.note.empty() && step.seconds < best.seconds))
      best = std::move(step);
  }
  best.splits = std::move(priced);
  return best;
}

PredictedStep predict_step(const StepModel& model, const Rates& rates, const Target& target,
                           int nodes) {
  const Placement place{.nodes = nodes,
                        .ranks_per_node = target.ranks_per_node,
                        .sockets = std::max(1, target.profile.node.sockets),
                        .on_devices = target.devices_per_node > 0};
  PredictedStep step;
  step.nodes = nodes;
  step.ranks = place.ranks();
  step.assumptions = model.assumptions;
  if (model.splits) return fastest_split(model, rates, target, place, step);
  if (place.ranks() > model.largest_rank_count)
    step.note = too_many_text(place, model.largest_rank_count);
  else
    price(step, model.work(place), model.route, rates, target, place);
  return step;
}

const PredictedStep& first_of(const std::vector<PredictedStep>& steps) {
  const auto first = std::find_if(steps.begin(), steps.end(),
                                  [](const PredictedStep& s) { return s.note.empty(); });
  if (first == steps.end())
    throw InputError(fmt::format("--nodes: none of these can be predicted. On {} node{}: {}",
                                 steps.front().nodes, steps.front().nodes == 1 ? "" : "s",
                                 steps.front().note));
  return *first;
}

}  // namespace

double Target::bandwidth() const {
  return devices_per_node > 0 ? devices_per_node * profile.node.device_bytes_per_second
                              : profile.node.triad_bytes_per_second;
}

double PredictedStep::compute() const {
  double sum = other;
  for (const auto& phase : phases) sum += phase.second;
  return sum;
}

double bandwidth_scale(const Rates& rates, const Target& target) {
  if (target.is_this_machine) return 1;
  if (target.bandwidth() <= 0)
    throw InputError(fmt::format("the profile {} does not say how fast the memory of its {} is, so "
                                 "compute rates cannot be scaled to it",
                                 target.name, target.devices_per_node > 0 ? "devices" : "nodes"));
  return rates.bandwidth / target.bandwidth();
}

std::vector<PredictedStep> predict_steps(const StepModel& model, const Rates& rates,
                                         const Target& target, const std::vector<int>& nodes) {
  std::vector<PredictedStep> steps;
  for (const int n : nodes) steps.push_back(predict_step(model, rates, target, n));
  const PredictedStep& first = first_of(steps);
  const double unit = first.seconds * first.nodes;
  for (PredictedStep& step : steps)
    if (step.note.empty()) step.efficiency = unit / (step.seconds * step.nodes);
  return steps;
}

std::vector<PredictedStep> predict_weak_steps(const std::function<SizedModel(int)>& model_on,
                                              const Rates& rates, const Target& target,
                                              const std::vector<int>& nodes) {
  std::vector<PredictedStep> steps;
  for (const int n : nodes) {
    const SizedModel sized = model_on(n);
    steps.push_back(predict_step(sized.model, rates, target, n));
    steps.back().settings = sized.settings;
  }
  const double unit = first_of(steps).seconds;
  for (PredictedStep& step : steps)
    if (step.note.empty()) step.efficiency = unit / step.seconds;
  return steps;
}

}  // namespace thalweg::simulation
