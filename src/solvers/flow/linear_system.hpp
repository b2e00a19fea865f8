// SPDX-License-Identifier: Apache-2.0
// The linear system of the first order that smoothers solve for a change of the state:
// docs/theory/flow.md, section 5. In single precision: what rounding leaves of one change, the next
// one takes away.
#pragma once

#include "solvers/flow/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

/// Whose damping changes are solved for: it must be no less than that of the fluxes. All but
/// `plain` take what friction there is from a table, as eddies may add to it.
enum class Damping { plain, roe, rusanov };

/// What the linear system is made of.
template <Damping damping, class Real>
struct LinearSystem {
  Geometry<Real> geometry;
  const float *area, *state;  // copies: nine fields, four fields
  int first_axis;
  float beta, viscosity;
  const float* of_faces;  // FaceFriction; of the lower faces of cells along each axis

  /// In place of |A| by (3.4): what Rusanov's flux has, by the same factors. (3.5)
  TW_HD Waves<float> waves(const float (&u)[3], const float (&along)[3]) const {
    Waves<float> w(u, along, beta);
    if constexpr (damping == Damping::rusanov) {
      w.absolute += w.speed;
      w.by_c = w.absolute / (beta * w.squared);
      w.ratio = w.g = 0;
    }
    return w;
  }
  TW_HD void load_area(int axis, std::int64_t face, float sign, float (&to)[3]) const {
    TW_UNROLL
    for (int n = 0; n < 3; ++n) to[n] = sign * area[(3 * axis + n) * geometry.size + face];
  }
  /// Of stresses between two cells, over the area squared.
  TW_HD float friction(int axis, std::int64_t face, std::int64_t cell,
                       std::int64_t neighbour) const {
    if constexpr (damping != Damping::plain)
      return of_faces[axis * geometry.size + face];
    else
      return 2 * viscosity / static_cast<float>(geometry.volume[cell] + geometry.volume[neighbour]);
  }
};

/// What the change of a neighbour adds to a cell's residual: what waves that come in carry, the
/// negative part of A, and what friction does. (5.2)
struct Coupling {
  float area[3], u[3];  // outwards; at the face
  float beta, friction;
  Waves<float> waves;

  /// Takes from `rest` what the change d of the neighbour adds.
  TW_HD void take(const State<float>& d, State<float>& rest) const {
    const Waves<float>& w = waves;
    const float through = dot(d.u, area);
    // A less |A|, over two.
    const float a = 0.5f - 0.5f * w.ratio, b = -0.5f * w.g;
    const float own = 0.5f * (w.theta - w.absolute) - friction * w.squared;
    const float along_area = a * d.p + b * (beta * through - w.theta * d.p) - friction * through;
    const float along_flow = a * through + b * (w.squared * d.p + w.theta * through);
    rest.p -= beta * (a * through - 0.5f * w.squared * w.by_c * d.p);
    TW_UNROLL
    for (int n = 0; n < 3; ++n)
      rest.u[n] -= own * d.u[n] + along_area * area[n] + along_flow * u[n];
  }
};

/// Of a cell whose state is q with the neighbour across a face. sign: 1 where the axis leads out of
/// the cell.
template <Damping damping, class Real>
TW_HD Coupling coupling(const LinearSystem<damping, Real>& system, const State<float>& q, int axis,
                        std::int64_t face, std::int64_t neighbour, std::int64_t cell, float sign) {
  float area[3], u[3];
  system.load_area(axis, face, sign, area);
  TW_UNROLL
  for (int n = 0; n < 3; ++n)
    u[n] = 0.5f * (q.u[n] + system.state[(n + 1) * system.geometry.size + neighbour]);
  return {{area[0], area[1], area[2]},
          {u[0], u[1], u[2]},
          system.beta,
          system.friction(axis, face, cell, neighbour),
          system.waves(u, area)};
}

/// The friction through the faces of each cell with the viscosity of eddies. (7.6)
template <class Real>
struct FaceFriction {
  Geometry<Real> geometry;
  const Real* of_eddies;  // their viscosity
  float* to;              // by axis
  int first_axis;
  Real viscosity;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace place = geometry.places[block];
    const std::int64_t cell = place.at(k, j, i);
    const int at[3] = {k, j, i};
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < first_axis) continue;
      const std::int64_t step = step_along(place, axis);
      set(axis, cell - step, cell);
      if (at[axis] + 1 == place.cells[axis]) set(axis, cell, cell + step);
    }
  }

 private:
  TW_HD void set(int axis, std::int64_t left, std::int64_t right) const {
    const Real both = 2 * viscosity + of_eddies[left] + of_eddies[right];
    to[axis * geometry.size + right] =
        static_cast<float>(both / (geometry.volume[left] + geometry.volume[right]));
  }
};

