// SPDX-License-Identifier: Apache-2.0
// How a grid is split over ranks.
#include "solvers/turbulence/decomposition.hpp"

#include <gtest/gtest.h>

#include "fft/pencils.hpp"
#include "simulation/prediction/choose_split.hpp"
#include "solvers/turbulence/step_model.hpp"

namespace thalweg::turbulence {
namespace {

Parameters cube_of(int n, DecompositionKind kind = DecompositionKind::automatic, int across = 0) {
  Parameters p;
  p.points = {n, n, n};
  p.length = {1, 1, 1};
  p.scheme = "rk3";
  p.decomposition = {kind, across};
  return p;
}

fft::RankGrid grid_of(const Parameters& p, int ranks, int per_node = 1) {
  return rank_grid(p, ranks, per_node).value_or(fft::RankGrid{0, 0});
}

void expect_grid(fft::RankGrid found, int z, int y) {
  EXPECT_EQ(found.z, z);
  EXPECT_EQ(found.y, y);
}

TEST(Decomposition, TakesSlabsWhereTheseCanAndElsePencils) {
  // 2/3 of 64 kept in y, both signs and zero: 43 rows.
  expect_grid(grid_of(cube_of(64), 43), 43, 1);
  const fft::RankGrid beyond = grid_of(cube_of(64), 64, 4);
  EXPECT_EQ(beyond.ranks(), 64);
  EXPECT_GT(beyond.y, 1);
  EXPECT_EQ(4 % beyond.y, 0);  // within a node
  EXPECT_EQ(largest_rank_count(cube_of(64)), 43 * 22);
}

TEST(Decomposition, DoesWhatTheCaseAsksFor) {
  using enum DecompositionKind;
  expect_grid(grid_of(cube_of(64, pencil, 8), 32), 4, 8);
  expect_grid(grid_of(cube_of(64, pencil, 1), 32), 32, 1);
  expect_grid(grid_of(cube_of(64, pencil), 1), 1, 1);
  EXPECT_GT(grid_of(cube_of(64, pencil), 4).y, 1);
  EXPECT_FALSE(rank_grid(cube_of(64, slab), 44, 1));
  EXPECT_FALSE(rank_grid(cube_of(64, pencil, 3), 32, 1));
  EXPECT_FALSE(rank_grid(cube_of(64, pencil, 32), 32, 1));
  EXPECT_FALSE(rank_grid(cube_of(64), 47, 1));  // a prime
}

TEST(Decomposition, OfFieldsOnTheHostIsInSlabs) {
  Parameters p = cube_of(64);
  p.device.residence = Residence::host;
  expect_grid(grid_of(p, 43), 43, 1);
  EXPECT_FALSE(rank_grid(p, 44, 1));
  EXPECT_NE(refusal_text(p, 44, 1).find("device.residence"), std::string::npos);
}

TEST(Decomposition, OfParticlesAndStatisticsMayBeInPencils) {
  Parameters p = cube_of(64);
  p.particles.resize(1);
  p.averages.fields = {"velocity"};
  p.statistics.is_written = true;
  const fft::RankGrid free = grid_of(cube_of(64), 44);
  EXPECT_GT(free.y, 1);
  expect_grid(grid_of(p, 44), free.z, free.y);
}

TEST(Decomposition, SaysHowManyRanksCanBeUsed) {
  const std::string prime = refusal_text(cube_of(64), 47, 1);
  EXPECT_NE(prime.find("over 47 ranks: slabs take at most 43"), std::string::npos) << prime;
  EXPECT_NE(prime.find("at most 22"), std::string::npos) << prime;
  EXPECT_NE(prime.find("46 ranks can be used"), std::string::npos) << prime;
  const std::string odd = refusal_text(cube_of(64, DecompositionKind::pencil, 4), 6, 1);
  EXPECT_NE(odd.find("ranks_per_plane = 4 must divide"), std::string::npos) << odd;
  EXPECT_NE(odd.find("4 ranks can be used"), std::string::npos) << odd;
}

/// Shares of points and modes do not differ much among the ranks of a large run.
TEST(Decomposition, IsEven) {
  const fft::RankGrid grid = grid_of(cube_of(128), 1024, 16);
  fft::Layout layout = fft::make_layout(cube_of(128).modes(), 0, grid, 16);
  std::int64_t most = 0, all = 0;
  for (layout.rank = 0; layout.rank < layout.ranks; ++layout.rank) {
    most = std::max(most, layout.local_points());
    all += layout.local_points();
  }
  EXPECT_EQ(layout.ranks, 1024);
  EXPECT_LT(static_cast<double>(most) * 1024, 1.3 * static_cast<double>(all));
}

/// The second exchange is priced: its bytes are those of all y-lines, less what stays.
TEST(Decomposition, OfASecondExchangeIsPartOfTheModel) {
  const transport::Placement place{.nodes = 8, .ranks_per_node = 2, .sockets = 1};
  const Parameters p = cube_of(32, DecompositionKind::pencil, 2);
  const simulation::StepWork work = step_model(p).work(place);
  ASSERT_EQ(work.movements.size(), 4u);
  EXPECT_EQ(work.movements[1].name, "planes to lines");
  double bytes = 0;
  for (const auto& ranks : work.movements[1].chunks)
    for (const auto& loads : ranks)
      for (const transport::Load& load : loads) {
        bytes += static_cast<double>(load.bytes);
        EXPECT_EQ(load.locality, transport::Locality::socket);
      }
  // 11 columns of k_x in whole cache lines, half of whose y belong to the other rank.
  EXPECT_EQ(bytes, 6 * 16.0 * 12 * 32 * 32 / 2);  // velocity and vorticity
}

TEST(Decomposition, ThatAreWorthComparingBeginWithThatOfARun) {
  const transport::Placement place{.nodes = 16, .ranks_per_node = 2, .sockets = 1};
  const auto splits = step_model(cube_of(64)).splits(place);
  ASSERT_GT(splits.size(), 1u);
  EXPECT_EQ(splits.front().name, "slabs");
  EXPECT_NE(splits[1].name.find("pencils"), std::string::npos);
  EXPECT_TRUE(step_model(cube_of(64)).splits({47, 1, 1}).empty());
}

/// A machine whose nodes share memory and have messages that cost so much.
simulation::Target cluster(double network_latency, double network_gap, double network_rate) {
  simulation::Target target;
  target.name = "cluster";
  target.profile.node.triad_bytes_per_second = 2e11;
  const auto add = [&](transport::Locality place, double alpha, double gap, double rate) {
    transport::Path path;
    path.name = "messages";
    path.locality = place;
    path.segments.push_back({0, 1 << 30, alpha, 1 / rate, {}, {}});
    target.profile.paths.push_back(path);
    target.profile.gap.push_back({place, transport::Memory::host, gap, {}, {}});
  };
  add(transport::Locality::socket, 1e-7, 0, 1e11);
  add(transport::Locality::network, network_latency, network_gap, network_rate);
  return target;
}

simulation::SplitChoice choice_of(const Parameters& p, simulation::Target target,
                                  const transport::Placement& place) {
  target.ranks_per_node = place.ranks_per_node;
  const simulation::StepModel model = step_model(p);
  simulation::SplitChoice choice;
  for (const simulation::Split& way : model.splits(place))
    choice.candidates.push_back(
        simulation::priced_by_profile(way.name, way.work(), model.route, target, place));
  return simulation::cheapest(std::move(choice), target.name);
}

double price_of(const simulation::SplitChoice& choice, const std::string& name) {
  for (const simulation::SplitCandidate& candidate : choice.candidates)
    if (candidate.name == name) return candidate.seconds;
  return 0;
}

/// Nodes of ranks that take turns: rank r is on node r modulo their number.
transport::Placement turns(int nodes, int ranks_per_node) {
  std::vector<int> node_of;
  for (int rank = 0; rank < nodes * ranks_per_node; ++rank) node_of.push_back(rank % nodes);
  return transport::placement_of(transport::NodeMap(node_of), 1, false);
}

/// Slabs have half as many exchanges, and pencils fewer messages in each.
TEST(ChoiceByPrices, WeighsLatenciesAgainstGaps) {
  const transport::Placement place{.nodes = 32, .ranks_per_node = 1, .sockets = 1};
  const Parameters p = cube_of(64);
  EXPECT_EQ(choice_of(p, cluster(1e-3, 0, 1e12), place).name, "slabs");
  EXPECT_EQ(choice_of(p, cluster(0, 0, 1e12), place).name, "slabs");
  const auto slow = choice_of(p, cluster(1e-6, 1e-3, 1e12), place);
  EXPECT_EQ(slow.name.substr(0, 7), "pencils") << slow.why;
  EXPECT_LT(1.05 * slow.candidates[static_cast<std::size_t>(slow.chosen)].seconds,
            price_of(slow, "slabs"));
}

/// On one node nothing moves, so what pencils copy more decides.
TEST(ChoiceByPrices, OnOneNodeIsSlabs) {
  for (const int ranks : {2, 4, 8, 16, 32}) {
    const transport::Placement place{.nodes = 1, .ranks_per_node = ranks, .sockets = 1};
    EXPECT_EQ(choice_of(cube_of(128), cluster(1e-3, 1e-3, 1e8), place).name, "slabs") << ranks;
  }
}

/// Where the network is slow, ranks that share planes share a node too. Slabs of 256^3 could use
/// 171 of these 4096 ranks.
TEST(ChoiceByPrices, KeepsSharedPlanesOnANodeOfASlowNetwork) {
  const transport::Placement place{.nodes = 128, .ranks_per_node = 32, .sockets = 1};
  const auto choice = choice_of(cube_of(256), cluster(1e-6, 1e-7, 1e9), place);
  EXPECT_EQ(choice.name, "pencils 128 x 32");
}

bool leaves_nodes(const simulation::MovementWork& movement) {
  for (const auto& ranks : movement.chunks)
    for (const auto& loads : ranks)
      for (const transport::Load& load : loads)
        if (load.locality == transport::Locality::network) return true;
  return false;
}

/// The same ranks on the same nodes, but dealt out in turns: those that share planes are on
/// different nodes, and those that have the same columns on one.
TEST(ChoiceByPrices, KnowsWhichRanksShareANode) {
  const transport::Placement blocks{.nodes = 8, .ranks_per_node = 8, .sockets = 1};
  const Parameters p = cube_of(64, DecompositionKind::pencil, 8);
  const simulation::StepWork together = step_model(p).work(blocks),
                             apart = step_model(p).work(turns(8, 8));
  EXPECT_EQ(together.movements[1].name, "planes to lines");
  EXPECT_TRUE(leaves_nodes(together.movements[0]));
  EXPECT_FALSE(leaves_nodes(together.movements[1]));
  EXPECT_FALSE(leaves_nodes(apart.movements[0]));
  EXPECT_TRUE(leaves_nodes(apart.movements[1]));
}

TEST(ChoiceByPrices, OfWholePlanesKnowsSlabsOnly) {
  Parameters p = cube_of(64);
  p.device.residence = Residence::host;
  EXPECT_EQ(step_model(p).splits({.nodes = 32, .ranks_per_node = 1, .sockets = 1}).size(), 1u);
}

}  // namespace
}  // namespace thalweg::turbulence
