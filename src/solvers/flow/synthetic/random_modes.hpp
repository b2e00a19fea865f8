// SPDX-License-Identifier: Apache-2.0
// Synthetic turbulence: a sum of random Fourier modes without divergence. docs/theory/flow.md,
// section 10. After Kraichnan, Phys. Fluids 13, 22 (1970), and Smirnov, Shi and Celik, J. Fluids
// Eng. 123, 359 (2001).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/portable.hpp"

namespace thalweg::flow {

/// What a turbulence is like: a case says it for an inflow, or for the initial state.
struct SyntheticTurbulence {
  std::array<double, 6> stress{};  // Reynolds stresses xx, yy, zz, xy, xz, yz: positive definite
  /// The stress is over the square of the mean speed at each place.
  bool is_relative = false;
  double length = 1;  // integral, of correlations along an axis, where stresses are isotropic
  std::uint64_t seed = 0;
  std::array<double, 3> convection{};  // velocity with which an inflow carries it in
};

/// u = cosine cos(wave . x) + sine sin(wave . x); both are normal to wave.
struct RandomMode {
  double wave[3] = {}, cosine[3] = {}, sine[3] = {};
};

/// The same for all ranks: they depend on the seed alone. Their mean stresses over all places are
/// those that are asked for, but for rounding. (10.1) to (10.3)
std::vector<RandomMode> random_modes(const SyntheticTurbulence& turbulence);

/// Adds what modes are at a place. (10.1)
TW_HD void add_modes(const RandomMode* modes, int count, const double (&place)[3],
                     double (&velocity)[3]) {
  for (int n = 0; n < count; ++n) {
    const RandomMode& mode = modes[n];
    const double phase =
        mode.wave[0] * place[0] + mode.wave[1] * place[1] + mode.wave[2] * place[2];
    const double c = std::cos(phase), s = std::sin(phase);
    TW_UNROLL
    for (int d = 0; d < 3; ++d) velocity[d] += c * mode.cosine[d] + s * mode.sine[d];
  }
}

/// Of six stresses in the order of SyntheticTurbulence: the lower triangle L with L L^T = stress,
/// row by row; none where they are not positive definite.
std::array<double, 6> cholesky_factor(const std::array<double, 6>& stress);
bool is_positive_definite(const std::array<double, 6>& stress);

}  // namespace thalweg::flow
