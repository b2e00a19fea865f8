// SPDX-License-Identifier: Apache-2.0
// Fluxes through the faces of a row of cells: docs/theory/flow.md, section 3.
#pragma once

#include "solvers/flow/fluxes/flux_splitting.hpp"
#include "solvers/flow/fluxes/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

/// How a flux takes the side that information comes from.
enum class Upwinding { roe, rusanov, low_diffusion };

/// What all fluxes of a level have in common. What comes behind the weights counts where fluxes are
/// not plain.
template <class Real>
struct FluxScheme {
  Real beta, viscosity;
  EvenCells<Real> even;             // reconstructions: of the first order both weights are 0
  const Real* of_eddies = nullptr;  // the viscosity of each cell
  Real damping = 1;                 // how much of Roe's counts
  bool is_limited = false;
};

/// The part of both differences beside a cell that counts, over their weights: 1 where they are
/// alike, 0 where they have other signs. Those below the square root of `least` are left. (3.12)
template <class Real>
TW_HD Real van_albada(Real a, Real b, Real least) {
  const Real product = 2 * a * b + least;
  return (product > 0 ? product : Real(0)) / (a * a + b * b + least);
}

/// The cells above and below beside a face that differences along it are made of.
template <class Real>
struct Along {
  std::int64_t above, below;
  Real weight;  // 1 where both are there, 2 where one is
};

/// Where the widths of the cells above a row of faces are.
template <class Real>
struct WidthRow {
  const Real* first = nullptr;     // of the first face
  std::int64_t row = 0, step = 0;  // from one row to the next, along the axis
};

/// Through the faces across one axis of rows of cells, in the sense of the axis. (3.1) to (3.7)
/// is_plain: without eddies and limiter, all of Roe's damping. is_even: cells are equally wide
/// along each line. transverses: other axes along which there are differences, of a flat grid 1.
template <Upwinding upwinding, bool is_plain, bool is_even, int transverses, class Real>
struct FluxRow {
  Geometry<Real> geometry;
  const Real* state;
  FluxScheme<Real> scheme;
  int axis;
  std::int64_t first, row;  // the cell above the first face, and from one row to the next
  std::int64_t step;        // along the axis
  int other_axis[2];
  std::int64_t other_step[2];
  Real* to;                 // four components
  int pitch, size;          // from one row to the next, from one component to the next
  WidthRow<Real> widths{};  // where cells are not even

  static constexpr bool is_of_even_cells = is_even;
  static constexpr int count = transverses;
  /// Axes along the faces across an axis: of a flat grid y or x.
  TW_HD static int other(int axis, int t) {
    return transverses == 1 ? 3 - axis : (axis + 1 + t) % 3;
  }

  TW_HD void operator()(int r, int i) const {
    Along<Real> along[transverses];
    TW_UNROLL
    for (int t = 0; t < transverses; ++t) along[t] = {other_step[t], other_step[t], Real(1)};
    State<Real> f;
    if constexpr (is_even)
      f = at(first + r * row + i, along, Sides<EvenCells<Real>>{scheme.even, scheme.even});
    else
      f = at(first + r * row + i, along,
             sides_of(widths.first + (r * widths.row + i), widths.step));
    const int place = r * pitch + i;
    to[place] = f.p;
    TW_UNROLL
    for (int n = 0; n < 3; ++n) to[(n + 1) * size + place] = f.u[n];
  }

  /// right: the cell above the face.
  template <class Cell>
  TW_HD State<Real> at(std::int64_t right, const Along<Real> (&along)[transverses],
                       const Sides<Cell>& sides) const {
    const std::int64_t left = right - step;
    const State<Real> q1 = load(state, geometry.size, left), q2 = load(state, geometry.size, right);
    Real area[3], stress[3] = {};
    geometry.area_at(axis, right, area);
    TW_UNROLL
    for (int t = 0; t < transverses; ++t)
      add_transverse(other_axis[t], along[t], left, right, area, stress);
    Real viscosities = 2 * scheme.viscosity;
    if constexpr (!is_plain) viscosities += scheme.of_eddies[left] + scheme.of_eddies[right];
    const Real factor = viscosities / (geometry.volume[left] + geometry.volume[right]);
    return flux(q1, q2, left, right, area, stress, factor, sides);
  }

