// SPDX-License-Identifier: Apache-2.0
// Cubic B-splines through the values of a periodic grid: docs/theory/turbulence.md, (13.2) to
// (13.4). Their coefficients are a filter of the modes, so that they cost what a transform costs.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "exec/row.hpp"
#include "solvers/turbulence/kernels.hpp"
#include "solvers/turbulence/particles/row_ghosts.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// A direction of the grid, along which the box is periodic.
struct GridLine {
  int points;
  double points_per_length;  // 1 / spacing

  static GridLine of(int points, double length) { return {points, points / length}; }
};
struct GridLines {
  GridLine x, y, z;

  /// length: of the box in x, y, z.
  static GridLines of(const fft::Layout& layout, const std::array<double, 3>& length) {
    return {GridLine::of(layout.nx, length[0]), GridLine::of(layout.ny, length[1]),
            GridLine::of(layout.nz, length[2])};
  }
};

/// Which cells are a rank's: those behind its points of y and z.
struct OwnCells {
  int first_plane, planes, first_y, ys;

  static OwnCells of(const fft::Layout& layout) {
    return {layout.first_plane(), layout.local_planes(), layout.first_y(), layout.local_ys()};
  }
  TW_HD bool has(int plane, int y) const {
    return plane >= first_plane && plane < first_plane + planes && y >= first_y && y < first_y + ys;
  }
  /// The place of a plane or a y among its own. Particles that have left, and go to another rank
  /// next, see its outermost ones.
  TW_HD int plane(int z) const { return among(z - first_plane, planes); }
  TW_HD int row(int y) const { return among(y - first_y, ys); }

 private:
  TW_HD static int among(int n, int count) { return n < 0 ? 0 : (n < count ? n : count - 1); }
};

/// Where a place lies among points.
struct Cell {
  int point;      // below the place, 0 <= point < points
  double beyond;  // of it [spacing]
};

/// place: [length]; places outside the box stand for their periodic images. Without whole numbers,
/// whose division has no vectors; what is divided here is whole, and below 2^53, so floor() is
/// right. A place that is no number, of a flow that has diverged, is put somewhere.
TW_HD Cell cell_at(double place, const GridLine& line) {
  using std::floor;
  const double at = place * line.points_per_length, below = floor(at),
               image = below - line.points * floor(below / line.points);
  return {image >= 0 && image < line.points ? static_cast<int>(image) : 0, at - below};
}

/// The four points around a place along one direction, and their weights.
template <class Real>
struct Stencil {
  int cell;  // the point below the place; the stencil begins one before it
  Real weight[4];
};

/// (13.3)
template <class Real>
TW_HD Stencil<Real> stencil_at(double place, const GridLine& line) {
  const Cell at = cell_at(place, line);
  const auto t = static_cast<Real>(at.beyond);
  const Real s = 1 - t, sixth = Real(1) / 6;
  return {at.point,
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

/// Write three fields to an array (plane, y, x, component).
template <class Real>
struct StoreCoefficients {
  exec::View<Real, 4> coefficients;

  struct Row {
    Real* values;
    TW_HD void operator()(int x, const Real* in, Real*) const {
      TW_UNROLL
      for (int c = 0; c < 3; ++c) values[3 * x + c] = in[c];
    }
  };
  TW_HD Row row(int z, int y) const { return {&coefficients(z, y, 0, 0)}; }
};

/// Coefficients of this rank's rows of points, with those of one row below and of two above in y
/// and z; each row with its ends.
template <class Real>
struct SplineField {
  exec::View<const Real, 4> coefficients;  // (plane, y, x, component), of ghosts below first
  GridLines lines;
  OwnCells own;

  /// (13.2) in the cell behind a point: row_weight(r), r = 4 k + j, of the rows around it;
  /// x_weight(i). The four points of a row and their components follow each other: twelve numbers,
  /// which are summed over rows first.
  template <class RowWeight, class XWeight>
  TW_HD void sum(int z, int y, int x, const RowWeight& row_weight, const XWeight& x_weight,
                 Real* value) const {
    const Real* first = &coefficients(own.plane(z), own.row(y), x, 0);
    const std::ptrdiff_t row = std::ptrdiff_t{3} * coefficients.extent[2],
                         plane = row * coefficients.extent[1];
    exec::Row<4, Real> sums[3];
    TW_UNROLL
    for (int k = 0; k < 4; ++k) TW_UNROLL
    for (int j = 0; j < 4; ++j) {
      const Real* four = first + k * plane + j * row;
      const Real weight = row_weight(4 * k + j);
      TW_UNROLL
      for (int n = 0; n < 3; ++n) sums[n].add(weight, four + 4 * n);
    }
    Real all[12];
    TW_UNROLL
    for (int n = 0; n < 3; ++n) sums[n].store(all + 4 * n);
    TW_UNROLL
    for (int c = 0; c < 3; ++c)
      value[c] = x_weight(0) * all[c] + x_weight(1) * all[3 + c] + x_weight(2) * all[6 + c] +
                 x_weight(3) * all[9 + c];
  }
};

/// Rows get the points of their other end; over (plane, row, n).
template <class Real>
struct CloseRows {
  exec::View<Real, 4> coefficients;
  TW_HD void operator()(int z, int y, int n) const {
    const int points = 3 * (coefficients.extent[2] - ghosts);
    Real* row = &coefficients(z, y, 0, 0);
    row[n < 3 * ghosts_below ? n : points + n] = row[n < 3 * ghosts_below ? points + n : n];
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
