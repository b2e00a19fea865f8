// SPDX-License-Identifier: Apache-2.0
// The device's real transforms against the sums that define them; compiled as the device half.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "exec/device_info.hpp"
#include "fft/local_plan.hpp"

namespace thalweg::fft {
namespace {

/// Some number in [-1, 1], different for every field and place.
double some(int field, int y, int x) {
  return std::sin(1.7 * field + 0.9 * x + 2.3 * y + 0.03 * x * y);
}

/// sum over y, x of a e^{-2 pi i (k_y y / ny + k_x x / nx)}.
Complex<double> mode_of(int field, const RealBatch& s, int ky, int kx) {
  Complex<double> sum{0, 0};
  for (int y = 0; y < s.ny; ++y)
    for (int x = 0; x < s.nx; ++x) {
      const double phase = -2 * std::numbers::pi * (double(ky) * y / s.ny + double(kx) * x / s.nx);
      sum += some(field, y, x) * Complex<double>{std::cos(phase), std::sin(phase)};
    }
  return sum;
}

/// Batches of planes, where the host can look at them once the device is done.
template <class Real>
struct Planes {
  explicit Planes(const RealBatch& shape)
      : points({shape.batch, shape.real_distance}), waves({shape.batch, shape.complex_distance}) {}
  exec::Array<Real, 2> points;
  exec::Array<Complex<Real>, 2> waves;

  template <class T>
  static std::vector<T> on_host(exec::Array<T, 2>& array) {
    std::vector<T> values(array.size());
    exec::check(
        cudaMemcpy(values.data(), array.view().data, values.size() * sizeof(T), cudaMemcpyDefault),
        "copy");
    return values;
  }
  template <class T>
  static void to_device(exec::Array<T, 2>& array, const std::vector<T>& values) {
    exec::check(
        cudaMemcpy(array.view().data, values.data(), values.size() * sizeof(T), cudaMemcpyDefault),
        "copy");
    exec::finish_default_stream();  // such a copy may return before it is done
  }
};

template <class Real>
class DeviceTransforms : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceTransforms, Precisions);

TYPED_TEST(DeviceTransforms, AreTheSumsThatDefineThemAndComeBack) {
  if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device";
  using Real = TypeParam;
  const double tolerance = sizeof(Real) == 4 ? 2e-6 : 1e-14;
  const exec::Exec exec;
  for (const int nx : {1, 2, 7, 8})
    for (const int ny : {1, 5, 6}) {
      if (nx == 1 && ny > 1) continue;  // no problem has such planes
      const int row = nx / 2 + 1;
      const RealBatch s{nx, ny, 3, row, ny * row, ny * nx};
      const RealTransform<Real> forward(s, Direction::forward), inverse(s, Direction::inverse);
      Planes<Real> planes(s);
      std::vector<Real> points;
      for (int f = 0; f < s.batch; ++f)
        for (int y = 0; y < ny; ++y)
          for (int x = 0; x < nx; ++x) points.push_back(static_cast<Real>(some(f, y, x)));
      Planes<Real>::to_device(planes.points, points);
      forward.forward(exec, planes.points.view().data, planes.waves.view().data);
      exec.wait();
      auto waves = Planes<Real>::on_host(planes.waves);
      for (int f = 0; f < s.batch; ++f)
        for (int y = 0; y < ny; ++y)
          for (int k = 0; k < row; ++k) {
            auto& wave = waves[static_cast<std::size_t>((f * ny + y) * row + k)];
            const Complex<double> exact = mode_of(f, s, y, k);
            ASSERT_NEAR(wave.re, exact.re, tolerance * nx * ny) << nx << " x " << ny;
            ASSERT_NEAR(wave.im, exact.im, tolerance * nx * ny) << nx << " x " << ny;
            // What no real field has must not reach it.
            if (k == 0 || 2 * k == nx) wave.im += 1;
          }
      Planes<Real>::to_device(planes.waves, waves);
      inverse.inverse(exec, planes.waves.view().data, planes.points.view().data);
      exec.wait();
      const auto back = Planes<Real>::on_host(planes.points);
      for (std::size_t i = 0; i < points.size(); ++i)
        ASSERT_NEAR(back[i] / (nx * ny), points[i], tolerance) << nx << " x " << ny << ", " << i;
    }
}

/// However many plans there are, transforms on a stream work in the same memory.
TEST(DeviceTransformMemory, IsThatOfTheLargestPlan) {
  if (exec::devices().empty()) GTEST_SKIP() << "no CUDA device";
  const exec::Exec exec;
  constexpr int length = 65537;  // a prime too large for cuFFT to do without memory
  const Lines lines{length, 5, 1, length};
  exec::Array<Complex<double>, 2> data({5, length});
  std::vector<ComplexLines<double>> plans;
  std::size_t of_one = 0;
  for (int i = 0; i < 4; ++i) {
    plans.emplace_back(lines, Direction::forward);
    plans.back().execute(exec, data.view().data);
    if (i == 0) of_one = exec.pool().bytes();
  }
  EXPECT_GT(of_one, 0U);
  EXPECT_EQ(exec.pool().bytes(), of_one);
}

}  // namespace
}  // namespace thalweg::fft
