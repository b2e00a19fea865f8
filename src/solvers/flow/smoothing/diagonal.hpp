// SPDX-License-Identifier: Apache-2.0
// What the linear system has of a cell by itself: docs/theory/flow.md, section 5.
#pragma once

#include "solvers/flow/smoothing/linear_system.hpp"

namespace thalweg::flow::inline TW_HALF {

/// What a cell's residual changes by with its own state, to the first order. (5.3)
template <Damping damping, class Real>
struct Diagonal {
  LinearSystem<damping, Real> system;
  // Of a cell, bit 2 axis + upper: nothing is carried through that face; bits 6 and 7: bodies hold
  // its velocity, its pressure.
  const int* closed;
  float cfl, rate;
  int line_axis = -1;  // along which lines are solved for, if any

  /// m: 0 as it comes.
  TW_HD void add(const grid::BlockPlace& place, std::int64_t cell, const State<float>& q,
                 float (&m)[4][4]) const {
    const Geometry<Real>& geometry = system.geometry;
    float waves[3][2] = {};  // lower, upper
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < system.first_axis) continue;
      const std::int64_t step = step_along(place, axis);
      waves[axis][0] = add_face(q, axis, cell, cell - step, cell, -1, m);
      waves[axis][1] = add_face(q, axis, cell + step, cell + step, cell, 1, m);
    }
    const float in_pseudo_time = to_cross(waves) / (2 * cfl),
                in_time = rate * static_cast<float>(geometry.volume[cell]);
    TW_UNROLL
    for (int n = 0; n < 4; ++n) m[n][n] += in_pseudo_time + (n > 0 ? in_time : 0);
  }

  /// m becomes its inverse.
  TW_HD void invert_at(std::int64_t cell, float (&m)[4][4]) const {
    const int held = closed[cell] >> 6;
    hold(held, m);
    invert(m);
    leave_out(held, m);
  }

 private:
  /// What waves cross in pseudo-time. Cells of a line are solved for at once, so along it that
  /// counts as much as the fastest other way. (5.9)
  TW_HD float to_cross(const float (&waves)[3][2]) const {
    float all = 0;
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      const int next = (axis + 1) % 3, last = (axis + 2) % 3;
      const float a = waves[next][0] + waves[next][1], b = waves[last][0] + waves[last][1],
                  half = 0.5f * (a > b ? a : b);
      TW_UNROLL
      for (int side = 0; side < 2; ++side) all += axis == line_axis ? half : waves[axis][side];
    }
    return all;
  }
  /// sign: 1 where the axis leads out of the cell. Half of A for all faces adds up to nothing, so
  /// where a wall is, it is taken out again, and the wall's pressure is put in. Returns |theta| +
  /// c.
  TW_HD float add_face(const State<float>& q, int axis, std::int64_t face, std::int64_t neighbour,
                       std::int64_t cell, float sign, float (&m)[4][4]) const {
    const int bit = 2 * axis + (sign > 0 ? 1 : 0);
    const float wall = 0.5f * static_cast<float>((closed[cell] >> bit) & 1), half = 0.5f - wall;
    float area[3];
    system.load_area(axis, face, sign, area);
    const State<float> mean =
        combined(0.5f, q, 0.5f, load(system.state, system.geometry.size, neighbour));
    const Waves<float> w = system.waves(mean.u, area);
    const float factor = system.friction(axis, face, cell, neighbour);
    const float own = half * w.absolute + factor * w.squared - wall * dot(q.u, area);
    m[0][0] += half * system.beta * w.squared * w.by_c;
    TW_UNROLL
    for (int n = 0; n < 3; ++n) {
      const float by_pressure = (w.ratio - w.g * w.theta) * area[n] + w.g * w.squared * mean.u[n],
                  by_flow = (w.ratio + w.g * w.theta) * mean.u[n] + w.g * system.beta * area[n];
      m[0][n + 1] += system.beta * (half * w.ratio - wall) * area[n];
      m[n + 1][0] += half * by_pressure + wall * area[n];
      m[n + 1][n + 1] += own;
      const float product = half * by_flow + factor * area[n] - wall * q.u[n];
      TW_UNROLL
      for (int l = 0; l < 3; ++l) m[n + 1][l + 1] += product * area[l];
    }
    return (w.theta < 0 ? -w.theta : w.theta) + w.speed;
  }

  /// Whether a row is held. (9.7)
  TW_HD static bool is_held(int held, int n) { return ((held >> (n > 0 ? 0 : 1)) & 1) != 0; }
  /// Rows that are held have nothing to do with the others.
  TW_HD static void hold(int held, float (&m)[4][4]) {
    TW_UNROLL
    for (int n = 0; n < 4; ++n) {
      TW_UNROLL
      for (int l = 0; l < 4; ++l)
        if (is_held(held, n) || is_held(held, l)) m[n][l] = n == l ? 1 : 0;
    }
  }
  /// They change by exactly nothing: small numbers would slow processors down.
  TW_HD static void leave_out(int held, float (&inverse)[4][4]) {
    TW_UNROLL
    for (int n = 0; n < 4; ++n)
      if (is_held(held, n)) inverse[n][n] = 0;
  }

  /// By Gauss and Jordan without a search for pivots: the diagonal is large.
  TW_HD static void invert(float (&m)[4][4]) {
    TW_UNROLL
    for (int p = 0; p < 4; ++p) {
      const float pivot = 1 / m[p][p];
      m[p][p] = 1;
      TW_UNROLL
      for (int l = 0; l < 4; ++l) m[p][l] *= pivot;
      TW_UNROLL
      for (int n = 0; n < 4; ++n) {
        if (n == p) continue;
        const float factor = m[n][p];
        m[n][p] = 0;
        TW_UNROLL
        for (int l = 0; l < 4; ++l) m[n][l] -= factor * m[p][l];
      }
    }
  }
};

}  // namespace thalweg::flow::inline TW_HALF
