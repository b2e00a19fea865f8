// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/prediction/step_model.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "solvers/blood/cells/step_intervals.hpp"
#include "solvers/blood/prediction/cell_shares.hpp"
#include "solvers/blood/prediction/fluid_shares.hpp"
#include "solvers/blood/prediction/memory.hpp"
#include "solvers/blood/prediction/other_sizes.hpp"

namespace thalweg::blood {

namespace {

using simulation::MovementWork;
using simulation::PhaseWork;
using simulation::StepWork;

/// Predictions keep a list of neighbours for each rank.
constexpr std::int64_t most_ranks = 100'000;
/// A vertex has a place, a force and a velocity, in double precision whatever the fluid has.
constexpr double vector_bytes = 3 * sizeof(double);

/// The case, and what is found of it once for all numbers of ranks.
class CaseModel {
 public:
  explicit CaseModel(const Parameters& p) : p_(p), sites_(p.vessel) {
    if (!p.cells.species.empty()) plan_ = plan_cells(p);
  }

  std::int64_t sites() const { return sites_.count(); }
  StepWork work(const transport::Placement& placement);
  std::vector<std::string> assumptions() const;

 private:
  void add_fluid(StepWork& work, const FluidShares& shares,
                 const transport::Placement& placement) const;
  void add_cells(StepWork& work, const CellShares& shares,
                 const transport::Placement& placement) const;
  void add_exchanges(StepWork& work, const CellShares& shares,
                     const transport::Placement& placement) const;
  void add_relocation(StepWork& work, const CellShares& shares,
                      const transport::Placement& placement) const;
  const char* behind(const char* phase) const { return p_.transport.overlap ? phase : ""; }

