// SPDX-License-Identifier: Apache-2.0
// Two rows of points as one line and their modes, against the sum that defines them.
#include "fft/row_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace thalweg::fft {
namespace {

using Modes = std::vector<Complex<float>>;

/// Some number in [-1, 1], different for every row and place.
double some(int row, int i) { return std::sin(1.7 * row + 0.9 * i + 0.03 * i * i); }

/// sum over x of a(x) e^{-2 pi i k x / n}.
Complex<double> mode_of(int row, int n, int k) {
  Complex<double> sum{0, 0};
  for (int x = 0; x < n; ++x) {
    const double phase = -2 * std::numbers::pi * k * x / n;
    sum += some(row, x) * Complex<double>{std::cos(phase), std::sin(phase)};
  }
  return sum;
}

constexpr double tolerance = 2e-6;  // of the sum of a row's values
constexpr int lengths[] = {5, 8, 14, 15, 64, 66};

class Pair : public ::testing::TestWithParam<int> {
 protected:
  int n = GetParam(), modes = n / 2 + 1;
  exec::Array<Complex<float>, 1> from{{RowPairs<float>::line_size(n)}, exec::Contents::zero};
  exec::Array<Complex<float>, 1> to{{RowPairs<float>::line_size(n)}, exec::Contents::zero};
  Complex<float>* line() { return from.view().data; }
  Complex<float>* transformed() { return to.view().data; }
};

TEST_P(Pair, SplitsIntoTheModesOfBothRows) {
  for (int x = 0; x < n; ++x)
    line()[x] = {static_cast<float>(some(0, x)), static_cast<float>(some(1, x))};
  RowPairs<float>(n, Direction::forward).execute(line(), transformed());
  close_line(n, transformed());
  Modes a(static_cast<std::size_t>(modes)), b = a;
  for (int first = 0; first < modes; first += 8) {  // in parts, as tiles have them
    const int count = std::min(8, modes - first);
    split_modes(transformed() + first, transformed() + n - first, count, a.data() + first,
                b.data() + first);
  }
  for (int k = 0; k < modes; ++k) {
    const Complex<double> exact[] = {mode_of(0, n, k), mode_of(1, n, k)};
    const Complex<float> found[] = {a[static_cast<std::size_t>(k)], b[static_cast<std::size_t>(k)]};
    for (int row : {0, 1}) {
      EXPECT_NEAR(static_cast<double>(found[row].re), exact[row].re, tolerance * n) << k;
      EXPECT_NEAR(static_cast<double>(found[row].im), exact[row].im, tolerance * n) << k;
    }
  }
}

TEST_P(Pair, IsJoinedFromTheModesOfBothRows) {
  Modes a, b;
  for (int k = 0; k < modes; ++k) {
    const Complex<double> one = mode_of(0, n, k), other = mode_of(1, n, k);
    a.push_back({static_cast<float>(one.re), static_cast<float>(one.im)});
    b.push_back({static_cast<float>(other.re), static_cast<float>(other.im)});
  }
  // Imaginary parts that no real row has must not reach it, nor the row beside it.
  a[0].im = b[0].im = 100;
  if (n % 2 == 0) a.back().im = b.back().im = 100;
  for (int first = 0; first < modes; first += 8)
    join_modes(a.data() + first, b.data() + first, first, std::min(8, modes - first), n, line());
  RowPairs<float>(n, Direction::inverse).execute(line(), transformed());
  for (int x = 0; x < n; ++x) {
    EXPECT_NEAR(static_cast<double>(transformed()[x].re) / n, some(0, x), tolerance) << x;
    EXPECT_NEAR(static_cast<double>(transformed()[x].im) / n, some(1, x), tolerance) << x;
  }
}

INSTANTIATE_TEST_SUITE_P(Lengths, Pair, ::testing::ValuesIn(lengths));

}  // namespace
}  // namespace thalweg::fft
