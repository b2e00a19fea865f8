// SPDX-License-Identifier: Apache-2.0
#include "ladder_transforms.hpp"

#include <chrono>

namespace thalweg::bench::ladder {

namespace {

fftwf_complex* raw(Mode* modes) { return reinterpret_cast<fftwf_complex*>(modes); }

/// Plans are for all threads while this lives: the solver's own are for one.
class AllThreads {
 public:
  AllThreads() { fftwf_plan_with_nthreads(exec::threads()); }
  AllThreads(const AllThreads&) = delete;
  AllThreads& operator=(const AllThreads&) = delete;
  ~AllThreads() { fftwf_plan_with_nthreads(1); }
};

template <class Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

void start_library_threads() { fftwf_init_threads(); }

ComplexTransforms::ComplexTransforms(const Box& points) {
  const AllThreads all;
  const Array<Mode> scratch(points.size(), Touch::all_threads);
  const auto plan = [&](int sign) {
    fftwf_complex* at = raw(scratch.data());
    return Plan(fftwf_plan_dft_3d(points.nz, points.ny, points.nx, at, at, sign, FFTW_MEASURE));
  };
  forward_ = plan(FFTW_FORWARD);
  inverse_ = plan(FFTW_BACKWARD);
}

void ComplexTransforms::forward(Mode* values) {
  seconds_ += seconds_of([&] { fftwf_execute_dft(forward_.get(), raw(values), raw(values)); });
}

void ComplexTransforms::inverse(Mode* values) {
  seconds_ += seconds_of([&] { fftwf_execute_dft(inverse_.get(), raw(values), raw(values)); });
}

RealTransforms::RealTransforms(const Box& points) {
  const AllThreads all;
  const Array<float> real(points.size(), Touch::all_threads);
  const Array<Mode> modes(static_cast<std::int64_t>(points.nz) * points.ny * (points.nx / 2 + 1),
                          Touch::all_threads);
  const int nz = points.nz, ny = points.ny, nx = points.nx;
  forward_ = Plan(fftwf_plan_dft_r2c_3d(nz, ny, nx, real.data(), raw(modes.data()), FFTW_MEASURE));
  inverse_ = Plan(fftwf_plan_dft_c2r_3d(nz, ny, nx, raw(modes.data()), real.data(), FFTW_MEASURE));
}

void RealTransforms::forward(float* points, Mode* modes) {
  seconds_ += seconds_of([&] { fftwf_execute_dft_r2c(forward_.get(), points, raw(modes)); });
}

void RealTransforms::inverse(Mode* modes, float* points) {
  seconds_ += seconds_of([&] { fftwf_execute_dft_c2r(inverse_.get(), raw(modes), points); });
}

}  // namespace thalweg::bench::ladder
