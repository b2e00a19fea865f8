// SPDX-License-Identifier: Apache-2.0
#include "app/predict/collective_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "app/predict/growth_model.hpp"
#include "base/diagnostics.hpp"
#include "base/error.hpp"
#include "transport/model/statistics.hpp"

namespace thalweg::app {

namespace {

using RouteKey = std::tuple<std::string, std::string, std::string>;  // operation, route, ...

RouteKey route_of(const CollectiveRow& row) {
  return {row.operation, row.route, row.implementation};
}

using PointKey = std::tuple<RouteKey, int, std::int64_t>;

PointKey point_of(const CollectiveRow& row) { return {route_of(row), row.nodes, row.bytes}; }

void require_machine(const std::vector<CollectiveRow>& rows, const std::string& machine) {
  std::set<std::string> names;
  for (const CollectiveRow& row : rows) names.insert(row.machine);
  if (names.contains(machine)) return;
  if (names.empty())
    throw InputError("the table has no measured row: in all of them `valid` is 0, or the seconds "
                     "are inf or nan");
  throw InputError(fmt::format("the table has no measured row of machine \"{}\"; it has some of: "
                               "{}.{}",
                               machine, fmt::join(names, ", "),
                               did_you_mean(machine, {names.begin(), names.end()})));
}

/// The measured seconds of predictions, where there are any, by machine.
std::map<PointKey, double> measured_at(const std::vector<CollectivePrediction>& predictions,
                                       const std::vector<CollectiveRow>& rows) {
  std::map<PointKey, double> seconds;
  if (predictions.empty()) return seconds;
  for (const CollectiveRow& row : rows)
    if (row.machine == predictions.front().row.machine) seconds[point_of(row)] = row.seconds;
  return seconds;
}

/// One route's times. Libraries need not send messages without bytes, so where these were measured
/// they tell nothing of the others, and are fitted apart.
class RouteModel {
 public:
  RouteModel(const std::vector<CollectiveRow>& rows, const std::set<std::int64_t>& sizes) {
    std::vector<CollectiveRow> empty, full;
    for (const CollectiveRow& row : rows) (row.bytes == 0 ? empty : full).push_back(row);
    std::vector<std::int64_t> of_full(sizes.begin(), sizes.end());
    if (!empty.empty() && !full.empty()) {
      empty_.emplace(empty, std::vector<std::int64_t>{0});
      std::erase(of_full, 0);
    }
    full_.emplace(full.empty() ? empty : full, of_full);
  }

  transport::Estimate seconds(int nodes, std::int64_t bytes) const {
    return (bytes == 0 && empty_ ? *empty_ : *full_).seconds(nodes, bytes);
  }

 private:
  std::optional<GrowthModel> empty_, full_;
};

PredictionErrors summary(const RouteKey& key, const std::vector<double>& errors) {
  PredictionErrors result;
  std::tie(result.operation, result.route, result.implementation) = key;
  std::vector<double> sizes;
  for (const double error : errors) {
    sizes.push_back(std::abs(error));
    result.bias += error / static_cast<double>(errors.size());
  }
  result.count = static_cast<int>(errors.size());
  result.median = transport::quantile_of(sizes, 0.5);
  result.p95 = transport::quantile_of(sizes, 0.95);
  return result;
}

struct Candidate {
  double predicted, measured;
};

/// Add one choice among at least two routes.
void count_choice(Regret& regret, std::vector<Candidate> candidates) {
  constexpr double close = 1.5;  // predictions within this factor are settled by a trial
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.predicted < b.predicted; });
  double best = transport::no_limit;
  for (const Candidate& candidate : candidates) best = std::min(best, candidate.measured);
  double chosen = candidates[0].measured;
  regret.mean_without_trial += chosen / best - 1;
  if (candidates[1].predicted < close * candidates[0].predicted)
    chosen = std::min(chosen, candidates[1].measured);
  regret.mean += chosen / best - 1;
  regret.worst = std::max(regret.worst, chosen / best - 1);
  regret.right += int{chosen == best};
  ++regret.choices;
}

}  // namespace

std::vector<CollectivePrediction> predict_collectives(const std::vector<CollectiveRow>& rows,
                                                      const std::string& machine,
                                                      const std::vector<int>& nodes) {
  require_machine(rows, machine);
  std::map<RouteKey, std::vector<CollectiveRow>> learned;
  std::map<std::string, std::set<std::int64_t>> sizes;  // of each operation
  for (const CollectiveRow& row : rows) {
    if (row.machine != machine) continue;
    sizes[row.operation].insert(row.bytes);
    if (std::find(nodes.begin(), nodes.end(), row.nodes) == nodes.end())
      learned[route_of(row)].push_back(row);
  }
  if (learned.empty())
    throw InputError(
        fmt::format("machine \"{}\" was measured on no other numbers of nodes than {}: "
                    "there is nothing to predict them from",
                    machine, fmt::join(nodes, ", ")));
  std::vector<CollectivePrediction> predictions;
  for (const auto& [key, known] : learned) {
    const auto& wanted = sizes[std::get<0>(key)];
    const RouteModel model(known, wanted);
    for (const int n : nodes)
      for (const std::int64_t bytes : wanted) {
        const transport::Estimate estimate = model.seconds(n, bytes);
        CollectiveRow row = known.front();
        row.nodes = n;
        row.bytes = bytes;
        row.seconds = estimate.seconds;
        predictions.push_back({row, estimate.low, estimate.high});
      }
  }
  return predictions;
}

std::vector<PredictionErrors>
prediction_errors(const std::vector<CollectivePrediction>& predictions,
                  const std::vector<CollectiveRow>& rows) {
  const auto seconds = measured_at(predictions, rows);
  std::map<RouteKey, std::vector<double>> errors;
  std::vector<double> all;
  for (const CollectivePrediction& prediction : predictions) {
    const auto found = seconds.find(point_of(prediction.row));
    if (found == seconds.end()) continue;
    errors[route_of(prediction.row)].push_back(prediction.row.seconds / found->second - 1);
    all.push_back(errors[route_of(prediction.row)].back());
  }
  std::vector<PredictionErrors> result;
  for (const auto& [key, values] : errors) result.push_back(summary(key, values));
  if (!all.empty()) result.push_back(summary({}, all));
  return result;
}

std::vector<Regret> regret(const std::vector<CollectivePrediction>& predictions,
                           const std::vector<CollectiveRow>& rows) {
  const auto seconds = measured_at(predictions, rows);
  std::map<std::tuple<std::string, int, std::int64_t>, std::vector<Candidate>> choices;
  for (const CollectivePrediction& prediction : predictions) {
    const auto found = seconds.find(point_of(prediction.row));
    if (found == seconds.end()) continue;
    const CollectiveRow& row = prediction.row;
    choices[{row.operation, row.nodes, row.bytes}].push_back({row.seconds, found->second});
  }
  std::map<std::pair<std::string, int>, Regret> sums;
  for (const auto& [key, candidates] : choices)
    if (candidates.size() > 1) count_choice(sums[{std::get<0>(key), std::get<1>(key)}], candidates);
  std::vector<Regret> result;
  for (auto& [key, sum] : sums) {
    std::tie(sum.operation, sum.nodes) = key;
    sum.mean /= sum.choices;
    sum.mean_without_trial /= sum.choices;
    result.push_back(sum);
  }
  return result;
}

}  // namespace thalweg::app
