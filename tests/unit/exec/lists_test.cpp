// SPDX-License-Identifier: Apache-2.0
// Work with lists: scans, compaction, gathering, sorting by key.
#include <algorithm>
#include <numeric>

#include "tests/unit/exec/samples.hpp"

namespace thalweg::exec::inline TW_HALF {
namespace {

template <class T>
std::vector<T> scanned(const std::vector<T>& values) {
  const Exec exec;
  const auto from = uploaded(values);
  Array<T, 1> to({static_cast<std::int64_t>(values.size()) + 1});
  exclusive_scan(exec, from.view(), to.view());
  return downloaded(exec, to.view());
}

template <class T>
std::vector<T> plain_scan(const std::vector<T>& values) {
  std::vector<T> sums{0};
  for (const T value : values) sums.push_back(sums.back() + value);
  return sums;
}

struct IsMultiple {
  int of;
  TW_HD bool operator()(std::int64_t i) const { return i % of == 0; }
};

template <class K, class V>
void expect_sorted(std::vector<K> keys) {
  const Exec exec;
  std::vector<V> order(keys.size());
  std::iota(order.begin(), order.end(), V{0});
  auto keys_on_exec = uploaded(keys);
  auto order_on_exec = uploaded(order);
  sort_by_key(exec, keys_on_exec.view(), order_on_exec.view());
  std::stable_sort(order.begin(), order.end(), [&](V a, V b) {
    return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
  });
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(downloaded(exec, keys_on_exec.view()), keys);
  EXPECT_EQ(downloaded(exec, order_on_exec.view()), order);
}

template <class K>
std::vector<K> mixed_keys(std::int64_t n, K most) {
  std::vector<K> keys;
  for (const double number : uneven_numbers(n))
    keys.push_back(static_cast<K>(static_cast<std::int64_t>(number) * 2654435761 % most));
  return keys;
}

}  // namespace

TEST(Lists, ScansSayWhereEachPartBegins) {
  const Threads restore;
  for (const int count : {1, 3}) {
    set_threads(count);
    for (const std::size_t n : {0u, 1u, 5u, 4095u, 4096u, 20001u}) {
      std::vector<int> values(n);
      for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<int>(i % 7);
      EXPECT_EQ(scanned(values), plain_scan(values)) << n;
    }
  }
}

TEST(Lists, ScansCountPast32Bits) {
  const std::vector<std::int64_t> values{3'000'000'000, 4'000'000'000, 1};
  EXPECT_EQ(scanned(values),
            (std::vector<std::int64_t>{0, 3'000'000'000, 7'000'000'000, 7'000'000'001}));
}

TEST(Lists, ScansRefuseRoomForOneTooFew) {
  const Exec exec;
  Array<int, 1> from({4}), to({4});
  EXPECT_THROW(exclusive_scan(exec, from.view(), to.view()), UsageError);
}

TEST(Lists, SelectionKeepsTheOrder) {
  const Threads restore;
  set_threads(3);
  const Exec exec;
  for (const std::int64_t n : {0, 1, 2, 10000}) {
    std::vector<std::int64_t> expected;
    for (std::int64_t i = 0; i < n; i += 3) expected.push_back(i);
    GrowableArray<std::int64_t> kept;
    select(exec, n, IsMultiple{3}, kept);
    EXPECT_EQ(downloaded(exec, kept.view()), expected);
  }
  GrowableArray<int> none(3);
  select(exec, 0, IsMultiple{1}, none);
  EXPECT_EQ(none.size(), 0);
}

TEST(Lists, SelectionThatNobodyWaitsForCountsOnItsExec) {
  const Exec exec;
  Array<int, 1> kept({100}), count({1});
  select(exec, 100, IsMultiple{40}, kept.view(), count.view());
  EXPECT_EQ(downloaded(exec, count.view())[0], 3);
  const std::vector<int> all = downloaded(exec, kept.view());
  EXPECT_EQ((std::vector<int>{all[0], all[1], all[2]}), (std::vector<int>{0, 40, 80}));
  Array<int, 1> short_list({99});
  EXPECT_THROW(select(exec, 100, IsMultiple{1}, short_list.view(), count.view()), UsageError);
}

TEST(Lists, GatherTakesByIndex) {
  const Exec exec;
  const auto from = uploaded(std::vector<double>{10, 11, 12, 13});
  const auto index = uploaded(std::vector<int>{3, 0, 3});
  Array<double, 1> to({3});
  gather(exec, from.view(), index.view(), to.view());
  EXPECT_EQ(downloaded(exec, to.view()), (std::vector<double>{13, 10, 13}));
  Array<double, 1> too_long({4});
  EXPECT_THROW(gather(exec, from.view(), index.view(), too_long.view()), UsageError);
}

TEST(Lists, SortIsStableAndRightForAllKeys) {
  const Threads restore;
  for (const int count : {1, 3}) {
    set_threads(count);
    for (const std::int64_t n : {0, 1, 2, 300, 20000}) {
      expect_sorted<int, int>(mixed_keys<int>(n, 1000));
      expect_sorted<std::int64_t, int>(mixed_keys<std::int64_t>(n, std::int64_t{1} << 50));
      expect_sorted<std::int64_t, std::int64_t>(mixed_keys<std::int64_t>(n, 100));
    }
  }
}

TEST(Lists, SortPutsNegativeKeysFirst) {
  expect_sorted<int, int>({5, -1, 0, -2147483647 - 1, 2147483647, -1, 3});
  expect_sorted<std::int64_t, int>({5, -1, 0, INT64_MIN, INT64_MAX, -1, 3});
}

TEST(Lists, SortRefusesFewerValuesThanKeys) {
  const Exec exec;
  Array<int, 1> keys({4}), values({3});
  EXPECT_THROW(sort_by_key(exec, keys.view(), values.view()), UsageError);
}

// What a solver does with particles: order them by cell, then drop those that left.
TEST(Lists, TogetherOrderParticlesByCell) {
  const Exec exec;
  auto cells = uploaded(std::vector<int>{2, -1, 0, 2, 1, -1});  // -1: has left
  const auto place = uploaded(std::vector<double>{0.2, 0.9, 0.0, 0.25, 0.1, 0.95});
  auto order = uploaded(std::vector<int>{0, 1, 2, 3, 4, 5});
  sort_by_key(exec, cells.view(), order.view());
  Array<double, 1> sorted({4});
  const View<const int, 1> inside{order.view().data + 2, {4}};
  gather(exec, place.view(), inside, sorted.view());
  EXPECT_EQ(downloaded(exec, sorted.view()), (std::vector<double>{0.0, 0.1, 0.2, 0.25}));
}

}  // namespace thalweg::exec::inline TW_HALF
