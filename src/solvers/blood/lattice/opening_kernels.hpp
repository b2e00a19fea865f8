// SPDX-License-Identifier: Apache-2.0
// What is done at each site behind an opening, and at each link through one. docs/theory/blood.md,
// section 11.
#pragma once

#include "solvers/blood/lattice/site_kernels.hpp"

namespace thalweg::blood {

/// Numbers of a step that the host knows, for some openings: passed by value.
inline constexpr int most_opening_values = 64;

inline namespace TW_HALF {

template <class Real>
struct OpeningValues {
  Real of[most_opening_values];
};

/// Which populations come in by the links through openings where the pressure is given.
template <class Real>
struct PressureLinks {
  const int* direction;  // into the vessel
  const int* mirror;     // the same, but the other way across
  const int* inward;     // along the normal
  const int* tangent;    // what is left of the direction across it; 0 for the normal itself
  /// Of all directions: x, y, z and the weight. (Kernels cannot look into constants by number.)
  const Real* lattice;
  TW_HD Real weight(int q) const { return lattice[std::ptrdiff_t{4} * q + 3]; }
  TW_HD Real along(int q, const Real* v) const {
    const Real* c = lattice + std::ptrdiff_t{4} * q;
    return c[0] * v[0] + c[1] * v[1] + c[2] * v[2];
  }
};

/// The part of what comes in by openings of given pressure that is known before collision: of the
/// velocity, of shear, and of where the opening stands. (11.6), (11.7)
template <State state, class Real, class Force, class Rule>
struct PrepareReturns {
  Slots<state> slots;
  const Real* f;
  Force force;
  Rule rule;
  PressureLinks<Real> links;
  const Real* distance;  // from site to opening, by link [spacings]
  const int *sites, *first_link, *end_link;
  Real* rest;

  TW_HD void operator()(int n) const {
    const int site = sites[n];
    const Populations<Real> at = loaded(slots.of(site), f);
    Real push[3];
    force.at(site, push);
    const Flow<Real> flow = flow_of(moments_of(at), push);
    for (int link = first_link[n]; link < end_link[n]; ++link)
      rest[link] = of_link(collision_of(rule.at(site), at, flow, push), at, flow, push, link);
  }

 private:
  TW_HD Real of_link(const Collision<Real>& collision, const Populations<Real>& at,
                     const Flow<Real>& flow, const Real (&push)[3], int link) const {
    const int q = links.direction[link], m = links.mirror[link], in = links.inward[link];
    const Real weight = links.weight(q), density = 1 + flow.excess;
    const Real* u = flow.velocity;
    const Real cu = links.along(q, u), mu = links.along(m, u), cf = links.along(q, push);
    const Real energy = Real(1.5) * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    const Real work = u[0] * push[0] + u[1] * push[1] + u[2] * push[2];
    const Real even = at.f[q] + at.f[opposite(q)], even_mirror = at.f[m] + at.f[opposite(m)];
    const Real shear =
        Real(0.25) * (even - even_mirror) - Real(2.25) * weight * density * (cu * cu - mu * mu);
    const int t = links.tangent[link];
    const auto odd = [&](int p) { return odd_rest(collision, at, flow, push, p); };
    const Real here = odd(q), there = odd(m), beside = odd(t) * weight / links.weight(t);
    const Real across =
        Real(0.5) * (here + there) + Real(2) / 3 * (Real(0.5) * (here - there) - beside);
    const Real straight = odd(in) * weight / links.weight(in);
    return 2 * weight * density * (Real(4.5) * cu * cu - energy) +
           (2 - collision.even_rate) * shear +
           (1 - collision.even_rate / 2) * weight * (9 * cu * cf - 3 * work) + across -
           6 * weight * links.along(t, u) - 2 * distance[link] * straight;
  }
  /// What collision takes from the odd part of a direction, without the force's share.
  TW_HD Real odd_rest(const Collision<Real>& collision, const Populations<Real>& at,
                      const Flow<Real>& flow, const Real (&push)[3], int q) const {
    const Real odd = Real(0.5) * (at.f[q] - at.f[opposite(q)]);
    const Real weight = 3 * links.weight(q);
    return collision.odd_rate * (odd - weight * (1 + flow.excess) * links.along(q, flow.velocity)) -
           (1 - collision.odd_rate / 2) * weight * links.along(q, push);
  }
};

/// Where and how populations come in, by link.
template <class Real>
struct OpeningLinks {
  const int* slot;
  const Real* sign;    // 1 where the velocity is given, -1 where the pressure is
  const Real* shapes;  // the factor of each value
  const int *first_shape, *first_value;
};

/// f[slot] = sign f[slot] + rest + sum of shape * value, which is (11.1) or (11.5); and the mass
/// that has entered.
template <class Real>
struct ReturnFromOpenings {
  OpeningLinks<Real> links;
  OpeningValues<Real> values;
  const Real* rest;
  Real *entered, *f;
  int first;

  TW_HD void operator()(int n) const {
    const int link = first + n, slot = links.slot[link];
    const int begin = links.first_shape[link], count = links.first_shape[link + 1] - begin;
    const Real old = f[slot];
    Real mass = (links.sign[link] - 1) * old + rest[link];
    for (int k = 0; k < count; ++k)
      mass += links.shapes[begin + k] * values.of[links.first_value[link] + k];
    entered[link] = mass;
    f[slot] = old + mass;
  }
};

/// What would enter by a link if the pressure there were that of the fluid at rest.
template <class Real>
struct EnteringAtRest {
  const int* slot;
  const Real *rest, *f;
  int first;

  TW_HD double operator()(int n) const {
    return static_cast<double>(rest[first + n] - 2 * f[slot[first + n]]);
  }
};

/// Of numbers by link.
template <class Real>
struct NumberOfLink {
  const Real* numbers;
  int first;
  TW_HD double operator()(int n) const { return static_cast<double>(numbers[first + n]); }
};

/// The excess of density at listed sites, times their weights.
template <State state, class Real, class Force>
struct WeightedExcess {
  FlowAt<state, Real, Force> flow;
  const int* sites;
  const Real* weights;
  int first;
  TW_HD double operator()(int n) const {
    return static_cast<double>(weights[first + n]) *
           static_cast<double>(flow.at(sites[first + n]).excess);
  }
};

}  // namespace TW_HALF

}  // namespace thalweg::blood
