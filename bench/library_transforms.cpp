// SPDX-License-Identifier: Apache-2.0
#include "library_transforms.hpp"

#include <fftw3.h>

#include <cstddef>

#include "base/clock.hpp"

namespace thalweg::bench {

namespace {

double mean_seconds(fftwf_plan plan) {
  constexpr int repeats = 12;
  fftwf_execute(plan);
  const double start = seconds_now();
  for (int i = 0; i < repeats; ++i) fftwf_execute(plan);
  return (seconds_now() - start) / repeats;
}

}  // namespace

TransformTimes time_library_transforms(int nz, int ny, int nx, int threads) {
  fftwf_init_threads();
  fftwf_plan_with_nthreads(threads);
  const auto points =
      static_cast<std::size_t>(nz) * static_cast<std::size_t>(ny) * static_cast<std::size_t>(nx);
  float* real = fftwf_alloc_real(points);
  fftwf_complex* modes = fftwf_alloc_complex(points / static_cast<std::size_t>(nx) *
                                             static_cast<std::size_t>(nx / 2 + 1));
  const fftwf_plan forward = fftwf_plan_dft_r2c_3d(nz, ny, nx, real, modes, FFTW_MEASURE);
  const fftwf_plan inverse = fftwf_plan_dft_c2r_3d(nz, ny, nx, modes, real, FFTW_MEASURE);
  for (std::size_t i = 0; i < points; ++i) real[i] = 0;
  const TransformTimes times{mean_seconds(forward), mean_seconds(inverse)};
  fftwf_destroy_plan(forward);
  fftwf_destroy_plan(inverse);
  fftwf_free(real);
  fftwf_free(modes);
  fftwf_plan_with_nthreads(1);
  return times;
}

}  // namespace thalweg::bench
