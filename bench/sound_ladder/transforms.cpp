// SPDX-License-Identifier: Apache-2.0
#include "transforms.hpp"

#include "base/clock.hpp"

namespace thalweg::bench::ladder {

namespace {

fftwf_complex* raw(Modes& modes) { return reinterpret_cast<fftwf_complex*>(modes.view().data); }

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
  const double start = seconds_now();
  work();
  return seconds_now() - start;
}

}  // namespace

void start_library_threads() { fftwf_init_threads(); }

ComplexTransforms::ComplexTransforms(exec::Index<3> points) {
  const AllThreads all;
  Modes scratch(points);
  const auto plan = [&](int sign) {
    return Plan(fftwf_plan_dft_3d(points[0], points[1], points[2], raw(scratch), raw(scratch), sign,
                                  FFTW_MEASURE));
  };
  forward_ = plan(FFTW_FORWARD);
  inverse_ = plan(FFTW_BACKWARD);
}

void ComplexTransforms::forward(Modes& values) {
  seconds_ += seconds_of([&] { fftwf_execute_dft(forward_.get(), raw(values), raw(values)); });
}

void ComplexTransforms::inverse(Modes& values) {
  seconds_ += seconds_of([&] { fftwf_execute_dft(inverse_.get(), raw(values), raw(values)); });
}

RealTransforms::RealTransforms(exec::Index<3> n) {
  const AllThreads all;
  Points points(n);
  Modes modes(half_modes(n));
  float* real = points.view().data;
  forward_ = Plan(fftwf_plan_dft_r2c_3d(n[0], n[1], n[2], real, raw(modes), FFTW_MEASURE));
  inverse_ = Plan(fftwf_plan_dft_c2r_3d(n[0], n[1], n[2], raw(modes), real, FFTW_MEASURE));
}

void RealTransforms::forward(Points& points, Modes& modes) {
  seconds_ +=
      seconds_of([&] { fftwf_execute_dft_r2c(forward_.get(), points.view().data, raw(modes)); });
}

void RealTransforms::inverse(Modes& modes, Points& points) {
  seconds_ +=
      seconds_of([&] { fftwf_execute_dft_c2r(inverse_.get(), raw(modes), points.view().data); });
}

}  // namespace thalweg::bench::ladder
