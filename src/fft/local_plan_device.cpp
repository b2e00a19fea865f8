// SPDX-License-Identifier: Apache-2.0
// The device half of local_plan.hpp: cuFFT, plans bound to the stream of the call, which work in
// memory from the pool of that stream: plans that share a work area in the same, since they follow
// each other there.
#include <cufft.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "exec/device_error.hpp"
#include "exec/pool.hpp"
#include "fft/local_plan.hpp"

namespace thalweg::fft::inline TW_HALF {

namespace {

void check(cufftResult result, const char* call) {
  if (result != CUFFT_SUCCESS)
    exec::throw_device_error(call, "cuFFT status " + std::to_string(static_cast<int>(result)),
                             result == CUFFT_ALLOC_FAILED);
}

/// Owns a cuFFT plan.
struct PlanHandle {
  cufftHandle handle = 0;
  std::size_t work_bytes = 0;
  std::shared_ptr<WorkArea> area;
  explicit PlanHandle(std::shared_ptr<WorkArea> shared)
      : area(shared ? std::move(shared) : std::make_shared<WorkArea>()) {
    check(cufftCreate(&handle), "cufftCreate");
    check(cufftSetAutoAllocation(handle, 0), "cufftSetAutoAllocation");
  }
  PlanHandle(const PlanHandle&) = delete;
  PlanHandle& operator=(const PlanHandle&) = delete;
  ~PlanHandle() { cufftDestroy(handle); }
  /// cufftMakePlanMany64 with these arguments between the handle and where the work area's size
  /// goes.
  template <class... Arguments>
  void make(Arguments... arguments) {
    check(cufftMakePlanMany64(handle, arguments..., &work_bytes), "cufftMakePlanMany64");
    area->bytes = std::max(area->bytes, work_bytes);
  }
  /// Runs the plan on a stream: run(handle).
  template <class Run>
  void on(const exec::Exec& exec, Run run) const {
    check(cufftSetStream(handle, exec.native()), "cufftSetStream");
    const std::size_t taken = work_bytes > 0 ? area->bytes : 0;
    const exec::TemporaryArray<std::byte> work(exec, static_cast<std::int64_t>(taken));
    if (taken > 0) check(cufftSetWorkArea(handle, work.data()), "cufftSetWorkArea");
    run(handle);
  }
};

template <class Real>
constexpr bool is_double = std::is_same_v<Real, double>;

}  // namespace

template <class Real>
struct ComplexLines<Real>::Plan : PlanHandle {
  using PlanHandle::PlanHandle;
  int direction = CUFFT_FORWARD;
};

template <class Real>
ComplexLines<Real>::ComplexLines(const Lines& lines, Direction direction,
                                 std::shared_ptr<WorkArea> work)
    : plan_(std::make_unique<Plan>(std::move(work))) {
  long long length = lines.length;
  plan_->direction = direction == Direction::forward ? CUFFT_FORWARD : CUFFT_INVERSE;
  plan_->make(1, &length, &length, lines.stride, lines.distance, &length, lines.stride,
              lines.distance, is_double<Real> ? CUFFT_Z2Z : CUFFT_C2C, lines.batch);
}

template <class Real>
ComplexLines<Real>::~ComplexLines() = default;
template <class Real>
ComplexLines<Real>::ComplexLines(ComplexLines&&) noexcept = default;

template <class Real>
void ComplexLines<Real>::execute(const exec::Exec& exec, Complex<Real>* data) const {
  plan_->on(exec, [&](cufftHandle plan) {
    if constexpr (is_double<Real>) {
      auto* z = reinterpret_cast<cufftDoubleComplex*>(data);
      check(cufftExecZ2Z(plan, z, z, plan_->direction), "cufftExecZ2Z");
    } else {
      auto* z = reinterpret_cast<cufftComplex*>(data);
      check(cufftExecC2C(plan, z, z, plan_->direction), "cufftExecC2C");
    }
  });
}

namespace {

/// Over (batch, column of modes that are their own mirror image in x, k_y from 0 to ny / 2): makes
/// each of these columns what a real field has there, a(-k_y) = a(k_y)*. cuFFT's results are
/// undefined otherwise (manual, "Complex-to-real"), where FFTW's do not depend on the rest.
template <class Real>
struct MakeMirrored {
  Complex<Real>* waves;
  RealBatch shape;
  TW_HD void operator()(int batch, int which, int y) const {
    Complex<Real>* column = waves + static_cast<std::int64_t>(batch) * shape.complex_distance +
                            (which == 0 ? 0 : shape.nx / 2);
    Complex<Real>& a = column[static_cast<std::int64_t>(y) * shape.complex_row];
    Complex<Real>& b =
        column[static_cast<std::int64_t>((shape.ny - y) % shape.ny) * shape.complex_row];
    const Complex<Real> mean{Real(0.5) * (a.re + b.re), Real(0.5) * (a.im - b.im)};
    a = mean;
    b = {mean.re, -mean.im};
  }
};

/// A line of one point is its own mode.
template <class Real>
struct OnePoint {
  Complex<Real>* waves;
  Real* points;
  RealBatch shape;
  bool inverse;
  TW_HD void operator()(int batch) const {
    Complex<Real>& wave = waves[static_cast<std::int64_t>(batch) * shape.complex_distance];
    Real& point = points[static_cast<std::int64_t>(batch) * shape.real_distance];
    if (inverse)
      point = wave.re;
    else
      wave = {point, 0};
  }
};

}  // namespace

template <class Real>
struct RealTransform<Real>::Plan : PlanHandle {
  using PlanHandle::PlanHandle;
  RealBatch shape;
  bool is_one_point() const { return shape.nx == 1 && shape.ny == 1; }
};

template <class Real>
RealTransform<Real>::RealTransform(const RealBatch& s, Direction direction,
                                   std::shared_ptr<WorkArea> work)
    : plan_(std::make_unique<Plan>(std::move(work))) {
  plan_->shape = s;
  if (plan_->is_one_point()) return;
  long long size[2] = {s.ny, s.nx}, waves[2] = {s.ny, s.complex_row};
  const bool inverse = direction == Direction::inverse;
  const cufftType type =
      is_double<Real> ? (inverse ? CUFFT_Z2D : CUFFT_D2Z) : (inverse ? CUFFT_C2R : CUFFT_R2C);
  // The two layouts, in the order input, output.
  long long* shapes[2] = {inverse ? waves : size, inverse ? size : waves};
  const long long distances[2] = {inverse ? s.complex_distance : s.real_distance,
                                  inverse ? s.real_distance : s.complex_distance};
  const int rank = s.ny > 1 ? 2 : 1, skip = 2 - rank;
  plan_->make(rank, size + skip, shapes[0] + skip, 1, distances[0], shapes[1] + skip, 1,
              distances[1], type, s.batch);
}

template <class Real>
RealTransform<Real>::~RealTransform() = default;
template <class Real>
RealTransform<Real>::RealTransform(RealTransform&&) noexcept = default;

template <class Real>
void RealTransform<Real>::inverse(const exec::Exec& exec, Complex<Real>* from, Real* to) const {
  const RealBatch& s = plan_->shape;
  if (plan_->is_one_point())
    return exec::parallel_for(exec, s.batch, OnePoint<Real>{from, to, s, true});
  exec::parallel_for(exec, {{0, 0, 0}, {s.batch, s.nx % 2 == 0 ? 2 : 1, s.ny / 2 + 1}},
                     MakeMirrored<Real>{from, s});
  plan_->on(exec, [&](cufftHandle plan) {
    if constexpr (is_double<Real>)
      check(cufftExecZ2D(plan, reinterpret_cast<cufftDoubleComplex*>(from), to), "cufftExecZ2D");
    else
      check(cufftExecC2R(plan, reinterpret_cast<cufftComplex*>(from), to), "cufftExecC2R");
  });
}

template <class Real>
void RealTransform<Real>::forward(const exec::Exec& exec, Real* from, Complex<Real>* to) const {
  const RealBatch& s = plan_->shape;
  if (plan_->is_one_point())
    return exec::parallel_for(exec, s.batch, OnePoint<Real>{to, from, s, false});
  plan_->on(exec, [&](cufftHandle plan) {
    if constexpr (is_double<Real>)
      check(cufftExecD2Z(plan, from, reinterpret_cast<cufftDoubleComplex*>(to)), "cufftExecD2Z");
    else
      check(cufftExecR2C(plan, from, reinterpret_cast<cufftComplex*>(to)), "cufftExecR2C");
  });
}

template class ComplexLines<float>;
template class ComplexLines<double>;
template class RealTransform<float>;
template class RealTransform<double>;

}  // namespace thalweg::fft::inline TW_HALF
