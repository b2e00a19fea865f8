// SPDX-License-Identifier: Apache-2.0
// The device half of local_plan.hpp: cuFFT, plans bound to the stream of the call.
#include <cufft.h>

#include <string>
#include <type_traits>

#include "exec/device_error.hpp"
#include "fft/local_plan.hpp"

namespace thalweg::fft::inline TW_HALF {

namespace {

void check(cufftResult result, const char* call) {
  if (result != CUFFT_SUCCESS)
    exec::throw_device_error(call, "cuFFT status " + std::to_string(static_cast<int>(result)),
                             result == CUFFT_ALLOC_FAILED);
}

/// Owns a cuFFT plan.
struct Owned {
  cufftHandle handle = 0;
  Owned() { check(cufftCreate(&handle), "cufftCreate"); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { cufftDestroy(handle); }
  /// The plan, ready to run on a stream.
  cufftHandle on(const exec::Exec& exec) const {
    check(cufftSetStream(handle, exec.native()), "cufftSetStream");
    return handle;
  }
};

template <class Real>
constexpr bool is_double = std::is_same_v<Real, double>;

}  // namespace

template <class Real>
struct ComplexLines<Real>::Plan : Owned {
  int direction = CUFFT_FORWARD;
};

template <class Real>
ComplexLines<Real>::ComplexLines(const Lines& lines, Direction direction)
    : plan_(std::make_unique<Plan>()) {
  long long length = lines.length;
  size_t work = 0;
  plan_->direction = direction == Direction::forward ? CUFFT_FORWARD : CUFFT_INVERSE;
  check(cufftMakePlanMany64(plan_->handle, 1, &length, &length, lines.stride, lines.distance,
                            &length, lines.stride, lines.distance,
                            is_double<Real> ? CUFFT_Z2Z : CUFFT_C2C, lines.batch, &work),
        "cufftMakePlanMany64");
}

template <class Real>
ComplexLines<Real>::~ComplexLines() = default;
template <class Real>
ComplexLines<Real>::ComplexLines(ComplexLines&&) noexcept = default;

template <class Real>
void ComplexLines<Real>::execute(const exec::Exec& exec, Complex<Real>* data) const {
  const cufftHandle plan = plan_->on(exec);
  if constexpr (is_double<Real>) {
    auto* z = reinterpret_cast<cufftDoubleComplex*>(data);
    check(cufftExecZ2Z(plan, z, z, plan_->direction), "cufftExecZ2Z");
  } else {
    auto* z = reinterpret_cast<cufftComplex*>(data);
    check(cufftExecC2C(plan, z, z, plan_->direction), "cufftExecC2C");
  }
}

template <class Real>
struct RealTransform<Real>::Plan : Owned {};

template <class Real>
RealTransform<Real>::RealTransform(const RealBatch& s, Direction direction)
    : plan_(std::make_unique<Plan>()) {
  long long size[2] = {s.ny, s.nx}, waves[2] = {s.ny, s.complex_row};
  size_t work = 0;
  const bool inverse = direction == Direction::inverse;
  const cufftType type =
      is_double<Real> ? (inverse ? CUFFT_Z2D : CUFFT_D2Z) : (inverse ? CUFFT_C2R : CUFFT_R2C);
  // The two layouts, in the order input, output.
  long long* shapes[2] = {inverse ? waves : size, inverse ? size : waves};
  const long long distances[2] = {inverse ? s.complex_distance : s.real_distance,
                                  inverse ? s.real_distance : s.complex_distance};
  const int rank = s.ny > 1 ? 2 : 1, skip = 2 - rank;
  check(cufftMakePlanMany64(plan_->handle, rank, size + skip, shapes[0] + skip, 1, distances[0],
                            shapes[1] + skip, 1, distances[1], type, s.batch, &work),
        "cufftMakePlanMany64");
}

template <class Real>
RealTransform<Real>::~RealTransform() = default;
template <class Real>
RealTransform<Real>::RealTransform(RealTransform&&) noexcept = default;

template <class Real>
void RealTransform<Real>::inverse(const exec::Exec& exec, Complex<Real>* from, Real* to) const {
  const cufftHandle plan = plan_->on(exec);
  if constexpr (is_double<Real>)
    check(cufftExecZ2D(plan, reinterpret_cast<cufftDoubleComplex*>(from), to), "cufftExecZ2D");
  else
    check(cufftExecC2R(plan, reinterpret_cast<cufftComplex*>(from), to), "cufftExecC2R");
}

template <class Real>
void RealTransform<Real>::forward(const exec::Exec& exec, Real* from, Complex<Real>* to) const {
  const cufftHandle plan = plan_->on(exec);
  if constexpr (is_double<Real>)
    check(cufftExecD2Z(plan, from, reinterpret_cast<cufftDoubleComplex*>(to)), "cufftExecD2Z");
  else
    check(cufftExecR2C(plan, from, reinterpret_cast<cufftComplex*>(to)), "cufftExecR2C");
}

template class ComplexLines<float>;
template class ComplexLines<double>;
template class RealTransform<float>;
template class RealTransform<double>;

}  // namespace thalweg::fft::inline TW_HALF
