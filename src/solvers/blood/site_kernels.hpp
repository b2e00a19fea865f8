// SPDX-License-Identifier: Apache-2.0
// What is done at each fluid site. Populations stay in one array: at home f_q of a site lies in
// its own slot q, shifted it lies where it left its neighbour (P. Bailey, J. Myre, S. D. C. Walsh,
// D. J. Lilja, M. O. Saar, "Accelerating lattice Boltzmann fluid flow simulations using graphics
// processors", ICPP 2009). docs/theory/blood.md, section 2.
#pragma once

#include <cstdint>

#include "exec/exec.hpp"
#include "solvers/blood/collision.hpp"

namespace thalweg::blood {

/// Where populations lie between two steps.
enum class State { home, shifted };

inline namespace TW_HALF {

/// Where f_q of a site lies in either state.
template <State state>
struct Slots {
  std::int64_t stride;
  const int* shifted;  // Sites::shifted()
  int own;

  TW_HD std::int64_t operator()(int q, int i) const {
    if (state == State::home || q == 0) return q * stride + i;
    return shifted[static_cast<std::int64_t>(q - 1) * own + i];
  }
};

template <State state, class Real>
TW_HD Populations<Real> loaded(const Slots<state>& slots, const Real* f, int i) {
  Populations<Real> at;
  TW_UNROLL
  for (int q = 0; q < directions; ++q) at.f[q] = f[slots(q, i)];
  return at;
}

/// One step of a site: collision, and streaming by where populations are put. From home to shifted
/// or back. (2.1), (2.3)
template <State state, class Real>
struct CollideAndStream {
  Slots<state> slots;
  Real* f;
  Collision<Real> collide;
  int first;

  TW_HD void operator()(int n) const {
    const int i = first + n;
    Populations<Real> at = loaded(slots, f, i);
    collide(at);
    TW_UNROLL
    for (int q = 0; q < directions; ++q) f[slots(opposite(q), i)] = at.f[q];
  }
};

/// What comes back from walls that move, or stand elsewhere than half-way. (2.4)
template <class Real>
struct ReturnFromWalls {
  const int *slot, *partner;
  const Real *near, *pushed;
  Real* f;

  TW_HD void operator()(int n) const {
    f[slot[n]] = near[n] * f[slot[n]] + (1 - near[n]) * f[partner[n]] + pushed[n];
  }
};

template <State state, class Real>
struct FlowAt {
  Slots<state> slots;
  const Real* f;
  Real force[3];

  TW_HD Flow<Real> at(int i) const { return flow_of(moments_of(loaded(slots, f, i)), force); }
};

/// Of one site, for sums over all.
enum class Quantity { excess, velocity_x, speed_squared };

template <Quantity quantity, State state, class Real>
struct ValueAt {
  FlowAt<state, Real> flow;

  TW_HD double operator()(int i) const {
    const Flow<Real> at = flow.at(i);
    const Real* u = at.velocity;
    if (quantity == Quantity::excess) return static_cast<double>(at.excess);
    if (quantity == Quantity::velocity_x) return static_cast<double>(u[0]);
    return static_cast<double>(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  }
};

/// Density and velocity of all sites, for output: (quantity, site).
template <State state, class Real>
struct StoreFlow {
  FlowAt<state, Real> flow;
  exec::View<Real, 2> to;

  TW_HD void operator()(int i) const {
    const Flow<Real> at = flow.at(i);
    to(0, i) = at.excess;
    for (int d = 0; d < 3; ++d) to(d + 1, i) = at.velocity[d];
  }
};

/// Populations as if at home, 19 for each site, for checkpoints; and back.
template <State state, class Real>
struct StorePopulations {
  Slots<state> slots;
  const Real* f;
  Real* to;

  TW_HD void operator()(int i) const {
    TW_UNROLL
    for (int q = 0; q < directions; ++q)
      to[static_cast<std::int64_t>(i) * directions + q] = f[slots(q, i)];
  }
};

template <State state, class Real>
struct LoadPopulations {
  Slots<state> slots;
  const Real* from;
  Real* f;

  TW_HD void operator()(int i) const {
    TW_UNROLL
    for (int q = 0; q < directions; ++q)
      f[slots(q, i)] = from[static_cast<std::int64_t>(i) * directions + q];
  }
};

}  // namespace TW_HALF

}  // namespace thalweg::blood
