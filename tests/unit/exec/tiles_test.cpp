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

}  // namespace

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
