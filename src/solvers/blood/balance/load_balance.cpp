// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/balance/load_balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace thalweg::blood {

namespace {

/// Fine enough for cells of any size, and sums of 10^10 sites are far from the largest number.
constexpr int weight_of_site = 64;

/// How much of what the imbalance is above 1 has to go for it to be worth to move everything.
constexpr double least_gain = 0.1;

/// Numbers of all ranks, by rank: the same bits everywhere, as each sum has one number that is not
/// zero.
std::vector<double> gathered(const transport::Communicator& comm, double own) {
  std::vector<double> all(static_cast<std::size_t>(comm.size()));
  all[static_cast<std::size_t>(comm.rank())] = own;
  comm.sum(all);
  return all;
}

double total(const transport::Communicator& comm, double own) {
  const std::vector<double> all = gathered(comm, own);
  return std::accumulate(all.begin(), all.end(), 0.0);
}

double ratio(double work, double load) { return load > 0 ? work / load : 0; }

}  // namespace

std::int64_t WeighedPlaces::sum() const {
  return std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
}

WeighedPlaces weighed_places(const Costs& costs, const std::vector<grid::Cell>& sites,
                             const std::vector<grid::Cell>& cells,
                             const std::vector<int>& vertices) {
  WeighedPlaces all{sites, std::vector<int>(sites.size(), weight_of_site)};
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const double weight = weight_of_site * costs.vertex / costs.site * vertices[k];
    if (weight < 1) continue;
    all.places.push_back(cells[k]);
    all.weights.push_back(
        static_cast<int>(std::min<double>(weight, std::numeric_limits<int>::max())));
  }
  return all;
}

double imbalance_of(const std::vector<double>& work) {
  const double sum = std::accumulate(work.begin(), work.end(), 0.0);
  if (sum <= 0) return 1;
  return *std::max_element(work.begin(), work.end()) / sum * static_cast<double>(work.size());
}

LoadBalance::LoadBalance(const BalanceParameters& p, const transport::Communicator& comm,
                         Clock clock)
    : p_(p), comm_(comm), clock_(std::move(clock)) {}

void LoadBalance::begin_step(const Load& load) {
  if (!p_.vertex_cost && !at_begin_ && comm_.size() > 1) at_begin_ = clock_();
  worked_.sites += load.sites;
  worked_.vertices += load.vertices;
}

bool LoadBalance::is_due(std::int64_t steps) const {
  return p_.bound > 0 && comm_.size() > 1 && steps - last_look_ >= p_.least_steps;
}

/// By given costs it is what there is now: a restart finds the same without knowing the past.
Work LoadBalance::since_dealt(const Load& now) const {
  if (p_.vertex_cost) return {now.sites, *p_.vertex_cost * now.vertices};
  if (!at_begin_) return {};
  const Work all = clock_();
  return {all.sites - at_begin_->sites, all.vertices - at_begin_->vertices};
}

LoadBalance::State LoadBalance::measured(const Load& now) const {
  const Work own = since_dealt(now);
  State state{imbalance_of(gathered(comm_, own.all())), {1, p_.vertex_cost.value_or(0)}};
  if (!p_.vertex_cost)
    state.costs = {ratio(total(comm_, own.sites), total(comm_, worked_.sites)),
                   ratio(total(comm_, own.vertices), total(comm_, worked_.vertices))};
  return state;
}

std::optional<Costs> LoadBalance::look(std::int64_t steps, const Load& now) {
  last_look_ = steps;
  looked_ = measured(now);
  if (looked_.imbalance <= p_.bound || looked_.costs.site <= 0) return std::nullopt;
  return looked_.costs;
}

bool LoadBalance::is_worth(std::int64_t own, const std::vector<std::int64_t>& dealt) {
  expected_ = imbalance_of({dealt.begin(), dealt.end()});
  const double present = imbalance_of(gathered(comm_, static_cast<double>(own)));
  return expected_ - 1 <= (1 - least_gain) * (present - 1) && expected_ < present;
}

void LoadBalance::rebalanced(std::int64_t steps) {
  if (!rebalancings_.empty()) rebalancings_.back().after = looked_.imbalance;
  rebalancings_.push_back({steps, looked_.imbalance, expected_, expected_});
  notes_.push_back(fmt::format("step {}: sites and cells were dealt anew: imbalance {:.3g}, {:.3g} "
                               "expected from here on",
                               steps, looked_.imbalance, expected_));
  at_begin_.reset();
  worked_ = {};
}

std::vector<std::string> LoadBalance::notes() { return std::exchange(notes_, {}); }

simulation::BalanceReport LoadBalance::report(const Load& now) const {
  const State state = measured(now);
  const std::string unit = p_.vertex_cost ? "_relative" : "_seconds";
  simulation::BalanceReport report{
      p_.bound,
      state.imbalance,
      {{"site" + unit, state.costs.site}, {"vertex" + unit, state.costs.vertex}},
      rebalancings_};
  if (!rebalancings_.empty()) report.rebalancings.back().after = state.imbalance;
  return report;
}

}  // namespace thalweg::blood
