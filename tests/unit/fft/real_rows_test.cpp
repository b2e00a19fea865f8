// SPDX-License-Identifier: Apache-2.0
// Rows of points and their modes against the sum that defines them, in blocks and one by one.
#include "fft/real_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thalweg::fft {
namespace {

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

template <class Real>
class RowsOf : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(RowsOf, Precisions);

TYPED_TEST(RowsOf, AreTheSumsThatDefineThemAndComeBack) {
  using Real = TypeParam;
  const double tolerance = sizeof(Real) == 4 ? 2e-6 : 4e-15;  // of the sum of a row's values
  for (const int n : {5, 8, 15, 64, 66}) {
    const int real_row = (n + 15) / 16 * 16, complex_row = (n / 2 + 8) / 8 * 8;
    const RealRows<Real> forward(n, real_row, complex_row, Direction::forward),
        inverse(n, real_row, complex_row, Direction::inverse);
    for (const int rows : {RealRows<Real>::block, 1}) {
      exec::Array<Real, 2> points({rows, real_row});
      exec::Array<Complex<Real>, 2> waves({rows, complex_row});
      exec::Array<Complex<Real>, 1> scratch({RealRows<Real>::scratch_size(n) + 8});
      const exec::Team team(0, nullptr);
      for (int r = 0; r < rows; ++r)
        for (int x = 0; x < n; ++x) points.view()(r, x) = static_cast<Real>(some(r, x));
      forward.forward(team, rows, points.view().data, waves.view().data, scratch.view().data);
      for (int r = 0; r < rows; ++r)
        for (int k = 0; k <= n / 2; ++k) {
          const Complex<double> exact = mode_of(r, n, k);
          ASSERT_NEAR(static_cast<double>(waves.view()(r, k).re), exact.re, tolerance * n);
          ASSERT_NEAR(static_cast<double>(waves.view()(r, k).im), exact.im, tolerance * n);
        }
      // Imaginary parts that no real row has must not reach it, nor the row beside it.
      for (int r = 0; r < rows; ++r) {
        waves.view()(r, 0).im = Real(100);
        if (n % 2 == 0) waves.view()(r, n / 2).im = Real(100);
      }
      inverse.inverse(team, rows, waves.view().data, points.view().data, scratch.view().data);
      for (int r = 0; r < rows; ++r)
        for (int x = 0; x < n; ++x)
          ASSERT_NEAR(static_cast<double>(points.view()(r, x)) / n, some(r, x), tolerance)
              << "row " << r << " of " << rows << ", place " << x << " of " << n;
    }
  }
}

}  // namespace
}  // namespace thalweg::fft
