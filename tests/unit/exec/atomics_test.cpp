// SPDX-License-Identifier: Apache-2.0
// Atomic updates lose nothing and say what was there.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/unit/exec/samples.hpp"

namespace thalweg::exec::inline TW_HALF {
namespace {

constexpr int calls = 20000;

template <class T>
struct Histogram {
  View<T, 1> count;
  TW_HD void operator()(int n) const { atomic_add(count(n % 10), T{1}); }
};
/// Each call takes a number of its own.
template <class T>
struct TakeNumber {
  View<T, 1> next;
  View<int, 1> taken;
  TW_HD void operator()(int /*n*/) const {
    taken(static_cast<int>(atomic_fetch_add(next(0), T{1}))) += 1;
  }
};
template <class T>
struct Raise {
  View<const T, 1> values;
  View<T, 1> largest;
  TW_HD void operator()(int n) const { atomic_fetch_max(largest(0), values(n)); }
};

template <class T>
class Atomics : public testing::Test {};
using Types = testing::Types<int, std::int64_t, float, double>;
TYPED_TEST_SUITE(Atomics, Types);

}  // namespace

TYPED_TEST(Atomics, LoseNothing) {
  const Threads restore;
  set_threads(4);
  const Exec exec;
  Array<TypeParam, 1> count({10});
  parallel_for(exec, calls, Histogram<TypeParam>{count.view()});
  for (const TypeParam n : downloaded(exec, count.view())) EXPECT_EQ(n, calls / 10);
}

TYPED_TEST(Atomics, GiveEachCallANumberOfItsOwn) {
  const Threads restore;
  set_threads(4);
  const Exec exec;
  Array<TypeParam, 1> next({1});
  Array<int, 1> taken({calls});
  parallel_for(exec, calls, TakeNumber<TypeParam>{next.view(), taken.view()});
  for (const int times : downloaded(exec, taken.view())) ASSERT_EQ(times, 1);
}

TYPED_TEST(Atomics, FindTheLargest) {
  const Threads restore;
  set_threads(4);
  const Exec exec;
  std::vector<TypeParam> values;
  for (int n = 0; n < calls; ++n)
    values.push_back(static_cast<TypeParam>(n * 7919 % calls - 30000));
  const auto on_exec = uploaded(values);
  auto largest = uploaded(std::vector<TypeParam>{-100000});
  parallel_for(exec, calls, Raise<TypeParam>{on_exec.view(), largest.view()});
  EXPECT_EQ(downloaded(exec, largest.view())[0], *std::max_element(values.begin(), values.end()));
}

TEST(Atomics, KeepANan) {
  const Exec exec;
  const auto values = uploaded(std::vector<double>{1, std::nan(""), 5});
  auto largest = uploaded(std::vector<double>{0});
  parallel_for(exec, 3, Raise<double>{values.view(), largest.view()});
  EXPECT_TRUE(std::isnan(downloaded(exec, largest.view())[0]));
}

}  // namespace thalweg::exec::inline TW_HALF
