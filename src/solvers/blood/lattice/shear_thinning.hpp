// SPDX-License-Identifier: Apache-2.0
// Collision where the viscosity depends on the rate of shear, which each site finds from its own
// populations: nothing is kept between steps. docs/theory/blood.md, section 10.
#pragma once

#include <cmath>

#include "solvers/blood/lattice/strain.hpp"

namespace thalweg::blood::inline TW_HALF {

/// The collision of a site by its populations: as Collision, with rates from a table (10.12).
template <class Real>
struct ShearThinning {
  const Real* rates;  // 1 / tau+, at `intervals` + 1 places (RelaxationTable)
  int intervals;
  Real middle;
  Real magic;  // of two relaxation times; 0: one

  TW_HD const ShearThinning& in_stretch(int) const { return *this; }
  TW_HD const ShearThinning& at(int) const { return *this; }

  TW_HD Flow<Real> operator()(Populations<Real>& at, const Real (&force)[3]) const {
    return collision(at, flow_of(moments_of(at), force), force)(at, force);
  }

  TW_HD Collision<Real> collision(const Populations<Real>& at, const Flow<Real>& flow,
                                  const Real (&force)[3]) const {
    const Real even = even_rate(at, flow, force);
    return {even, odd_rate(even)};
  }

 private:
  /// 1 / tau+ of a site.
  TW_HD Real even_rate(const Populations<Real>& at, const Flow<Real>& flow,
                       const Real (&force)[3]) const {
    const SymmetricTensor<Real> beyond = stress_beyond_balance(at, flow, force);
    const Real* s = beyond.of;
    const Real sum =
        s[0] * s[0] + s[1] * s[1] + s[2] * s[2] + 2 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]);
    const Real stress = Real(1.5) * std::sqrt(2 * sum) / (1 + flow.excess);  // (10.11)
    const Real place = std::sqrt(stress / (stress + middle)) * static_cast<Real>(intervals);
    // Also where values are not finite, which the watch for divergence finds.
    const int n = place < static_cast<Real>(intervals) ? static_cast<int>(place) : intervals - 1;
    const Real part = place - static_cast<Real>(n);
    return rates[n] + part * (rates[n + 1] - rates[n]);
  }
  TW_HD Real odd_rate(Real even) const {  // (1.8)
    if (magic == 0) return even;
    return 1 / (Real(0.5) + magic / (1 / even - Real(0.5)));
  }
};

/// That of a site, which may depend on its flow.
template <class Real>
TW_HD Collision<Real> collision_of(const Collision<Real>& rule, const Populations<Real>&,
                                   const Flow<Real>&, const Real (&)[3]) {
  return rule;
}
template <class Real>
TW_HD Collision<Real> collision_of(const ShearThinning<Real>& rule, const Populations<Real>& at,
                                   const Flow<Real>& flow, const Real (&force)[3]) {
  return rule.collision(at, flow, force);
}

}  // namespace thalweg::blood::inline TW_HALF
