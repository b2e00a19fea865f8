// SPDX-License-Identifier: Apache-2.0
// What only the host has: where its memory lies, how much there may be, its bandwidth.
#include "exec/exec.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/bandwidth.hpp"
#include "tests/unit/exec/samples.hpp"

namespace thalweg::exec {
namespace {

TEST(View, LastIndexIsContiguous) {
  Array<int, 3> a({2, 3, 4});
  EXPECT_EQ(&a.view()(1, 2, 3) - &a.view()(0, 0, 0), 23);
  EXPECT_EQ(&a.view()(0, 0, 1) - &a.view()(0, 0, 0), 1);
}

TEST(Array, IsZeroedAlignedAndMoves) {
  Array<double, 2> a({1000, 700});  // large enough for huge pages
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.view().data) % (2 << 20), 0u);
  for (int k = 0; k < 1000; ++k)
    for (int i = 0; i < 700; ++i) ASSERT_EQ(a.view()(k, i), 0);
  a.view()(3, 4) = 5;
  Array<double, 2> b = std::move(a);
  EXPECT_EQ(b.view()(3, 4), 5);
  EXPECT_EQ(a.view().data, nullptr);
  a = std::move(b);
  EXPECT_EQ(a.view()(3, 4), 5);
  const Array<int, 1> small({3});
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(small.view().data) % 64, 0u);
}

TEST(Array, OfNothingHoldsNothing) {
  const Array<double, 3> a({0, 4, 4});
  EXPECT_EQ(a.size(), 0u);
  EXPECT_EQ(a.view().data, nullptr);
}

TEST(Array, TooLargeSaysHowMuchWasAskedFor) {
  try {
    Array<double, 3> a({2000000, 2000000, 1000});
    FAIL() << "32 petabytes were granted";
  } catch (const IoError& error) {
    EXPECT_NE(std::string(error.what()).find("32000000000000000"), std::string::npos)
        << error.what();
  }
}

// Most of it is never touched, so that no memory is used.
TEST(Array, OfOneDimensionMayHaveMoreThan32BitsOfValues) {
  constexpr std::int64_t n = 5'000'000'000;
  Array<char, 1> list({n}, Contents::undefined);
  EXPECT_EQ(list.size(), static_cast<std::size_t>(n));
  list.view()(n - 1) = 7;
  EXPECT_EQ(&list.view()(n - 1) - list.view().data, n - 1);
  EXPECT_EQ(list.view()(n - 1), 7);
}

TEST(Tiles, ScratchIsAlignedAndKept) {
  char* first = thread_scratch(5 << 20);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % (2 << 20), 0u);
  EXPECT_EQ(thread_scratch(1000), first);
}

struct Fill {
  View<double, 3> u;
  void operator()(int k, int j, int i) const { u(k, j, i) = std::sin(0.1 * i) + j + 100.0 * k; }
};
struct Value {
  View<const double, 3> u;
  double operator()(int k, int j, int i) const { return u(k, j, i); }
};

TEST(Reductions, DoNotDependOnThreads) {
  const Threads restore;
  Array<double, 3> u({17, 31, 53});
  const Box3 box{{0, 0, 0}, {17, 31, 53}};
  parallel_for(HostExec{}, box, Fill{u.view()});
  set_threads(1);
  const double sum = parallel_sum<double>(HostExec{}, box, Value{u.view()});
  const double largest = parallel_max(HostExec{}, box, Value{u.view()});
  double plain = 0;
  for (std::size_t n = 0; n < u.size(); ++n) plain += u.view().data[n];
  EXPECT_NEAR(sum, plain, 1e-12 * plain);
  EXPECT_EQ(largest, *std::max_element(u.view().data, u.view().data + u.size()));
  for (const int count : {2, 3, 4}) {
    set_threads(count);
    EXPECT_EQ(parallel_sum<double>(HostExec{}, box, Value{u.view()}), sum) << count;
    EXPECT_EQ(parallel_max(HostExec{}, box, Value{u.view()}), largest) << count;
  }
}

TEST(Reductions, ANanReachesTheMaximum) {
  Array<double, 3> u({2, 3, 4});
  u.view()(1, 0, 2) = std::numeric_limits<double>::quiet_NaN();
  u.view()(1, 2, 3) = 7;
  EXPECT_TRUE(std::isnan(parallel_max(HostExec{}, Box3{{0, 0, 0}, {2, 3, 4}}, Value{u.view()})));
}

struct Histogram {
  View<double, 1> count;
  void operator()(int n) const { atomic_add(count(n % 10), 1.0); }
};

TEST(Atomics, LoseNothing) {
  const Threads restore;
  set_threads(4);
  Array<double, 1> count({10});
  parallel_for(HostExec{}, 100000, Histogram{count.view()});
  for (int n = 0; n < 10; ++n) EXPECT_EQ(count.view()(n), 10000);
}

TEST(Bandwidth, IsThatOfAMachine) {
  const double bytes_per_second = measure_triad_bandwidth(HostExec{}, 64u << 20);
  EXPECT_GT(bytes_per_second, 1e8);
  EXPECT_LT(bytes_per_second, 1e14);
}

}  // namespace
}  // namespace thalweg::exec
