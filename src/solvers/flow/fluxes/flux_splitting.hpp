// SPDX-License-Identifier: Apache-2.0
// A splitting of the flux that damps less where fluid passes along a face: docs/theory/flow.md,
// (3.9) to (3.11).
#pragma once

#include "solvers/flow/fluxes/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

/// What flows through a face from each side, and what the pressure there is above the mean of both.
template <class Real>
struct Splitting {
  Real from_left, from_right, pressure;

  /// left, right: u.S of the sides; fall: the pressure on the left less that on the right.
  TW_HD Splitting(Real left, Real right, Real fall, Real squared_area, Real beta)
      : from_left(0), from_right(0), pressure(0) {
    const Real l2 = left * left, r2 = right * right;
    const Real speed = std::sqrt((l2 > r2 ? l2 : r2) + 4 * beta * squared_area), by = 1 / speed;
    const Real m_left = left * by, m_right = right * by;
    const Real up = (m_left + 1) * (m_left + 1) / 4, down = (m_right - 1) * (m_right - 1) / 4;
    const Real root = std::sqrt((m_left * m_left + m_right * m_right) / 2) - 1;
    const Real taken = root * root / 4, drive = fall / (2 * beta);
    from_left = speed * (up - taken * (1 - drive));
    from_right = speed * (taken * (1 + drive) - down);
    const Real p_left = up * (2 - m_left), p_right = down * (2 + m_right);
    pressure = (p_left - p_right) * fall / 2 + beta * (p_left + p_right - 1);
  }
};

}  // namespace thalweg::flow::inline TW_HALF
