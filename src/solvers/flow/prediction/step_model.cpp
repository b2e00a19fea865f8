// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/prediction/step_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "solvers/flow/prediction/memory.hpp"
#include "solvers/flow/prediction/other_sizes.hpp"
#include "solvers/flow/prediction/step_calls.hpp"
#include "solvers/flow/prediction/step_phases.hpp"

namespace thalweg::flow {

using simulation::StepWork;

namespace {

/// Predictions keep a list of neighbours for each rank.
constexpr int most_ranks = 100'000;

transport::RankLoads loads_of(const BetweenRanks& sent, std::int64_t bytes,
                              const transport::Placement& placement) {
  transport::RankLoads loads(grid::index(placement.ranks()));
  for (const auto& [pair, points] : sent)
    loads[grid::index(pair.first)].push_back(
        {placement.locality(pair.first, pair.second), 1, points * bytes});
  return loads;
}

/// A case, whose decomposition is made anew for each number of ranks.
class CaseModel {
 public:
  explicit CaseModel(Parameters p) : p_(std::move(p)), bodies_(p_) {}

  StepWork work(const transport::Placement& placement) const {
    const grid::BlockPartition parts = partition_of(*p_.mesh, p_, placement.ranks());
    const std::vector<LevelOwners> owners = owners_of_levels(parts, p_, placement.on_devices);
    MeshLevel mesh{p_.mesh.get(), parts.grid};
    const std::vector<LevelCalls> calls = calls_of_step(p_);
    PhaseSums phases(p_);
    StepWork work;
    for (int n = 0; n < p_.cycles.levels; ++n) {
      if (n > 0) mesh = coarsened(mesh);
      const LevelShares shares = shares_of(mesh, owners[grid::index(n)], placement.ranks());
      phases.add_level(n, shares, calls[grid::index(n)]);
      add_movements(work, n, shares, calls[grid::index(n)], placement);
    }
    if (!p_.immersed.empty())
      phases.add_bodies(bodies_.shares(parts.grid, parts.owners, placement.ranks()),
                        calls.front().residuals);
    work.phases = phases.phases();
    if (placement.ranks() > 1) work.reductions = reductions_of_step(p_, calls);
    return work;
  }

 private:
  void add_movements(StepWork& work, int level, const LevelShares& shares, const LevelCalls& calls,
                     const transport::Placement& placement) const {
    const std::int64_t value = p_.single_precision ? sizeof(float) : sizeof(double);
    const auto move = [&](const std::string& name, const char* behind, double times,
                          const BetweenRanks& sent, std::int64_t bytes) {
      if (times == 0) return;
      work.movements.push_back({.name = name,
                                .behind = behind,
                                .per_step = times,
                                .chunks = {loads_of(sent, bytes, placement)},
                                .kind = "halo",
                                .route = p_.transport.route});
    };
    const auto gather = [&](const std::string& name, double times, int down, int up) {
      if (shares.gathered.empty()) return;
      move(name + ": gathered", "", times, shares.gathered, down * value);
      if (up > 0) move(name + ": handed back", "", times, shares.handed_back, up * value);
    };
    const bool is_grid = level == 0;
    const std::string cells = is_grid ? "cells" : fmt::format("cells of level {}", level),
                      scalars = fmt::format("scalars of level {}", level), changes = ": changes";
    move(cells, behind(is_grid ? "fluxes" : "coarse levels", is_grid && needs_all_ghosts()),
         calls.exchanges, shares.sent, 4 * value);
    move(cells + changes, behind(is_grid ? "smooth" : "coarse levels"), calls.changes,
         shares.changes_sent, 4 * sizeof(float));
    move(cells + ": eddies", "", calls.eddies, shares.sent, value);
    const auto count = static_cast<double>(p_.scalars.size());
    move(scalars, "", count * calls.of_scalar.exchanges, shares.sent, value);
    move(scalars + changes, "", count * calls.of_scalar.changes, shares.sent, sizeof(float));
    gather(cells, calls.restrictions, 2 * 4, 4);
    gather(cells + ": eddies", p_.has_eddies() ? calls.restrictions : 0, 1, 0);
    gather(scalars, count * calls.of_scalar.restrictions, 2, 1);
  }

  /// Bodies and eddies need all ghosts before there are fluxes.
  bool needs_all_ghosts() const { return p_.has_eddies() || !p_.immersed.empty(); }
  const char* behind(const char* phase, bool waits = false) const {
    return p_.transport.overlap && !p_.mesh->is_sector() && !waits ? phase : "";
  }

  Parameters p_;
  BodyCells bodies_;
};

int largest_rank_count(const Parameters& p, double cells) {
  const double fewest = std::max(4, 2 << (p.cycles.levels - 1));
  const double of_part = p.is_flat() ? fewest * fewest : fewest * fewest * fewest;
  return static_cast<int>(std::clamp(cells / of_part, 1.0, static_cast<double>(most_ranks)));
}

std::vector<std::string> assumptions_of(const Parameters& p) {
  std::vector<std::string> all;
  if (p.step)
    all.push_back(fmt::format("a step in time takes {:g} cycles, which cycles.most bounds",
                              cycles_of_step(p)));
  if (p.step && cycles_of_scalars(p) > 0)
    all.push_back(
        fmt::format("each scalar takes {:g} cycles of its own in a step", cycles_of_scalars(p)));
  if (p.has_moving_bodies())
    all.emplace_back("immersed bodies are where they are at the beginning");
  return all;
}

/// Bodies keep their size, so that no shorter or longer grid has the same flow.
simulation::StepModel with_sizes(simulation::StepModel model, io::Case& input,
                                 const Parameters& p) {
  if (!p.immersed.empty()) {
    model.grown = [](double) -> std::vector<std::string> {
      throw InputError("--weak: a case with immersed bodies does not grow by itself. Give a larger "
                       "case for each number of nodes. Nothing was run.");
    };
    return model;
  }
  const LongGrid grid = long_grid(input, p.cycles.levels);
  model.sample = sample_of(input, grid, p);
  model.grown = [grid](double factor) { return grown(grid, factor); };
  return model;
}

}  // namespace

simulation::StepModel step_model(io::Case& input) {
  const Parameters p = read_parameters(input);
  const auto model = std::make_shared<const CaseModel>(p);
  return with_sizes(
      {.largest_rank_count = largest_rank_count(p, p.cells()),
       .route = p.transport.route,
       .work = [model](const transport::Placement& placement) { return model->work(placement); },
       .sample = {},
       .assumptions = assumptions_of(p)},
      input, p);
}

}  // namespace thalweg::flow
