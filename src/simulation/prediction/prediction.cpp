// SPDX-License-Identifier: Apache-2.0
#include "simulation/prediction/prediction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "simulation/prediction/choose_split.hpp"
#include "simulation/prediction/step_price.hpp"

namespace thalweg::simulation {

namespace {

using transport::Placement;

std::string too_many_text(const Placement& place, int most) {
  const int nodes = most / place.ranks_per_node;
  const std::string usable = nodes > 0 ? fmt::format("which is {} node{} of {}", nodes,
                                                     nodes == 1 ? "" : "s", place.ranks_per_node)
                                       : "fewer than one node has (--ranks-per-node)";
  return fmt::format("the grid cannot be split over {} ranks: at most {} can be used, {}",
                     place.ranks(), most, usable);
}

/// The way to split the case over these ranks that takes least time, and what the others take.
PredictedStep fastest_split(const StepModel& model, const Rates& rates, const Target& target,
                            const Placement& place, const PredictedStep& unpriced) {
  PredictedStep best = unpriced;
  best.note = "the grid " + model.refusal(place);
  std::vector<std::pair<std::string, double>> priced;
  SplitChoice of_run;
  for (const Split& split : model.splits(place)) {
    const StepWork work = split.work();
    of_run.candidates.push_back(priced_by_profile(split.name, work, model.route, target, place));
    PredictedStep step = unpriced;
    step.split = split.name;
    price(step, work, model.route, rates, target, place);
    if (step.note.empty()) priced.emplace_back(split.name, step.seconds);
    if (best.split.empty() || (step.note.empty() && step.seconds < best.seconds))
      best = std::move(step);
  }
  best.splits = std::move(priced);
  if (!best.split.empty()) best.split_of_run = cheapest(std::move(of_run)).name;
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
