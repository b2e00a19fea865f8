// SPDX-License-Identifier: Apache-2.0
// What the sweep over z-lines gives each of its tasks, whatever the order of the lines: rows of
// lines, the tiles where they come from and go to, and the caller's work.
#pragma once

#include "fft/caller_kernels.hpp"
#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {

/// Filter: pipeline.hpp.
template <class Real, class Filter>
struct LineTask {
  Rows rows;
  const Tile<Real>* from;
  int from_count;
  const Tile<Real>* to;
  int to_count;
  int row_begin;               // global
  const Complex<Real>* twist;  // extension.hpp, where z is a radius
  Filter filter;

  /// body(values, first plane, planes) for each tile that has the row: (plane, column).
  template <class Body>
  void each_arrived(int field, int row, Body body) const {
    each(from, from_count, field, row, body);
  }
  template <class Body>
  void each_leaving(int field, int row, Body body) const {
    each(to, to_count, field, row, body);
  }

 private:
  template <class Body>
  static void each(const Tile<Real>* tiles, int count, int field, int row, Body body) {
    for (const Tile<Real>* tile = tiles; tile != tiles + count; ++tile)
      if (tile->has_row(row))
        body(tile->at(field, row, tile->plane_begin), tile->plane_begin,
             tile->plane_end - tile->plane_begin);
  }
};

}  // namespace thalweg::fft::inline TW_HALF
