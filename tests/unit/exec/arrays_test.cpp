// SPDX-License-Identifier: Apache-2.0
// Arrays, those that grow, temporary ones, and copies between spaces.
#include <numeric>

#include "tests/unit/exec/samples.hpp"

namespace thalweg::exec::inline TW_HALF {
namespace {

std::vector<int> counting(int n) {
  std::vector<int> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

}  // namespace

TEST(Array, IsZeroedAndMoves) {
  const Exec exec;
  Array<int, 1> a({5000});
  for (const int value : downloaded(exec, a.view())) ASSERT_EQ(value, 0);
  const int* data = a.view().data;
  Array<int, 1> b = std::move(a);
  EXPECT_EQ(a.view().data, nullptr);
  a = std::move(b);
  EXPECT_EQ(a.view().data, data);
}

TEST(Copies, BringBackWhatWasUploaded) {
  const Exec exec;
  const auto list = uploaded(exec, counting(1000));
  Array<int, 1> other({1000});
  copy(exec, other.view(), list.view());
  EXPECT_EQ(downloaded(exec, other.view()), counting(1000));
  EXPECT_TRUE(downloaded(exec, uploaded(std::vector<int>{}).view()).empty());
}

TEST(Copies, RefuseDifferentExtents) {
  const Exec exec;
  Array<double, 2> a({2, 3}), b({3, 2});
  EXPECT_THROW(copy(exec, a.view(), b.view()), UsageError);
}

TEST(GrowableArray, KeepsItsValuesWhenItGrows) {
  const Exec exec;
  GrowableArray<int> list;
  EXPECT_EQ(list.size(), 0);
  const auto more = uploaded(counting(100));
  for (int n = 0; n < 3; ++n) list.append(exec, more.view());
  const std::vector<int> values = downloaded(exec, list.view());
  ASSERT_EQ(values.size(), 300u);
  for (int i = 0; i < 300; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], i % 100);
}

TEST(GrowableArray, MovesSeldom) {
  const Exec exec;
  GrowableArray<int> list;
  int moves = 0;
  for (int n = 1; n <= 10000; ++n) {
    const int* before = list.view().data;
    list.resize(exec, n);
    moves += list.view().data != before;
  }
  EXPECT_LT(moves, 30);
  const int* before = list.view().data;
  list.clear();
  list.resize(exec, 9000);
  EXPECT_EQ(list.view().data, before);
  EXPECT_EQ(list.size(), 9000);
}

TEST(MemoryPool, GivesOutAgainWhatCameBack) {
  MemoryPool pool(kernel_space);
  void* first = pool.take(1000);
  void* second = pool.take(1000);
  EXPECT_NE(first, second);
  const std::size_t held = pool.bytes();
  pool.give_back(first);
  EXPECT_EQ(pool.take(900), first);
  EXPECT_EQ(pool.bytes(), held);
  EXPECT_EQ(pool.take(0), nullptr);
  pool.give_back(nullptr);
}

TEST(MemoryPool, KeepsLargeBlocksForLargeRequests) {
  MemoryPool pool(kernel_space);
  void* large = pool.take(std::size_t{8} << 20);
  pool.give_back(large);
  EXPECT_NE(pool.take(1000), large);
  EXPECT_EQ(pool.take(std::size_t{6} << 20), large);
}

TEST(MemoryPool, ServesTemporariesOfItsExec) {
  const Exec exec;
  const int* first = nullptr;
  {
    const TemporaryArray<int> a(exec, 100), b(exec, 100);
    EXPECT_NE(a.data(), b.data());
    EXPECT_EQ(a.view().extent[0], 100);
    first = a.data();
  }
  const TemporaryArray<int> again(exec, 100);
  EXPECT_TRUE(again.data() == first || exec.pool().bytes() <= 1024);
}

}  // namespace thalweg::exec::inline TW_HALF
