// SPDX-License-Identifier: Apache-2.0
// The host half of local_plan.hpp: FFTW, measured plans, executed by the calling thread.
#include <fftw3.h>

#include <optional>

#include "base/error.hpp"
#include "fft/column_blocks.hpp"
#include "fft/local_plan.hpp"

namespace thalweg::fft::inline TW_HALF {

namespace {

/// FFTW's names for one precision.
template <class Real>
struct Fftw;

template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  using Number = fftw_complex;
  static constexpr auto plan_lines = fftw_plan_many_dft;
  static constexpr auto plan_inverse = fftw_plan_many_dft_c2r;
  static constexpr auto plan_forward = fftw_plan_many_dft_r2c;
  static constexpr auto execute_lines = fftw_execute_dft;
  static constexpr auto execute_inverse = fftw_execute_dft_c2r;
  static constexpr auto execute_forward = fftw_execute_dft_r2c;
  static constexpr auto destroy = fftw_destroy_plan;
};

template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  using Number = fftwf_complex;
  static constexpr auto plan_lines = fftwf_plan_many_dft;
  static constexpr auto plan_inverse = fftwf_plan_many_dft_c2r;
  static constexpr auto plan_forward = fftwf_plan_many_dft_r2c;
  static constexpr auto execute_lines = fftwf_execute_dft;
  static constexpr auto execute_inverse = fftwf_execute_dft_c2r;
  static constexpr auto execute_forward = fftwf_execute_dft_r2c;
  static constexpr auto destroy = fftwf_destroy_plan;
};

template <class Real>
typename Fftw<Real>::Number* native(Complex<Real>* data) {
  return reinterpret_cast<typename Fftw<Real>::Number*>(data);
}

/// Owns an FFTW plan.
template <class Real>
struct PlanHandle {
  typename Fftw<Real>::Plan plan;
  explicit PlanHandle(typename Fftw<Real>::Plan p) : plan(p) {
    TW_CHECK(plan != nullptr, "FFTW cannot plan this transform");
  }
  PlanHandle(const PlanHandle&) = delete;
  PlanHandle& operator=(const PlanHandle&) = delete;
  ~PlanHandle() { Fftw<Real>::destroy(plan); }
};

template <class Real>
using HostArray = exec::Array<Complex<Real>, 1, exec::Space::host>;

/// Numbers from the first to the last of a batch.
int extent(const Lines& lines) {
  return (lines.batch - 1) * lines.distance + (lines.length - 1) * lines.stride + 1;
}

/// Measuring overwrites the data.
template <class Real>
typename Fftw<Real>::Plan plan_of_lines(const Lines& lines, Direction direction,
                                        Complex<Real>* from, Complex<Real>* to) {
  return Fftw<Real>::plan_lines(1, &lines.length, lines.batch, native(from), nullptr, lines.stride,
                                lines.distance, native(to), nullptr, lines.stride, lines.distance,
                                direction == Direction::forward ? FFTW_FORWARD : FFTW_BACKWARD,
                                FFTW_MEASURE | FFTW_DESTROY_INPUT);
}

}  // namespace

template <class Real>
struct ComplexLines<Real>::Plan {
  std::optional<PlanHandle<Real>> in_place;
  std::optional<ColumnBlocks<Real>> blocks;  // in place of it
};

template <class Real>
ComplexLines<Real>::ComplexLines(const Lines& lines, Direction direction,
                                 std::shared_ptr<WorkArea> /*work*/)
    : plan_(std::make_unique<Plan>()) {
  if (ColumnBlocks<Real>::suit(lines)) {
    plan_->blocks.emplace(lines, direction);
    return;
  }
  HostArray<Real> sample({extent(lines)}, exec::Contents::zero);
  Complex<Real>* data = sample.view().data;
  plan_->in_place.emplace(plan_of_lines(lines, direction, data, data));
}

template <class Real>
ComplexLines<Real>::~ComplexLines() = default;
template <class Real>
ComplexLines<Real>::ComplexLines(ComplexLines&&) noexcept = default;

template <class Real>
void ComplexLines<Real>::execute(const exec::Exec&, Complex<Real>* data) const {
  if constexpr (ColumnBlocks<Real>::possible)
    if (plan_->blocks) return plan_->blocks->execute(data);
  Fftw<Real>::execute_lines(plan_->in_place->plan, native(data), native(data));
}

template <class Real>
struct OutOfPlaceLines<Real>::Plan : PlanHandle<Real> {
  using PlanHandle<Real>::PlanHandle;
};

template <class Real>
OutOfPlaceLines<Real>::OutOfPlaceLines(const Lines& lines, Direction direction) {
  HostArray<Real> from({extent(lines)}, exec::Contents::zero);
  HostArray<Real> to({extent(lines)}, exec::Contents::zero);
  plan_ = std::make_unique<Plan>(plan_of_lines(lines, direction, from.view().data, to.view().data));
}

template <class Real>
OutOfPlaceLines<Real>::~OutOfPlaceLines() = default;
template <class Real>
OutOfPlaceLines<Real>::OutOfPlaceLines(OutOfPlaceLines&&) noexcept = default;

template <class Real>
void OutOfPlaceLines<Real>::execute(Complex<Real>* from, Complex<Real>* to) const {
  Fftw<Real>::execute_lines(plan_->plan, native(from), native(to));
}

template <class Real>
struct RealTransform<Real>::Plan : PlanHandle<Real> {
  using PlanHandle<Real>::PlanHandle;
};

template <class Real>
RealTransform<Real>::RealTransform(const RealBatch& s, Direction direction,
                                   std::shared_ptr<WorkArea> /*work*/) {
  exec::Array<Complex<Real>, 1, exec::Space::host> waves(
      {(s.batch - 1) * s.complex_distance + s.ny * s.complex_row});
  exec::Array<Real, 1, exec::Space::host> points({(s.batch - 1) * s.real_distance + s.ny * s.nx});
  const int size[2] = {s.ny, s.nx}, complex_size[2] = {s.ny, s.complex_row};
  const int rank = s.ny > 1 ? 2 : 1, skip = 2 - rank;
  auto* from = native(waves.view().data);
  Real* to = points.view().data;
  plan_ = std::make_unique<Plan>(
      direction == Direction::inverse
          ? Fftw<Real>::plan_inverse(rank, size + skip, s.batch, from, complex_size + skip, 1,
                                     s.complex_distance, to, size + skip, 1, s.real_distance,
                                     FFTW_MEASURE | FFTW_DESTROY_INPUT)
          : Fftw<Real>::plan_forward(rank, size + skip, s.batch, to, size + skip, 1,
                                     s.real_distance, from, complex_size + skip, 1,
                                     s.complex_distance, FFTW_MEASURE | FFTW_DESTROY_INPUT));
}

template <class Real>
RealTransform<Real>::~RealTransform() = default;
template <class Real>
RealTransform<Real>::RealTransform(RealTransform&&) noexcept = default;

template <class Real>
void RealTransform<Real>::inverse(const exec::Exec&, Complex<Real>* from, Real* to) const {
  Fftw<Real>::execute_inverse(plan_->plan, native(from), to);
}

template <class Real>
void RealTransform<Real>::forward(const exec::Exec&, Real* from, Complex<Real>* to) const {
  Fftw<Real>::execute_forward(plan_->plan, from, native(to));
}

template class ComplexLines<float>;
template class ComplexLines<double>;
template class OutOfPlaceLines<float>;
template class OutOfPlaceLines<double>;
template class RealTransform<float>;
template class RealTransform<double>;

}  // namespace thalweg::fft::inline TW_HALF
