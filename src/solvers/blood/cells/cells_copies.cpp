// SPDX-License-Identifier: Apache-2.0
// Which vertices other ranks have copies of, and how these get their places and forces.
// docs/theory/blood.md, section 8.
#include <algorithm>

#include "solvers/blood/cells/cells.hpp"
#include "solvers/blood/cells/vertex_copies.hpp"
#include "transport/movements/migration.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Vertices that other ranks reach, and this one over the ends of the domain: by rank.
template <class Real>
std::vector<typename Cells<Real>::Copy>
Cells<Real>::copies_of(const std::vector<HostCells>& own) const {
  const double reach = copy_reach(p_);
  const std::vector<int> possible = possible_images(lattice_);
  std::vector<Copy> all;
  for (int rank = 0; rank < comm_.size(); ++rank)
    for (std::size_t s = 0; s < species_.size(); ++s) {
      const int n = species_[s].vertices();
      for (std::size_t k = 0; k < own[s].identities.size(); ++k) {
        const std::size_t cell = 3 * k * static_cast<std::size_t>(n);
        const double* places = own[s].places.data() + cell;
        const Range range = range_of(places, n);
        for (const int image : possible) {
          if (image == no_image && rank == comm_.rank()) continue;
          const geometry::Vector shift = image_shift(lattice_, image);
          const grid::Box& box = boxes_[static_cast<std::size_t>(rank)];
          if (box.empty() || !is_near(box, range, shift, reach)) continue;
          for (const int v : copied_vertices(box, places, n, shift, reach, has_whole_copies()))
            all.push_back({rank, 3 * species_[s].begin + static_cast<std::int64_t>(cell) + v, n,
                           image, static_cast<int>(s), own[s].identities[k]});
        }
      }
    }
  return all;
}

/// Each rank is told which images it gets. Returns how many from each rank.
template <class Real>
std::vector<std::int64_t> Cells<Real>::announce(const exec::Exec& exec,
                                                const std::vector<Copy>& copies) {
  std::vector<int> ranks, images_sent, species_sent;
  std::vector<std::int64_t> cells_sent;
  for (const Copy& copy : copies) {
    ranks.push_back(copy.rank);
    images_sent.push_back(copy.image);
    species_sent.push_back(copy.species);
    cells_sent.push_back(copy.cell);
  }
  transport::Migration migration(comm_, "copies of vertices");
  const exec::Array<int, 1> owner = exec::uploaded(exec, ranks);
  exec::Array<int, 1> arriving = exec::uploaded(exec, images_sent);
  const transport::MigrationPlan plan = migration.count(exec, owner.view());
  plan.move(exec, arriving);
  const std::vector<int> got = exec::downloaded(exec, std::as_const(arriving).view());
  ghosts_ = static_cast<std::int64_t>(got.size());
  std::vector<int> species_got;
  if (contrast_ || has_whole_copies()) {
    exec::Array<int, 1> species = exec::uploaded(exec, species_sent);
    plan.move(exec, species);
    species_got = exec::downloaded(exec, std::as_const(species).view());
  }
  if (contrast_) set_vertex_kinds(exec, species_got);
  if (repulsion_) {
    exec::Array<std::int64_t, 1> cells = exec::uploaded(exec, cells_sent);
    plan.move(exec, cells);
    set_repelled_vertices(exec, exec::downloaded(exec, std::as_const(cells).view()));
  }
  lay_out_copies(species_got);
  set_shifts(got);
  std::vector<std::int64_t> from;
  from.reserve(static_cast<std::size_t>(comm_.size()));
  for (int rank = 0; rank < comm_.size(); ++rank) from.push_back(plan.items_from(rank));
  return from;
}

/// species: of whole cells, for each vertex in the order of arrival.
template <class Real>
void Cells<Real>::lay_out_copies(const std::vector<int>& species) {
  copied_.clear();
  if (!has_whole_copies() && ghosts_ > 0)
    copied_ = {{{own_, static_cast<int>(ghosts_), ghosts_}, 0}};
  if (!has_whole_copies()) return;
  for (std::int64_t first = 0; first < ghosts_;) {
    const int s = species[static_cast<std::size_t>(first)];
    const int n = species_[static_cast<std::size_t>(s)].vertices();
    if (copied_.empty() || copied_.back().species != s)
      copied_.push_back({{own_ + first, n, 0}, s});
    copied_.back().part.vertices += n;
    first += n;
  }
}

