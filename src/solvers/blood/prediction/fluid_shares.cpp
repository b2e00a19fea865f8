// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/prediction/fluid_shares.hpp"

#include "base/error.hpp"
#include "solvers/blood/cells/vertex_copies.hpp"
#include "solvers/blood/lattice/d3q19.hpp"

namespace thalweg::blood {

namespace {

bool fills_its_lattice(VesselShape shape) {
  return shape == VesselShape::box || shape == VesselShape::channel || shape == VesselShape::duct;
}

grid::Cell step_of(int q) { return {d3q19[q].z, d3q19[q].y, d3q19[q].x}; }

grid::Box moved(grid::Box box, const grid::Cell& by) {
  for (std::size_t d = 0; d < 3; ++d) {
    box.lower[d] += by[d];
    box.upper[d] += by[d];
  }
  return box;
}

FluidShares shares_of(int ranks) {
  const auto n = static_cast<std::size_t>(ranks);
  return {std::vector<double>(n), std::vector<double>(n), {}};
}

/// Populations that stream from one box into another, the first of them seen over the ends of the
/// domain.
std::int64_t streaming(const grid::Box& from, const grid::Box& to) {
  std::int64_t count = 0;
  for (int q = 1; q < directions; ++q)
    count += grid::intersection(moved(from, step_of(q)), to).size();
  return count;
}

}  // namespace

FluidSites::FluidSites(const Vessel& vessel) : lattice_(vessel.lattice()) {
  if (fills_its_lattice(vessel.shape)) return;
  cells_ = vessel.sites(0, lattice_.extent[0]);
  if (cells_.empty())
    throw InputError("no lattice site lies inside the vessel: take a smaller grid.spacing. Nothing "
                     "was run.");
  has_fluid_.resize(static_cast<std::size_t>(lattice_.box().size()));
  for (const grid::Cell& cell : cells_)
    has_fluid_[static_cast<std::size_t>(lattice_.number(cell))] = true;
}

std::int64_t FluidSites::count() const {
  return is_full() ? lattice_.box().size() : static_cast<std::int64_t>(cells_.size());
}

grid::Bisection FluidSites::bisection(int ranks) const {
  if (is_full()) return {lattice_, ranks};
  return {transport::Communicator::self(), lattice_, cells_, {}, ranks};
}

FluidShares FluidSites::shares(const grid::Bisection& bisection, int ranks) const {
  return is_full() ? counted_by_boxes(bisection, ranks) : counted_by_sites(bisection, ranks);
}

FluidShares FluidSites::counted_by_sites(const grid::Bisection& bisection, int ranks) const {
  FluidShares shares = shares_of(ranks);
  for (const grid::Cell& cell : cells_) {
    const int rank = bisection.owner(cell);
    const auto r = static_cast<std::size_t>(rank);
    ++shares.sites[r];
    for (int q = 1; q < directions; ++q) {
      const auto from = lattice_.neighbour(cell, step_of(opposite(q)));
      if (!from || !has_fluid_[static_cast<std::size_t>(lattice_.number(*from))]) {
        ++shares.wall_links[r];
        continue;
      }
      const int owner = bisection.owner(*from);
      if (owner != rank) ++shares.populations[{owner, rank}];
    }
  }
  return shares;
}

/// What streams in from no rank comes back from a wall.
FluidShares FluidSites::counted_by_boxes(const grid::Bisection& bisection, int ranks) const {
  FluidShares shares = shares_of(ranks);
  const std::vector<int> possible = possible_images(lattice_);
  for (int to = 0; to < ranks; ++to) {
    const grid::Box& box = bisection.box(to);
    grid::Box reached = box;
    for (std::size_t d = 0; d < 3; ++d) --reached.lower[d], ++reached.upper[d];
    std::int64_t arriving = 0;
    for (int from = 0; from < ranks; ++from)
      for (const int image : possible) {
        const grid::Box other = moved(bisection.box(from), image_cells(lattice_, image));
        if (grid::intersection(other, reached).empty()) continue;
        const std::int64_t count = streaming(other, box);
        arriving += count;
        if (from != to && count > 0) shares.populations[{from, to}] += count;
      }
    const auto r = static_cast<std::size_t>(to);
    shares.sites[r] = static_cast<double>(box.size());
    shares.wall_links[r] = static_cast<double>((directions - 1) * box.size() - arriving);
  }
  return shares;
}

}  // namespace thalweg::blood
