// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/step_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "base/error.hpp"
#include "grid/bisection.hpp"
#include "solvers/blood/d3q19.hpp"
#include "solvers/blood/memory.hpp"

namespace thalweg::blood {

namespace {

/// All sites with fluid, and which places of the lattice have one.
struct AllSites {
  grid::Lattice lattice;
  std::vector<grid::Cell> cells;
  std::vector<bool> has_fluid;  // by number of the lattice

  explicit AllSites(const Vessel& vessel)
      : lattice(vessel.lattice()), cells(vessel.sites(0, lattice.extent[0])),
        has_fluid(static_cast<std::size_t>(lattice.box().size())) {
    for (const grid::Cell& cell : cells)
      has_fluid[static_cast<std::size_t>(lattice.number(cell))] = true;
  }
  /// The site that population q of a cell streams in from; none where that is a wall.
  std::optional<grid::Cell> behind(const grid::Cell& cell, int q) const {
    const auto from = lattice.neighbour(cell, {-d3q19[q].z, -d3q19[q].y, -d3q19[q].x});
    if (!from || !has_fluid[static_cast<std::size_t>(lattice.number(*from))]) return std::nullopt;
    return from;
  }
};

/// What each rank has and sends.
struct Shares {
  std::vector<double> sites, wall_links;
  std::map<std::pair<int, int>, std::int64_t> populations;  // from, to
};

Shares shares_of(const AllSites& all, int ranks) {
  const grid::Bisection bisection(transport::Communicator::self(), all.lattice, all.cells, {},
                                  ranks);
  Shares shares{std::vector<double>(static_cast<std::size_t>(ranks)),
                std::vector<double>(static_cast<std::size_t>(ranks)),
                {}};
  for (const grid::Cell& cell : all.cells) {
    const int rank = bisection.owner(cell);
    const auto r = static_cast<std::size_t>(rank);
    ++shares.sites[r];
    for (int q = 1; q < directions; ++q) {
      const auto from = all.behind(cell, q);
      if (!from) {
        ++shares.wall_links[r];
        continue;
      }
      const int owner = bisection.owner(*from);
      if (owner != rank) ++shares.populations[{owner, rank}];
    }
  }
  return shares;
}

simulation::MovementWork movement_of(const std::string& name, const Shares& shares, bool is_back,
                                     double value, const transport::Placement& placement) {
  transport::RankLoads loads(static_cast<std::size_t>(placement.ranks()));
  for (const auto& [pair, count] : shares.populations) {
    const auto [from, to] = is_back ? std::pair{pair.second, pair.first} : pair;
    loads[static_cast<std::size_t>(from)].push_back(
        {placement.locality(from, to), 1,
         static_cast<std::int64_t>(static_cast<double>(count) * value)});
  }
  return {.name = name,
          .behind = "collide",
          .per_step = 0.5,
          .chunks = {std::move(loads)},
          .kind = "halo"};
}

simulation::StepWork work_of(const Parameters& p, const AllSites& all,
                             const transport::Placement& placement) {
  const int ranks = placement.ranks();
  const std::size_t value = p.single_precision ? sizeof(float) : sizeof(double);
  const SiteBytes bytes = site_bytes(value);
  const Shares shares = shares_of(all, ranks);
  simulation::StepWork work;
  work.phases = {{"collide", {}, shares.sites}, {"walls", {}, shares.wall_links}};
  for (const double sites : shares.sites) work.phases[0].bytes.push_back(sites * bytes.step);
  for (const double links : shares.wall_links)
    work.phases[1].bytes.push_back(links * bytes.wall_link);
  if (!p.interpolated_walls && !p.vessel.has_moving_walls()) work.phases.pop_back();
  const double size = static_cast<double>(value);
  work.movements = {movement_of("populations out", shares, false, size, placement),
                    movement_of("populations back", shares, true, size, placement)};
  // Whether a signal came, and the largest velocity in every 32nd step.
  work.reductions = ranks > 1 ? 1 + 1.0 / 32 : 0;
  return work;
}

/// Of a long vessel a short piece is measured: its rows are long enough for vectors.
std::vector<std::string> sample_of(const Parameters& p, std::size_t sites) {
  constexpr double length = 64;  // spacings
  const bool is_long = sites > 2'000'000 && p.vessel.size[0] > length * p.vessel.spacing;
  if (!is_long || p.vessel.is_free_form() || !p.planes.empty()) return {};
  return {fmt::format("geometry.length={:.17g}", length * p.vessel.spacing)};
}

}  // namespace

simulation::StepModel step_model(const Parameters& p) {
  if (!p.cells.species.empty())
    throw InputError("A case with cells cannot be predicted: what they send depends on where they "
                     "are. Leave [cells] out to predict the plasma. Nothing was run.");
  const auto all = std::make_shared<const AllSites>(p.vessel);
  return {
      .largest_rank_count = static_cast<int>(std::max<std::size_t>(1, all->cells.size() / 64)),
      .route = p.transport.route_of("populations"),
      .work = [p,
               all](const transport::Placement& placement) { return work_of(p, *all, placement); },
      .sample = sample_of(p, all->cells.size())};
}

}  // namespace thalweg::blood