 private:
  /// Half the sum of both exact fluxes is F at the mean state and a quarter of d (S . d), as F is
  /// quadratic. stress: of the other axes.
  template <class Cell>
  TW_HD State<Real> flux(const State<Real>& q1, const State<Real>& q2, std::int64_t left,
                         std::int64_t right, const Real (&area)[3], const Real (&stress)[3],
                         Real factor, const Sides<Cell>& sides) const {
    const State<Real> across = combined(Real(1), q2, Real(-1), q1),
                      q0 = load(state, geometry.size, left - step),
                      q3 = load(state, geometry.size, right + step);
    const State<Real> to_left =
                          towards_face(combined(Real(1), q1, Real(-1), q0), across, sides.left),
                      to_right =
                          towards_face(combined(Real(1), q3, Real(-1), q2), across, sides.right);
    const State<Real> from_left = combined(Real(1), q1, Real(1), to_left),
                      from_right = combined(Real(1), q2, Real(-1), to_right);
    const State<Real> mean = combined(Real(0.5), from_left, Real(0.5), from_right),
                      d = combined(Real(1), from_right, Real(-1), from_left);
    const Waves<Real> w(mean.u, area, scheme.beta);
    const Real through = dot(d.u, area), friction = factor * dot(across.u, area);
    State<Real> f;
    if constexpr (upwinding == Upwinding::roe) {
      Real half = Real(0.5);
      if constexpr (!is_plain) half *= scheme.damping;
      const Real x = w.ratio * d.p + w.g * (scheme.beta * through - w.theta * d.p);
      const Real y = w.ratio * through + w.g * (w.squared * d.p + w.theta * through);
      const Real along = w.theta - y * half, area_factor = mean.p - x * half - friction,
                 difference = (through / 2 - w.absolute) * half;
      f.p = scheme.beta * (w.theta - (w.squared * w.by_c * d.p + w.ratio * through) * half);
      TW_UNROLL
      for (int n = 0; n < 3; ++n)
        f.u[n] = mean.u[n] * along + area[n] * area_factor + d.u[n] * difference;
    } else if constexpr (upwinding == Upwinding::low_diffusion) {
      const Splitting<Real> s(w.theta - through / 2, w.theta + through / 2, -d.p, w.squared,
                              scheme.beta);
      const Real flow = s.from_left + s.from_right, pressure = mean.p + s.pressure - friction,
                 difference = (s.from_right - s.from_left) / 2;
      f.p = scheme.beta * flow;
      TW_UNROLL
      for (int n = 0; n < 3; ++n)
        f.u[n] = mean.u[n] * flow + area[n] * pressure + d.u[n] * difference;
    } else {
      const Real fastest = w.absolute + w.speed, difference = (through / 2 - fastest) / 2;
      f.p = scheme.beta * w.theta - fastest * d.p / 2;
      TW_UNROLL
      for (int n = 0; n < 3; ++n)
        f.u[n] = mean.u[n] * w.theta + area[n] * (mean.p - friction) + d.u[n] * difference;
    }
    TW_UNROLL
    for (int n = 0; n < 3; ++n) f.u[n] -= factor * (across.u[n] * w.squared + stress[n] / 8);
    return f;
  }
  /// What the state at a face has above that of the cell behind it, by the differences behind that
  /// and across the face. (3.1), (3.2), (3.12), (3.13)
  template <class Cell>
  TW_HD State<Real> towards_face(const State<Real>& behind, const State<Real>& across,
                                 const Cell& cell) const {
    if constexpr (is_plain)
      return combined(cell.weight_behind, behind, cell.weight_ahead, across);
    else
      return {limited(behind.p, across.p, scheme.beta * scheme.beta, cell),
              {limited(behind.u[0], across.u[0], scheme.beta, cell),
               limited(behind.u[1], across.u[1], scheme.beta, cell),
               limited(behind.u[2], across.u[2], scheme.beta, cell)}};
  }
  template <class Cell>
  TW_HD Real limited(Real from_behind, Real from_across, Real unit, const Cell& cell) const {
    const Real behind = cell.scale_behind() * from_behind,
               across = cell.scale_across() * from_across;
    const Real part = scheme.is_limited ? van_albada(behind, across, Real(1e-6) * unit) : Real(1);
    return part * (cell.mean() * (behind + across) + part * cell.lead() * (across - behind));
  }
  /// Differences over four cells, four times what counts, by twice the mean of areas. (3.6)
  TW_HD void add_transverse(int other, const Along<Real>& along, std::int64_t left,
                            std::int64_t right, const Real (&area)[3], Real (&stress)[3]) const {
    Real s[3], d[3];
    TW_UNROLL
    for (int n = 0; n < 3; ++n) {
      const Real* mean = geometry.mean + (3 * other + n) * geometry.size;
      s[n] = mean[left] + mean[right];
      const Real* u = state + (n + 1) * geometry.size;
      d[n] = along.weight * ((u[left + along.above] - u[left - along.below]) +
                             (u[right + along.above] - u[right - along.below]));
    }
    add_stress(d, s, area, stress);
  }
};

}  // namespace thalweg::flow::inline TW_HALF
