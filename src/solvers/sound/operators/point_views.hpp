// SPDX-License-Identifier: Apache-2.0
// What kernels see of fields, absorbing layers and sources at this rank's points: rows of points,
// so that the loop along a row runs over plain pointers. Equation numbers: docs/theory/sound.md.
// D: dimensions; component c of a vector lies along x, y, z of the problem.
#pragma once

#include "exec/exec.hpp"

namespace thalweg::sound::inline TW_HALF {

/// A row of points of each component of a vector.
template <class Row, int D>
struct Rows {
  Row of[D];
  TW_HD const Row& operator[](int c) const { return of[c]; }
};

/// The rows of a view for each component.
template <class View, int D>
TW_HD auto rows_of(const View (&views)[D], int z, int y) {
  Rows<decltype(views[0].row(z, y)), D> rows;
  TW_UNROLL
  for (int c = 0; c < D; ++c) rows.of[c] = views[c].row(z, y);
  return rows;
}

/// Fields at this rank's points: (component, z, y, x).
template <class Real>
struct PointFields {
  Real* data;
  std::int64_t field_size;
  int ny, nx;

  TW_HD Real* row(int c, int z, int y) const {
    return data + c * field_size + (static_cast<std::int64_t>(z) * ny + y) * nx;
  }
  /// The rows of the first D components.
  template <int D>
  TW_HD Rows<Real*, D> rows(int z, int y) const {
    Rows<Real*, D> rows;
    TW_UNROLL
    for (int c = 0; c < D; ++c) rows.of[c] = row(c, z, y);
    return rows;
  }
};

/// The absorbing layer's factors for the components of a vector on one row of points.
template <class Real>
struct LayerRow {
  const Real* x;
  Real y, z;
  /// Component c lies along x, y, z (D = 3), x, z (2) or x (1) of the pipeline.
  template <int D>
  TW_HD Real along(int c, int ix) const {
    if (c == 0) return x[ix];
    return D == 3 && c == 1 ? y : z;
  }
};

/// One factor per point of each pipeline axis (z: local planes).
template <class Real>
struct LayerFactors {
  const Real *x, *y, *z;
  TW_HD LayerRow<Real> row(int iz, int iy) const { return {x, y[iy], z[iz]}; }
};

/// What a source does to a row of a field: field = keep * field + scale * add.
template <class Real>
struct SourceRow {
  const Real *keep, *add;
  Real scale;
  TW_HD Real operator()(int x, Real value) const { return keep[x] * value + scale * add[x]; }
};

/// The planes of a source. Where it has none, rows of ones and zeros stand in.
template <class Real>
struct SourceView {
  const int* slot;           // of each local plane: which plane of `add` and `keep`, or -1
  const Real *add, *keep;    // (slot, y, x); keep may be null
  const Real *zeros, *ones;  // rows
  Real scale;
  int ny, nx;

  TW_HD SourceRow<Real> row(int z, int y) const {
    const int s = slot[z];
    const std::int64_t at = (static_cast<std::int64_t>(s) * ny + y) * nx;
    return {s < 0 || !keep ? ones : keep + at, s < 0 ? zeros : add + at, scale};
  }
};

}  // namespace thalweg::sound::inline TW_HALF
