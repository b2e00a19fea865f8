// SPDX-License-Identifier: Apache-2.0
#include "grid/sparse_cells.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <tuple>

#include "base/error.hpp"
#include "grid/cell_index.hpp"
#include "transport/movements/migration.hpp"

namespace thalweg::grid {

namespace {

std::vector<int> opposites_of(const std::vector<Cell>& directions) {
  std::vector<int> opposite;
  for (const Cell& d : directions) {
    const auto found = std::find(directions.begin(), directions.end(), Cell{-d[0], -d[1], -d[2]});
    TW_CHECK(found != directions.end(), "a direction of a sparse grid has no opposite");
    opposite.push_back(static_cast<int>(found - directions.begin()));
  }
  return opposite;
}

/// Items brought to other ranks, and from where those came that arrived.
template <class T>
struct Delivery {
  std::vector<T> items;
  std::vector<int> sources;
};

template <class T>
Delivery<T> deliver(const transport::Communicator& comm, const std::vector<T>& items,
                    const std::vector<int>& owners) {
  const exec::HostExec exec;
  transport::Migration migration(comm, "cells of the grid");
  const exec::View<const int, 1> view{owners.data(), {static_cast<std::int64_t>(owners.size())}};
  const transport::MigrationPlan plan = migration.count(exec, view);
  Delivery<T> delivery{std::vector<T>(static_cast<std::size_t>(plan.items())), {}};
  plan.move(exec, items.data(), delivery.items.data());
  for (int rank = 0; rank < comm.size(); ++rank)
    delivery.sources.insert(delivery.sources.end(), static_cast<std::size_t>(plan.items_from(rank)),
                            rank);
  return delivery;
}

}  // namespace

SparseCells::SparseCells(const transport::Communicator& comm, const Lattice& lattice,
                         std::span<const Cell> found, const std::vector<Cell>& directions,
                         std::span<const int> weights)
    : SparseCells(comm, lattice, Bisection(comm, lattice, found, weights), found, directions) {}

SparseCells::SparseCells(const transport::Communicator& comm, const Lattice& lattice,
                         const Bisection& cuts, std::span<const Cell> found,
                         const std::vector<Cell>& directions)
    : lattice_(lattice), directions_(directions), opposite_(opposites_of(directions)),
      bisection_(cuts) {
  take_own(comm, found);
  find_ghosts(comm);
  number_interior_first();
  find_neighbours();
}

void SparseCells::take_own(const transport::Communicator& comm, std::span<const Cell> found) {
  std::vector<std::int64_t> numbers;
  std::vector<int> owners;
  for (const Cell& c : found) {
    numbers.push_back(lattice_.number(c));
    owners.push_back(bisection_.owner(c));
  }
  std::vector<std::int64_t> own = deliver(comm, numbers, owners).items;
  std::sort(own.begin(), own.end());
  std::string fault;
  if (const auto twice = std::adjacent_find(own.begin(), own.end()); twice != own.end()) {
    const Cell c = lattice_.cell(*twice);
    fault = "cell (z, y, x) = (" + std::to_string(c[0]) + ", " + std::to_string(c[1]) + ", " +
            std::to_string(c[2]) + ") of the grid is brought twice. Nothing was run.";
  }
  fault = comm.first_text(fault);
  if (!fault.empty()) throw InputError(fault);
  for (const std::int64_t number : own) cells_.push_back(lattice_.cell(number));
  own_ = static_cast<int>(cells_.size());
}

namespace {

/// How far directions reach.
int reach_of(const std::vector<Cell>& directions) {
  int reach = 0;
  for (const Cell& d : directions)
    for (const int step : d) reach = std::max(reach, std::abs(step));
  return reach;
}

/// Cells near the faces of their rank's box, each with another rank that has a place next to it.
/// Whether there is a cell at that place, only the other rank knows.
struct Candidates {
  std::vector<std::int64_t> numbers;
  std::vector<int> cells, peers;  // local numbers; ascending for each peer
};

Candidates candidates_of(const Lattice& lattice, const Bisection& bisection, int me,
                         const std::vector<Cell>& cells, const std::vector<Cell>& directions) {
  Box inner = bisection.box(me);
  const int reach = reach_of(directions);
  for (std::size_t d = 0; d < 3; ++d) {
    inner.lower[d] += reach;
    inner.upper[d] -= reach;
  }
  Candidates candidates;
  std::vector<int> peers;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (inner.contains({cells[i], {cells[i][0] + 1, cells[i][1] + 1, cells[i][2] + 1}})) continue;
    peers.clear();
    for (const Cell& d : directions) {
      const auto next = lattice.neighbour(cells[i], d);
      if (!next) continue;
      const int peer = bisection.owner(*next);
      if (peer == me || std::find(peers.begin(), peers.end(), peer) != peers.end()) continue;
      peers.push_back(peer);
      candidates.numbers.push_back(lattice.number(cells[i]));
      candidates.cells.push_back(static_cast<int>(i));
      candidates.peers.push_back(peer);
    }
  }
  return candidates;
}

std::vector<std::int64_t>& link_to(std::vector<transport::HaloLink>& links, int peer) {
  for (transport::HaloLink& link : links)
    if (link.peer == peer) return link.points;
  return links.emplace_back(transport::HaloLink{peer, {}}).points;
}

}  // namespace