  Parameters p_;
  FluidSites sites_;
  std::optional<CellPlan> plan_;      // none: plasma alone
  std::optional<CellLayout> layout_;  // once it was asked for
};

std::vector<double> times(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

std::vector<double> sum_of(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

enum class Way { out, back };

/// A message from each rank to each other one that it has something for, of so many bytes each.
transport::RankLoads loads_of(const BetweenRanks& counts, Way way, double bytes, int messages,
                              const transport::Placement& placement) {
  transport::RankLoads loads(static_cast<std::size_t>(placement.ranks()));
  for (const auto& [pair, count] : counts) {
    const auto [from, to] = way == Way::back ? std::pair{pair.second, pair.first} : pair;
    loads[static_cast<std::size_t>(from)].push_back(
        {placement.locality(from, to), messages,
         static_cast<std::int64_t>(std::llround(static_cast<double>(count) * bytes))});
  }
  return loads;
}

void CaseModel::add_fluid(StepWork& work, const FluidShares& shares,
                          const transport::Placement& placement) const {
  const std::size_t value = p_.single_precision ? sizeof(float) : sizeof(double);
  const auto size = static_cast<double>(value);
  const SiteBytes bytes = site_bytes(value, p_.streaming);
  // Force is read and cleared, velocity is left.
  const double node = plan_ || p_.vessel.is_loop() ? 9 * size : 0;
  work.phases.push_back({"collide", times(shares.sites, bytes.step + node), shares.sites});
  if (p_.vessel.is_loop())
    work.phases.push_back({"drive", times(shares.sites, 9 * size), shares.sites});
  if (p_.interpolated_walls || p_.vessel.has_moving_walls())
    work.phases.push_back({"walls", times(shares.wall_links, bytes.wall_link), shares.wall_links});
  const auto add = [&](const char* name, Way way, double per_step) {
    work.movements.push_back({.name = name,
                              .behind = behind("collide"),
                              .per_step = per_step,
                              .chunks = {loads_of(shares.populations, way, size, 1, placement)},
                              .kind = "halo",
                              .route = p_.transport.route_of("populations")});
  };
  const bool in_place = p_.streaming == Streaming::in_place;
  add("populations out", Way::out, in_place ? 0.5 : 1);
  if (in_place) add("populations back", Way::back, 0.5);
}

/// Work for each vertex, of this rank's cells or copies, and for each point of quadrature.
void CaseModel::add_cells(StepWork& work, const CellShares& shares,
                          const transport::Placement& placement) const {
  const auto add = [&](const char* name, const std::vector<double>& items, double per_step = 1) {
    work.phases.push_back({name, times(items, 2 * vector_bytes), items, per_step});
  };
  const std::vector<double> all = sum_of(shares.vertices, shares.copies);
  add("elastic forces", sum_of(shares.points, shares.copied_points));
  add("interpolate", all);
  add("spread", all);
  add("move", shares.vertices);
  if (p_.cells.repulsion.range > 0) add("repulsion", all);
  if (p_.cells.have_contrast())
    add("mark interior", all, 1.0 / static_cast<double>(steps_between_marks(p_)));
  add("relocate cells", all, 1.0 / static_cast<double>(steps_between_relocations(p_)));
  work.phases.back().is_on_host = true;
  add_exchanges(work, shares, placement);
  add_relocation(work, shares, placement);
}

/// As cells_exchanges.cpp sends them, each with the work on the rank's own vertices behind it.
/// vectors: of each vertex.
void CaseModel::add_exchanges(StepWork& work, const CellShares& shares,
                              const transport::Placement& placement) const {
  const auto add = [&](const char* name, Way way, double vectors, const char* phase) {
    work.movements.push_back(
        {.name = name,
         .behind = behind(phase),
         .chunks = {loads_of(shares.copied, way, vectors * vector_bytes, 1, placement)},
         .kind = "halo",
         .route = p_.transport.route_of("cells")});
  };
  const double normals =
      p_.cells.have_contrast() ? 1.0 / static_cast<double>(steps_between_marks(p_)) : 0;
  add("cells: velocities", Way::back, 1, "interpolate");
  const bool repels = p_.cells.repulsion.range > 0;
  if (repels) {
    add("cells: places", Way::out, 1, "elastic forces");
    add("cells: repulsion", Way::back, 1, "repulsion");
    add("cells: forces", Way::out, 1 + normals, "spread");
  } else if (p_.cells.copies == Copies::whole) {
    add("cells: places", Way::out, 1 + normals, "spread");
  } else {
    add("cells: places and forces", Way::out, 2 + normals, "spread");
  }
}

/// Cells that change hands, field by field, and which copies there will be.
void CaseModel::add_relocation(StepWork& work, const CellShares& shares,
                               const transport::Placement& placement) const {
  const double per_step = 1.0 / static_cast<double>(steps_between_relocations(p_));
  const auto add = [&](const char* name, const BetweenRanks& counts, double bytes, int messages) {
    work.movements.push_back({.name = name,
                              .behind = "",
                              .per_step = per_step,
                              .chunks = {loads_of(counts, Way::out, bytes, messages, placement)},
                              .kind = "migration",
                              .route = {}});
  };
  const auto is_viscous = [](const SpeciesParameters& s) { return s.moduli.viscosity > 0; };
  const bool has_metrics =
      std::any_of(p_.cells.species.begin(), p_.cells.species.end(), is_viscous);
  add("cells that move", shares.leaving, 1, has_metrics ? 4 : 3);
  const bool species = p_.cells.have_contrast() || p_.cells.copies == Copies::whole,
             repels = p_.cells.repulsion.range > 0;
  add("new copies", shares.copied,
      static_cast<double>(sizeof(int) + (species ? sizeof(int) : 0) +
                          (repels ? sizeof(std::int64_t) : 0)),
      1 + (species ? 1 : 0) + (repels ? 1 : 0));
}

StepWork CaseModel::work(const transport::Placement& placement) {
  const int ranks = placement.ranks();
  const grid::Bisection bisection = sites_.bisection(ranks);
  StepWork work;
  add_fluid(work, sites_.shares(bisection, ranks), placement);
  // Whether a signal came, and the largest velocity in every 32nd step.
  work.reductions = ranks > 1 ? 1 + 1.0 / 32 : 0;
  if (!plan_) return work;
  if (!layout_) layout_ = lay_cells(p_, *plan_);
  add_cells(work, cell_shares(p_, *layout_, bisection, ranks), placement);
  return work;
}

std::vector<std::string> CaseModel::assumptions() const {
  if (!plan_) return {};
  std::vector<std::string> lines;
  if (!plan_->note.empty()) lines.push_back(plan_->note);
  lines.push_back(relocation_text(p_));
  return lines;
}

}  // namespace

simulation::StepModel step_model(const Parameters& p) {
  const auto model = std::make_shared<CaseModel>(p);
  return {.largest_rank_count =
              static_cast<int>(std::clamp<std::int64_t>(model->sites() / 64, 1, most_ranks)),
          .route = p.transport.route,
          .work = [model](const transport::Placement& placement) { return model->work(placement); },
          .sample = sample_of(p, model->sites()),
          .grown = [p](double factor) { return grown(p, factor); },
          .assumptions = model->assumptions()};
}

}  // namespace thalweg::blood
