// SPDX-License-Identifier: Apache-2.0
// Which rank has which cell. Which vertices other ranks have copies of: cells_copies.cpp.
// docs/theory/blood.md, section 8.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "solvers/blood/case/changing_hands.hpp"
#include "solvers/blood/cells/cells.hpp"
#include "solvers/blood/cells/fault_text.hpp"
#include "solvers/blood/cells/growth_kernels.hpp"
#include "solvers/blood/cells/vertex_copies.hpp"
#include "solvers/blood/membrane/substeps.hpp"
#include "transport/movements/migration.hpp"

namespace thalweg::blood::inline TW_HALF {

/// How often a place lies whole lengths of the domain beyond its beginning, along each axis.
template <class Real>
geometry::Vector Cells<Real>::turns(const geometry::Vector& place) const {
  geometry::Vector turns{};
  for (std::size_t d = 0; d < 3; ++d)
    if (lattice_.periodic[2 - d]) turns[d] = std::floor((place[d] + 0.5) / lattice_.extent[2 - d]);
  return turns;
}

/// Whose owner owns a cell with this centre.
template <class Real>
grid::Cell Cells<Real>::nearest_site(const geometry::Vector& centre) const {
  const geometry::Vector over = turns(centre);
  grid::Cell nearest;
  for (std::size_t d = 0; d < 3; ++d) {
    const int extent = lattice_.extent[2 - d];
    nearest[2 - d] =
        std::clamp(static_cast<int>(std::lround(centre[d] - over[d] * extent)), 0, extent - 1);
  }
  return nearest;
}

/// Bring the whole of each cell to where its centre lies in the domain, and tell who has it there.
template <class Real>
std::vector<int> Cells<Real>::wrapped(HostCells& cells, int vertices) {
  std::vector<int> owners;
  for (std::size_t k = 0; k < cells.identities.size(); ++k) {
    double* places = cells.places.data() + 3 * k * static_cast<std::size_t>(vertices);
    const geometry::Vector centre = centre_of(places, vertices), over = turns(centre);
    for (std::size_t d = 0; d < 3; ++d)
      for (int v = 0; v < vertices; ++v)
        places[static_cast<std::ptrdiff_t>(d) * vertices + v] -= over[d] * lattice_.extent[2 - d];
    owners.push_back(owner_(nearest_site(centre)));
  }
  return owners;
}

template <class Real>
std::vector<HostCells> Cells<Real>::host_cells(const exec::Exec& exec) const {
  std::vector<double> own(static_cast<std::size_t>(3 * own_)), moves(own.size());
  exec::copy_bytes(exec, own.data(), places_.view().data, own.size() * sizeof(double));
  exec::copy_bytes(exec, moves.data(), speeds_.view().data, moves.size() * sizeof(double));
  const std::vector<double> speeds =
      exec::downloaded(exec, std::as_const(past_speeds_).view());  // waits
  std::vector<HostCells> all;
  for (const Species& species : species_) {
    const auto begin = static_cast<std::ptrdiff_t>(3 * species.begin),
               end = begin + static_cast<std::ptrdiff_t>(3 * species.own());
    all.push_back({species.identities,
                   {own.begin() + begin, own.begin() + end},
                   exec::downloaded(exec, std::as_const(species.metrics).view()),
                   {speeds.begin() + begin, speeds.begin() + end},
                   {moves.begin() + begin, moves.begin() + end}});
  }
  return all;
}

/// Cells of a species after they changed hands, ascending by identity, so that sums have the same
/// order however they came.
template <class Real>
HostCells Cells<Real>::moved(const exec::Exec& exec, HostCells from, const std::vector<int>& owners,
                             const Species& species) {
  complete_metrics(exec, species, from);
  from.speeds.resize(from.places.size());  // what is new was at rest
  from.moves.resize(from.places.size());
  const int vertices = species.vertices(), numbers = species.metrics_of_cell();
  transport::Migration migration(comm_, "cells");
  exec::Array<std::int64_t, 1> identities = exec::uploaded(exec, from.identities);
  exec::Array<double, 1> places = exec::uploaded(exec, from.places),
                         metrics = exec::uploaded(exec, from.metrics),
                         speeds = exec::uploaded(exec, from.speeds),
                         moves = exec::uploaded(exec, from.moves);
  const exec::Array<int, 1> owner = exec::uploaded(exec, owners);
  const transport::MigrationPlan plan = migration.count(exec, owner.view());
  plan.move(exec, identities);
  plan.move(exec, places, 3 * vertices);
  plan.move(exec, speeds, 3 * vertices);
  plan.move(exec, moves, 3 * vertices);
  if (numbers > 0) plan.move(exec, metrics, numbers);
  const HostCells arrived{exec::downloaded(exec, std::as_const(identities).view()),
                          exec::downloaded(exec, std::as_const(places).view()),
                          exec::downloaded(exec, std::as_const(metrics).view()),
                          exec::downloaded(exec, std::as_const(speeds).view()),
                          exec::downloaded(exec, std::as_const(moves).view())};

  std::vector<std::size_t> order(arrived.identities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return arrived.identities[a] < arrived.identities[b];
  });
  HostCells sorted;
  const auto append = [](std::vector<double>& to, const std::vector<double>& all, std::size_t cell,
                         int values) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(cell) * values;
    to.insert(to.end(), first, first + values);
  };
  for (const std::size_t k : order) {
    sorted.identities.push_back(arrived.identities[k]);
    append(sorted.places, arrived.places, k, 3 * vertices);
    append(sorted.metrics, arrived.metrics, k, numbers);
    append(sorted.speeds, arrived.speeds, k, 3 * vertices);
    append(sorted.moves, arrived.moves, k, 3 * vertices);
  }
  return sorted;
}

