// SPDX-License-Identifier: Apache-2.0
// Gradients of a state, three numbers at a time, as kernels of the transform pipeline.
#pragma once

#include "solvers/turbulence/kernels.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// Three numbers of the gradient of a vector field u, or the gradient of a scalar.
enum class GradientPart {
  longitudinal,  // du_x/dx, du_y/dy, du_z/dz
  shear,         // S_xy, S_xz, S_yz, with S = (grad u + (grad u)^T) / 2
  curl,          // of u
  scalar         // d/dx, d/dy, d/dz of one component
};

template <class Real>
struct LoadGradientPart {
  ConstSpectralView<Real> state;
  WaveVectors<Real> k;
  int first;  // component of the field
  GradientPart part;
  TW_HD void operator()(int row, int depth, int column, const Complex<Real>*,
                        Complex<Real>* out) const {
    const int i = column - k.first_column[row];
    const Mode<Real> m = mode_at(k, row, depth, column);
    Complex<Real> u[3] = {state(first, row, depth, i), {0, 0}, {0, 0}};
    if (part != GradientPart::scalar) load(state, first, row, depth, i, u);
    if (part == GradientPart::curl) return curl(m, u, out);
    if (part == GradientPart::shear) {
      out[0] = times_i(Real(0.5) * (m.k[1] * u[0] + m.k[0] * u[1]));
      out[1] = times_i(Real(0.5) * (m.k[2] * u[0] + m.k[0] * u[2]));
      out[2] = times_i(Real(0.5) * (m.k[2] * u[1] + m.k[1] * u[2]));
      return;
    }
    TW_UNROLL
    for (int d = 0; d < 3; ++d)
      out[d] = times_i(m.k[d] * (part == GradientPart::scalar ? u[0] : u[d]));
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
