// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/prediction/cell_shares.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/blood/case/changing_hands.hpp"
#include "solvers/blood/cells/vertex_copies.hpp"
#include "solvers/blood/membrane/viscosity.hpp"

namespace thalweg::blood {

namespace {

using geometry::Vector;

/// A cell as it is looked at in each piece.
struct Shape {
  const LaidCell* cell;
  int vertices;
  Range range;
  Vector centre;
};

Shape shape_of(const LaidCell& cell) {
  const int n = static_cast<int>(cell.places.size() / 3);
  return {&cell, n, range_of(cell.places.data(), n), centre_of(cell.places.data(), n)};
}

/// What of a species counts for each of its cells.
struct PerCell {
  double points;
  int sweeps;          // over them in a step, by the owner
  std::int64_t bytes;  // that move when it changes hands
};

PerCell per_cell(const SpeciesParameters& s) {
  const Mesh net = control_net(s);
  const auto vertices = static_cast<std::int64_t>(net.vertices.size());
  const auto points =
      static_cast<std::int64_t>(net.triangles.size()) * static_cast<int>(s.quadrature);
  const std::int64_t metrics = s.moduli.viscosity > 0 ? PastMetrics<double>::numbers * points : 0;
  // Its number, places and speeds, and what a viscous membrane remembers.
  const auto bytes = static_cast<std::int64_t>(sizeof(std::int64_t)) +
                     (2 * 3 * vertices + metrics) * static_cast<std::int64_t>(sizeof(double));
  return {static_cast<double>(points), s.force_sweeps(), bytes};
}

/// Counts cell by cell.
class Counter {
 public:
  Counter(const Parameters& p, const CellLayout& layout, const grid::Bisection& bisection,
          int ranks)
      : lattice_(p.vessel.lattice()), bisection_(bisection), reach_(copy_reach(p)),
        whole_(p.cells.copies == Copies::whole), ranks_(ranks) {
    const auto n = static_cast<std::size_t>(ranks);
    shares_.vertices.resize(n), shares_.points.resize(n), shares_.copies.resize(n);
    shares_.copied_points.resize(n);
    for (const SpeciesParameters& s : p.cells.species) per_cell_.push_back(per_cell(s));
    for (const LaidCell& cell : layout.cells) shapes_.push_back(shape_of(cell));
    find_neighbours();
  }

  /// All cells of a piece that lies so much beside the first.
  void add_piece(const Vector& shift) {
    for (const Shape& shape : shapes_) add(shape, shift);
  }
  CellShares shares() { return std::move(shares_); }

 private:
  /// A rank as a cell sees it, over some ends of the domain.
  struct Neighbour {
    int rank;
    Vector shift;
  };

  /// Of each rank, those that a cell of it may reach.
  void find_neighbours() {
    double widest = 0;
    for (const Shape& shape : shapes_)
      for (std::size_t d = 0; d < 3; ++d)
        widest = std::max({widest, shape.range.upper[d] - shape.centre[d],
                           shape.centre[d] - shape.range.lower[d]});
    const std::vector<int> possible = possible_images(lattice_);
    const double farthest = widest + reach_ + 1;  // centres lie half a spacing beside sites
    neighbours_.resize(static_cast<std::size_t>(ranks_));
    for (int owner = 0; owner < ranks_; ++owner) {
      const grid::Box& own = bisection_.box(owner);
      if (own.empty()) continue;
      Range range;
      for (std::size_t d = 0; d < 3; ++d) {
        range.lower[d] = own.lower[2 - d];
        range.upper[d] = own.upper[2 - d] - 1;
      }
      for (int rank = 0; rank < ranks_; ++rank)
        for (const int image : possible) {
          if (bisection_.box(rank).empty() || (rank == owner && image == no_image)) continue;
          const Vector shift = image_shift(lattice_, image);
          if (is_near(bisection_.box(rank), range, shift, farthest))
            neighbours_[static_cast<std::size_t>(owner)].push_back({rank, shift});
        }
    }
  }

  /// As Cells::wrapped() does: the cell comes to where its centre lies in the domain.
  Vector into_domain(const Vector& centre, grid::Cell& nearest) const {
    Vector by{};
    for (std::size_t d = 0; d < 3; ++d) {
      const int extent = lattice_.extent[2 - d];
      if (lattice_.periodic[2 - d]) by[d] = -std::floor((centre[d] + 0.5) / extent) * extent;
      nearest[2 - d] = std::clamp(static_cast<int>(std::lround(centre[d] + by[d])), 0, extent - 1);
    }
    return by;
  }

  void add(const Shape& shape, Vector shift) {
    grid::Cell nearest;
    shift = geometry::plus(shift, into_domain(geometry::plus(shape.centre, shift), nearest));
    const int owner = bisection_.owner(nearest);
    const PerCell& each = per_cell_[static_cast<std::size_t>(shape.cell->species)];
    shares_.vertices[static_cast<std::size_t>(owner)] += shape.vertices;
    shares_.points[static_cast<std::size_t>(owner)] += each.sweeps * each.points;
    if (is_deep_within(bisection_.box(owner), shape.range, shift)) return;
    for (const Neighbour& to : neighbours_[static_cast<std::size_t>(owner)])
      add_copies(shape, geometry::plus(shift, to.shift), owner, to.rank, each);
  }

  bool is_deep_within(const grid::Box& box, const Range& range, const Vector& shift) const {
    for (std::size_t d = 0; d < 3; ++d)
      if (range.lower[d] + shift[d] < box.lower[2 - d] - 1 + reach_ ||
          range.upper[d] + shift[d] > box.upper[2 - d] - reach_)
        return false;
    return true;
  }

  void add_copies(const Shape& shape, const Vector& shift, int owner, int rank,
                  const PerCell& each) {
    const grid::Box& box = bisection_.box(rank);
    if (!is_near(box, shape.range, shift, reach_)) return;
    const auto count = static_cast<std::int64_t>(
        copied_vertices(box, shape.cell->places.data(), shape.vertices, shift, reach_, whole_)
            .size());
    if (count == 0) return;
    shares_.copies[static_cast<std::size_t>(rank)] += static_cast<double>(count);
    if (whole_) shares_.copied_points[static_cast<std::size_t>(rank)] += each.points;
    if (rank == owner) return;
    shares_.copied[{owner, rank}] += count;
    // Sites reach half a spacing around them, and cells move half a spacing at most.
    if (!is_near(box, geometry::plus(shape.centre, shift), 0.5 + skin / 2)) return;
    shares_.leaving[{owner, rank}] += each.bytes;
    ++shares_.leaving_cells[{owner, rank}];
  }

  grid::Lattice lattice_;
  const grid::Bisection& bisection_;
  double reach_;
  bool whole_;
  int ranks_;
  std::vector<PerCell> per_cell_;
  std::vector<Shape> shapes_;
  std::vector<std::vector<Neighbour>> neighbours_;  // of each rank
  CellShares shares_;
};

}  // namespace

CellShares cell_shares(const Parameters& p, const CellLayout& layout,
                       const grid::Bisection& bisection, int ranks) {
  Counter counter(p, layout, bisection, ranks);
  for (int z = 0; z < layout.repeats[2]; ++z)
    for (int y = 0; y < layout.repeats[1]; ++y)
      for (int x = 0; x < layout.repeats[0]; ++x)
        counter.add_piece({x * layout.period[0], y * layout.period[1], z * layout.period[2]});
  return counter.shares();
}

}  // namespace thalweg::blood
