// SPDX-License-Identifier: Apache-2.0
// What ranks send each other between the sweeps of a pipeline: nothing where they share memory,
// single precision where that is asked for, and as much as predictions say.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "tests/unit/fft/passes.hpp"
#include "tests/unit/transport/arrangements.hpp"

namespace thalweg::fft {
namespace {

using transport::Communicator;
using namespace testing;

/// On the memory of a node the same numbers are computed as with messages.
TEST(PipelineInPlace, ChangesNoBitOnNodesOfAnyShape) {
  using transport::testing::Arrangement;
  const Grid grid{12, 14, 10, Truncation::spherical};
  const Pass<double, FusedPipeline> sent(grid, Communicator::world(), {"direct", 1});
  for (const Arrangement arrangement :
       {Arrangement::one_node, Arrangement::pairs, Arrangement::turns, Arrangement::uneven})
    for (const int chunks : {1, 2}) {
      const Pass<double, FusedPipeline> in_place(grid, transport::testing::arranged(arrangement),
                                                 {"auto", chunks});
      EXPECT_LT(in_place.mode_error(), 1e-15);
      EXPECT_EQ(std::memcmp(sent.points.view().data, in_place.points.view().data,
                            sent.points.size() * sizeof(double)),
                0);
    }
}

/// Whether ranks that share planes are on one node or not.
TEST(PipelineInPlace, ChangesNoBitOfPencilsOnNodesOfAnyShape) {
  using transport::testing::Arrangement;
  const Communicator world = Communicator::world();
  if (world.size() % 2 != 0) GTEST_SKIP() << "two ranks share planes";
  const Grid grid{12, 14, 10, Truncation::spherical};
  const Pass<double, FusedPipeline> sent(grid, world, {"direct", 1}, 2);
  for (const Arrangement arrangement : {Arrangement::pairs, Arrangement::turns}) {
    const Pass<double, FusedPipeline> in_place(grid, transport::testing::arranged(arrangement),
                                               {"auto", 2}, 2);
    EXPECT_EQ(std::memcmp(sent.points.view().data, in_place.points.view().data,
                          sent.points.size() * sizeof(double)),
              0);
    EXPECT_EQ(sent.peak, in_place.peak);
  }
}

TileExchangeOptions singly(const char* route, int chunks) {
  return {.route = route, .chunks = chunks, .single_messages = true};
}

/// The largest difference of the points of two passes.
template <class A, class B>
double difference(const A& a, const B& b) {
  double worst = 0;
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(a.points.size()); ++i)
    worst = std::max(worst,
                     std::abs(double(a.points.view().data[i]) - double(b.points.view().data[i])));
  return worst;
}

/// Doubles that travel as floats come back with the error of floats: neither less, which would mean
/// that they travelled whole, nor more. Slabs and pencils, in both forms.
TEST(SingleMessages, HaveTheErrorOfSinglePrecision) {
  const Communicator world = Communicator::world();
  for (const Grid& grid :
       {Grid{16, 16, 16, Truncation::spherical}, Grid{24, 10, 15, Truncation::per_direction}})
    for (const int across : {1, 2, 4}) {
      if (world.size() % across != 0) continue;
      const Pass<double, FusedPipeline> whole(grid, world, {"direct", 2}, across);
      for (const char* route : {"direct", "alltoallv"}) {
        const Pass<double, FusedPipeline> fused(grid, world, singly(route, 3), across);
        const Pass<double, BatchedPipeline> batched(grid, world, singly(route, 1), across);
        const double peak = world.max(whole.peak);
        const double most = world.size() > 1 ? 2e-7 : 1e-15, least = world.size() > 1 ? 1e-9 : 0;
        for (const double error :
             {world.max(difference(fused, whole)), world.max(difference(batched, whole))}) {
          EXPECT_LE(error, most * peak);
          EXPECT_GE(error, least * peak);
        }
        EXPECT_LT(fused.mode_error(), 1e-6);
        EXPECT_LT(batched.mode_error(), 1e-6);
      }
    }
}

/// On one node nothing travels, so nothing is rounded; between nodes what does is.
TEST(SingleMessages, LeaveWhatANodeSharesAsItIs) {
  using transport::testing::Arrangement;
  const Grid grid{12, 14, 10, Truncation::spherical};
  const auto error_on = [&](Arrangement arrangement) {
    const Communicator comm = transport::testing::arranged(arrangement);
    const Pass<double, FusedPipeline> whole(grid, comm, {"auto", 2});
    const Pass<double, FusedPipeline> single(grid, comm, singly("auto", 2));
    return comm.max(difference(single, whole));
  };
  EXPECT_EQ(error_on(Arrangement::one_node), 0);
  if (Communicator::world().size() == 4) {
    EXPECT_GT(error_on(Arrangement::pairs), 1e-9);
  }
}

/// Of floats they are what they are anyway.
TEST(SingleMessages, ChangeNoBitOfSinglePrecision) {
  const Communicator world = Communicator::world();
  const Grid grid{12, 14, 10, Truncation::spherical};
  const Pass<float, FusedPipeline> whole(grid, world, {"direct", 2}),
      single(grid, world, singly("direct", 2));
  EXPECT_EQ(difference(single, whole), 0);
}

TEST(PlaneBlocks, EndWhereMessagesAreCut) {
  const Layout layout = make_layout(kept_modes(8, 8, 20, Truncation::none), 0, 2, 16);
  const auto offsets = [&](int owner, int chunks, int block) {
    return plane_blocks(layout, owner, chunks, block).offset;
  };
  EXPECT_EQ(offsets(1, 3, 0), (std::vector<int>{10, 20}));
  EXPECT_EQ(offsets(0, 1, 4), (std::vector<int>{0, 4, 8, 10}));
  EXPECT_EQ(offsets(1, 2, 4), (std::vector<int>{10, 14, 15, 19, 20}));
  const Rectangle some = Rectangles(layout, TileDirection::to_rows, 2).at(1, 1, 0);
  std::int64_t size = 0;
  for (const Rectangle& part : cut_at(plane_blocks(layout, 1, 2, 4), some)) size += part.size;
  EXPECT_EQ(size, some.size);
  EXPECT_EQ(cut_at(plane_blocks(layout, 1, 2, 4), some).size(), 2u);
}

/// What predictions take for the messages of this rank is what its exchange sends.
TEST(Rectangles, AreWhatAnExchangeSends) {
  const Communicator world = Communicator::world();
  const Layout layout =
      make_layout(kept_modes(16, 20, 18, Truncation::spherical), world.rank(), world.size(), 16);
  const Tables tables(layout);
  for (const TileDirection direction : {TileDirection::to_planes, TileDirection::to_rows})
    for (const int chunks : {1, 3}) {
      Home<double> home(layout, world, 2, "direct");
      const auto sizes = TileExchange<double>::sizes(layout, direction, 2, home.sharing());
      std::vector<Complex<double>> send(static_cast<std::size_t>(sizes.send)),
          receive(static_cast<std::size_t>(sizes.receive));
      const TileExchange<double> exchange(layout, world, tables, direction, 2, {"direct", chunks},
                                          home, {.send = send.data(), .receive = receive.data()});
      std::vector<Complex<float>> single_send(send.size()), single_receive(receive.size());
      const TileExchange<double> halved(
          layout, world, tables, direction, 2, {"direct", chunks}, home,
          {send.data(), receive.data(), single_send.data(), single_receive.data()});
      std::int64_t bytes = 0, messages = 0;
      const Rectangles rectangles(layout, direction, chunks);
      for (const auto& ranks :
           loads_of(rectangles, 2 * 16, {.nodes = world.size(), .ranks_per_node = 1}))
        for (const transport::Load& load : ranks[static_cast<std::size_t>(world.rank())]) {
          bytes += load.bytes;
          messages += load.messages;
        }
      EXPECT_EQ(exchange.plan().statistics().bytes_per_exchange, bytes);
      EXPECT_EQ(halved.plan().statistics().bytes_per_exchange, bytes / 2);
      EXPECT_EQ(exchange.plan().statistics().messages_per_exchange, messages);
    }
}

}  // namespace
}  // namespace thalweg::fft
