// SPDX-License-Identifier: Apache-2.0
#include "simulation/prediction/choose_split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "simulation/prediction/step_price.hpp"
#include "transport/choice/known_machine.hpp"
#include "transport/comm/node_map.hpp"

namespace thalweg::simulation {

namespace {

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// What a profile knows of computing, as if the work had been measured on a node of the target.
Rates rates_of_profile(const StepWork& work, double bandwidth) {
  // Where all cores of a node share its memory, they compute about as many operations of a step in
  // cache as they move bytes (docs/design/pencils.md).
  constexpr double bytes_per_operation = 1;
  Rates rates;
  rates.work = work;
  rates.bandwidth = bandwidth;
  for (const PhaseWork& phase : work.phases) {
    const double bytes = sum_of(phase.bytes),
                 all = bytes + bytes_per_operation * sum_of(phase.operations);
    rates.phases.push_back({phase.name, all / bandwidth, all > 0 ? bytes / all : 1});
  }
  return rates;
}

/// This machine as a target of predictions. Collective: the first rank knows the profile's name.
Target target_here(const transport::Profile& profile, const transport::Placement& place,
                   const transport::Communicator& comm) {
  Target target;
  target.profile = profile;
  target.name = comm.broadcast(transport::profile_in_use_name());
  target.ranks_per_node = place.ranks_per_node;
  target.devices_per_node =
      place.on_devices ? std::min(profile.node.devices, place.ranks_per_node) : 0;
  return target;
}

std::string without_prices(const std::string& reason) {
  return "the usual way, without prices: " + reason;
}

std::string without_profile() {
  return transport::why_no_profile().empty()
             ? "no profile of this machine is known (thalweg probe measures one)"
             : "the profile kept of this machine cannot be used";
}

}  // namespace

SplitCandidate priced_by_profile(const std::string& name, const StepWork& work,
                                 const std::string& route, const Target& target,
                                 const transport::Placement& place) {
  const bool has_devices = target.devices_per_node > 0;
  const double bandwidth = has_devices == place.on_devices ? target.bandwidth() : 0;
  if (bandwidth <= 0)
    return {name, 0,
            fmt::format("the profile does not say how fast the memory of {} is",
                        place.on_devices ? "devices" : "nodes")};
  Target alone = target;
  alone.overlap.reset();
  PredictedStep step;
  step.nodes = place.nodes;
  price(step, work, route, rates_of_profile(work, bandwidth), alone, place);
  return {name, step.note.empty() ? step.seconds : 0, step.note};
}

SplitChoice cheapest(SplitChoice choice, const std::string& profile) {
  const auto& list = choice.candidates;
  TW_CHECK(!list.empty(), "no way to split the case");
  const auto unpriced = std::find_if(list.begin(), list.end(),
                                     [](const SplitCandidate& c) { return !c.why_not.empty(); });
  const auto best = std::min_element(
      list.begin(), list.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  choice.chosen = unpriced == list.end() ? static_cast<int>(best - list.begin()) : 0;
  choice.name = list[static_cast<std::size_t>(choice.chosen)].name;
  choice.why = unpriced == list.end()
                   ? fmt::format("the cheapest of {} ways by the profile {}", list.size(), profile)
                   : without_prices(fmt::format("{}: {}", profile, unpriced->why_not));
  return choice;
}

namespace {

/// Each rank prices its share of the splits. Collective; all ranks get the same.
void price_together(const std::vector<Split>& splits, const std::string& route,
                    const Target& target, const transport::Placement& place,
                    const transport::Communicator& comm, std::vector<SplitCandidate>& candidates) {
  std::vector<double> seconds(splits.size());
  std::vector<std::string> notes(splits.size());
  for (auto n = static_cast<std::size_t>(comm.rank()); n < splits.size();
       n += static_cast<std::size_t>(comm.size())) {
    const SplitCandidate own =
        priced_by_profile(splits[n].name, splits[n].work(), route, target, place);
    seconds[n] = own.seconds;
    notes[n] = own.why_not;
  }
  comm.sum(seconds);
  for (std::size_t n = 0; n < splits.size(); ++n) {
    candidates[n].seconds = seconds[n];
    candidates[n].why_not = comm.first_text(notes[n]);
  }
}

}  // namespace

SplitChoice choose_split(const StepModel& model, const transport::Communicator& comm,
                         bool on_devices) {
  const transport::Profile* profile = transport::profile_in_use();
  const int sockets = profile ? std::max(1, profile->node.sockets) : 1;
  const transport::Placement place = transport::placement_of(comm.nodes(), sockets, on_devices);
  const std::vector<Split> splits = model.splits(place);
  SplitChoice choice;
  for (const Split& split : splits) choice.candidates.push_back({split.name});
  if (splits.size() == 1 || !profile) {
    choice.name = splits.front().name;
    choice.why = splits.size() == 1 ? "the only way" : without_prices(without_profile());
    return choice;
  }
  const Target target = target_here(*profile, place, comm);
  price_together(splits, model.route, target, place, comm, choice.candidates);
  return cheapest(std::move(choice), target.name);
}

StepWork work_of_run(const StepModel& model, const transport::Placement& place,
                     const std::string& split) {
  if (model.splits)
    for (const Split& way : model.splits(place))
      if (way.name == split) return way.work();
  return model.work(place);
}

}  // namespace thalweg::simulation
