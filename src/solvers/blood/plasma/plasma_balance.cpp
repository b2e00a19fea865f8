// SPDX-License-Identifier: Apache-2.0
// Sites and cells dealt to ranks anew, by what they cost: docs/design/balance.md.
#include <algorithm>
#include <array>
#include <string_view>

#include "solvers/blood/plasma/plasma.hpp"
#include "solvers/blood/prediction/balance_memory.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

/// Phases without a message in them. What openings take waits for all ranks where there are
/// Windkessels, and is left out.
constexpr std::array<std::string_view, 2> phases_of_sites{"collide", "walls"};
constexpr std::array<std::string_view, 6> phases_of_vertices{
    "interpolate", "move", "elastic forces", "spread", "mark interior", "repulsion"};

bool is_among(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr const char* name_of_cuts = "decomposition.cuts";

}  // namespace

template <class Real>
void Plasma<Real>::prepare_balance() {
  balance_ = std::make_unique<LoadBalance>(p_.balance, comm_, [this] { return own_work(); });
}

template <class Real>
Load Plasma<Real>::load_now() const {
  return {static_cast<double>(sites_.own()), static_cast<double>(cells_->own_vertices())};
}

/// Since phases were last reset.
template <class Real>
Work Plasma<Real>::own_work() {
  Work work;
  for (const Phase& phase : phases_.list()) {
    if (is_among(phases_of_sites, phase.name)) work.sites += phase.seconds;
    if (is_among(phases_of_vertices, phase.name)) work.vertices += phase.seconds;
  }
  return work;
}

template <class Real>
std::optional<simulation::BalanceReport> Plasma<Real>::balance() const {
  if (!balance_) return std::nullopt;
  return balance_->report(load_now());
}

template <class Real>
std::vector<std::string> Plasma<Real>::notes() {
  if (!cells_) return {};
  std::vector<std::string> all = cells_->notes();
  for (std::string& note : balance_->notes()) all.push_back(std::move(note));
  return all;
}

template <class Real>
void Plasma<Real>::rebalance() {
  if (!balance_ || !balance_->is_due(steps_)) return;
  const auto timer = phases_.measure("rebalance");
  const std::optional<Costs> costs = balance_->look(steps_, load_now());
  if (!costs) return;
  const typename Cells<Real>::Centres cells = cells_->centres(exec_);
  const std::vector<grid::Cell> own(sites_.cells().begin(), sites_.cells().begin() + sites_.own());
  const WeighedPlaces all = weighed_places(*costs, own, cells.places, cells.vertices);
  const grid::Bisection cuts(comm_, sites_.lattice(), all.places, all.weights);
  if (!balance_->is_worth(all.sum(), cuts.weights()) || !fits(cuts)) return;
  deal(cuts);
  balance_->rebalanced(steps_);
}

/// Whether ranks can number and hold the sites that they would get. Collective.
template <class Real>
bool Plasma<Real>::fits(const grid::Bisection& cuts) {
  std::vector<std::int64_t> sites(static_cast<std::size_t>(comm_.size()));
  for (int i = 0; i < sites_.own(); ++i)
    ++sites[static_cast<std::size_t>(cuts.owner(sites_.cells()[static_cast<std::size_t>(i)]))];
  comm_.sum(sites);
  const double most = static_cast<double>(*std::max_element(sites.begin(), sites.end()));
  return fits_memory(p_, comm_, exec::kernel_space == exec::Space::device, most,
                     static_cast<double>(sites_.total()));
}

template <class Real>
void Plasma<Real>::deal(const grid::Bisection& cuts) {
  SiteItems items = site_items();
  items.velocities = stored_velocities();
  std::vector<HostCells> cells = cells_->stored(exec_);
  take_sites(cuts);
  place(items);
  cells_->resume(exec_, std::move(cells));
  push_round_loop();
}

/// From here on the sites are dealt by these cuts; what lies there is to be placed. Collective.
template <class Real>
void Plasma<Real>::take_sites(const grid::Bisection& cuts) {
  moved_out_ = added_up(std::move(moved_out_), to_shifted_);
  moved_back_ = added_up(std::move(moved_back_), to_home_);
  const std::vector<grid::Cell> own(sites_.cells().begin(), sites_.cells().begin() + sites_.own());
  populations_ = {};  // free before there are others
  second_ = {};
  sites_ = Sites(p_, comm_, cuts, own);
  forget_site_lists();
  set_up_sites();
}

/// They are made when they are asked for.
template <class Real>
void Plasma<Real>::forget_site_lists() {
  last_velocity_ = {};
  wall_points_.reset();
  wall_sites_.clear();
  wall_surface_.reset();
  sphere_links_.reset();
}

/// With what halos before have moved. Their choice of a route is told, which later ones keep.
template <class Real>
simulation::MovementTotals Plasma<Real>::added_up(simulation::MovementTotals moved,
                                                  const OwnHalo& halo) {
  if (!halo || halo->last().plan == nullptr) return moved;
  const bool is_first = moved.exchanges == 0;
  const transport::RouteChoice before = moved.choice;
  moved.add_since(transport::MessagePlanStatistics{}, halo->plan(1));
  if (!is_first) moved.choice = before;
  return moved;
}

/// So that a restart on as many ranks has each site and cell where it was.
template <class Real>
void Plasma<Real>::store_cuts(io::CheckpointWriter& file) {
  if (comm_.size() == 1) return;
  const std::vector<std::int64_t> cuts = sites_.bisection().cuts();
  const auto count = static_cast<std::int64_t>(cuts.size() / 2);
  file.array(name_of_cuts, io::Block{{count, 2, 1, 1}, 0, comm_.is_root() ? count : 0},
             cuts.data());
  file.attribute("last_look_at_balance", balance_->last_look());
}

template <class Real>
void Plasma<Real>::restore_cuts(io::CheckpointReader& file) {
  const std::vector<std::string> arrays = file.arrays();
  if (std::find(arrays.begin(), arrays.end(), name_of_cuts) == arrays.end()) return;
  balance_->set_last_look(file.integer("last_look_at_balance"));
  const std::int64_t count = file.extents(name_of_cuts)[0];
  if (count != comm_.size() - 1) return;  // of other ranks
  std::vector<std::int64_t> cuts(static_cast<std::size_t>(2 * count));
  const io::Block block{{count, 2, 1, 1}, 0, comm_.is_root() ? count : 0};
  file.array(name_of_cuts, block, cuts.data());
  if (!comm_.is_root()) std::fill(cuts.begin(), cuts.end(), 0);
  comm_.sum(cuts);
  if (cuts == sites_.bisection().cuts()) return;
  take_sites(grid::Bisection(sites_.lattice(), comm_.size(), cuts));
}

TW_INSTANTIATE(Plasma)

}  // namespace thalweg::blood::inline TW_HALF
