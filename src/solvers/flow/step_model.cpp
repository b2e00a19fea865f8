// SPDX-License-Identifier: Apache-2.0
#include "solvers/flow/step_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "solvers/flow/memory.hpp"
#include "solvers/flow/other_sizes.hpp"

namespace thalweg::flow {

using simulation::PhaseWork;
using simulation::StepWork;

namespace {

/// Of a level, from the grid on.
double visits_of(CycleKind kind, int level) {
  if (kind == CycleKind::v) return 1;
  return kind == CycleKind::w ? std::pow(2, level) : level + 1;
}

}  // namespace

std::vector<LevelCalls> calls_of_cycle(const Cycles& cycles) {
  const bool is_by_stages = cycles.smoother == Smoother::runge_kutta;
  const double exchanges_of_smoothing = is_by_stages ? 5 : 1,
               changes_of_smoothing = is_by_stages ? 0 : cycles.sweeps - 1;
  std::vector<LevelCalls> levels(static_cast<std::size_t>(cycles.levels));
  double restrictions = 0;  // to this level
  for (int n = 0; n < cycles.levels; ++n) {
    const bool is_coarsest = n + 1 == cycles.levels;
    const double visits = visits_of(cycles.kind, n);
    LevelCalls& level = levels[static_cast<std::size_t>(n)];
    level.smoothings = visits * (is_coarsest ? 1 : 2);
    level.exchanges = level.smoothings * exchanges_of_smoothing;
    level.changes = level.smoothings * changes_of_smoothing;
    if (!is_coarsest) level.exchanges += visits;  // of the residual that is restricted
    level.residuals = level.exchanges + restrictions;
    level.exchanges += 2 * restrictions;  // of what comes, and of what has changed
    restrictions = visits;
  }
  return levels;
}

double cycles_of_step(const Parameters& p) {
  constexpr int usual = 10;
  return p.step ? std::min(usual, p.cycles.most) : 1;
}

std::vector<LevelCalls> calls_of_step(const Parameters& p) {
  std::vector<LevelCalls> levels = calls_of_cycle(p.cycles);
  for (LevelCalls& level : levels)
    for (double* calls : {&level.exchanges, &level.changes, &level.residuals, &level.smoothings})
      *calls *= cycles_of_step(p);
  // A cycle begins with the residual that was found to see how far the one before has come: in time
  // there is one more.
  if (p.step) ++levels.front().exchanges, ++levels.front().residuals;
  return levels;
}

namespace {

/// Predictions keep a list of neighbours for each rank.
constexpr int most_ranks = 100'000;

/// Cells or ghosts, by rank; by pair of ranks.
using OfRanks = std::vector<double>;
using BetweenRanks = std::map<std::pair<int, int>, std::int64_t>;

/// One level of the decomposition.
struct LevelShares {
  OfRanks cells, ghosts, ghosts_of_changes, faces;  // ghosts: also from the rank itself
  BetweenRanks sent, changes_sent;
};

void count(const grid::Ghosts& ghosts, const std::vector<int>& owners, OfRanks& all,
           BetweenRanks& sent) {
  for (const grid::GhostBox& box : ghosts.filled) {
    const int from = owners[grid::index(box.donor)], to = owners[grid::index(box.block)];
    all[grid::index(to)] += static_cast<double>(box.ghosts.size());
    if (from != to) sent[{from, to}] += box.ghosts.size();
  }
}

LevelShares shares_of(const MeshLevel& mesh, const std::vector<int>& owners, int ranks) {
  const OfRanks zero(grid::index(ranks));
  LevelShares shares{zero, zero, zero, zero, {}, {}};
  for (int b = 0; b < mesh.blocks.size(); ++b) {
    const std::size_t owner = grid::index(owners[grid::index(b)]);
    shares.cells[owner] += static_cast<double>(mesh.blocks.cells(b).size());
    for (const Patch& patch : mesh.patches(b))
      shares.faces[owner] +=
          static_cast<double>(grid::intersection(patch.cells, mesh.blocks.cells(b)).size());
  }
  count(grid::find_ghosts(mesh.blocks, 2), owners, shares.ghosts, shares.sent);
  count(grid::find_ghosts(mesh.blocks, 1, grid::GhostRegion::faces), owners,
        shares.ghosts_of_changes, shares.changes_sent);
  return shares;
}

void add(OfRanks& sum, const OfRanks& values, double factor) {
  sum.resize(values.size());
  for (std::size_t r = 0; r < values.size(); ++r) sum[r] += factor * values[r];
}

/// The phases that the work of a step belongs to.
class PhaseSums {
 public:
  explicit PhaseSums(const Parameters& p) : p_(p) {}

  void add_level(int level, const LevelShares& shares, const LevelCalls& calls) {
    add(ghosts_, shares.ghosts, calls.exchanges * value());
    add(ghosts_, shares.ghosts_of_changes, calls.changes * sizeof(float));
    add(boundaries_, shares.faces, calls.residuals);
    if (level == 0) {
      add(fluxes_, shares.cells, calls.residuals);
      add(smooth_, shares.cells, calls.smoothings);
    } else {
      add(coarse_, shares.cells, (calls.residuals + 2 * calls.smoothings));
    }
  }

