// SPDX-License-Identifier: Apache-2.0
// One-dimensional and planar transforms of data that one process holds. The only place that knows
// the FFT library: FFTW in the host half (local_plan_host.cpp), cuFFT in the device half
// (local_plan_device.cpp). Transforms are not normalised; `inverse` has the sign +i in the
// exponent.
#pragma once

#include <memory>

#include "base/complex.hpp"
#include "exec/exec.hpp"

namespace thalweg::fft::inline TW_HALF {

enum class Direction { forward, inverse };

/// What transforms need beside their data, in the pool of the exec that they run on: plans that
/// share it all take as much as the largest needs, which is one block there. None on the host.
struct WorkArea {
  std::size_t bytes = 0;
};

/// Where the lines of a batch lie: element j of line b is at data[b * distance + j * stride].
struct Lines {
  int length = 0;
  int batch = 0;
  int stride = 1;
  int distance = 0;
};

/// Complex transforms of many lines, in place.
/// Data given to execute() must be aligned to 64 bytes. Host: may be called from several threads.
template <class Real>
class ComplexLines {
 public:
  /// work: shared with other plans; null: the plan's own.
  ComplexLines(const Lines& lines, Direction direction, std::shared_ptr<WorkArea> work = nullptr);
  ~ComplexLines();
  ComplexLines(ComplexLines&&) noexcept;
  void execute(const exec::Exec& exec, Complex<Real>* data) const;

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

/// The same from one array to another. Lines that are contiguous take three quarters of the time
/// that they take in place. Host half only.
template <class Real>
class OutOfPlaceLines {
 public:
  OutOfPlaceLines(const Lines& lines, Direction direction);
  ~OutOfPlaceLines();
  OutOfPlaceLines(OutOfPlaceLines&&) noexcept;
  /// Overwrites `from`. Both must be aligned to 64 bytes. May be called from several threads.
  void execute(Complex<Real>* from, Complex<Real>* to) const;

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

/// Real transforms of `batch` lines or planes of nx (x ny) points between complex[b][ny][row] and
/// real[b][ny][nx]: rows of `complex_row` >= nx/2 + 1 complex numbers, batches complex_distance
/// and real_distance apart. The inverse destroys its complex input, of which what
/// a real field cannot have does not count: in the columns k_x = 0 and nx / 2 only the part with
/// a(-k_y) = a(k_y)* does.
struct RealBatch {
  int nx = 0;
  int ny = 1;
  int batch = 0;
  int complex_row = 0;
  int complex_distance = 0;
  int real_distance = 0;
};

template <class Real>
class RealTransform {
 public:
  /// work: as ComplexLines.
  RealTransform(const RealBatch& shape, Direction direction,
                std::shared_ptr<WorkArea> work = nullptr);
  ~RealTransform();
  RealTransform(RealTransform&&) noexcept;
  void inverse(const exec::Exec& exec, Complex<Real>* from, Real* to) const;
  void forward(const exec::Exec& exec, Real* from, Complex<Real>* to) const;

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

}  // namespace thalweg::fft::inline TW_HALF
