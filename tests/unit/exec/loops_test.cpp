// SPDX-License-Identifier: Apache-2.0
// Loops visit each point once, whatever the shape of the range, the box or the blocks.
#include "tests/unit/exec/samples.hpp"

namespace thalweg::exec::inline TW_HALF {
namespace {

struct CountBox {
  View<int, 3> visits;
  TW_HD void operator()(int k, int j, int i) const { visits(k, j, i) += 1; }
};

template <class N>
struct KindOfIndex {
  View<int, 1> same;
  template <class I>
  TW_HD void operator()(I /*i*/) const {
    same(0) = std::is_same_v<I, N> ? 1 : 0;
  }
};

/// A point of a block, by one number.
struct CountBlocks {
  View<int, 1> visits;
  View<const std::int64_t, 1> first;  // of each block in `visits`
  View<const Box3, 1> boxes;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const Box3 box = boxes(block);
    const std::int64_t row =
        static_cast<std::int64_t>(k - box.lo[0]) * box.extent(1) + (j - box.lo[1]);
    visits(first(block) + row * box.extent(2) + (i - box.lo[2])) += 1;
  }
};

std::int64_t points(const Box3& box) {
  return box.empty() ? 0 : static_cast<std::int64_t>(box.extent(0)) * box.extent(1) * box.extent(2);
}

/// How often each point of each block is visited.
std::vector<int> visits_of(const std::vector<Box3>& boxes) {
  const Exec exec;
  std::vector<std::int64_t> first{0};
  for (const Box3& box : boxes) first.push_back(first.back() + points(box));
  Array<int, 1> visits({first.back()});
  const Blocks<> blocks(boxes);
  const auto first_on_exec = uploaded(first);
  const auto boxes_on_exec = uploaded(boxes);
  parallel_for(exec, blocks,
               CountBlocks{visits.view(), first_on_exec.view(), boxes_on_exec.view()});
  return downloaded(exec, visits.view());
}

}  // namespace

TEST(Loops, VisitEachPointOnceBelowAndAboveTheSerialLimit) {
  const Threads restore;
  set_threads(3);
  const Exec exec;
  for (const int n : {0, 1, 7, 127, 129, 4095, 4096, 50000}) {
    Array<int, 1> visits({n});
    parallel_for(exec, n, Count{visits.view()});
    parallel_for(exec, std::int64_t{n}, Count{visits.view()});
    for (const int visit : downloaded(exec, visits.view())) ASSERT_EQ(visit, 2) << n;
  }
}

TEST(Loops, IndexIsOfTheTypeOfTheRange) {
  const Exec exec;
  Array<int, 1> same({1});
  parallel_for(exec, std::int64_t{1}, KindOfIndex<std::int64_t>{same.view()});
  EXPECT_EQ(downloaded(exec, same.view())[0], 1);
  parallel_for(exec, 1, KindOfIndex<int>{same.view()});
  EXPECT_EQ(downloaded(exec, same.view())[0], 1);
}

TEST(Loops, StayInsideTheirBox) {
  const Threads restore;
  set_threads(4);
  const Exec exec;
  for (const int n : {5, 40, 80}) {
    Array<int, 3> visits({n, n, n});
    parallel_for(exec, Box3{{1, 2, 3}, {n, n - 1, n - 1}}, CountBox{visits.view()});
    const std::vector<int> seen =
        downloaded(exec, View<int, 1>{visits.view().data, {std::int64_t{n} * n * n}});
    std::size_t at = 0;
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const bool inside = k >= 1 && j >= 2 && j < n - 1 && i >= 3 && i < n - 1;
          ASSERT_EQ(seen[at++], inside ? 1 : 0);
        }
  }
}

// More rows than 65535 blocks of a device have threads for, along y and along z.
TEST(Loops, VisitBoxesOfVeryManyRows) {
  const Exec exec;
  for (const Index<3> extent : {Index<3>{1, 300000, 1}, Index<3>{70000, 2, 1}}) {
    Array<int, 3> visits(extent);
    parallel_for(exec, Box3{{0, 0, 0}, extent}, CountBox{visits.view()});
    const View<int, 1> list{visits.view().data, {static_cast<std::int64_t>(visits.size())}};
    for (const int visit : downloaded(exec, list)) ASSERT_EQ(visit, 1);
  }
}

TEST(Loops, VisitBlocksOfDifferentExtents) {
  const Threads restore;
  const std::vector<Box3> boxes{
      {{0, 0, 0}, {20, 30, 7}}, {{-2, 5, 1}, {1, 6, 3000}},  // a row in several pieces
      {{0, 0, 0}, {0, 4, 4}},                                // empty
      {{3, 3, 3}, {4, 4, 4}},   {{0, 0, 0}, {2, 900, 1}},   {{0, 0, 0}, {3, 5, 1024}}};
  for (const int count : {1, 3}) {
    set_threads(count);
    for (const int visit : visits_of(boxes)) ASSERT_EQ(visit, 1);
  }
}

TEST(Loops, EmptyDomainsDoNothing) {
  const Exec exec;
  Array<int, 3> visits({2, 2, 2});
  parallel_for(exec, Box3{{1, 0, 0}, {1, 2, 2}}, CountBox{visits.view()});
  parallel_for(exec, Box3{{0, 0, 0}, {2, 0, 2}}, CountBox{visits.view()});
  for (const int visit : downloaded(exec, View<int, 1>{visits.view().data, {8}}))
    EXPECT_EQ(visit, 0);
  EXPECT_TRUE(visits_of({}).empty());
  EXPECT_TRUE(visits_of({{{0, 0, 0}, {0, 4, 4}}}).empty());
}

}  // namespace thalweg::exec::inline TW_HALF
