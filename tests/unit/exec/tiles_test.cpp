// SPDX-License-Identifier: Apache-2.0
// Tiles have scratch memory of their own, and their phases follow each other.
#include <cmath>

#include "tests/unit/exec/samples.hpp"

namespace thalweg::exec::inline TW_HALF {
namespace {

struct SmoothRow {
  View<double, 2> x;
  TW_HD void operator()(const Team& team) const {
    const int n = x.extent[1], t = team.tile();
    double* s = team.scratch<double>();
    const auto row = x;
    team.for_each(n, [=](int i) { s[i] = row(t, i); });
    team.barrier();
    team.for_each(n,
                  [=](int i) { row(t, i) = (s[(i + n - 1) % n] + 2 * s[i] + s[(i + 1) % n]) / 4; });
  }
};

/// Adds 100 r + i to value (r, i) of a tile's rows.
struct NumberRows {
  View<int, 3> x;
  TW_HD void operator()(const Team& team) const {
    const auto values = x;
    const int t = team.tile();
    team.for_each_of_rows(x.extent[1], x.extent[2],
                          [=](int r, int i) { values(t, r, i) += 100 * r + i; });
  }
};

/// Adds to each value of a tile 1000 times the set it belongs to, 100 times its row, and its place
/// in that, with more threads than blocks of a device have otherwise.
struct NumberSets {
  static constexpr unsigned threads = 160;
  static constexpr int rows = 5, length = 33, values = rows * length + 2 * (length + 1);
  View<int, 2> x;

  struct Number {
    int* first;
    int set, row_length;
    TW_HD void operator()(int r, int i) const {
      first[r * row_length + i] += 1000 * set + 100 * r + i;
    }
  };
  TW_HD void operator()(const Team& team) const {
    int* of_tile = &x(team.tile(), 0);
    team.for_each_of_sets({TileRows{0, length}, {rows, length}, {2, length, true}}, [&](auto set) {
      const bool is_last = set == 2;
      return Number{of_tile + (is_last ? rows * length : 0), set, length + (is_last ? 1 : 0)};
    });
  }
};

}  // namespace

TEST(Tiles, VisitEachPointOfSetsOfRowsOnce) {
  const Exec exec;
  constexpr int tiles = 3, values = NumberSets::values;
  auto numbers = uploaded(std::vector<int>(tiles * values));
  parallel_tiles(exec, tiles, 0, NumberSets{{numbers.view().data, {tiles, values}}});
  const std::vector<int> found = downloaded(exec, numbers.view());
  for (int at = 0; at < tiles * values; ++at) {
    const int n = at % values, of_rows = NumberSets::rows * NumberSets::length;
    const bool is_last = n >= of_rows;
    const int place = is_last ? n - of_rows : n, length = NumberSets::length + (is_last ? 1 : 0);
    ASSERT_EQ(found[static_cast<std::size_t>(at)],
              (is_last ? 2000 : 1000) + place / length * 100 + place % length);
  }
}

TEST(Tiles, VisitEachPointOfTheirRowsOnce) {
  const Exec exec;
  constexpr int tiles = 5, rows = 7, length = 37;
  auto numbers = uploaded(std::vector<int>(tiles * rows * length));
  parallel_tiles(exec, tiles, 0, NumberRows{{numbers.view().data, {tiles, rows, length}}});
  const std::vector<int> found = downloaded(exec, numbers.view());
  for (std::size_t at = 0; at < found.size(); ++at)
    ASSERT_EQ(found[at],
              100 * static_cast<int>(at / length % rows) + static_cast<int>(at % length));
}

TEST(Tiles, EachHasScratchOfItsOwn) {
  const Threads restore;
  set_threads(4);
  const Exec exec;
  constexpr int tiles = 37, n = 300;
  std::vector<double> before;
  for (int t = 0; t < tiles; ++t)
    for (int i = 0; i < n; ++i) before.push_back(t + std::cos(i * 0.3));
  auto rows = uploaded(before);
  parallel_tiles(exec, tiles, n * sizeof(double), SmoothRow{{rows.view().data, {tiles, n}}});
  const std::vector<double> after = downloaded(exec, rows.view());
  for (std::size_t at = 0; at < after.size(); ++at) {
    const std::size_t row = at / n * n, i = at % n;
    ASSERT_DOUBLE_EQ(after[at],
                     (before[row + (i + n - 1) % n] + 2 * before[at] + before[row + (i + 1) % n]) /
                         4);
  }
}

}  // namespace thalweg::exec::inline TW_HALF
