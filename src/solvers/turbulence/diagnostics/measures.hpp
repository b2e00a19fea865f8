// SPDX-License-Identifier: Apache-2.0
// What is summed over the modes of a state (docs/theory/turbulence.md, section 7), as the work on
// one mode. A measure:
//   static constexpr int maxima        how many of its values, the last, are largest values
//   void operator()(const ConstSpectralView<Real>& state, row, depth, i, mode, weight, out) const
//       weight: the modes that the stored one stands for; out: measured_values numbers
#pragma once

#include <cmath>

#include "solvers/turbulence/damping.hpp"
#include "solvers/turbulence/kernels.hpp"

namespace thalweg::turbulence::inline TW_HALF {

inline constexpr int measured_values = 5;

/// Energy, enstrophy, helicity, energy / |k|, |k . u|^2. (7.1) to (7.3), (7.7), (7.9)
template <class Real>
struct VelocityMeasure {
  static constexpr int maxima = 1;
  TW_HD void operator()(const ConstSpectralView<Real>& state, int row, int depth, int i,
                        const Mode<Real>& m, Real weight, Real* out) const {
    using std::sqrt;
    Complex<Real> u[3], w[3];
    load(state, 0, row, depth, i, u);
    curl(m, u, w);
    const Real energy = weight * Real(0.5) * (norm(u[0]) + norm(u[1]) + norm(u[2]));
    const Real inverse = m.k2 > 0 ? 1 / m.k2 : 0;
    out[0] = energy;
    out[1] = weight * Real(0.5) * (norm(w[0]) + norm(w[1]) + norm(w[2]));
    out[2] = weight * (dot(u[0], w[0]) + dot(u[1], w[1]) + dot(u[2], w[2]));
    out[3] = energy * sqrt(inverse);
    out[4] = norm(m.k[0] * u[0] + m.k[1] * u[1] + m.k[2] * u[2]);
  }
};

/// theta^2 / 2, |grad theta|^2 / 2, u theta. (7.13)
template <class Real>
struct ScalarMeasure {
  static constexpr int maxima = 0;
  int component;
  TW_HD void operator()(const ConstSpectralView<Real>& state, int row, int depth, int i,
                        const Mode<Real>& m, Real weight, Real* out) const {
    const Complex<Real> theta = state(component, row, depth, i);
    out[0] = weight * Real(0.5) * norm(theta);
    out[1] = m.k2 * out[0];
    TW_UNROLL
    for (int c = 0; c < 3; ++c) out[2 + c] = weight * dot(state(c, row, depth, i), theta);
  }
};

/// b^2 / 2, j^2 / 2, u . b, a . b, |k . b|^2, all without the uniform field. (7.14)
template <class Real>
struct MagneticMeasure {
  static constexpr int maxima = 1;
  int component;
  TW_HD void operator()(const ConstSpectralView<Real>& state, int row, int depth, int i,
                        const Mode<Real>& m, Real weight, Real* out) const {
    Complex<Real> u[3], b[3], j[3];
    load(state, 0, row, depth, i, u);
    load(state, component, row, depth, i, b);
    curl(m, b, j);
    const Real waves = m.k2 > 0 ? weight : 0, inverse = m.k2 > 0 ? 1 / m.k2 : 0;
    out[0] = waves * Real(0.5) * (norm(b[0]) + norm(b[1]) + norm(b[2]));
    out[1] = waves * Real(0.5) * (norm(j[0]) + norm(j[1]) + norm(j[2]));
    out[2] = waves * (dot(u[0], b[0]) + dot(u[1], b[1]) + dot(u[2], b[2]));
    out[3] = waves * inverse * (dot(b[0], j[0]) + dot(b[1], j[1]) + dot(b[2], j[2]));
    out[4] = norm(m.k[0] * b[0] + m.k[1] * b[1] + m.k[2] * b[2]);
  }
};

/// u_x^2 / 2, u_y^2 / 2, u_z^2 / 2, and what hyper- and hypoviscosity take of some components of
/// the state. (7.15), (10.3)
template <class Real>
struct ComponentMeasure {
  static constexpr int maxima = 0;
  DampingRate rate;
  int first, components;  // of the state, whose damping is wanted
  TW_HD void operator()(const ConstSpectralView<Real>& state, int row, int depth, int i,
                        const Mode<Real>& m, Real weight, Real* out) const {
    TW_UNROLL
    for (int c = 0; c < 3; ++c) out[c] = weight * Real(0.5) * norm(state(c, row, depth, i));
    Real all = 0;
    for (int c = first; c < first + components; ++c) all += norm(state(c, row, depth, i));
    out[3] = weight * all * static_cast<Real>(rate(static_cast<double>(m.k2)));
    out[4] = 0;
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
