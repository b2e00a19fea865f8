// SPDX-License-Identifier: Apache-2.0
// What states at a face are made of, by the widths of the cells beside it: docs/theory/flow.md,
// (2.6), (3.1), (3.2), (3.12) to (3.14).
#pragma once

#include "exec/exec.hpp"
#include "solvers/flow/mesh/line_widths.hpp"

namespace thalweg::flow::inline TW_HALF {

/// LineWidths, as kernels see them; none where all blocks of the rank are even.
template <class Real>
struct Widths {
  const WidthPlace* places = nullptr;
  const Real* relative = nullptr;
};

/// Weights of the differences behind a cell and across the face, where cells are equally wide.
template <class Real>
struct EvenCells {
  Real weight_behind, weight_ahead;

  /// For limiters: what makes both differences those of cells as wide as this one, and the weights
  /// of their sum and of what the one across has more.
  TW_HD Real scale_behind() const { return 1; }
  TW_HD Real scale_across() const { return 1; }
  TW_HD Real mean() const { return (weight_behind + weight_ahead) / 2; }
  TW_HD Real lead() const { return (weight_ahead - weight_behind) / 2; }
};

/// The same by the widths of the cell, of the one beyond the face, and of both pairs. (3.13),
/// (3.14)
template <class Real>
struct UnevenCells {
  Real weight_behind, weight_ahead;

  /// inverse: of the product of both pairs and all three cells.
  TW_HD UnevenCells(Real own, Real beyond, Real with_behind, Real with_beyond, Real inverse)
      : weight_behind(inverse * own * beyond * with_beyond),
        weight_ahead(inverse * own * with_behind * with_behind),
        scale_behind_(2 * own * inverse * (with_behind + beyond) * with_beyond),
        scale_across_(2 * own * inverse * (with_behind + beyond) * with_behind),
        lead_(Real(0.25) * (with_behind - beyond) * (with_behind * with_beyond * inverse)) {}
  TW_HD Real scale_behind() const { return scale_behind_; }
  TW_HD Real scale_across() const { return scale_across_; }
  TW_HD Real mean() const { return Real(0.25); }
  TW_HD Real lead() const { return lead_; }

 private:
  Real scale_behind_, scale_across_, lead_;
};

/// Both cells beside a face.
template <class Cell>
struct Sides {
  Cell left, right;
};

/// widths: from that of the cell above the face on.
template <class Real>
TW_HD Sides<UnevenCells<Real>> sides_of(const Real* widths, std::int64_t step) {
  const Real left = widths[-step], right = widths[0], below = widths[-2 * step] + left,
             both = left + right, above = right + widths[step], of_left = below * (below + right),
             of_right = above * (above + left),
             inverse = 1 / (of_left * of_right * both);  // divisions are dear
  return {{left, right, below, both, inverse * of_right},
          {right, left, above, both, inverse * of_left}};
}

/// Beside the lower face of a cell across an axis, in a block that is even or not. block: number
/// among those of the rank.
template <bool is_even, class Real>
TW_HD auto sides_at(const EvenCells<Real>& even, const Widths<Real>& widths, int block, int axis,
                    int k, int j, int i) {
  if constexpr (is_even) {
    return Sides<EvenCells<Real>>{even, even};
  } else {
    const WidthPlace place = widths.places[3 * block + axis];
    return sides_of(widths.relative + place.at(k, j, i), place.step(axis));
  }
}

}  // namespace thalweg::flow::inline TW_HALF
