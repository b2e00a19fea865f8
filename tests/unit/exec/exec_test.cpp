// SPDX-License-Identifier: Apache-2.0
// Loops, reductions, tiles and arrays on the host: right, and the same on any number of threads.
#include "exec/exec.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "exec/bandwidth.hpp"

namespace thalweg::exec {
namespace {

/// Restores the number of threads.
struct Threads {
  int before = threads();
  ~Threads() { set_threads(before); }
};

struct Fill {
  View<double, 3> u;
  void operator()(int k, int j, int i) const { u(k, j, i) = std::sin(0.1 * i) + j + 100.0 * k; }
};
struct Count {
  View<int, 1> visits;
  void operator()(int i) const { visits(i) += 1; }
};
struct CountBox {
  View<int, 3> visits;
  void operator()(int k, int j, int i) const { visits(k, j, i) += 1; }
};
struct Value {
  View<const double, 3> u;
  double operator()(int k, int j, int i) const { return u(k, j, i); }
};

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

TEST(Loops, VisitEachPointOnceBelowAndAboveTheSerialLimit) {
  const Threads restore;
  for (const int n : {0, 1, 7, 4095, 4096, 50000}) {
    set_threads(3);
    Array<int, 1> visits({n});
    parallel_for(HostExec{}, n, Count{visits.view()});
    for (int i = 0; i < n; ++i) ASSERT_EQ(visits.view()(i), 1) << i << " of " << n;
  }
}

TEST(Loops, StayInsideTheirBox) {
  const Threads restore;
  set_threads(4);
  for (const int n : {5, 40}) {
    Array<int, 3> visits({n, n, n});
    parallel_for(HostExec{}, Box3{{1, 2, 3}, {n, n - 1, n - 1}}, CountBox{visits.view()});
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const bool inside = k >= 1 && j >= 2 && j < n - 1 && i >= 3 && i < n - 1;
          ASSERT_EQ(visits.view()(k, j, i), inside ? 1 : 0);
        }
  }
}

TEST(Loops, EmptyBoxesDoNothing) {
  Array<int, 3> visits({2, 2, 2});
  parallel_for(HostExec{}, Box3{{1, 0, 0}, {1, 2, 2}}, CountBox{visits.view()});
  EXPECT_EQ((parallel_sum<double>(HostExec{}, Box3{{0, 0, 0}, {2, 0, 2}}, Value{})), 0);
}

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

struct SmoothRow {
  View<double, 2> x;
  void operator()(const Team& team) const {
    const int n = x.extent[1], t = team.tile();
    double* s = team.scratch<double>();
    const auto row = x;
    team.for_each(n, [=](int i) { s[i] = row(t, i); });
    team.barrier();
    team.for_each(n,
                  [=](int i) { row(t, i) = (s[(i + n - 1) % n] + 2 * s[i] + s[(i + 1) % n]) / 4; });
  }
};

TEST(Tiles, EachHasScratchOfItsOwn) {
  const Threads restore;
  set_threads(4);
  Array<double, 2> x({37, 64});
  for (int t = 0; t < 37; ++t)
    for (int i = 0; i < 64; ++i) x.view()(t, i) = t + std::cos(i * 0.3);
  Array<double, 2> y({37, 64});
  copy(HostExec{}, y.view(), x.view());
  parallel_tiles(HostExec{}, 37, 64 * sizeof(double), SmoothRow{x.view()});
  for (int t = 0; t < 37; ++t)
    for (int i = 0; i < 64; ++i) {
      const auto v = y.view();
      ASSERT_DOUBLE_EQ(x.view()(t, i),
                       (v(t, (i + 63) % 64) + 2 * v(t, i) + v(t, (i + 1) % 64)) / 4);
    }
}

TEST(Tiles, ScratchIsAlignedAndKept) {
  char* first = thread_scratch(5 << 20);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % (2 << 20), 0u);
  EXPECT_EQ(thread_scratch(1000), first);
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

TEST(Copies, RefuseDifferentExtents) {
  Array<double, 2> a({2, 3}), b({3, 2});
  EXPECT_THROW(copy(HostExec{}, a.view(), b.view()), UsageError);
}

TEST(Bandwidth, IsThatOfAMachine) {
  const double bytes_per_second = measure_triad_bandwidth(HostExec{}, 64u << 20);
  EXPECT_GT(bytes_per_second, 1e8);
  EXPECT_LT(bytes_per_second, 1e14);
}

}  // namespace
}  // namespace thalweg::exec
