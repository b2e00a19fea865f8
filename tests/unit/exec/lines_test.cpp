// SPDX-License-Identifier: Apache-2.0
// Loops along lines visit the points of a line in order, and those of all lines.
#include "exec/lines.hpp"

#include <algorithm>

#include "tests/unit/exec/samples.hpp"

namespace thalweg::exec::inline TW_HALF {
namespace {

constexpr int extents[3] = {5, 70, 41};  // of an array in which boxes lie

TW_HD int point(int k, int j, int i) { return (k * 70 + j) * 41 + i; }

/// Each point gets so much more than the point before it on its line: how far along it is.
struct CountAlong {
  View<int, 1> to;
  int axis, end, back;  // where the point before it is

  TW_HD void operator()(int number, int k, int j, int i) const {
    const int at[3] = {k, j, i}, before = at[axis] - back;
    const int step = point(axis == 0, axis == 1, axis == 2) * back;
    const bool is_first = before < 0 || before >= end;
    to(point(k, j, i)) = 1 + number + (is_first ? 0 : to(point(k, j, i) - step));
  }
};

template <Along along>
std::vector<int> counts_along(int axis, const std::vector<NumberedBox>& boxes) {
  const Exec exec;
  Array<int, 1> counts({extents[0] * extents[1] * extents[2]});
  const LineBlocks<> lines(boxes, axis);
  parallel_for<along>(
      exec, lines,
      CountAlong{counts.view(), axis, extents[axis], along == Along::upwards ? 1 : -1});
  return downloaded(exec, counts.view());
}

int count_at(const std::vector<int>& counts, int k, int j, int i) {
  return counts[static_cast<std::size_t>(point(k, j, i))];
}

}  // namespace

TEST(Lines, AreWorkedOnInOrderAlongEveryAxisBothWays) {
  const std::vector<NumberedBox> whole{{0, {{0, 0, 0}, {extents[0], extents[1], extents[2]}}}};
  for (int axis = 0; axis < 3; ++axis) {
    const std::vector<int> up = counts_along<Along::upwards>(axis, whole),
                           down = counts_along<Along::downwards>(axis, whole);
    for (int k = 0; k < extents[0]; ++k)
      for (int j = 0; j < extents[1]; ++j)
        for (int i = 0; i < extents[2]; ++i) {
          const int place = axis == 0 ? k : axis == 1 ? j : i;
          ASSERT_EQ(count_at(up, k, j, i), place + 1);
          ASSERT_EQ(count_at(down, k, j, i), extents[axis] - place);
        }
  }
}

TEST(Lines, OfSeveralBoxesKnowTheirNumbersAndLeaveTheRestAlone) {
  const std::vector<int> counts = counts_along<Along::upwards>(
      1, {{6, {{0, 0, 0}, {2, 3, 40}}}, {1, {{3, 0, 2}, {4, 2, 3}}}, {9, {{1, 1, 1}, {1, 1, 1}}}});
  EXPECT_EQ(count_at(counts, 1, 2, 39), 3 * 7);
  EXPECT_EQ(count_at(counts, 3, 1, 2), 2 * 2);
  EXPECT_EQ(count_at(counts, 3, 2, 2), 0);
  EXPECT_EQ(count_at(counts, 0, 0, 40), 0);
  EXPECT_EQ(std::count_if(counts.begin(), counts.end(), [](int n) { return n > 0; }),
            2 * 3 * 40 + 2);
}

}  // namespace thalweg::exec::inline TW_HALF
