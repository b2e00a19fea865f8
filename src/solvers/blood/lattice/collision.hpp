// SPDX-License-Identifier: Apache-2.0
// Populations, their moments, and collision. Populations are kept less their weights, which costs
// nothing and saves four digits in single precision. docs/theory/blood.md, section 1.
#pragma once

#include "solvers/blood/lattice/d3q19.hpp"

namespace thalweg::blood::inline TW_HALF {

/// Populations of one site, less their weights.
template <class Real>
struct Populations {
  Real f[directions];
};

template <class Real>
struct Moments {
  Real excess;       // of density over 1
  Real momentum[3];  // sum of f c; the force's half is not in it
};

template <class Real>
TW_HD Moments<Real> moments_of(const Populations<Real>& at) {  // (1.2)
  const Real* f = at.f;
  const Real xy[2] = {f[7] - f[8], f[4] - f[3]}, xz[2] = {f[15] - f[16], f[12] - f[11]},
             yz[2] = {f[17] - f[18], f[10] - f[9]};  // along (1, 1) and (1, -1)
  const Real axes = ((f[1] + f[2]) + (f[5] + f[6])) + (f[13] + f[14]);
  const Real edges = (((f[3] + f[4]) + (f[7] + f[8])) + ((f[9] + f[10]) + (f[11] + f[12]))) +
                     ((f[15] + f[16]) + (f[17] + f[18]));
  return {f[0] + axes + edges,
          {(f[1] - f[2]) + (xy[0] + xy[1]) + (xz[0] + xz[1]),
           (f[5] - f[6]) + (xy[0] - xy[1]) + (yz[0] + yz[1]),
           (f[13] - f[14]) + (xz[0] - xz[1]) + (yz[0] - yz[1])}};
}

/// Density and velocity; the velocity is that half-way through the force's push. (1.2)
template <class Real>
struct Flow {
  Real excess;
  Real velocity[3];
};

template <class Real>
TW_HD Flow<Real> flow_of(const Moments<Real>& m, const Real (&force)[3]) {
  const Real inverse = 1 / (1 + m.excess), half = Real(0.5);
  return {m.excess,
          {(m.momentum[0] + half * force[0]) * inverse, (m.momentum[1] + half * force[1]) * inverse,
           (m.momentum[2] + half * force[2]) * inverse}};
}

/// Two relaxation times with Guo's forcing. (1.5) to (1.8)
template <class Real>
struct Collision {
  Real even_rate, odd_rate;  // 1 / tau

  /// The same at every site; other rules are not (contrast/collision.hpp).
  TW_HD const Collision& in_stretch(int) const { return *this; }
  TW_HD const Collision& at(int) const { return *this; }

  /// force: per volume. Returns what the site had before.
  TW_HD Flow<Real> operator()(Populations<Real>& at, const Real (&force)[3]) const {
    const Flow<Real> flow = flow_of(moments_of(at), force);
    const Real* u = flow.velocity;
    const Real even_push = 1 - even_rate / 2, odd_push = 1 - odd_rate / 2;
    const Real along = u[0] * force[0] + u[1] * force[1] + u[2] * force[2];
    const Site site{
        flow.excess, 1 + flow.excess, Real(1.5) * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]),
        along,       even_push,       odd_push};
    constexpr Real rest = static_cast<Real>(d3q19[0].weight);
    at.f[0] += even_rate * (rest * (site.excess - site.density * site.energy) - at.f[0]) -
               even_push * rest * 3 * along;
    pair<1>(at, site, u, force);
    pair<3>(at, site, u, force);
    pair<5>(at, site, u, force);
    pair<7>(at, site, u, force);
    pair<9>(at, site, u, force);
    pair<11>(at, site, u, force);
    pair<13>(at, site, u, force);
    pair<15>(at, site, u, force);
    pair<17>(at, site, u, force);
    return flow;
  }

 private:
  struct Site {
    Real excess, density, energy;  // 3 u^2 / 2
    Real along, even_push, odd_push;
  };
  /// Velocity q and its opposite.
  template <int q>
  TW_HD void pair(Populations<Real>& at, const Site& site, const Real* u,
                  const Real (&force)[3]) const {
    constexpr Direction c = d3q19[q];
    constexpr Real weight = static_cast<Real>(c.weight);
    const Real cu = c.x * u[0] + c.y * u[1] + c.z * u[2];
    const Real cf = c.x * force[0] + c.y * force[1] + c.z * force[2];
    const Real half = Real(0.5);
    const Real even = half * (at.f[q] + at.f[q + 1]), odd = half * (at.f[q] - at.f[q + 1]);
    const Real even_balance =
        weight * (site.excess + site.density * (Real(4.5) * cu * cu - site.energy));
    const Real odd_balance = weight * 3 * site.density * cu;
    const Real even_change = even_rate * (even_balance - even) +
                             site.even_push * weight * (9 * cu * cf - 3 * site.along);
    const Real odd_change = odd_rate * (odd_balance - odd) + site.odd_push * weight * 3 * cf;
    at.f[q] += even_change + odd_change;
    at.f[q + 1] += even_change - odd_change;
  }
};

}  // namespace thalweg::blood::inline TW_HALF
