// SPDX-License-Identifier: Apache-2.0
// What is done again and again is done as if it were given anew each time, by either half.
#include "exec/repeated_work.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "exec/array.hpp"
#include "exec/loops.hpp"
#include "exec/upload.hpp"

namespace thalweg::exec::inline TW_HALF {
namespace {

struct TimesPlus {
  double* value;
  double factor, more;
  TW_HD void operator()(int i) const { value[i] = factor * value[i] + more; }
};

struct Key {
  double factor;
  bool operator==(const Key&) const = default;
};

TEST(RepeatedWork, IsDoneWithTheArgumentsOfItsKey) {
  const Exec exec;
  Array<double, 1> values({3});
  RepeatedWork<Key> repeated;
  double expected = 0;
  int given = 0;
  for (const double factor : {2.0, 2.0, 2.0, 2.0, 0.5, 3.0, 3.0, 3.0, 2.0}) {
    repeated.run(exec, {factor}, [&] {
      ++given;
      parallel_for(exec, 3, TimesPlus{values.view().data, factor, 1});
      parallel_for(exec, 3, TimesPlus{values.view().data, 1, 2});
    });
    expected = factor * expected + 3;
    EXPECT_EQ(downloaded(exec, std::as_const(values).view()), std::vector<double>(3, expected));
  }
  // On a device once as it is, and once to be recorded, for each key that comes back at once.
  EXPECT_EQ(given, kernel_space == Space::device ? 6 : 9);
}

TEST(RepeatedWork, CanThrowAndBeDoneAgain) {
  const Exec exec;
  Array<double, 1> values({1});
  RepeatedWork<Key> repeated;
  const auto add_one = [&] { parallel_for(exec, 1, TimesPlus{values.view().data, 1, 1}); };
  repeated.run(exec, {1}, add_one);
  EXPECT_THROW(repeated.run(exec, {1}, [] { throw UsageError("no"); }), UsageError);
  repeated.run(exec, {1}, add_one);
  repeated.run(exec, {1}, add_one);
  EXPECT_EQ(downloaded(exec, std::as_const(values).view()), std::vector<double>(1, 3.0));
}

}  // namespace
}  // namespace thalweg::exec::inline TW_HALF
