// SPDX-License-Identifier: Apache-2.0
// What only the host has: where its memory lies, how much there may be, its bandwidth.
#include "exec/exec.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>

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

#ifdef TW_OPTIMISED  // Where headers are precompiled, GCC 12 defines __OPTIMIZE__ without it, too.
/// y(i) = x(i) + 1: where y begins one after x, this counts up, if it is done one by one.
struct AddOne {
  const float* x;
  float* y;
  TW_HD void operator()(int i) const { y[i] = x[i] + 1; }
};

// Calls are independent of each other by contract, so many of them may be done at once. Here they
// are not independent, so that it shows: one after the other they would count to 1000.
TEST(Loops, ThatAreShortAreVectorised) {
  std::vector<float> numbers(1001, 0.0f);
  parallel_for(HostExec{}, 1000, AddOne{numbers.data(), numbers.data() + 1});
  EXPECT_LT(numbers[1000], 100);
}
#endif

/// Which threads work.
struct MarkThread {
  View<int, 1> works;
  double operator()(std::int64_t /*i*/) const { return works(omp_get_thread_num()) = 1; }
  double operator()(int /*k*/, int /*j*/, int i) const { return (*this)(i); }
};

TEST(Reductions, OfOneLongRowUseAllThreads) {
  const Threads restore;
  set_threads(3);
  for (const bool box : {false, true}) {
    Array<int, 1> works({3});
    const MarkThread mark{works.view()};
    const double sum = box ? parallel_sum<double>(HostExec{}, Box3{{0, 0, 0}, {1, 1, 50000}}, mark)
                           : parallel_sum<double>(HostExec{}, 50000, mark);
    EXPECT_EQ(sum, 50000);
    EXPECT_EQ(works.view()(0) + works.view()(1) + works.view()(2), 3);
  }
}

TEST(Bandwidth, IsThatOfAMachine) {
  const double bytes_per_second = measure_triad_bandwidth(HostExec{}, 64u << 20);
  EXPECT_GT(bytes_per_second, 0);
  EXPECT_TRUE(std::isfinite(bytes_per_second));
}

}  // namespace
}  // namespace thalweg::exec
