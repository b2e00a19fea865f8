// SPDX-License-Identifier: Apache-2.0
#include "simulation/report/report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/processor_level.hpp"
#include "base/version.hpp"
#include "fft/library.hpp"
#include "simulation/process/machine.hpp"
#include "simulation/report/split_json.hpp"

namespace thalweg::simulation {

namespace {

using nlohmann::ordered_json;

/// null where there is no floor.
ordered_json ratio(double measured, double floor) {
  return floor > 0 ? ordered_json(measured / floor) : ordered_json(nullptr);
}

ordered_json phase_json(const Phase& phase, double slowest, double steps) {
  const double per_step = phase.seconds / steps;
  const double calls = static_cast<double>(phase.calls) / steps;
  return {{"name", phase.name},
          {"seconds_per_step", per_step},
          {"slowest_rank_seconds", slowest / steps},
          {"calls_per_step", calls},
          {"bytes_per_step", phase.bytes_per_call * calls},
          {"flops_per_step", phase.flops_per_call * calls},
          {"floor_seconds", phase.floor_seconds * calls},
          {"ratio_to_floor", ratio(per_step, phase.floor_seconds * calls)}};
}

/// null where nothing is known.
ordered_json known(double seconds) {
  return seconds > 0 ? ordered_json(seconds) : ordered_json(nullptr);
}

ordered_json candidate_json(const transport::Candidate& candidate) {
  return {{"route", transport::name_of(candidate.route)},
          {"why_not", candidate.why_not},
          {"predicted_seconds", known(candidate.predicted_seconds)},
          {"tried_seconds", known(candidate.tried_seconds)}};
}

/// How far the prediction of an exchange is from its trial, relative to that.
ordered_json prediction_error(const TransportReport& movement) {
  if (movement.predicted_seconds <= 0 || movement.tried_seconds <= 0) return nullptr;
  return movement.predicted_seconds / movement.tried_seconds - 1;
}

ordered_json transport_json(const TransportReport& movement) {
  ordered_json candidates = ordered_json::array();
  for (const auto& candidate : movement.candidates) candidates.push_back(candidate_json(candidate));
  return {{"name", movement.name},
          {"route", movement.route},
          {"why", movement.why},
          {"bytes", movement.bytes},
          {"messages", movement.messages},
          {"network_bytes", movement.network_bytes},
          {"network_messages", movement.network_messages},
          {"predicted_seconds", known(movement.predicted_seconds)},
          {"measured_seconds", movement.measured_seconds},
          {"tried_seconds", known(movement.tried_seconds)},
          {"prediction_error", prediction_error(movement)},
          {"hidden_fraction", movement.hidden_fraction},
          {"candidates", candidates}};
}

double mean_of(const std::vector<double>& values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

ordered_json step_seconds_json(const std::vector<double>& seconds) {
  return {{"median", quantile(seconds, 0.5)},
          {"p10", quantile(seconds, 0.1)},
          {"p90", quantile(seconds, 0.9)},
          {"mean", mean_of(seconds)}};
}

/// null where the case does not say time.until_steady.
ordered_json steady_json(const std::optional<SteadyState>& steady) {
  if (!steady) return nullptr;
  return {{"reached", steady->reached},
          {"quantity", steady->quantity.empty() ? "velocity" : steady->quantity},
          {"change", steady->change ? ordered_json(*steady->change) : ordered_json(nullptr)},
          {"tolerance", steady->tolerance},
          {"every_steps", steady->every_steps}};
}

/// null from solvers that deal work once.
ordered_json balance_json(const std::optional<BalanceReport>& balance) {
  if (!balance) return nullptr;
  ordered_json costs = ordered_json::object(), events = ordered_json::array();
  for (const auto& [name, value] : balance->costs) costs[name] = value;
  for (const BalanceReport::Rebalancing& one : balance->rebalancings)
    events.push_back({{"step", one.step},
                      {"imbalance_before", one.before},
                      {"imbalance_expected", one.expected},
                      {"imbalance_after", one.after}});
  return {{"bound", balance->bound},
          {"imbalance", balance->imbalance},
          {"costs", costs},
          {"rebalanced", events.size()},
          {"rebalancings", events}};
}

}  // namespace

std::vector<Phase> average_phases(std::vector<Phase> list, const transport::Communicator& comm) {
  const auto count = static_cast<double>(list.size());
  if (comm.max(count) != comm.min(count)) return list;
  std::vector<double> seconds;
  for (const Phase& phase : list) seconds.push_back(phase.seconds / comm.size());
  comm.sum(seconds);
  for (std::size_t n = 0; n < list.size(); ++n) list[n].seconds = seconds[n];
  return list;
}

std::vector<double> slowest_seconds(const std::vector<Phase>& phases,
                                    const transport::Communicator& comm) {
  std::vector<double> seconds;
  for (const Phase& phase : phases) seconds.push_back(phase.seconds);
  const auto count = static_cast<double>(seconds.size());
  if (comm.max(count) == comm.min(count)) comm.max(seconds);
  return seconds;
}

std::vector<double> average_steps(std::vector<double> seconds,
                                  const transport::Communicator& comm) {
  for (double& one : seconds) one /= comm.size();
  comm.sum(seconds);
  return seconds;
}

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  const auto n = static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), values.begin() + n, values.end());
  return values[static_cast<std::size_t>(n)];
}

