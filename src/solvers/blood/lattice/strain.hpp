// SPDX-License-Identifier: Apache-2.0
// The rate of strain of a site from its populations alone. docs/theory/blood.md, section 10.
#pragma once

#include "solvers/blood/lattice/collision.hpp"

namespace thalweg::blood::inline TW_HALF {

/// xx, yy, zz, xy, xz, yz of a symmetric tensor.
template <class Real>
struct SymmetricTensor {
  Real of[6];
};

/// Second moments of what populations are beyond balance, with the half of the force's share: minus
/// 2 tau+ / 3 times density times the rate of strain. flow: of these populations with that force.
/// (10.8)
template <class Real>
TW_HD SymmetricTensor<Real> stress_beyond_balance(const Populations<Real>& at,
                                                  const Flow<Real>& flow, const Real (&force)[3]) {
  const Real* f = at.f;
  const Real *u = flow.velocity, density = 1 + flow.excess, third = flow.excess / 3,
             half = Real(0.5);
  const Real xy = (f[7] + f[8]) + (f[3] + f[4]), xz = (f[15] + f[16]) + (f[11] + f[12]),
             yz = (f[17] + f[18]) + (f[9] + f[10]);
  const Real xy_odd = (f[7] + f[8]) - (f[3] + f[4]), xz_odd = (f[15] + f[16]) - (f[11] + f[12]),
             yz_odd = (f[17] + f[18]) - (f[9] + f[10]);
  return {{(f[1] + f[2]) + (xy + xz) - third - density * u[0] * u[0] + u[0] * force[0],
           (f[5] + f[6]) + (xy + yz) - third - density * u[1] * u[1] + u[1] * force[1],
           (f[13] + f[14]) + (xz + yz) - third - density * u[2] * u[2] + u[2] * force[2],
           xy_odd - density * u[0] * u[1] + half * (u[0] * force[1] + u[1] * force[0]),
           xz_odd - density * u[0] * u[2] + half * (u[0] * force[2] + u[2] * force[0]),
           yz_odd - density * u[1] * u[2] + half * (u[1] * force[2] + u[2] * force[1])}};
}

}  // namespace thalweg::blood::inline TW_HALF