  /// What moves bytes is counted in fields of cells.
  std::vector<PhaseWork> phases() const {
    const double words = p_.is_flat() ? flux_words_of_flat_grid : flux_words;
    std::vector<PhaseWork> all{
        work("fluxes", fluxes_, words * value()), work("smooth", smooth_, words * sizeof(float)),
        work("ghosts", ghosts_, 2 * 4), work("boundaries", boundaries_, 4 * value())};
    if (p_.cycles.levels > 1) all.push_back(work("coarse levels", coarse_, words * value()));
    return all;
  }

 private:
  double value() const { return p_.single_precision ? sizeof(float) : sizeof(double); }
  static PhaseWork work(const char* name, const OfRanks& operations, double bytes) {
    PhaseWork phase{name, operations, operations};
    for (double& b : phase.bytes) b *= bytes;
    return phase;
  }

  const Parameters& p_;
  OfRanks fluxes_, smooth_, ghosts_, boundaries_, coarse_;
};

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
  explicit CaseModel(Parameters p) : p_(std::move(p)) {}

  StepWork work(const transport::Placement& placement) const {
    const grid::BlockPartition parts = partition_of(*p_.mesh, p_, placement.ranks());
    MeshLevel mesh{p_.mesh.get(), parts.grid};
    const std::vector<LevelCalls> calls = calls_of_step(p_);
    PhaseSums phases(p_);
    StepWork work;
    for (int n = 0; n < p_.cycles.levels; ++n) {
      if (n > 0) mesh = coarsened(mesh);
      const LevelShares shares = shares_of(mesh, parts.owners, placement.ranks());
      phases.add_level(n, shares, calls[grid::index(n)]);
      add_movements(work, n, shares, calls[grid::index(n)], placement);
    }
    work.phases = phases.phases();
    // Whether a signal came, and whether a value is not finite; in time residuals before and after
    // each cycle, and a speed.
    if (placement.ranks() > 1) work.reductions = 2 + (p_.step ? cycles_of_step(p_) + 2 : 0);
    return work;
  }

 private:
  void add_movements(StepWork& work, int level, const LevelShares& shares, const LevelCalls& calls,
                     const transport::Placement& placement) const {
    const std::int64_t value = p_.single_precision ? sizeof(float) : sizeof(double);
    const auto move = [&](const char* what, const char* behind, double times,
                          const BetweenRanks& sent, std::int64_t bytes) {
      if (times == 0) return;
      const std::string name = level == 0 ? "cells" : fmt::format("cells of level {}", level);
      const char* phase = level == 0 ? behind : "coarse levels";
      work.movements.push_back(
          {.name = name + what,
           .behind = p_.transport.overlap && !p_.mesh->is_sector() ? phase : "",
           .per_step = times,
           .chunks = {loads_of(sent, 4 * bytes, placement)},
           .kind = "halo",
           .route = p_.transport.route});
    };
    move("", "fluxes", calls.exchanges, shares.sent, value);
    move(": changes", "smooth", calls.changes, shares.changes_sent, sizeof(float));
  }

  Parameters p_;
};

int largest_rank_count(const Parameters& p, double cells) {
  const double fewest = std::max(4, 2 << (p.cycles.levels - 1));
  const double of_part = p.is_flat() ? fewest * fewest : fewest * fewest * fewest;
  return static_cast<int>(std::clamp(cells / of_part, 1.0, static_cast<double>(most_ranks)));
}

void require_known(const Parameters& p) {
  const char* what = !p.scalars.empty()    ? "[[scalar]]"
                     : !p.immersed.empty() ? "[[immersed]]"
                     : p.has_eddies()      ? "turbulence_model.kind"
                                           : nullptr;
  if (what)
    throw InputError(fmt::format("cases of the solver \"flow\" with {} cannot be predicted yet: "
                                 "predict the case without. Nothing was run.",
                                 what));
}

std::vector<std::string> assumptions_of(const Parameters& p) {
  if (!p.step) return {};
  return {
      fmt::format("a step in time takes {:g} cycles, which cycles.most bounds", cycles_of_step(p))};
}

}  // namespace

simulation::StepModel step_model(io::Case& input) {
  const Parameters p = read_parameters(input);
  require_known(p);
  const auto model = std::make_shared<const CaseModel>(p);
  const LongGrid grid = long_grid(input);
  return {.largest_rank_count = largest_rank_count(p, p.cells()),
          .route = p.transport.route,
          .work = [model](const transport::Placement& placement) { return model->work(placement); },
          .sample = sample_of(grid, p.cells()),
          .grown = [grid](double factor) { return grown(grid, factor); },
          .assumptions = assumptions_of(p)};
}

}  // namespace thalweg::flow