/// Cells that are new have moved and changed at no rate so far.
template <class Real>
void Cells<Real>::complete_metrics(const exec::Exec& exec, const Species& species,
                                   HostCells& cells) const {
  const auto numbers = static_cast<std::size_t>(species.metrics_of_cell());
  if (numbers == 0) return;
  const std::size_t known = cells.metrics.size() / numbers, more = cells.identities.size() - known;
  if (more == 0) return;
  const auto first =
      cells.places.begin() + static_cast<std::ptrdiff_t>(3 * known) * species.vertices();
  const auto places = exec::uploaded(exec, std::vector<double>(first, cells.places.end()));
  exec::Array<double, 1> metrics({static_cast<std::int64_t>(more * numbers)});
  find_metrics(exec, species.tables.view(), places.view().data, static_cast<int>(more),
               metrics.view().data);
  const std::vector<double> found = exec::downloaded(exec, std::as_const(metrics).view());
  cells.metrics.insert(cells.metrics.end(), found.begin(), found.end());
}

/// Cells that are not finite, or whose centre is in a wall, and moves that copies do not allow for.
/// The first one, by identity, is told; those in walls are removed instead where the case says so.
/// move: the longest of this rank [spacings]. Returns whether any was removed. Collective.
template <class Real>
bool Cells<Real>::look_for_faults(std::vector<HostCells>& own, double move, std::int64_t step) {
  FaultyCell worst;
  std::vector<CellTraffic::Lost> lost;
  for (std::size_t s = 0; s < species_.size(); ++s)
    for (std::size_t k = 0; k < own[s].identities.size(); ++k) {
      const geometry::Vector place = centre_in_domain(own[s], species_[s].vertices(), k);
      const bool is_finite = std::isfinite(place[0] + place[1] + place[2]),
                 is_outside = is_finite && !p_.vessel.is_inside(place);
      if (is_outside && p_.cells.removes_lost)
        lost.push_back({s, k, place});
      else if (!is_finite || is_outside || move > skin)
        worst = std::min(worst, FaultyCell{static_cast<double>(own[s].identities[k]), !is_finite,
                                           is_outside, place});
    }
  tell_fault(worst);
  return p_.cells.removes_lost && traffic_.lose(own, lost, step);
}

