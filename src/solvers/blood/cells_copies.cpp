// SPDX-License-Identifier: Apache-2.0
// Which vertices other ranks have copies of, and how these get their places and forces.
// docs/theory/blood.md, section 8.
#include <algorithm>

#include "solvers/blood/cell_kernels.hpp"
#include "solvers/blood/cells.hpp"
#include "solvers/blood/vertex_copies.hpp"
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
          for (int v = 0; v < n; ++v)
            if (is_near(
                    box,
                    {places[v] + shift[0], places[n + v] + shift[1], places[2 * n + v] + shift[2]},
                    reach))
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
  if (contrast_) {
    exec::Array<int, 1> species = exec::uploaded(exec, species_sent);
    plan.move(exec, species);
    set_vertex_kinds(exec, exec::downloaded(exec, std::as_const(species).view()));
  }
  if (repulsion_) {
    exec::Array<std::int64_t, 1> cells = exec::uploaded(exec, cells_sent);
    plan.move(exec, cells);
    set_repelled_vertices(exec, exec::downloaded(exec, std::as_const(cells).view()));
  }
  std::vector<double> shifts;
  for (std::size_t d = 0; d < 3; ++d)
    for (const int image : got) shifts.push_back(image_shift(lattice_, image)[d]);
  shifts_ = exec::uploaded(exec, shifts);
  std::vector<std::int64_t> from;
  from.reserve(static_cast<std::size_t>(comm_.size()));
  for (int rank = 0; rank < comm_.size(); ++rank) from.push_back(plan.items_from(rank));
  return from;
}

/// from: how many copies come from each rank.
template <class Real>
typename Cells<Real>::Links Cells<Real>::links(const std::vector<Copy>& copies,
                                               const std::vector<std::int64_t>& from) const {
  Links links;
  std::int64_t first = 0;
  for (int rank = 0; rank < comm_.size(); ++rank) {
    transport::HaloLink send{rank, {}}, receive{rank, {}};
    const std::int64_t count = from[static_cast<std::size_t>(rank)];
    for (int d = 0; d < 3; ++d) {
      for (const Copy& copy : copies)
        if (copy.rank == rank) send.points.push_back(copy.vertex + std::int64_t{d} * copy.stride);
      for (std::int64_t k = 0; k < count; ++k)
        receive.points.push_back(3 * own_ + d * ghosts_ + first + k);
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
    route = transport::name_of(halo_->plan(repulsion_ ? 1 : 2).choice().route);
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
  halo_->prepare(exec, sent_with_forces(false));
  if (contrast_) halo_->prepare(exec, sent_with_forces(true));
}

template class Cells<float>;
template class Cells<double>;

}  // namespace thalweg::blood::inline TW_HALF
