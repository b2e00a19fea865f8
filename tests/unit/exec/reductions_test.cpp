// SPDX-License-Identifier: Apache-2.0
// Sums and maxima over ranges, boxes and blocks: right, and the same on any number of threads.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/unit/exec/samples.hpp"

namespace thalweg::exec::inline TW_HALF {
namespace {

struct ValueInBox {
  View<const double, 3> u;
  TW_HD double operator()(int k, int j, int i) const { return u(k, j, i); }
};
struct ValueInBlocks {
  View<const double, 2> u;  // a block has one row
  TW_HD double operator()(int block, int /*k*/, int /*j*/, int i) const { return u(block, i); }
};
struct One {
  TW_HD int operator()(std::int64_t /*i*/) const { return 1; }
};

double plain_sum(const std::vector<double>& numbers) {
  long double sum = 0;
  for (const double number : numbers) sum += number;
  return static_cast<double>(sum);
}

/// A list and a box over the same numbers.
struct Numbers {
  explicit Numbers(Index<3> extent)
      : n(std::int64_t{extent[0]} * extent[1] * extent[2]), host(uneven_numbers(n)),
        list(uploaded(host)), box{{0, 0, 0}, extent} {}
  Value values() const { return {list.view()}; }
  ValueInBox values_in_box() const {
    return {{list.view().data, {box.extent(0), box.extent(1), box.extent(2)}}};
  }
  std::int64_t n;
  std::vector<double> host;
  Array<double, 1> list;
  Box3 box;
};

}  // namespace

TEST(Reductions, AreRightForAllShapes) {
  const Exec exec;
  for (const Index<3> extent :
       {Index<3>{1, 1, 1}, Index<3>{17, 31, 53}, Index<3>{1, 1, 5000}, Index<3>{3000, 1, 1},
        Index<3>{2, 2, 1024}, Index<3>{1, 2000, 3}, Index<3>{1, 1, 1025}}) {
    const Numbers numbers(extent);
    const double sum = plain_sum(numbers.host);
    const double largest = *std::max_element(numbers.host.begin(), numbers.host.end());
    EXPECT_NEAR(parallel_sum<double>(exec, numbers.n, numbers.values()), sum, 1e-13 * sum);
    EXPECT_NEAR(parallel_sum<double>(exec, numbers.box, numbers.values_in_box()), sum, 1e-13 * sum);
    EXPECT_EQ(parallel_max<double>(exec, numbers.n, numbers.values()), largest);
    EXPECT_EQ(parallel_max<double>(exec, numbers.box, numbers.values_in_box()), largest);
  }
}

TEST(Reductions, CountEachPointOnceOverManyLevels) {
  const Exec exec;
  for (const std::int64_t n : {std::int64_t{1023}, std::int64_t{1024}, std::int64_t{1025},
                               std::int64_t{1024} * 1024, std::int64_t{1024} * 1024 + 1})
    EXPECT_EQ(parallel_sum<std::int64_t>(exec, n, One{}), n);
}

TEST(Reductions, CountABoxWithoutItsRim) {
  const Exec exec;
  const Numbers numbers({6, 7, 40});
  const Box3 inner{{1, 2, 3}, {5, 6, 39}};
  double sum = 0;
  for (int k = 1; k < 5; ++k)
    for (int j = 2; j < 6; ++j)
      for (int i = 3; i < 39; ++i)
        sum += numbers.host[static_cast<std::size_t>((k * 7 + j) * 40 + i)];
  EXPECT_NEAR(parallel_sum<double>(exec, inner, numbers.values_in_box()), sum, 1e-13 * sum);
}

TEST(Reductions, DoNotDependOnThreads) {
  const Threads restore;
  const Exec exec;
  const Numbers numbers({17, 31, 53});
  set_threads(1);
  const double of_list = parallel_sum<double>(exec, numbers.n, numbers.values());
  const double of_box = parallel_sum<double>(exec, numbers.box, numbers.values_in_box());
  for (const int count : {2, 3, 4}) {
    set_threads(count);
    EXPECT_EQ(parallel_sum<double>(exec, numbers.n, numbers.values()), of_list) << count;
    EXPECT_EQ(parallel_sum<double>(exec, numbers.box, numbers.values_in_box()), of_box) << count;
  }
}

TEST(Reductions, OverBlocksAreOneSum) {
  const Exec exec;
  const std::vector<double> host = uneven_numbers(3 * 2000);
  const auto list = uploaded(host);
  const Blocks<> blocks(
      {{{0, 0, 0}, {1, 1, 2000}}, {{0, 0, 5}, {1, 1, 6}}, {{0, 0, 0}, {1, 1, 3}}});
  const ValueInBlocks values{{list.view().data, {3, 2000}}};
  double sum = host[2005] + host[4000] + host[4001] + host[4002];
  double largest = std::max({host[2005], host[4000], host[4001], host[4002]});
  for (std::size_t i = 0; i < 2000; ++i) sum += host[i], largest = std::max(largest, host[i]);
  EXPECT_NEAR(parallel_sum<double>(exec, blocks, values), sum, 1e-13 * sum);
  EXPECT_EQ(parallel_max<double>(exec, blocks, values), largest);
}

TEST(Reductions, ThatNobodyWaitsForStayInTheirSpace) {
  const Exec exec;
  const Numbers numbers({1, 1, 5000});
  Array<double, 1> results({2});
  double* at = results.view().data;
  parallel_sum(exec, numbers.n, numbers.values(), View<double, 1>{at, {1}});
  parallel_max(exec, numbers.n, numbers.values(), View<double, 1>{at + 1, {1}});
  const std::vector<double> host = downloaded(exec, results.view());
  EXPECT_EQ(host[0], parallel_sum<double>(exec, numbers.n, numbers.values()));
  EXPECT_EQ(host[1], parallel_max<double>(exec, numbers.n, numbers.values()));
}

TEST(Reductions, ThatAreRepeatedAllocateNothing) {
  const Exec exec;
  const Numbers numbers({1, 1, 50000});
  parallel_sum<double>(exec, numbers.n, numbers.values());
  const std::size_t held = exec.pool().bytes();
  for (int n = 0; n < 10; ++n) parallel_sum<double>(exec, numbers.n, numbers.values());
  EXPECT_EQ(exec.pool().bytes(), held);
}

TEST(Reductions, OfNothingAreZero) {
  const Exec exec;
  const auto seven = uploaded(std::vector<double>{7});
  Array<double, 1> result({1});
  copy(exec, result.view(), seven.view());
  parallel_sum(exec, 0, Value{seven.view()}, result.view());
  EXPECT_EQ(downloaded(exec, result.view())[0], 0);
  EXPECT_EQ(parallel_max<double>(exec, Box3{{0, 0, 0}, {2, 0, 2}}, ValueInBox{}), 0);
}

TEST(Reductions, ANanReachesTheMaximum) {
  const Exec exec;
  std::vector<double> host(3000, 1.0);
  host[1500] = std::numeric_limits<double>::quiet_NaN();
  host[2900] = 7;
  const auto list = uploaded(host);
  EXPECT_TRUE(std::isnan(parallel_max<double>(exec, 3000, Value{list.view()})));
}

}  // namespace thalweg::exec::inline TW_HALF
