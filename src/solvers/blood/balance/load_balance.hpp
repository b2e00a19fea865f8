// SPDX-License-Identifier: Apache-2.0
// How evenly the work on sites and vertices lies on ranks, and when it is worth to deal both anew:
// docs/design/balance.md. Knows no clock of its own and no sites: both are given.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "grid/lattice.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/blood/balance/balance_parameters.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::blood {

/// What a rank works on in a step: its sites, and the vertices of its cells.
struct Load {
  double sites = 0, vertices = 0;
};

/// What a rank has worked, without waiting for others [s], or by given costs [sites].
struct Work {
  double sites = 0, vertices = 0;
  double all() const { return sites + vertices; }
};

/// Of one of them in a step, in the unit of Work.
struct Costs {
  double site = 0, vertex = 0;
};

/// Places of the lattice and what is worked there, for grid::Bisection.
struct WeighedPlaces {
  std::vector<grid::Cell> places;
  std::vector<int> weights;
  std::int64_t sum() const;
};

/// The sites, and cells at the place that decides on their owner, with so many vertices each.
/// Weights are in 64ths of the cost of a site, which is above 0.
WeighedPlaces weighed_places(const Costs& costs, const std::vector<grid::Cell>& sites,
                             const std::vector<grid::Cell>& cells,
                             const std::vector<int>& vertices);

/// Largest over mean; 1 if all are 0.
double imbalance_of(const std::vector<double>& work);

class LoadBalance {
 public:
  /// What this rank has worked since some moment in the past.
  using Clock = std::function<Work()>;
  /// The clock is asked where the parameters give no cost of a vertex.
  LoadBalance(const BalanceParameters& parameters, const transport::Communicator& comm,
              Clock clock);

  /// Before each step, of which that is the load. Not collective.
  void begin_step(const Load& load);
  /// Whether to look at the work after so many steps. The same on all ranks; not collective.
  bool is_due(std::int64_t steps) const;
  /// The costs by which to deal anew, if the imbalance is above the bound. now: the load.
  /// Collective; the same on all ranks.
  std::optional<Costs> look(std::int64_t steps, const Load& now);
  /// Whether the imbalance by weights falls enough: own: that of this rank's now; dealt: those of
  /// all ranks if it is dealt anew. Collective; the same on all ranks.
  bool is_worth(std::int64_t own, const std::vector<std::int64_t>& dealt);
  /// It was, after what is_worth() was told.
  void rebalanced(std::int64_t steps);

  /// What was dealt anew since this was last asked.
  std::vector<std::string> notes();
  /// Collective.
  simulation::BalanceReport report(const Load& now) const;
  /// For restarts: the step of the last look.
  std::int64_t last_look() const { return last_look_; }
  void set_last_look(std::int64_t step) { last_look_ = step; }

 private:
  /// Of all ranks.
  struct State {
    double imbalance = 1;
    Costs costs;
  };
  Work since_dealt(const Load& now) const;
  State measured(const Load& now) const;

  BalanceParameters p_;
  transport::Communicator comm_;
  Clock clock_;
  std::optional<Work> at_begin_;  // what the clock told when work was last dealt
  Load worked_;                   // since then, summed over steps
  std::int64_t last_look_ = 0;    // step
  State looked_;
  double expected_ = 1;  // imbalance, were it dealt anew
  std::vector<simulation::BalanceReport::Rebalancing> rebalancings_;
  std::vector<std::string> notes_;
};

}  // namespace thalweg::blood