double floor_per_step(const std::vector<Phase>& phases, std::size_t steps) {
  double floor = 0;
  for (const Phase& phase : phases) floor += phase.floor_seconds * static_cast<double>(phase.calls);
  return steps > 0 ? floor / static_cast<double>(steps) : 0;
}

std::string report_json(const Simulation& simulation, const std::vector<Phase>& phases,
                        const RunFacts& facts) {
  const auto steps = std::max<double>(1, static_cast<double>(facts.step_seconds.size()));
  ordered_json phase_list = ordered_json::array(), movements = ordered_json::array();
  for (std::size_t i = 0; i < phases.size(); ++i)
    phase_list.push_back(phase_json(
        phases[i], i < facts.phase_slowest.size() ? facts.phase_slowest[i] : phases[i].seconds,
        steps));
  for (const TransportReport& movement : simulation.transport())
    movements.push_back(transport_json(movement));
  const double floor = floor_per_step(phases, facts.step_seconds.size());
  ordered_json changes = ordered_json::parse(pack_changes(facts.changes));
  const ordered_json report{
      {"version", version},
      {"commit", commit},
      {"case", facts.case_file},
      {"title", facts.title},
      {"kind", facts.kind},
      {"status", facts.status},
      {"device", {{"kind", facts.device}, {"name", facts.device_name}}},
      {"ranks", facts.ranks},
      {"threads", facts.threads},
      {"precision", facts.precision},
      {"steps", simulation.steps()},
      {"time", simulation.time()},
      {"steady", steady_json(facts.steady)},
      {"changes", changes},
      {"decomposition", split_json(facts.split)},
      {"seconds_per_step", step_seconds_json(facts.step_seconds)},
      {"floor_seconds_per_step", floor},
      {"ratio_to_floor", ratio(quantile(facts.step_seconds, 0.5), floor)},
      {"seconds_total", facts.seconds_total},
      {"phases", phase_list},
      {"transport", movements},
      {"balance", balance_json(simulation.balance())},
      {"memory",
       {{"estimated_bytes", facts.estimated_bytes}, {"peak_bytes_per_rank", facts.peak_bytes}}},
      {"checks", checks::to_json(facts.checks)},
      {"machine",
       {{"cpu", cpu_name()},
        {"kernels_for", processor_level_text()},
        {"transforms", fft::library_version()},
        {"cores", usable_cores()},
        {"triad_bytes_per_second", simulation.triad_bytes_per_second()},
        {"flops_per_second", known(simulation.flops_per_second())},
        {"profile", facts.profile.empty() ? ordered_json(nullptr) : ordered_json(facts.profile)}}}};
  return report.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace thalweg::simulation
