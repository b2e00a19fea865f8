// SPDX-License-Identifier: Apache-2.0
// The spectral operators of a step as tables along axes: derivatives half a cell on or back, and
// what the k-space correction needs. Equation numbers: docs/theory/sound.md.
#pragma once

#include <cmath>

#include "base/complex.hpp"
#include "exec/exec.hpp"
#include "exec/upload.hpp"
#include "solvers/sound/operators/domain.hpp"

namespace thalweg::sound::inline TW_HALF {

/// i k exp(+- i k dx / 2) by x bin, y bin and z bin. (2.3), (2.4)
template <class Real>
struct DerivativeViews {
  const Complex<Real>*x, *y, *z;
};

/// A power series in a^2 whose coefficients change sign: 1, -1 / (first (first + 1)), and so on.
template <class Real, int first>
struct AlternatingSeries {
  /// Up to this a^2 the series is exact to rounding.
  static constexpr double limit = 8;
  static constexpr int terms = sizeof(Real) == 4 ? 12 - 2 * first : 15;
  Real coefficient[terms];

  AlternatingSeries() {
    double term = 1;
    for (int n = 0; n < terms; ++n) {
      coefficient[n] = static_cast<Real>(term);
      term /= -(2.0 * n + first) * (2.0 * n + first + 1);
    }
  }
  TW_HD Real operator()(Real square) const {
    // Terms of even and of odd number apart: a chain of half as many operations.
    constexpr int last_even = (terms - 1) / 2 * 2, last_odd = terms / 2 * 2 - 1;
    const Real fourth = square * square;
    Real even = coefficient[last_even], odd = coefficient[last_odd];
    TW_UNROLL
    for (int n = last_even - 2; n >= 0; n -= 2) even = even * fourth + coefficient[n];
    TW_UNROLL
    for (int n = last_odd - 2; n >= 1; n -= 2) odd = odd * fourth + coefficient[n];
    return even + square * odd;
  }
};

/// cos(a) and sin(a) / a as functions of a^2. (2.2), (4.3)
template <class Real>
using Cosine = AlternatingSeries<Real, 1>;
template <class Real>
using Sinc = AlternatingSeries<Real, 2>;

/// The same for any a^2, slower.
template <class Real>
struct WideCosine {
  TW_HD Real operator()(Real square) const { return std::cos(std::sqrt(square)); }
};
template <class Real>
struct WideSinc {
  TW_HD Real operator()(Real square) const {
    const Real a = std::sqrt(square);
    return a > 0 ? std::sin(a) / a : Real{1};
  }
};

/// What filters know about their modes.
template <class Real>
struct ModeViews {
  const Real *x, *y, *z;            // (c_ref dt k / 2)^2 by x bin, local row and z bin
  const int *row_bin, *row_column;  // y bin and first column of a local row
  Real scale;                       // 1 / Layout::scale()

  TW_HD Real square(int row, int z_bin, int column) const { return x[column] + y[row] + z[z_bin]; }
};

/// Where a table over the modes of a rank has those of a mode: the fastest index is that of the
/// loop that reads it.
struct ModeOrder {
  std::int64_t per_row;
  int per_z, per_column;

  ModeOrder(const fft::Layout& layout, bool along_lines)
      : per_row(static_cast<std::int64_t>(layout.nz) * layout.group),
        per_z(along_lines ? 1 : layout.group), per_column(along_lines ? layout.nz : 1) {}
  /// `column`: of the row.
  TW_HD std::int64_t index(int row, int z, int column) const {
    return row * per_row + static_cast<std::int64_t>(z) * per_z +
           static_cast<std::int64_t>(column) * per_column;
  }
};

template <class Real>
class Operators {
 public:
  /// rate: c_ref dt [m].
  Operators(const Domain& domain, double rate);

  DerivativeViews<Real> forward() const { return views(forward_); }    // to staggered points
  DerivativeViews<Real> backward() const { return views(backward_); }  // and from them
  /// exp(-i k_z dz / 2) by z bin: from staggered points back without a derivative.
  const Complex<Real>* half_back() const { return half_back_.view().data; }
  ModeViews<Real> modes() const;
  /// Whether the series above cover all modes.
  bool series_suffices() const { return largest_square_ < Sinc<Real>::limit; }
  /// |k|^exponent of every mode of this rank; for k = 0 it is 0, and 1 if the exponent is 0.
  exec::Array<Real, 1> power_of_k(double exponent, const ModeOrder& order) const;

 private:
  using Table = exec::Array<Complex<Real>, 1>;
  struct Derivative {
    Table x, y, z;
  };
  static DerivativeViews<Real> views(const Derivative& d) {
    return {d.x.view().data, d.y.view().data, d.z.view().data};
  }

  const Domain& domain_;
  std::vector<double> k_[3];  // by bin
  Derivative forward_, backward_;
  Table half_back_;
  exec::Array<Real, 1> square_x_, square_y_, square_z_;
  exec::Array<int, 1> row_bin_, row_column_;
  double largest_square_ = 0;
};

}  // namespace thalweg::sound::inline TW_HALF