/// Each rank offers its cells to the ranks beside it; those answer which of them they need.
void SparseCells::find_ghosts(const transport::Communicator& comm) {
  const Candidates offered = candidates_of(lattice_, bisection_, comm.rank(), cells_, directions_);
  const Delivery<std::int64_t> got = deliver(comm, offered.numbers, offered.peers);
  const CellIndex index_of_own(lattice_, cells_);
  std::vector<char> needed;
  for (std::size_t i = 0; i < got.items.size(); ++i) {
    const Cell ghost = lattice_.cell(got.items[i]);
    const bool touches =
        std::any_of(directions_.begin(), directions_.end(), [&](const Cell& direction) {
          const auto next = lattice_.neighbour(ghost, direction);
          return next && index_of_own.find(lattice_.number(*next)) >= 0;
        });
    needed.push_back(touches);
    if (!touches) continue;
    link_to(links_.receives, got.sources[i]).push_back(static_cast<std::int64_t>(cells_.size()));
    cells_.push_back(ghost);
  }
  const Delivery<char> answers = deliver(comm, needed, got.sources);
  // Answers come by rank, as offers went to each rank: in their order.
  std::vector<std::size_t> by_peer(offered.peers.size());
  for (std::size_t i = 0; i < by_peer.size(); ++i) by_peer[i] = i;
  std::stable_sort(by_peer.begin(), by_peer.end(), [&](std::size_t a, std::size_t b) {
    return offered.peers[a] < offered.peers[b];
  });
  for (std::size_t i = 0; i < by_peer.size(); ++i)
    if (answers.items[i])
      link_to(links_.sends, offered.peers[by_peer[i]]).push_back(offered.cells[by_peer[i]]);
}

void SparseCells::number_interior_first() {
  std::vector<char> sent(index(own_), 0);
  for (const transport::HaloLink& link : links_.sends)
    for (const std::int64_t i : link.points) sent[static_cast<std::size_t>(i)] = 1;
  interior_ = static_cast<int>(std::count(sent.begin(), sent.end(), 0));
  std::vector<int> number(index(own_));
  int inside = 0, beside = interior_;
  for (std::size_t i = 0; i < sent.size(); ++i) number[i] = sent[i] ? beside++ : inside++;
  std::vector<Cell> cells = cells_;
  for (std::size_t i = 0; i < sent.size(); ++i) cells[index(number[i])] = cells_[i];
  cells_.swap(cells);
  for (transport::HaloLink& link : links_.sends)
    for (std::int64_t& i : link.points) i = number[static_cast<std::size_t>(i)];
}

void SparseCells::find_neighbours() {
  const CellIndex index_of_all(lattice_, cells_);
  neighbours_.assign(directions_.size() * index(own_), -1);
  for (std::size_t q = 0; q < directions_.size(); ++q) {
    int* const of_direction = neighbours_.data() + q * index(own_);
    CellIndex::Hint hint;
    // In lattice order the places wanted follow each other.
    for (const int i : index_of_all.in_order()) {
      if (i >= own_) continue;
      const auto next = lattice_.neighbour(cells_[index(i)], directions_[q]);
      if (next) of_direction[i] = index_of_all.find(lattice_.number(*next), hint);
    }
  }
}

namespace {

/// A population that crosses: place of its cell in the link, direction, index in the array.
using Crossing = std::tuple<std::int64_t, int, std::int64_t>;

std::vector<std::int64_t> in_order(std::vector<Crossing> crossings) {
  std::sort(crossings.begin(), crossings.end());
  crossings.erase(std::unique(crossings.begin(), crossings.end()), crossings.end());
  std::vector<std::int64_t> points;
  for (const Crossing& c : crossings) points.push_back(std::get<2>(c));
  return points;
}

}  // namespace

CellLinks SparseCells::population_links(std::int64_t stride) const {
  // Of each ghost: the number of its link, and its place there.
  std::vector<int> link_of(cells_.size(), -1);
  std::vector<std::int64_t> place_of(cells_.size());
  for (std::size_t n = 0; n < links_.receives.size(); ++n)
    for (std::size_t i = 0; i < links_.receives[n].points.size(); ++i) {
      const auto ghost = static_cast<std::size_t>(links_.receives[n].points[i]);
      link_of[ghost] = static_cast<int>(n);
      place_of[ghost] = static_cast<std::int64_t>(i);
    }
  const int count = static_cast<int>(directions_.size());
  std::vector<std::vector<Crossing>> in(links_.receives.size());
  for (int i = interior_; i < own_; ++i)
    for (int q = 0; q < count; ++q)
      if (const int from = neighbour(opposite_[index(q)], i); from >= own_)
        in[index(link_of[index(from)])].emplace_back(place_of[index(from)], q, q * stride + from);
  CellLinks links;
  for (std::size_t n = 0; n < in.size(); ++n)
    links.receives.push_back({links_.receives[n].peer, in_order(std::move(in[n]))});
  for (const transport::HaloLink& link : links_.sends) {
    std::vector<Crossing> out;
    for (std::size_t k = 0; k < link.points.size(); ++k)
      for (int q = 0; q < count; ++q) {
        const int to = neighbour(q, static_cast<int>(link.points[k]));
        if (to >= own_ && links_.receives[index(link_of[index(to)])].peer == link.peer)
          out.emplace_back(static_cast<std::int64_t>(k), q, q * stride + link.points[k]);
      }
    links.sends.push_back({link.peer, in_order(std::move(out))});
  }
  return links;
}

const std::vector<Cell>& d3q19() {
  static const std::vector<Cell> directions = [] {
    std::vector<Cell> list{{0, 0, 0}};
    for_each_cell({{-1, -1, -1}, {2, 2, 2}}, [&](const Cell& c) {
      const int steps = std::abs(c[0]) + std::abs(c[1]) + std::abs(c[2]);
      const bool forward = c > Cell{0, 0, 0};
      if (!forward || steps < 1 || steps > 2) return;
      list.push_back(c);
      list.push_back({-c[0], -c[1], -c[2]});
    });
    return list;
  }();
  return directions;
}

}  // namespace thalweg::grid
