// SPDX-License-Identifier: Apache-2.0
// The host half of local_plan.hpp: plans of the chosen library, measured, executed by the calling
// thread.
#include <optional>

#include "base/error.hpp"
#include "fft/column_blocks.hpp"
#include "fft/library.hpp"
#include "fft/local_plan.hpp"

namespace thalweg::fft::inline TW_HALF {

namespace {

template <class Real>
typename Library<Real>::Number* native(Complex<Real>* data) {
  return reinterpret_cast<typename Library<Real>::Number*>(data);
}

/// Owns a plan of the library.
template <class Real>
struct PlanHandle {
  const Library<Real>& calls = library<Real>();
  typename Library<Real>::Plan plan;
  explicit PlanHandle(typename Library<Real>::Plan p) : plan(p) {
    TW_CHECK(plan != nullptr, library_version() + " cannot plan this transform");
  }
  PlanHandle(const PlanHandle&) = delete;
  PlanHandle& operator=(const PlanHandle&) = delete;
  ~PlanHandle() { calls.destroy(plan); }
};

template <class Real>
using HostArray = exec::Array<Complex<Real>, 1, exec::Space::host>;

/// Numbers from the first to the last of a batch.
int extent(const Lines& lines) {
  return (lines.batch - 1) * lines.distance + (lines.length - 1) * lines.stride + 1;
}

/// Measuring overwrites the data.
template <class Real>
typename Library<Real>::Plan plan_of_lines(const Lines& lines, Direction direction,
                                           Complex<Real>* from, Complex<Real>* to) {
  return library<Real>().plan_lines(1, &lines.length, lines.batch, native(from), nullptr,
                                    lines.stride, lines.distance, native(to), nullptr, lines.stride,
                                    lines.distance,
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
  plan_->in_place->calls.execute_lines(plan_->in_place->plan, native(data), native(data));
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
  plan_->calls.execute_lines(plan_->plan, native(from), native(to));
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
  const Library<Real>& calls = library<Real>();
  plan_ = std::make_unique<Plan>(
      direction == Direction::inverse
          ? calls.plan_inverse(rank, size + skip, s.batch, from, complex_size + skip, 1,
                               s.complex_distance, to, size + skip, 1, s.real_distance,
                               FFTW_MEASURE | FFTW_DESTROY_INPUT)
          : calls.plan_forward(rank, size + skip, s.batch, to, size + skip, 1, s.real_distance,
                               from, complex_size + skip, 1, s.complex_distance,
                               FFTW_MEASURE | FFTW_DESTROY_INPUT));
}

template <class Real>
RealTransform<Real>::~RealTransform() = default;
template <class Real>
RealTransform<Real>::RealTransform(RealTransform&&) noexcept = default;

template <class Real>
void RealTransform<Real>::inverse(const exec::Exec&, Complex<Real>* from, Real* to) const {
  plan_->calls.execute_inverse(plan_->plan, native(from), to);
}

template <class Real>
void RealTransform<Real>::forward(const exec::Exec&, Real* from, Complex<Real>* to) const {
  plan_->calls.execute_forward(plan_->plan, from, native(to));
}

template class ComplexLines<float>;
template class ComplexLines<double>;
template class OutOfPlaceLines<float>;
template class OutOfPlaceLines<double>;
template class RealTransform<float>;
template class RealTransform<double>;

}  // namespace thalweg::fft::inline TW_HALF
