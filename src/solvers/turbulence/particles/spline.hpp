// SPDX-License-Identifier: Apache-2.0
// Cubic B-splines through the values of a periodic grid: docs/theory/turbulence.md, (13.2) to
// (13.4). Their coefficients are a filter of the modes, so that they cost what a transform costs.
#pragma once

#include <cmath>
#include <cstdint>

#include "solvers/turbulence/kernels.hpp"
#include "solvers/turbulence/particles/plane_ghosts.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// The four points around a place along one direction, and their weights.
template <class Real>
struct Stencil {
  int cell;  // the point below the place, 0 <= cell < points; the stencil begins one before it
  Real weight[4];
};

/// place, spacing: [length]; places outside the box stand for their periodic images. (13.3)
template <class Real>
TW_HD Stencil<Real> stencil_at(double place, double spacing, int points) {
  using std::floor;
  const double at = place / spacing, below = floor(at);
  const auto image = static_cast<int>(static_cast<std::int64_t>(below) % points);
  const auto t = static_cast<Real>(at - below);
  const Real s = 1 - t, sixth = Real(1) / 6;
  return {image < 0 ? image + points : image,
          {sixth * s * s * s, sixth * (4 - 3 * t * t * (2 - t)), sixth * (4 - 3 * s * s * (2 - s)),
           sixth * t * t * t}};
}

/// The filter of one direction: 1 over what the sum over neighbours makes of a wave of that phase
/// from point to point. (13.4)
inline double spline_filter(double phase) { return 3 / (2 + std::cos(phase)); }

/// Load the velocity as the coefficients of its splines. filter: by direction, like wave numbers.
template <class Real>
struct LoadSplineCoefficients {
  ConstSpectralView<Real> velocity;
  WaveVectors<Real> filter;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    load(velocity, 0, row, depth, column - filter.first_column[row], out);
    const Real factor = filter.x[column] * filter.y[row] * filter.z[depth];
    TW_UNROLL
    for (int c = 0; c < 3; ++c) out[c] = factor * out[c];
  }
};

/// Coefficients of this rank's planes of z, with those of one plane below and of two above.
template <class Real>
struct SplineField {
  exec::View<const Real, 4> coefficients;  // (plane, y, x, component), a point below x = 0 first
  double spacing[3];                       // x, y, z [length]
  int points[3];
  int first_plane;

  /// At a place whose cell is in this rank's planes. The four points of a row and their components
  /// follow each other: twelve numbers that are summed over rows first.
  TW_HD void at(const double* place, Real* value) const {
    const auto x = stencil_at<Real>(place[0], spacing[0], points[0]),
               y = stencil_at<Real>(place[1], spacing[1], points[1]),
               z = stencil_at<Real>(place[2], spacing[2], points[2]);
    Real sum[12] = {};
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < 4; ++j) {
        const Real weight = z.weight[k] * y.weight[j];
        const Real* row =
            &coefficients(z.cell - first_plane + k, wrapped(y.cell - 1 + j, points[1]), x.cell, 0);
        TW_UNROLL
        for (int n = 0; n < 12; ++n) sum[n] += weight * row[n];
      }
    TW_UNROLL
    for (int c = 0; c < 3; ++c)
      value[c] = x.weight[0] * sum[c] + x.weight[1] * sum[3 + c] + x.weight[2] * sum[6 + c] +
                 x.weight[3] * sum[9 + c];
  }

 private:
  TW_HD static int wrapped(int at, int n) { return at < 0 ? at + n : (at < n ? at : at - n); }
};

/// Rows get the points of their other end; over (plane, y).
template <class Real>
struct CloseRows {
  exec::View<Real, 4> coefficients;
  int points;  // of a row without them
  TW_HD void operator()(int z, int y, int n) const {
    const int c = n % 3, i = n / 3;
    const int to = i < columns_below ? i : points + i;
    const int from = i < columns_below ? points + i : i;
    coefficients(z, y, to, c) = coefficients(z, y, from, c);
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
