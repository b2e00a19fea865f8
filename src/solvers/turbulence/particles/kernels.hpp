// SPDX-License-Identifier: Apache-2.0
// What becomes of particles in a step: docs/theory/turbulence.md, section 13. Arrays hold three
// values for each particle, one behind the other.
#pragma once

#include <cmath>

#include "solvers/turbulence/particles/spline.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// The fluid's velocity where particles are; what was seen last is kept.
template <class Real>
struct SeeVelocity {
  SplineField<Real> field;
  const double* place;
  Real* seen;
  Real* seen_before;
  TW_HD void operator()(std::int64_t i) const {
    Real value[3];
    field.at(place + 3 * i, value);
    TW_UNROLL
    for (int c = 0; c < 3; ++c) {
      seen_before[3 * i + c] = seen[3 * i + c];
      seen[3 * i + c] = value[c];
    }
  }
};

/// Numbers of one step that are the same for all particles of a species. (13.5)
struct ParticleStep {
  double step;           // dt
  double slope_of_last;  // 1 / the step before; 0: there was none
  double response_time;  // tau
  double relaxed;        // 1 - exp(-dt / tau)
  double settling[3];    // velocity in a fluid at rest
};

/// Place and velocity at the end of a step, exact for a fluid's velocity that is linear in time
/// along the path.
template <class Real>
struct MoveParticles {
  ParticleStep s;
  const Real* seen;
  const Real* seen_before;
  double* place;
  Real* velocity;
  TW_HD void operator()(std::int64_t i) const {
    const double tau = s.response_time, dt = s.step;
    for (int c = 0; c < 3; ++c) {
      const std::int64_t n = 3 * i + c;
      const auto now = static_cast<double>(seen[n]);
      const double slope = s.slope_of_last * (now - static_cast<double>(seen_before[n]));
      const double aim = now + s.settling[c] - tau * slope;
      const double off = static_cast<double>(velocity[n]) - aim;
      place[n] += dt * (aim + dt * slope / 2) + tau * s.relaxed * off;
      velocity[n] = static_cast<Real>(aim + dt * slope + (1 - s.relaxed) * off);
    }
  }
};

/// What follows the flow at once has its velocity.
template <class Real>
struct FollowFluid {
  double settling[3];
  const Real* seen;
  Real* velocity;
  TW_HD void operator()(std::int64_t i) const {
    for (int c = 0; c < 3; ++c)
      velocity[3 * i + c] = seen[3 * i + c] + static_cast<Real>(settling[c]);
  }
};

/// The row of points below each particle, for their order in memory.
struct FindRows {
  const double* place;
  double spacing_y, spacing_z;
  int rows, planes;
  int* row;
  int* number;
  TW_HD void operator()(std::int64_t i) const {
    row[i] = stencil_at<double>(place[3 * i + 2], spacing_z, planes).cell * rows +
             stencil_at<double>(place[3 * i + 1], spacing_y, rows).cell;
    number[i] = static_cast<int>(i);
  }
};

/// Values of items in another order: to(k) = from(number(k)).
template <class T>
struct Reorder {
  const T* from;
  const int* number;
  T* to;
  int per_item;
  TW_HD void operator()(std::int64_t i) const {
    const std::int64_t item = i / per_item;
    to[i] = from[std::int64_t{number[item]} * per_item + i % per_item];
  }
};

/// The rank of the plane below each particle.
struct FindOwners {
  const double* place;
  const int* owner_of_plane;
  double spacing;
  int planes;
  int* owner;
  TW_HD void operator()(std::int64_t i) const {
    owner[i] = owner_of_plane[stencil_at<double>(place[3 * i + 2], spacing, planes).cell];
  }
};

/// Squared differences of two vectors of each particle, for means.
template <class A, class B>
struct SquaredDifference {
  const A* a;
  const B* b;  // none: a alone
  TW_HD double operator()(std::int64_t i) const {
    double sum = 0;
    for (int c = 0; c < 3; ++c) {
      const double d = static_cast<double>(a[3 * i + c]) -
                       (b != nullptr ? static_cast<double>(b[3 * i + c]) : 0);
      sum += d * d;
    }
    return sum;
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