/// What a cell's residual changes by with its own state, to the first order. (5.3)
template <Damping damping, class Real>
struct Diagonal {
  LinearSystem<damping, Real> system;
  // Of a cell, bit 2 axis + upper: nothing is carried through that face; bits 6 and 7: bodies hold
  // its velocity, its pressure; bit 8 + 2 axis + upper: that face does not slip.
  const int* closed;
  float cfl, rate;
  int line_axis = -1;  // along which lines are solved for, if any

  /// m: 0 as it comes.
  TW_HD void add(const grid::BlockPlace& place, std::int64_t cell, const State<float>& q,
                 float (&m)[4][4]) const {
    const Geometry<Real>& geometry = system.geometry;
    float waves[3] = {};
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < system.first_axis) continue;
      const std::int64_t step = step_along(place, axis);
      waves[axis] = add_face(q, axis, cell, cell - step, cell, -1, m) +
                    add_face(q, axis, cell + step, cell + step, cell, 1, m);
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
  TW_HD float to_cross(const float (&waves)[3]) const {
    float all = 0;
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      const float a = waves[(axis + 1) % 3], b = waves[(axis + 2) % 3];
      all += axis == line_axis ? (a > b ? a : b) : waves[axis];
    }
    return all;
  }
  /// sign: 1 where the axis leads out of the cell. Half of A for all faces adds up to nothing, so
  /// where a wall is, it is taken out again, and the wall's pressure is put in. A wall is half as
  /// far away as a neighbour. Returns |theta| + c.
  TW_HD float add_face(const State<float>& q, int axis, std::int64_t face, std::int64_t neighbour,
                       std::int64_t cell, float sign, float (&m)[4][4]) const {
    const int bit = 2 * axis + (sign > 0 ? 1 : 0);
    const float wall = 0.5f * static_cast<float>((closed[cell] >> bit) & 1), half = 0.5f - wall;
    const float friction_counts = static_cast<float>(1 + ((closed[cell] >> (8 + bit)) & 1));
    float area[3];
    system.load_area(axis, face, sign, area);
    const State<float> mean =
        combined(0.5f, q, 0.5f, load(system.state, system.geometry.size, neighbour));
    const Waves<float> w = system.waves(mean.u, area);
    const float factor = friction_counts * system.friction(axis, face, cell, neighbour);
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

/// The right-hand side of a cell before neighbours change.
template <class Real>
TW_HD State<float> minus(const Real* residual, std::int64_t size, std::int64_t cell) {
  const State<Real> r = load(residual, size, cell);
  return {-static_cast<float>(r.p),
          {-static_cast<float>(r.u[0]), -static_cast<float>(r.u[1]), -static_cast<float>(r.u[2])}};
}

TW_HD void store_inverse(const float (&m)[4][4], float* inverse, std::int64_t size,
                         std::int64_t cell) {
  TW_UNROLL
  for (int n = 0; n < 4; ++n) {
    TW_UNROLL
    for (int l = 0; l < 4; ++l) inverse[(4 * n + l) * size + cell] = m[n][l];
  }
}

TW_HD State<float> product(const float* inverse, std::int64_t size, std::int64_t cell,
                           const State<float>& of) {
  const float x[4] = {of.p, of.u[0], of.u[1], of.u[2]};
  float sum[4] = {};
  TW_UNROLL
  for (int n = 0; n < 4; ++n) {
    TW_UNROLL
    for (int l = 0; l < 4; ++l) sum[n] += inverse[(4 * n + l) * size + cell] * x[l];
  }
  return {sum[0], {sum[1], sum[2], sum[3]}};
}

template <class Real>
TW_HD void add_to(Real* state, std::int64_t size, std::int64_t cell, const State<float>& change) {
  const float of[4] = {change.p, change.u[0], change.u[1], change.u[2]};
  TW_UNROLL
  for (int n = 0; n < 4; ++n) state[n * size + cell] += static_cast<Real>(of[n]);
}

/// to = from in single precision.
template <class Real>
struct CopyInSingle {
  const Real* from;
  float* to;
  TW_HD void operator()(std::int64_t i) const { to[i] = static_cast<float>(from[i]); }
};

}  // namespace thalweg::flow::inline TW_HALF
