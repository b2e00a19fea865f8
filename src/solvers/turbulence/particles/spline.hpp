// SPDX-License-Identifier: Apache-2.0
// Cubic B-splines through the values of a periodic grid: docs/theory/turbulence.md, (13.2) to
// (13.4). Their coefficients are a filter of the modes, so that they cost what a transform costs.
#pragma once

#include <cmath>
#include <cstdint>

#include "solvers/turbulence/kernels.hpp"

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
  exec::View<const Real, 4> coefficients;  // (plane, y, x, component)
  double spacing[3];                       // x, y, z [length]
  int points[3];
  int first_plane;

  /// At a place whose cell is in this rank's planes.
  TW_HD void at(const double* place, Real* value) const {
    const auto x = stencil_at<Real>(place[0], spacing[0], points[0]),
               y = stencil_at<Real>(place[1], spacing[1], points[1]),
               z = stencil_at<Real>(place[2], spacing[2], points[2]);
    value[0] = value[1] = value[2] = 0;
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < 4; ++j) {
        const int row = wrapped(y.cell - 1 + j, points[1]);
        const Real weight = z.weight[k] * y.weight[j];
        for (int i = 0; i < 4; ++i) {
          const Real* c =
              &coefficients(z.cell - first_plane + k, row, wrapped(x.cell - 1 + i, points[0]), 0);
          const Real w = weight * x.weight[i];
          value[0] += w * c[0];
          value[1] += w * c[1];
          value[2] += w * c[2];
        }
      }
  }

 private:
  TW_HD static int wrapped(int at, int n) { return at < 0 ? at + n : (at < n ? at : at - n); }
};

}  // namespace thalweg::turbulence::inline TW_HALF
