// SPDX-License-Identifier: Apache-2.0
// Terms that equation sets share, for one mode or one point. Equation numbers are those of
// docs/theory/turbulence.md.
#pragma once

#include "solvers/turbulence/kernels.hpp"
#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// The velocity as a field of a set.
inline StateField velocity_field(const Parameters& p) {
  return {"velocity", "length/time", FieldKind::velocity, 0, p.viscosity};
}

inline namespace TW_HALF {

template <class Real>
TW_HD Real size_of(Real a) {
  return a < 0 ? -a : a;
}

/// a x b at a point.
template <class Real>
TW_HD void cross(const Real* a, const Real* b, Real* out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/// The part of r across k, times scale. Zero for k = 0: the mean of u x omega is that of a
/// gradient, and other mean forces a mean pressure gradient balances. (1.7)
template <class Real>
TW_HD void project(const Mode<Real>& m, Real scale, Complex<Real>* r) {
  const Real inverse = m.k2 > 0 ? 1 / m.k2 : 0, gain = m.k2 > 0 ? scale : 0;
  const Complex<Real> along = inverse * (m.k[0] * r[0] + m.k[1] * r[1] + m.k[2] * r[2]);
  TW_UNROLL
  for (int c = 0; c < 3; ++c) r[c] = gain * (r[c] - m.k[c] * along);
}

/// The mode with its wave vector times a factor, for derivatives of what must be scaled.
template <class Real>
TW_HD Mode<Real> scaled(const Mode<Real>& m, Real factor) {
  return {{factor * m.k[0], factor * m.k[1], factor * m.k[2]}, m.k2};
}

/// -i k . v for one mode.
template <class Real>
TW_HD Complex<Real> minus_divergence(const Mode<Real>& m, const Complex<Real>* v) {
  const Complex<Real> along = m.k[0] * v[0] + m.k[1] * v[1] + m.k[2] * v[2];
  return {along.im, -along.re};
}

/// The symmetric tensor a a - b b less its zz on the diagonal, which the pressure takes up: xx, yy,
/// xy, xz, yz. (2.3), (3.3)
template <class Real>
TW_HD void stress(const Real* a, const Real* b, Real* out) {
  const Real zz = a[2] * a[2] - b[2] * b[2];
  out[0] = a[0] * a[0] - b[0] * b[0] - zz;
  out[1] = a[1] * a[1] - b[1] * b[1] - zz;
  out[2] = a[0] * a[1] - b[0] * b[1];
  out[3] = a[0] * a[2] - b[0] * b[2];
  out[4] = a[1] * a[2] - b[1] * b[2];
}

/// -i k . stress for one mode: three components.
template <class Real>
TW_HD void minus_divergence_of_stress(const Mode<Real>& m, const Complex<Real>* s,
                                      Complex<Real>* r) {
  const Complex<Real> x[3] = {s[0], s[2], s[3]}, y[3] = {s[2], s[1], s[4]},
                      z[3] = {s[3], s[4], {0, 0}};
  r[0] = minus_divergence(m, x);
  r[1] = minus_divergence(m, y);
  r[2] = minus_divergence(m, z);
}

/// The Coriolis term -2 Omega x u of a frame that turns about any axis. (1.8)
template <class Real>
struct Rotation {
  Real twice[3];  // 2 Omega [1/time]

  explicit Rotation(const Parameters& p) {
    for (std::size_t d = 0; d < 3; ++d) twice[d] = static_cast<Real>(2 * p.rotation[d]);
  }
  /// To the rate of one mode.
  TW_HD void add(const Complex<Real>* u, Complex<Real>* r) const {
    r[0] += twice[2] * u[1] - twice[1] * u[2];
    r[1] += twice[0] * u[2] - twice[2] * u[0];
    r[2] += twice[1] * u[0] - twice[0] * u[1];
  }
};

/// What a grid makes of speeds.
template <class Real>
struct Spacing {
  Real points_per_length[3];  // x, y, z

  explicit Spacing(const Parameters& p) {
    for (std::size_t d = 0; d < 3; ++d)
      points_per_length[d] = static_cast<Real>(p.points[d] / p.length[d]);
  }
  /// sum |u_i| / dx_i [1/time].
  TW_HD Real courant_rate(const Real* u) const {
    return size_of(u[0]) * points_per_length[0] + size_of(u[1]) * points_per_length[1] +
           size_of(u[2]) * points_per_length[2];
  }
};

}  // namespace TW_HALF

}  // namespace thalweg::turbulence
