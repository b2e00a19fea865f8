// SPDX-License-Identifier: Apache-2.0
// What is done at each fluid site. Populations stay in one array: at home f_q of a site lies in
// its own slot q, shifted it lies where it left its neighbour (P. Bailey, J. Myre, S. D. C. Walsh,
// D. J. Lilja, M. O. Saar, "Accelerating lattice Boltzmann fluid flow simulations using graphics
// processors", ICPP 2009). With two arrays a step leaves them shifted always. docs/theory/blood.md,
// section 2.
#pragma once

#include <cstdint>
#include <type_traits>

#include "exec/exec.hpp"
#include "solvers/blood/case/streaming.hpp"
#include "solvers/blood/lattice/collision.hpp"

namespace thalweg::blood {

/// Where populations lie between two steps.
enum class State { home, shifted };

inline namespace TW_HALF {

/// Where the populations of one site lie.
template <State state>
struct SiteSlots {
  std::int64_t stride;
  const int* first;  // shifted: the slots of the stretch
  int site, offset;  // and the site's place in it

  TW_HD std::int64_t operator()(int q) const {
    if (state == State::home || q == 0) return q * stride + site;
    return std::int64_t{first[q - 1]} + offset;
  }
};

/// Where those of any site lie: Stretches in kernel space.
template <State state>
struct Slots {
  std::int64_t stride;
  const int *first, *slots, *of_site;

  TW_HD SiteSlots<state> of(int i) const {
    if (state == State::home) return {stride, nullptr, i, 0};
    const int s = of_site[i];
    return {stride, slots + static_cast<std::int64_t>(s) * (directions - 1), i, i - first[s]};
  }
};

template <State state, class Real>
TW_HD Populations<Real> loaded(const SiteSlots<state>& slot, const Real* f) {
  Populations<Real> at;
  TW_UNROLL
  for (int q = 0; q < directions; ++q) at.f[q] = f[slot(q)];
  return at;
}

/// What a step reads, and where it leaves populations.
template <Streaming streaming, class Real>
struct PopulationArrays {
  Real* f;
  TW_HD const Real* from() const { return f; }
  TW_HD Real* to() const { return f; }
};
template <class Real>
struct PopulationArrays<Streaming::two_arrays, Real> {
  const Real* f;
  Real* left;
  TW_HD const Real* from() const { return f; }
  TW_HD Real* to() const { return left; }
};

/// A force per volume that is the same everywhere.
template <class Real>
struct UniformForce {
  Real uniform[3];

  TW_HD UniformForce in_stretch(int) const { return *this; }
  TW_HD void at(int, Real (&force)[3]) const {
    for (int d = 0; d < 3; ++d) force[d] = uniform[d];
  }
  TW_HD void keep(int, const Flow<Real>&) const {}
};

/// The same, and what membranes push at each node. Collision leaves the velocity there, and no
/// force.
template <class Real>
struct NodeForce {
  Real uniform[3];
  Real *force, *velocity;  // (coordinate, node)
  std::int64_t nodes;
  const int *stretch_nodes, *first, *of_site;

  /// By place in a stretch, whose nodes follow each other.
  struct InStretch {
    Real uniform[3];
    Real *force, *velocity;
    std::int64_t nodes;

    TW_HD void at(int n, Real (&to)[3]) const {
      for (int d = 0; d < 3; ++d) to[d] = uniform[d] + force[d * nodes + n];
    }
    TW_HD void keep(int n, const Flow<Real>& flow) const {
      for (int d = 0; d < 3; ++d) {
        velocity[d * nodes + n] = flow.velocity[d];
        force[d * nodes + n] = 0;
      }
    }
  };
  TW_HD InStretch in_stretch(int s) const {
    const int node = stretch_nodes[s];
    return {{uniform[0], uniform[1], uniform[2]}, force + node, velocity + node, nodes};
  }
  TW_HD void at(int site, Real (&to)[3]) const {
    const int s = of_site[site];
    in_stretch(s).at(site - first[s], to);
  }
  TW_HD void keep(int site, const Flow<Real>& flow) const {
    const int s = of_site[site];
    in_stretch(s).keep(site - first[s], flow);
  }
};

/// Of sites that follow each other, from `first` on: collision, and streaming by where populations
/// are put. In place from home to shifted or back, (2.1), (2.3); with two arrays by (2.1) always.
/// rule: a Collision, or what gives one for each site.
template <State state, Streaming streaming, class Real, class Force, class Rule>
struct CollideSites {
  Slots<state> slots;
  PopulationArrays<streaming, Real> f;
  Rule rule;
  Force force;
  int first;

  TW_HD void operator()(int n) const {
    const int site = first + n;
    const SiteSlots<state> slot = slots.of(site);
    Populations<Real> at = loaded(slot, f.from());
    Real push[3];
    force.at(site, push);
    force.keep(site, rule.at(site)(at, push));
    constexpr State left = streaming == Streaming::in_place ? state : State::home;
    const SiteSlots<left> put{slot.stride, slot.first, slot.site, slot.offset};
    TW_UNROLL
    for (int q = 0; q < directions; ++q) f.to()[put(opposite(q))] = at.f[q];
  }
};

/// The sites of one stretch: slots are those of its first site.
template <Streaming streaming, class Real, class Force, class Rule>
struct CollideInStretch {
  int slots[directions];
  int begin, stride;  // where its populations lie at home: that of direction 0, and from one to one
  PopulationArrays<streaming, Real> f;
  Rule rule;
  Force force;

  TW_HD int put(int q) const {
    return streaming == Streaming::in_place ? slots[q] : q * stride + begin;
  }
  TW_HD void operator()(int n) const {
    Populations<Real> at;
    TW_UNROLL
    for (int q = 0; q < directions; ++q) at.f[q] = f.from()[slots[q] + n];
    Real push[3];
    force.at(n, push);
    force.keep(n, rule.at(n)(at, push));
    TW_UNROLL
    for (int q = 0; q < directions; ++q) f.to()[put(opposite(q)) + n] = at.f[q];
  }
};

/// Of stretches that follow each other: the populations of each lie one behind the other, so that
/// processors load and store them by vectors. Short ones, such as the ends of rows, take their turn
/// with the others: their populations share lines of the cache with those of their neighbours.
template <State state, Streaming streaming, class Real, class Force, class Rule>
struct CollideStretches {
  Slots<state> slots;
  PopulationArrays<streaming, Real> f;
  Rule rule;
  Force force;
  int first_stretch;
  const int* first;

  TW_HD void operator()(const exec::Team& team) const {
    const int s = first_stretch + team.tile(), begin = first[s];
    const SiteSlots<state> of_first = slots.of(begin);
    using PushHere = decltype(force.in_stretch(s));
    using RuleHere = std::remove_cvref_t<decltype(rule.in_stretch(s))>;
    CollideInStretch<streaming, Real, PushHere, RuleHere> body{
        {}, begin, static_cast<int>(slots.stride), f, rule.in_stretch(s), force.in_stretch(s)};
    for (int q = 0; q < directions; ++q) body.slots[q] = static_cast<int>(of_first(q));
    team.for_each(first[s + 1] - begin, body);
  }
};

/// What comes back to a site from walls that move, or stand elsewhere than half-way, where what it
/// lacks of the mass that went there is at rest. (2.4), (2.6)
template <class Real>
struct ReturnFromWalls {
  const int *first, *rest, *slot, *partner;
  const Real *near, *pushed;
  Real* f;

  TW_HD void operator()(int k) const {
    Real lacking = 0;
    for (int n = first[k]; n < first[k + 1]; ++n) {
      const Real went = f[slot[n]],
                 comes = near[n] * went + (1 - near[n]) * f[partner[n]] + pushed[n];
      f[slot[n]] = comes;
      lacking += went - comes;
    }
    if (rest[k] >= 0) f[rest[k]] += lacking;
  }
};

template <State state, class Real, class Force>
struct FlowAt {
  Slots<state> slots;
  const Real* f;
  Force force;

  TW_HD Flow<Real> at(int i) const {
    Real push[3];
    force.at(i, push);
    return flow_of(moments_of(loaded(slots.of(i), f)), push);
  }
};

/// Of one site, for sums over all.
enum class Quantity { excess, velocity_x, speed_squared };

template <Quantity quantity, State state, class Real, class Force>
struct ValueAt {
  FlowAt<state, Real, Force> flow;

  TW_HD double operator()(int i) const {
    const Flow<Real> at = flow.at(i);
    const Real* u = at.velocity;
    if (quantity == Quantity::excess) return static_cast<double>(at.excess);
    if (quantity == Quantity::velocity_x) return static_cast<double>(u[0]);
    return static_cast<double>(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  }
};

/// Density and velocity of all sites, for output: (quantity, site).
template <State state, class Real, class Force>
struct StoreFlow {
  FlowAt<state, Real, Force> flow;
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
    const Populations<Real> at = loaded(slots.of(i), f);
    TW_UNROLL
    for (int q = 0; q < directions; ++q)
      to[static_cast<std::int64_t>(i) * directions + q] = at.f[q];
  }
};

template <State state, class Real>
struct LoadPopulations {
  Slots<state> slots;
  const Real* from;
  Real* f;

  TW_HD void operator()(int i) const {
    const SiteSlots<state> slot = slots.of(i);
    TW_UNROLL
    for (int q = 0; q < directions; ++q)
      f[slot(q)] = from[static_cast<std::int64_t>(i) * directions + q];
  }
};

}  // namespace TW_HALF

}  // namespace thalweg::blood
