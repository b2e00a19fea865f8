// SPDX-License-Identifier: Apache-2.0
// Eddy viscosities by the gradient of the velocity: docs/theory/flow.md, section 7.
#pragma once

#include "solvers/flow/case/turbulence_parameters.hpp"
#include "solvers/flow/fluxes/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

/// Row n: of component n, along x, y, z [1/time].
template <class Real>
using Gradient = Real[3][3];

/// The sum of the squares of all components.
template <class Real>
TW_HD Real squares_of(const Gradient<Real>& g) {
  return dot(g[0], g[0]) + dot(g[1], g[1]) + dot(g[2], g[2]);
}

/// S:S of the symmetric part S.
template <class Real>
TW_HD Real squared_strain(const Gradient<Real>& g) {
  Real sum = 0;
  TW_UNROLL
  for (int n = 0; n < 3; ++n) {
    TW_UNROLL
    for (int m = 0; m < 3; ++m) sum += (g[n][m] + g[m][n]) * (g[n][m] + g[m][n]);
  }
  return sum / 4;
}

/// |S| = sqrt(2 S:S). (7.2)
template <class Real>
TW_HD Real smagorinsky_rate(const Gradient<Real>& g) {
  return std::sqrt(2 * squared_strain(g));
}

/// (7.4), of the gradient over its size: powers up to the fifth of what is small would vanish in
/// single precision.
template <class Real>
TW_HD Real wale_rate(const Gradient<Real>& gradient) {
  const Real squares = squares_of(gradient);
  if (!(squares > 0)) return 0;
  const Real size = std::sqrt(squares);
  Real g[3][3], squared[3][3];
  TW_UNROLL
  for (int n = 0; n < 9; ++n) g[n / 3][n % 3] = gradient[n / 3][n % 3] / size;
  TW_UNROLL
  for (int n = 0; n < 9; ++n)
    squared[n / 3][n % 3] =
        g[n / 3][0] * g[0][n % 3] + g[n / 3][1] * g[1][n % 3] + g[n / 3][2] * g[2][n % 3];
  const Real trace = squared[0][0] + squared[1][1] + squared[2][2];
  const Real of_squared = squared_strain(squared) - trace * trace / 3;  // without its trace
  const Real a = squared_strain(g), b = of_squared > 0 ? of_squared : Real(0);
  const Real below = a * a * std::sqrt(a) + b * std::sqrt(std::sqrt(b));
  return below > 0 ? size * b * std::sqrt(b) / below : Real(0);
}

/// The sum of the minors about the diagonal of a symmetric matrix, but not below 0.
template <class Real>
TW_HD Real minors_of(const Real (&b)[3][3]) {
  const Real sum = b[0][0] * b[1][1] - b[0][1] * b[0][1] + b[0][0] * b[2][2] - b[0][2] * b[0][2] +
                   b[1][1] * b[2][2] - b[1][2] * b[1][2];
  return sum > 0 ? sum : Real(0);
}

/// (7.5)
template <class Real>
TW_HD Real vreman_rate(const Gradient<Real>& g) {
  const Real squares = squares_of(g);
  if (!(squares > 0)) return 0;
  Real b[3][3];  // over the squares, so that products of four do not vanish in single precision
  TW_UNROLL
  for (int n = 0; n < 9; ++n) b[n / 3][n % 3] = dot(g[n / 3], g[n % 3]) / squares;
  return std::sqrt(squares) * std::sqrt(minors_of(b));
}

/// The rate that a squared length makes an eddy viscosity of.
template <Subgrid model, class Real>
TW_HD Real subgrid_rate(const Gradient<Real>& g) {
  if constexpr (model == Subgrid::smagorinsky)
    return smagorinsky_rate(g);
  else if constexpr (model == Subgrid::wale)
    return wale_rate(g);
  else
    return vreman_rate(g);
}

}  // namespace thalweg::flow::inline TW_HALF
