// SPDX-License-Identifier: Apache-2.0
// A vessel of random shape in a lattice, dealt to ranks: neighbours, ghosts and sums against what
// one rank would find.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.hpp"
#include "grid/sparse_cells.hpp"
#include "tests/support/field.hpp"
#include "tests/support/world.hpp"
#include "transport/movements/halo.hpp"

namespace thalweg::grid {
namespace {

using transport::testing::world;

using test::Field;

std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

/// A number that looks random.
std::uint64_t mixed(std::uint64_t n) {
  n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9ULL;
  n = (n ^ (n >> 27)) * 0x94d049bb133111ebULL;
  return n ^ (n >> 31);
}

/// A winding tube along z with holes in it, periodic along z.
struct Vessel {
  Lattice lattice{{30, 24, 20}, {true, false, false}};

  bool has(const Cell& c) const {
    const double angle = 2 * 3.14159265358979 * c[0] / lattice.extent[0];
    const double y = c[1] - 11.5 - 4 * std::sin(angle), x = c[2] - 9.5 - 3 * std::cos(angle);
    return y * y + x * x < 36 && mixed(static_cast<std::uint64_t>(lattice.number(c))) % 10 != 0;
  }
  std::vector<Cell> cells() const {
    std::vector<Cell> list;
    for_each_cell(lattice.box(), [&](const Cell& c) {
      if (has(c)) list.push_back(c);
    });
    return list;
  }
  /// Those that this rank happens to find.
  std::vector<Cell> found() const {
    std::vector<Cell> list;
    for (const Cell& c : cells())
      if (static_cast<int>(mixed(static_cast<std::uint64_t>(lattice.number(c)) + 99) %
                           static_cast<std::uint64_t>(world().size())) == world().rank())
        list.push_back(c);
    return list;
  }
};

SparseCells vessel_cells(const Vessel& vessel) {
  return SparseCells(world(), vessel.lattice, vessel.found(), d3q19());
}

TEST(D3q19, HasEachDirectionNextToItsOpposite) {
  ASSERT_EQ(d3q19().size(), 19u);
  for (std::size_t q = 1; q < 19; q += 2)
    for (std::size_t d = 0; d < 3; ++d) EXPECT_EQ(d3q19()[q][d], -d3q19()[q + 1][d]);
}

TEST(SparseCells, AreEachOwnedOnce) {
  const Vessel vessel;
  const SparseCells cells = vessel_cells(vessel);
  std::vector<std::int64_t> owners(index(vessel.lattice.box().size()));
  for (int i = 0; i < cells.own(); ++i) {
    const Cell c = cells.cells()[index(i)];
    EXPECT_EQ(cells.bisection().owner(c), world().rank());
    ++owners[index(vessel.lattice.number(c))];
  }
  world().sum(owners);
  for_each_cell(vessel.lattice.box(), [&](const Cell& c) {
    ASSERT_EQ(owners[index(vessel.lattice.number(c))], vessel.has(c));
  });
  const std::int64_t most =
      *std::max_element(cells.bisection().weights().begin(), cells.bisection().weights().end());
  EXPECT_LT(static_cast<double>(most) * world().size(),
            1.25 * static_cast<double>(vessel.cells().size()));
}

TEST(SparseCells, KnowTheirNeighbours) {
  const Vessel vessel;
  const SparseCells cells = vessel_cells(vessel);
  for (int i = 0; i < cells.own(); ++i)
    for (int q = 0; q < 19; ++q) {
      const auto next = vessel.lattice.neighbour(cells.cells()[index(i)], d3q19()[index(q)]);
      const int n = cells.neighbour(q, i);
      ASSERT_EQ(n >= 0, next && vessel.has(*next));
      if (n < 0) continue;
      EXPECT_EQ(cells.cells()[index(n)], *next);
      EXPECT_TRUE(i >= cells.interior() || n < cells.own()) << "an interior cell beside a ghost";
    }
}

TEST(SparseCells, DoNotDependOnWhoFindsThem) {
  const Vessel vessel;
  const SparseCells one = vessel_cells(vessel);
  const std::vector<Cell> all = vessel.cells();
  const SparseCells other(world(), vessel.lattice,
                          world().is_root() ? std::span<const Cell>(all) : std::span<const Cell>(),
                          d3q19());
  EXPECT_EQ(one.cells(), other.cells());
  EXPECT_EQ(one.neighbours(), other.neighbours());
}

// As a restart finds them.
TEST(SparseCells, AreTheSameByTheCutsThatWereTold) {
  const Vessel vessel;
  const SparseCells one = vessel_cells(vessel);
  const std::vector<std::int64_t> cuts = one.bisection().cuts();
  EXPECT_EQ(cuts.size(), 2 * (index(world().size()) - 1));
  const Bisection again(vessel.lattice, world().size(), cuts);
  for_each_cell(vessel.lattice.box(),
                [&](const Cell& c) { ASSERT_EQ(again.owner(c), one.bisection().owner(c)); });
  const SparseCells other(world(), vessel.lattice, again, vessel.found(), d3q19());
  EXPECT_EQ(one.cells(), other.cells());
  EXPECT_EQ(one.neighbours(), other.neighbours());
  const std::vector<std::int64_t> too_many(cuts.size() + 2);
  EXPECT_THROW(Bisection(vessel.lattice, world().size(), too_many), UsageError);
}

TEST(Bisection, WeighsWhatIsGivenTwiceTogether) {
  const Lattice lattice{{4, 4, 40}, {false, false, false}};
  std::vector<Cell> cells;
  std::vector<int> weights;
  if (world().is_root()) {
    for_each_cell(lattice.box(), [&](const Cell& c) { cells.push_back(c); });
    weights.assign(cells.size(), 10);
    for (int n = 0; n < 64; ++n) cells.push_back({n / 16, n / 4 % 4, n % 4}), weights.push_back(90);
  }
  const Bisection even(world(), lattice, cells), weighed(world(), lattice, cells, weights);
  const std::vector<std::int64_t>& all = weighed.weights();
  EXPECT_EQ(std::accumulate(all.begin(), all.end(), std::int64_t{0}), 640 * 10 + 64 * 90);
  const double mean = (640.0 * 10 + 64 * 90) / world().size();
  EXPECT_LT(static_cast<double>(*std::max_element(all.begin(), all.end())), 1.2 * mean);
  EXPECT_EQ(weighed.box(0).extent(2) < even.box(0).extent(2), world().size() > 1);
}

TEST(SparseCells, FillGhostsWithWhatTheirOwnersHave) {
  const Vessel vessel;
  const SparseCells cells = vessel_cells(vessel);
  transport::Halo<double> halo(world(), "density", cells.links().sends, cells.links().receives, 1,
                               test::plain_route);
  std::vector<double> values(cells.cells().size(), -1);
  for (int i = 0; i < cells.own(); ++i)
    values[index(i)] = static_cast<double>(vessel.lattice.number(cells.cells()[index(i)]));
  Field<double> field(values);
  const exec::Exec exec;
  halo.start(exec, {field.data()});
  halo.finish(exec);
  const std::vector<double> after = field.read(exec);
  for (std::size_t i = 0; i < after.size(); ++i)
    EXPECT_EQ(after[i], static_cast<double>(vessel.lattice.number(cells.cells()[i])));
}

TEST(SparseCells, ExchangeOnlyThePopulationsThatStreamIn) {
  const Vessel vessel;
  const SparseCells cells = vessel_cells(vessel);
  const auto stride = static_cast<std::int64_t>(cells.cells().size());
  const CellLinks links = cells.population_links(stride);
  transport::Halo<double> halo(world(), "populations", links.sends, links.receives, 1,
                               test::plain_route);
  const auto value = [&](int q, int i) {
    return 1e6 * q + static_cast<double>(vessel.lattice.number(cells.cells()[index(i)]));
  };
  std::vector<double> values(index(19 * stride), -1);
  for (int q = 0; q < 19; ++q)
    for (int i = 0; i < cells.own(); ++i) values[index(q * stride + i)] = value(q, i);
  Field<double> field(values);
  const exec::Exec exec;
  halo.start(exec, {field.data()});
  halo.finish(exec);
  const std::vector<double> after = field.read(exec);
  for (int i = 0; i < cells.own(); ++i)
    for (int q = 1; q < 19; ++q) {
      const int from = cells.neighbour(q % 2 ? q + 1 : q - 1, i);
      if (from >= 0) {
        ASSERT_EQ(after[index(q * stride + from)], value(q, from));
      }
    }
  std::int64_t moved = 0;
  for (const transport::HaloLink& link : links.receives)
    moved += static_cast<std::int64_t>(link.points.size());
  EXPECT_TRUE(cells.ghosts() == 0 || moved < 8 * cells.ghosts()) << "5 of 19 cross a plane";
}

/// Every rank adds to its ghosts, as spreading forces does: the owners get the sum of all.
TEST(SparseCells, AddGhostsToWhatTheirOwnersHave) {
  const Vessel vessel;
  const SparseCells cells = vessel_cells(vessel);
  transport::Halo<std::int64_t> halo(world(), "force", cells.links().sends, cells.links().receives,
                                     1, test::plain_route);
  std::vector<std::int64_t> values(cells.cells().size());
  std::vector<std::int64_t> sums(index(vessel.lattice.box().size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t number = vessel.lattice.number(cells.cells()[i]);
    values[i] = number + 100000 * (1 + world().rank());
    sums[index(number)] += values[i];
  }
  world().sum(sums);
  Field<std::int64_t> field(values);
  const exec::Exec exec;
  halo.start_reverse(exec, {field.data()}, transport::Combine::add);
  halo.finish(exec);
  const std::vector<std::int64_t> after = field.read(exec);
  for (int i = 0; i < cells.own(); ++i)
    EXPECT_EQ(after[index(i)], sums[index(vessel.lattice.number(cells.cells()[index(i)]))]);
}

TEST(SparseCells, BroughtTwiceAreRefusedOnAllRanks) {
  const Vessel vessel;
  std::vector<Cell> found = vessel.found();
  if (world().is_root()) found.push_back(found.front());
  EXPECT_THROW(SparseCells(world(), vessel.lattice, found, d3q19()), InputError);
  EXPECT_THROW(SparseCells(world(), vessel.lattice, vessel.found(), {{0, 0, 1}}), UsageError);
}

TEST(Bisection, OfAFullLatticeNeedsNoListOfItsCells) {
  for (const Cell extent : {Cell{9, 14, 13}, Cell{1, 40, 3}, Cell{2, 2, 2}}) {
    const Lattice lattice{extent, {true, true, true}};
    std::vector<Cell> cells;
    for (std::int64_t n = 0; n < lattice.box().size(); ++n) cells.push_back(lattice.cell(n));
    for (const int parts : {1, 2, 3, 7, 16, 60}) {
      const Bisection listed(transport::Communicator::self(), lattice, cells, {}, parts),
          full(lattice, parts);
      EXPECT_EQ(full.weights(), listed.weights()) << parts;
      for (const Cell& cell : cells) ASSERT_EQ(full.owner(cell), listed.owner(cell)) << parts;
    }
  }
}

TEST(Bisection, BalancesWeights) {
  const Vessel vessel;
  const std::vector<Cell> found = vessel.found();
  std::vector<int> weights;
  for (const Cell& c : found) weights.push_back(c[0] < 8 ? 40 : 1);
  const Bisection bisection(world(), vessel.lattice, found, weights);
  const auto& shares = bisection.weights();
  const double mean =
      static_cast<double>(std::accumulate(shares.begin(), shares.end(), std::int64_t{0})) /
      world().size();
  for (const std::int64_t share : shares) EXPECT_LT(static_cast<double>(share), 1.3 * mean);
}

/// More ranks than cells: the others have nothing, and everything still works.
TEST(SparseCells, MayBeFewerThanRanks) {
  const Lattice lattice{{4, 4, 4}, {true, true, true}};
  const std::vector<Cell> one{{1, 2, 3}};
  const SparseCells cells(world(), lattice,
                          world().is_root() ? std::span<const Cell>(one) : std::span<const Cell>(),
                          d3q19());
  EXPECT_EQ(world().sum(static_cast<double>(cells.own())), 1);
  EXPECT_EQ(cells.ghosts(), 0);
}

}  // namespace
}  // namespace thalweg::grid