/// To all ranks, the first of those that they have found.
template <class Real>
void Cells<Real>::tell_fault(const FaultyCell& found) {
  const double first = comm_.min(found.identity);
  if (!std::isfinite(first)) return;
  const int holder = static_cast<int>(
      comm_.min(found.identity == first ? comm_.rank() : std::numeric_limits<int>::max()));
  std::array<double, 5> told{found.place[0], found.place[1], found.place[2],
                             found.is_torn ? 1.0 : 0.0, found.is_outside ? 1.0 : 0.0};
  comm_.broadcast(told, holder);
  faults_ = {{"cells", place_text({told[0], told[1], told[2]}),
              lost_cell_text(static_cast<std::int64_t>(first), told[3] > 0, told[4] > 0)}};
}

/// Where the centre of a cell is [m], in the domain along periodic axes.
template <class Real>
geometry::Vector Cells<Real>::centre_in_domain(const HostCells& cells, int vertices,
                                               std::size_t number) const {
  const geometry::Vector centre =
      centre_of(cells.places.data() + 3 * number * static_cast<std::size_t>(vertices), vertices);
  const geometry::Vector over = turns(centre);
  geometry::Vector place = geometry::plus(p_.vessel.place({0, 0, 0}), centre, units_.spacing);
  for (std::size_t d = 0; d < 3; ++d) place[d] -= over[d] * p_.vessel.size[d];
  return place;
}

/// Since cells last changed hands, in spacings.
template <class Real>
double Cells<Real>::longest_move(const std::vector<HostCells>& own) const {
  double longest = 0;
  std::size_t i = 0;
  for (const HostCells& cells : own)
    for (const double place : cells.places)
      if (i < places_then_.size()) longest = std::max(longest, std::abs(place - places_then_[i++]));
  return longest;
}

template <class Real>
void Cells<Real>::relocate(const exec::Exec& exec, std::vector<HostCells> own,
                           bool may_change_owner) {
  const auto timer = phases_.measure("relocate cells");
  if (may_change_owner)
    for (std::size_t s = 0; s < species_.size(); ++s) {
      const std::vector<int> owners = wrapped(own[s], species_[s].vertices());
      own[s] = moved(exec, std::move(own[s]), owners, species_[s]);
    }
  set_own(exec, own);
  link_copies(exec, copies_of(own));
  std::vector<double> places, moves;
  for (const HostCells& cells : own) {
    places.insert(places.end(), cells.places.begin(), cells.places.end());
    moves.insert(moves.end(), cells.moves.begin(), cells.moves.end());
  }
  exec::copy_bytes(exec, places_.view().data, places.data(), places.size() * sizeof(double));
  exec::copy_bytes(exec, speeds_.view().data, moves.data(), moves.size() * sizeof(double));
  exec.wait();
  places_then_ = std::move(places);
}

template <class Real>
void Cells<Real>::set_own(const exec::Exec& exec, const std::vector<HostCells>& own) {
  own_ = 0;
  std::vector<double> speeds;
  std::int64_t cells = 0;
  for (std::size_t s = 0; s < species_.size(); ++s) {
    Species& species = species_[s];
    species.identities = own[s].identities;
    species.begin = own_;
    species.first_cell = cells;
    species.metrics = exec::uploaded(exec, own[s].metrics);
    species.past_metrics = exec::uploaded(exec, own[s].metrics);
    speeds.insert(speeds.end(), own[s].speeds.begin(), own[s].speeds.end());
    own_ += species.own();
    cells += species.cells();
  }
  past_speeds_ = exec::uploaded(exec, speeds);
  if (exec::kernel_space == exec::Space::device) pressures_ = exec::Array<double, 1>({own_});
  std::int64_t with_substeps = 0;
  for (const Species& species : species_)
    if (species.parameters.substeps > 1) with_substeps = std::max(with_substeps, species.own());
  substeps_ = exec::Array<double, 1>({numbers_of_substeps * with_substeps});
  measured_ = exec::Array<double, 1>({cells * measures});
  if (p_.cells.growth.is_asked()) growth_ = exec::Array<double, 1>({cells * numbers_of_growth});
}

TW_INSTANTIATE(Cells)

}  // namespace thalweg::blood::inline TW_HALF
