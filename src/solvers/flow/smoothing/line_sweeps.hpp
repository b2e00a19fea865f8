// SPDX-License-Identifier: Apache-2.0
// Sweeps of block Jacobi over lines of cells: all cells of a line are solved for at once, by
// elimination upwards and substitution downwards. docs/theory/flow.md, section 5.
#pragma once

#include "solvers/flow/smoothing/diagonal.hpp"

namespace thalweg::flow::inline TW_HALF {

TW_HD State<float> chosen(bool first, const State<float>& a, const State<float>& b) {
  return {first ? a.p : b.p,
          {first ? a.u[0] : b.u[0], first ? a.u[1] : b.u[1], first ? a.u[2] : b.u[2]}};
}

/// What cells of a line are to each other. Lines end where blocks do: beyond, ghosts have the
/// changes of the sweep before.
template <Damping damping, class Real>
struct LineSystem {
  Diagonal<damping, Real> diagonal;
  const Real* residual;
  const float* change;  // of the sweep before
  // Of what elimination leaves of diagonals, 0 in ghosts; the change, of which only the part from
  // below is there until it is substituted.
  float *inverse, *next;

  TW_HD State<float> state_at(std::int64_t cell) const {
    return load(diagonal.system.state, diagonal.system.geometry.size, cell);
  }
  TW_HD Coupling below(std::int64_t cell, std::int64_t step) const {
    return coupling(diagonal.system, state_at(cell), diagonal.line_axis, cell, cell - step, cell,
                    -1);
  }
  TW_HD Coupling above(std::int64_t cell, std::int64_t step) const {
    return coupling(diagonal.system, state_at(cell), diagonal.line_axis, cell + step, cell + step,
                    cell, 1);
  }
};

/// Upwards: the inverse of what is left of a diagonal once the cells below are eliminated. (5.10)
template <Damping damping, class Real>
struct FactorLines {
  LineSystem<damping, Real> lines;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const Geometry<Real>& geometry = lines.diagonal.system.geometry;
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t size = geometry.size, cell = place.at(k, j, i),
                       step = step_along(place, lines.diagonal.line_axis);
    float m[4][4] = {};
    lines.diagonal.add(place, cell, lines.state_at(cell), m);
    const Coupling down = lines.below(cell, step), up = lines.above(cell - step, step);
    TW_UNROLL
    for (int n = 0; n < 4; ++n) {
      State<float> of{}, below{}, back{};
      (n == 0 ? of.p : of.u[n > 0 ? n - 1 : 0]) = 1;
      up.take(of, below);
      down.take(product(lines.inverse, size, cell - step, below), back);
      m[0][n] -= back.p;
      TW_UNROLL
      for (int l = 0; l < 3; ++l) m[l + 1][n] -= back.u[l];
    }
    lines.diagonal.invert_at(cell, m);
    store_inverse(m, lines.inverse, size, cell);
  }
};

/// Upwards: what cells below and beside the line make of the change. In the first sweep nothing
/// beside it has changed yet. (5.11)
template <Damping damping, bool is_first, class Real>
struct EliminateLines {
  LineSystem<damping, Real> lines;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const LinearSystem<damping, Real>& system = lines.diagonal.system;
    const grid::BlockPlace place = system.geometry.places[block];
    const std::int64_t size = system.geometry.size, cell = place.at(k, j, i);
    const State<float> q = lines.state_at(cell);
    const int at[3] = {k, j, i};
    State<float> rest = minus(lines.residual, size, cell);
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      const std::int64_t step = step_along(place, axis);
      if (axis == lines.diagonal.line_axis)
        take_along(place.cells[axis], at[axis], cell, step, rest);
      else if (!is_first && axis >= system.first_axis)
        take_across(q, axis, cell, step, rest);
    }
    store(product(lines.inverse, size, cell, rest), lines.next, size, cell);
  }

 private:
  TW_HD void take_along(int cells, int at, std::int64_t cell, std::int64_t step,
                        State<float>& rest) const {
    const std::int64_t size = lines.diagonal.system.geometry.size;
    State<float> before{};
    if constexpr (!is_first) before = load(lines.change, size, cell - step);
    lines.below(cell, step).take(chosen(at > 0, load(lines.next, size, cell - step), before), rest);
    if constexpr (!is_first)
      lines.above(cell, step)
          .take(chosen(at + 1 == cells, load(lines.change, size, cell + step), {}), rest);
  }
  TW_HD void take_across(const State<float>& q, int axis, std::int64_t cell, std::int64_t step,
                         State<float>& rest) const {
    const LinearSystem<damping, Real>& system = lines.diagonal.system;
    const std::int64_t size = system.geometry.size;
    coupling(system, q, axis, cell, cell - step, cell, -1)
        .take(load(lines.change, size, cell - step), rest);
    coupling(system, q, axis, cell + step, cell + step, cell, 1)
        .take(load(lines.change, size, cell + step), rest);
  }
};

/// Downwards: the change, and after the last sweep the state. (5.12)
template <Damping damping, bool is_last, class Real>
struct SubstituteLines {
  LineSystem<damping, Real> lines;
  Real* state;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const Geometry<Real>& geometry = lines.diagonal.system.geometry;
    const grid::BlockPlace place = geometry.places[block];
    const int axis = lines.diagonal.line_axis, at[3] = {k, j, i};
    const std::int64_t size = geometry.size, cell = place.at(k, j, i),
                       step = step_along(place, axis);
    const bool is_inside = at[axis] + 1 < place.cells[axis];
    State<float> from_above{};
    lines.above(cell, step)
        .take(chosen(is_inside, load(lines.next, size, cell + step), {}), from_above);
    const State<float> change = combined(1.0f, load(lines.next, size, cell), 1.0f,
                                         product(lines.inverse, size, cell, from_above));
    store(change, lines.next, size, cell);
    if constexpr (is_last) add_to(state, size, cell, change);
  }
};

}  // namespace thalweg::flow::inline TW_HALF
