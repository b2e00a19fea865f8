// SPDX-License-Identifier: Apache-2.0
// What a step makes of waves: docs/theory/turbulence.md, (5.8) to (5.10) and (12.19).
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "solvers/turbulence/advice.hpp"
#include "solvers/turbulence/limits.hpp"
#include "solvers/turbulence/scheme.hpp"

namespace thalweg::turbulence {

namespace {

/// The factor by which a step changes u where du/dt = (z / dt) u. (5.8)
std::complex<double> amplification(const std::vector<Stage>& stages, std::complex<double> z) {
  std::complex<double> u = 1, du = 0;
  for (const Stage& stage : stages) {
    du = stage.a * du + z * u;
    u += stage.b * du;
  }
  return u;
}

/// The larger eigenvalue of what a step does to a small wave (a, b) on psi = sqrt n0, whose linear
/// part turns by `phase` and whose nonlinear part is db = -strength a. (12.19)
double spectral_radius(const std::vector<Stage>& stages, double phase, double strength) {
  std::complex<double> column[2];  // of the matrix, as a + i b
  for (int c = 0; c < 2; ++c) {
    std::complex<double> u(c == 0 ? 1 : 0, c), du = 0;
    for (std::size_t s = 0; s < stages.size(); ++s) {
      du = stages[s].a * du + std::complex<double>(0, -strength * u.real());
      u += stages[s].b * du;
      const double end = s + 1 < stages.size() ? stages[s + 1].c : 1;
      const auto turn = std::polar(1.0, -phase * (end - stages[s].c));
      u *= turn;
      du *= turn;
    }
    column[c] = u;
  }
  const double half = (column[0].real() + column[1].imag()) / 2,
               product = column[0].real() * column[1].imag() - column[0].imag() * column[1].real();
  const double root = half * half - product;
  return root > 0 ? std::abs(half) + std::sqrt(root) : std::sqrt(product);
}

/// Whether no mode grows whose share of the highest mode's frequency is between 0 and 1.
bool is_stable(const std::vector<Stage>& stages, double y, double damping) {
  constexpr int shares = 100;
  constexpr double rounding = 1e-12;
  for (int n = 1; n <= shares; ++n) {
    const double share = static_cast<double>(n) / shares;
    const std::complex<double> z(-damping * share * share, y * share);
    if (std::abs(amplification(stages, z)) > 1 + rounding) return false;
  }
  return true;
}

/// Up to the first y that is not stable, by bisection.
double extent_at(const std::vector<Stage>& stages, double damping) {
  constexpr double coarse = 0.05, beyond_all = 10;
  double stable = 0, unstable = coarse;
  while (unstable < beyond_all && is_stable(stages, unstable, damping)) {
    stable = unstable;
    unstable += coarse;
  }
  for (int n = 0; n < 40; ++n) {
    const double middle = (stable + unstable) / 2;
    (is_stable(stages, middle, damping) ? stable : unstable) = middle;
  }
  return stable;
}

}  // namespace

double stable_extent(const std::string& scheme, double damping) {
  const std::vector<Stage>& stages = scheme_stages(scheme);
  constexpr int dampings = 40;
  double extent = extent_at(stages, 0);
  for (int n = 1; damping > 0 && n <= dampings; ++n)
    extent = std::min(extent, extent_at(stages, damping * n / dampings));
  return extent;
}

double stable_damping(const std::string& scheme) {
  const std::vector<Stage>& stages = scheme_stages(scheme);
  constexpr double fine = 1e-3;
  double stable = 0;
  while (std::abs(amplification(stages, -(stable + fine))) <= 1) stable += fine;
  return stable;
}

double wave_growth(const Parameters& p, double step) {
  const QuantumFluid fluid(p);
  const std::vector<Stage>& stages = scheme_stages(p.scheme);
  const double highest = fluid.dispersion * largest_k_squared(p) * step,
               strength = 2 * fluid.strength * fluid.density * step;
  constexpr int shares = 400;
  double most = 0;
  for (int n = 1; n <= shares; ++n)
    most = std::max(most, spectral_radius(stages, highest * n / shares, strength));
  return std::log(most) / step;
}

double largest_phase(const fft::Modes& m) {
  return 2 * std::numbers::pi *
         std::max({static_cast<double>(m.kx) / m.nx, static_cast<double>(m.ky) / m.ny,
                   static_cast<double>(m.kz) / m.nz});
}

}  // namespace thalweg::turbulence
