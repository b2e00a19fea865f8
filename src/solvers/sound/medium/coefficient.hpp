// SPDX-License-Identifier: Apache-2.0
// A quantity of the medium where kernels read it: rows of nx values, but stored only once along
// axes on which they do not change. A uniform quantity is one row, which stays in cache.
#pragma once

#include <functional>
#include <vector>

#include "exec/exec.hpp"

namespace thalweg::sound::inline TW_HALF {

/// Value at (local plane z, y, x): data[z * z_stride + y * y_stride + x].
template <class Real>
struct CoefficientView {
  const Real* data;
  std::int64_t z_stride, y_stride;

  TW_HD const Real* row(int z, int y) const { return data + z * z_stride + y * y_stride; }
};

template <class Real>
class Coefficient {
 public:
  Coefficient() = default;
  /// Writes the local planes [begin, end) of a quantity, in storage order.
  using Fill = std::function<void(int begin, int end, double* values)>;
  /// Extents: local planes, ny, nx. Filled some planes at a time, so that little memory is held
  /// twice and `fill` can use threads.
  Coefficient(exec::Index<3> extent, const Fill& fill);
  static Coefficient uniform(exec::Index<3> extent, double value);

  CoefficientView<Real> view() const { return {values_.view().data, z_stride_, y_stride_}; }
  /// The value at the first point, on the host.
  Real first_value() const { return first_; }
  std::size_t bytes() const { return values_.size() * sizeof(Real); }

 private:
  exec::Array<Real, 3> values_;
  std::int64_t z_stride_ = 0, y_stride_ = 0;
  Real first_ = 0;
};

}  // namespace thalweg::sound::inline TW_HALF