/// In the order of arrival.
template <class Real>
std::vector<typename Cells<Real>::CopyPlace> Cells<Real>::copy_places() const {
  std::vector<CopyPlace> places;
  places.reserve(static_cast<std::size_t>(ghosts_));
  for (const CopiedPart& copied : copied_) {
    const std::int64_t n = copied.part.per_group;
    for (std::int64_t i = 0; i < copied.part.vertices; ++i)
      places.push_back({3 * (copied.part.first + i / n * n) + i % n, copied.part.per_group});
  }
  return places;
}

template <class Real>
void Cells<Real>::set_shifts(const std::vector<int>& images_of_copies) {
  const std::vector<CopyPlace> places = copy_places();
  std::vector<double> shifts(3 * places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t d = 0; d < 3; ++d)
      shifts[static_cast<std::size_t>(places[i].x - 3 * own_) +
             d * static_cast<std::size_t>(places[i].stride)] =
          image_shift(lattice_, images_of_copies[i])[d];
  shifts_ = exec::uploaded(shifts);
}

/// from: how many copies come from each rank.
template <class Real>
typename Cells<Real>::Links Cells<Real>::links(const std::vector<Copy>& copies,
                                               const std::vector<std::int64_t>& from) const {
  Links links;
  const std::vector<CopyPlace> places = copy_places();
  std::int64_t first = 0;
  for (int rank = 0; rank < comm_.size(); ++rank) {
    transport::HaloLink send{rank, {}}, receive{rank, {}};
    const std::int64_t count = from[static_cast<std::size_t>(rank)];
    for (int d = 0; d < 3; ++d) {
      for (const Copy& copy : copies)
        if (copy.rank == rank) send.points.push_back(copy.vertex + std::int64_t{d} * copy.stride);
      for (std::int64_t k = 0; k < count; ++k) {
        const CopyPlace& place = places[static_cast<std::size_t>(first + k)];
        receive.points.push_back(place.x + std::int64_t{d} * place.stride);
      }
    }
    first += count;
    if (!send.points.empty()) links.sends.push_back(std::move(send));
    if (!receive.points.empty()) links.receives.push_back(std::move(receive));
  }
  return links;
}

template <class Real>
void Cells<Real>::link_copies(const exec::Exec& exec, const std::vector<Copy>& copies) {
  const std::vector<std::int64_t> from = announce(exec, copies);
  const Links between = links(copies, from);
  // A route that was chosen once is kept.
  std::string route = p_.transport.route_of("cells");
  if (halo_ && comm_.size() > 1)
    route =
        transport::name_of(halo_->plan(repulsion_ || has_whole_copies() ? 1 : 2).choice().route);
  halo_.reset();
  const std::int64_t values = 3 * (own_ + ghosts_);
  places_ = exec::Array<double, 1>({values});
  forces_ = exec::Array<double, 1>({values});
  speeds_ = exec::Array<double, 1>({values});
  const std::int64_t longest = std::max(own_, ghosts_);
  ranges_ = exec::Array<BlockRange, 1>({longest / vertices_per_block + 1});
  if (gather_) gather_->make_room(own_ + ghosts_);
  halo_ = std::make_unique<transport::Halo<double>>(comm_, "cells", between.sends, between.receives,
                                                    contrast_ ? 3 : 2, route);
  halo_->prepare(exec, sent_to_copies(false));
  if (contrast_) halo_->prepare(exec, sent_to_copies(true));
  make_room_for_forces();
}

template <class Real>
void Cells<Real>::make_room_for_forces() {
  std::int64_t cells = 0, points = 0;
  const auto count = [&](const Species& species, std::int64_t vertices) {
    const std::int64_t n = vertices / species.vertices();
    cells = std::max(cells, n);
    points = std::max(points, species.tables.points() * n);
  };
  for (const Species& species : species_) count(species, species.own());
  if (has_whole_copies())
    for (const CopiedPart& copied : copied_)
      count(species_[static_cast<std::size_t>(copied.species)], copied.part.vertices);
  force_scratch_.make_room(cells, points);
}

TW_INSTANTIATE(Cells)

}  // namespace thalweg::blood::inline TW_HALF
