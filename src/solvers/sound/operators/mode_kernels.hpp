// SPDX-License-Identifier: Apache-2.0
// The work of a step on modes, as kernels of the pipeline (fft/pipeline.hpp).
// Equation numbers: docs/theory/sound.md.
// D: dimensions; component c of a vector lies along x, y, z of the problem.
#pragma once

#include "fft/caller_kernels.hpp"
#include "fft/extension.hpp"
#include "solvers/sound/operators/operators.hpp"

namespace thalweg::sound::inline TW_HALF {

using fft::SpreadAsIs;

/// p^ -> the modes of its gradient. Of three components two fields travel: kappa p^, which
/// SpreadGradient differentiates along x and y, and the derivative along the pipeline's z. (2.3)
template <class Real, int D, class Kappa>
struct GradientFilter {
  static constexpr int fields = D == 1 ? 1 : 2;
  ModeViews<Real> mode;
  DerivativeViews<Real> derivative;
  Kappa kappa;
  TW_HD static constexpr fft::Extension extension(int) { return fft::Extension::even_whole; }
  TW_HD void operator()(int row, int z, int column, const Complex<Real>* in,
                        Complex<Real>* out) const {
    const Real factor = mode.scale * kappa(mode.square(row, z, column));
    out[0] = D == 3 ? factor * in[0] : derivative.x[column] * (factor * in[0]);
    if constexpr (D > 1) out[1] = derivative.z[z] * (factor * in[0]);
  }
};

template <class Real>
struct SpreadGradient {
  DerivativeViews<Real> derivative;
  TW_HD static constexpr int source(int field) { return field == 2 ? 1 : 0; }
  TW_HD Complex<Real> operator()(int field, int y, int column, Complex<Real> value) const {
    if (field == 0) return derivative.x[column] * value;
    return field == 1 ? derivative.y[y] * value : value;
  }
};

/// How the fields of a gradient become its components.
template <class Real, int D>
auto spread_of_gradient(const DerivativeViews<Real>& derivative) {
  if constexpr (D == 3)
    return SpreadGradient<Real>{derivative};
  else
    return SpreadAsIs<Real>{};
}

/// u^_c -> kappa i k_c exp(-i k_c dx_c / 2) u^_c. (2.4)
template <class Real, int D, class Kappa>
struct DivergenceFilter {
  ModeViews<Real> mode;
  DerivativeViews<Real> derivative;
  Kappa kappa;
  TW_HD static constexpr fft::Extension extension(int) { return fft::Extension::even_whole; }
  TW_HD void operator()(int row, int z, int column, const Complex<Real>* in,
                        Complex<Real>* out) const {
    const Real factor = mode.scale * kappa(mode.square(row, z, column));
    out[0] = derivative.x[column] * (factor * in[0]);
    if constexpr (D == 3) out[1] = derivative.y[mode.row_bin[row]] * (factor * in[1]);
    if constexpr (D > 1) out[D - 1] = derivative.z[z] * (factor * in[D - 1]);
  }
};

/// The divergence in axisymmetric problems: u_x, u_r and u_r / r make its two parts, the second
/// du_r/dr + u_r/r. (6.3)
template <class Real, class Kappa>
struct RadialDivergenceFilter {
  ModeViews<Real> mode;
  DerivativeViews<Real> derivative;
  const Complex<Real>* half_back;
  Kappa kappa;
  TW_HD static constexpr fft::Extension extension(int field) {
    return field == 0   ? fft::Extension::even_whole
           : field == 1 ? fft::Extension::odd_half
                        : fft::Extension::even_half;
  }
  TW_HD void operator()(int row, int z, int column, const Complex<Real>* in,
                        Complex<Real>* out) const {
    const Real factor = mode.scale * kappa(mode.square(row, z, column));
    out[0] = derivative.x[column] * (factor * in[0]);
    out[1] = factor * (derivative.z[z] * in[1] + half_back[z] * in[2]);
  }
};

/// rho0 div u -> its |k|^(y-2), sum rho -> its |k|^(y-1). (3.4)
template <class Real>
struct AbsorptionFilter {
  ModeViews<Real> mode;
  const Real* power;  // |k|^(y-2)
  ModeOrder order;
  Real per_half_rate;  // |k| = per_half_rate sqrt(mode.square)
  TW_HD static constexpr fft::Extension extension(int) { return fft::Extension::even_whole; }
  TW_HD void operator()(int row, int z, int column, const Complex<Real>* in,
                        Complex<Real>* out) const {
    const Real factor = mode.scale * power[order.index(row, z, column - mode.row_column[row])];
    out[0] = factor * in[0];
    out[1] = (factor * per_half_rate * std::sqrt(mode.square(row, z, column))) * in[1];
  }
};

/// Absorption where neither sound speed nor coefficient depends on the place: one field comes back.
/// (3.4)
template <class Real>
struct UniformAbsorptionFilter {
  AbsorptionFilter<Real> filter;
  Real tau, eta;
  TW_HD static constexpr fft::Extension extension(int) { return fft::Extension::even_whole; }
  TW_HD void operator()(int row, int z, int column, const Complex<Real>* in,
                        Complex<Real>* out) const {
    Complex<Real> parts[2];
    filter(row, z, column, in, parts);
    out[0] = tau * parts[0] - eta * parts[1];
  }
};

/// cos(c_ref dt |k| / 2), the correction of sources. (4.3)
template <class Real, class Cosine>
struct SourceFilter {
  ModeViews<Real> mode;
  Cosine cosine;
  fft::Extension symmetry;
  TW_HD fft::Extension extension(int) const { return symmetry; }
  TW_HD void operator()(int row, int z, int column, const Complex<Real>* in,
                        Complex<Real>* out) const {
    out[0] = (mode.scale * cosine(mode.square(row, z, column))) * in[0];
  }
};

}  // namespace thalweg::sound::inline TW_HALF
