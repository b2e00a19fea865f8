// SPDX-License-Identifier: Apache-2.0
// cuFFT: values of known transforms, what plans refuse, and what a transform destroys.
#include <cufft.h>

#include <cmath>
#include <numbers>

#include "tests/emulated/kernels.hpp"

namespace emulated::testing {
namespace {

/// A plan of contiguous lines, until the end of the scope.
struct OwnPlan {
  cufftHandle handle = 0;
  std::size_t work = 0;
  cufftResult status;
  OwnPlan(long long n, cufftType type, long long batch, bool own_area = true) {
    EXPECT_EQ(cufftCreate(&handle), CUFFT_SUCCESS);
    if (!own_area) {
      EXPECT_EQ(cufftSetAutoAllocation(handle, 0), CUFFT_SUCCESS);
    }
    const long long half = n / 2 + 1;
    const bool to_real = type == CUFFT_Z2D || type == CUFFT_C2R;
    const bool from_real = type == CUFFT_D2Z || type == CUFFT_R2C;
    status = cufftMakePlanMany64(handle, 1, &n, nullptr, 1, to_real ? half : n, nullptr, 1,
                                 from_real ? half : n, type, batch, &work);
  }
  ~OwnPlan() { cufftDestroy(handle); }
};

std::vector<double> wave(int n, int k, int lines) {
  std::vector<double> values;
  for (int line = 0; line < lines; ++line)
    for (int i = 0; i < n; ++i)
      values.push_back((line + 1) * std::cos(2 * std::numbers::pi * k * i / n));
  return values;
}

TEST(RealTransforms, FindAWaveAndComeBack) {
  constexpr int n = 12, k = 3, lines = 2;
  const auto values = wave(n, k, lines);
  const DeviceValues<double> points(values), back(values.size());
  const DeviceValues<cufftDoubleComplex> modes((n / 2 + 1) * lines);
  const OwnPlan forward(n, CUFFT_D2Z, lines), inverse(n, CUFFT_Z2D, lines);
  ASSERT_EQ(cufftExecD2Z(forward.handle, points.data(), modes.data()), CUFFT_SUCCESS);
  const auto found = modes.read();
  for (int line = 0; line < lines; ++line)
    for (int m = 0; m <= n / 2; ++m) {
      const auto& mode = found[static_cast<std::size_t>(line * (n / 2 + 1) + m)];
      EXPECT_NEAR(mode.x, m == k ? (line + 1) * n / 2.0 : 0, 1e-12);
      EXPECT_NEAR(mode.y, 0, 1e-12);
    }
  ASSERT_EQ(cufftExecZ2D(inverse.handle, modes.data(), back.data()), CUFFT_SUCCESS);
  const auto returned = back.read();
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(returned[i], n * values[i], 1e-11);
}

TEST(RealTransforms, DestroyTheModesTheyComeFrom) {
  constexpr int n = 8;
  const DeviceValues<cufftDoubleComplex> modes(std::vector<cufftDoubleComplex>(n / 2 + 1, {1, 0}));
  const DeviceValues<double> points(n);
  const OwnPlan inverse(n, CUFFT_Z2D, 1);
  ASSERT_EQ(cufftExecZ2D(inverse.handle, modes.data(), points.data()), CUFFT_SUCCESS);
  for (const auto& mode : modes.read()) EXPECT_TRUE(std::isnan(mode.x) && std::isnan(mode.y));
}

TEST(ComplexTransforms, KnowTheirDirections) {
  constexpr int n = 4;
  const DeviceValues<cufftComplex> line(std::vector<cufftComplex>{{0, 0}, {1, 0}, {0, 0}, {0, 0}});
  const OwnPlan plan(n, CUFFT_C2C, 1);
  ASSERT_EQ(cufftExecC2C(plan.handle, line.data(), line.data(), CUFFT_FORWARD), CUFFT_SUCCESS);
  const auto forward = line.read();
  EXPECT_NEAR(forward[1].y, -1, 1e-6);  // exp(-i k x)
  ASSERT_EQ(cufftExecC2C(plan.handle, line.data(), line.data(), CUFFT_INVERSE), CUFFT_SUCCESS);
  const auto back = line.read();
  EXPECT_NEAR(back[1].x, n, 1e-6);
  EXPECT_NEAR(back[2].x, 0, 1e-6);
}

TEST(Transforms, AreDoneInTheirStreamWhenSomebodyWaits) {
  const OwnStream stream;
  const DeviceValues<cufftComplex> line(std::vector<cufftComplex>(4, {1, 0}));
  cufftComplex* seen = nullptr;
  require(cudaMallocHost(reinterpret_cast<void**>(&seen), sizeof *seen));
  const OwnPlan plan(4, CUFFT_C2C, 1);
  ASSERT_EQ(cufftSetStream(plan.handle, stream), CUFFT_SUCCESS);
  ASSERT_EQ(cufftExecC2C(plan.handle, line.data(), line.data(), CUFFT_FORWARD), CUFFT_SUCCESS);
  require(cudaMemcpyAsync(seen, line.data(), sizeof *seen, cudaMemcpyDefault, stream));
  EXPECT_TRUE(std::isnan(seen->x));
  require(cudaStreamSynchronize(stream));
  EXPECT_NEAR(seen->x, 4, 1e-6);
  require(cudaFreeHost(seen));
}

TEST(Plans, NeedTheirWorkArea) {
  const DeviceValues<cufftComplex> line(64);
  const OwnPlan plan(64, CUFFT_C2C, 1, false);
  ASSERT_EQ(plan.status, CUFFT_SUCCESS);
  ASSERT_GT(plan.work, 0u);
  EXPECT_EQ(cufftExecC2C(plan.handle, line.data(), line.data(), CUFFT_FORWARD), CUFFT_NO_WORKSPACE);
  const DeviceValues<char> small(plan.work - 1), enough(plan.work);
  EXPECT_EQ(cufftSetWorkArea(plan.handle, small.data()), CUFFT_INVALID_VALUE);
  EXPECT_EQ(cufftSetWorkArea(plan.handle, enough.data()), CUFFT_SUCCESS);
  EXPECT_EQ(cufftExecC2C(plan.handle, line.data(), line.data(), CUFFT_FORWARD), CUFFT_SUCCESS);
  require(cudaStreamSynchronize(nullptr));
}

/// One after the other in a stream plans may work in the same memory, side by side they may not.
TEST(Plans, ShareAWorkAreaInOneStreamOnly) {
  const DeviceValues<cufftComplex> one(std::vector<cufftComplex>(64, {1, 0})), two(64);
  const OwnPlan first(64, CUFFT_C2C, 1, false), second(64, CUFFT_C2C, 1, false);
  const DeviceValues<char> area(first.work);
  const OwnStream stream, other;
  const auto run = [&](cudaStream_t of_second) {
    EXPECT_EQ(cufftSetStream(first.handle, stream), CUFFT_SUCCESS);
    EXPECT_EQ(cufftSetStream(second.handle, of_second), CUFFT_SUCCESS);
    for (const OwnPlan* plan : {&first, &second}) {
      EXPECT_EQ(cufftSetWorkArea(plan->handle, area.data()), CUFFT_SUCCESS);
    }
    for (int i = 0; i < 50; ++i) {  // each time in an order of its own
      cufftExecC2C(first.handle, one.data(), one.data(), CUFFT_FORWARD);
      cufftExecC2C(second.handle, two.data(), two.data(), CUFFT_FORWARD);
      require(cudaStreamSynchronize(stream));
      require(cudaStreamSynchronize(of_second));
    }
  };
  run(stream);
  EXPECT_DEATH(run(other), "two streams share it");
}

TEST(Plans, NeedMoreForLargePrimes) {
  const OwnPlan smooth(210, CUFFT_C2C, 3), prime(211, CUFFT_C2C, 3);
  EXPECT_EQ(smooth.work, 210u * 3 * sizeof(cufftComplex));
  EXPECT_EQ(prime.work, 8u * 211 * 3 * sizeof(cufftComplex));
}

TEST(Plans, TakeMemoryOfTheDevice) {
  std::size_t before = 0, after = 0, total = 0;
  require(cudaMemGetInfo(&before, &total));
  const OwnPlan plan(64, CUFFT_Z2Z, 10);
  require(cudaMemGetInfo(&after, &total));
  EXPECT_EQ(before - after, plan.work);
}

TEST(Plans, RefuseWhatTheyAreNotFor) {
  const DeviceValues<double> points(8);
  const DeviceValues<cufftDoubleComplex> modes(5);
  const OwnPlan plan(8, CUFFT_D2Z, 1);
  EXPECT_EQ(cufftExecZ2D(plan.handle, modes.data(), points.data()), CUFFT_INVALID_PLAN);
  EXPECT_EQ(cufftExecD2Z(plan.handle + 1000, points.data(), modes.data()), CUFFT_INVALID_PLAN);
  EXPECT_EQ(OwnPlan(0, CUFFT_D2Z, 1).status, CUFFT_INVALID_SIZE);
  EXPECT_EQ(OwnPlan(8, CUFFT_D2Z, 0).status, CUFFT_INVALID_VALUE);
}

}  // namespace
}  // namespace emulated::testing
