// SPDX-License-Identifier: Apache-2.0
// What becomes of particles in a step: docs/theory/turbulence.md, section 13. Arrays hold three
// values for each particle, one behind the other.
#pragma once

#include <cmath>

#include "solvers/turbulence/particles/spline.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// Particles that stay where they are: for what they see at the start.
struct Stay {
  const double* place;
  TW_HD void operator()(std::int64_t i, double* at) const {
    TW_UNROLL
    for (int c = 0; c < 3; ++c) at[c] = place[3 * i + c];
  }
};
/// Some of them: those that come to another rank.
struct StaySome {
  Stay stay;
  const int* number;
  TW_HD void operator()(std::int64_t i, double* at) const { stay(number[i], at); }
};

/// Numbers of one step that are the same for all particles of a species. (13.5)
struct ParticleStep {
  double step;           // dt
  double slope_of_last;  // 1 / the step before; 0: there was none
  double response_time;  // tau
  double relaxed;        // 1 - exp(-dt / tau)
  double settling[3];    // velocity in a fluid at rest
};

/// The fluid's velocity where particles are, and where they were a step ago.
template <class Real>
struct Sight {
  const Real* now;
  const Real* before;
};

/// (13.5) for tau = 0: with the flow at once.
template <class Real>
struct FollowFluid {
  ParticleStep s;
  Sight<Real> seen;
  double* place;
  TW_HD void operator()(std::int64_t i, double* at) const {
    TW_UNROLL
    for (int c = 0; c < 3; ++c) {
      const std::int64_t n = 3 * i + c;
      const auto now = static_cast<double>(seen.now[n]);
      const double slope = s.slope_of_last * (now - static_cast<double>(seen.before[n]));
      at[c] = place[n] + s.step * (now + s.settling[c] + s.step * slope / 2);
      place[n] = at[c];
    }
  }
};

/// Place and velocity at the end of a step, exact for a fluid's velocity that is linear in time
/// along the path. (13.5)
template <class Real>
struct MoveInertial {
  ParticleStep s;
  Sight<Real> seen;
  double* place;
  Real* velocity;
  TW_HD void operator()(std::int64_t i, double* at) const {
    const double tau = s.response_time, dt = s.step;
    TW_UNROLL
    for (int c = 0; c < 3; ++c) {
      const std::int64_t n = 3 * i + c;
      const auto now = static_cast<double>(seen.now[n]);
      const double slope = s.slope_of_last * (now - static_cast<double>(seen.before[n]));
      const double aim = now + s.settling[c] - tau * slope;
      const double off = static_cast<double>(velocity[n]) - aim;
      at[c] = place[n] + dt * (aim + dt * slope / 2) + tau * s.relaxed * off;
      place[n] = at[c];
      velocity[n] = static_cast<Real>(aim + dt * slope + (1 - s.relaxed) * off);
    }
  }
};

/// The velocity of what follows the fluid.
template <class Real>
struct WithFluid {
  double settling[3];
  const Real* seen;
  Real* velocity;
  TW_HD void operator()(std::int64_t i) const {
    TW_UNROLL
    for (int c = 0; c < 3; ++c)
      velocity[3 * i + c] = seen[3 * i + c] + static_cast<Real>(settling[c]);
  }
};

/// Which of the bundles of 4 x 4 rows of points a particle is in, and how far along it: neighbours
/// in that order read mostly the same coefficients, and still do when the flow has carried them on.
struct FindTiles {
  const double* place;
  GridLines lines;
  OwnCells own;
  int* tile;
  int* number;
  static constexpr int side = 4;
  TW_HD void operator()(std::int64_t i) const {
    const int x = cell_at(place[3 * i], lines.x).point,
              y = cell_at(place[3 * i + 1], lines.y).point - own.first_y,
              z = cell_at(place[3 * i + 2], lines.z).point - own.first_plane;
    const int bundles = (own.ys + side - 1) / side;
    tile[i] = (z / side * bundles + y / side) * lines.x.points + x;
    number[i] = static_cast<int>(i);
  }
};

/// Of the first so many by their numbers.
struct IsAmongFirst {
  const std::int64_t* identity;
  std::int64_t count;
  TW_HD bool operator()(int i) const { return identity[i] < count; }
};

/// Values of items in another order, or of some, per_item of each: to(k) = from(number(k)).
template <class T, int per_item>
struct Reorder {
  const T* from;
  const int* number;
  T* to;
  TW_HD void operator()(std::int64_t k) const {
    const std::int64_t from_item = std::int64_t{number[k]} * per_item;
    TW_UNROLL
    for (int n = 0; n < per_item; ++n) to[k * per_item + n] = from[from_item + n];
  }
};

/// Values of items to places of their own: to(number(k)) = from(k).
template <class T, int per_item>
struct Put {
  const T* from;
  const int* number;
  T* to;
  TW_HD void operator()(std::int64_t k) const {
    const std::int64_t to_item = std::int64_t{number[k]} * per_item;
    TW_UNROLL
    for (int n = 0; n < per_item; ++n) to[to_item + n] = from[k * per_item + n];
  }
};

/// Whether a particle is in a cell that this rank does not have.
struct HasLeft {
  const double* place;
  GridLine y, z;
  OwnCells own;
  TW_HD bool operator()(int i) const {
    const double* at = place + std::int64_t{3} * i;
    return !own.has(cell_at(at[2], z).point, cell_at(at[1], y).point);
  }
};

/// The ranks that have the cells of some particles.
struct FindOwners {
  const double* place;
  const int* number;
  const int* plane_part;  // of a plane: which group of ranks shares it
  const int* y_part;      // of a y: which rank of a group has it
  int across;             // ranks of a group
  GridLine y, z;
  int* owner;
  TW_HD void operator()(std::int64_t k) const {
    const double* at = place + std::int64_t{3} * number[k];
    owner[k] = plane_part[cell_at(at[2], z).point] * across + y_part[cell_at(at[1], y).point];
  }
};

/// A vector that is the same for all particles.
struct Offset {
  double of[3];
};
/// |a + offset - b|^2 of two vectors of each particle, for means.
template <class A, class B>
struct SquaredDifference {
  const A* a;
  const B* b;  // none: zero
  Offset offset;
  TW_HD double operator()(std::int64_t i) const {
    double sum = 0;
    TW_UNROLL
    for (int c = 0; c < 3; ++c) {
      const double d = static_cast<double>(a[3 * i + c]) + offset.of[c] -
                       (b != nullptr ? static_cast<double>(b[3 * i + c]) : 0);
      sum += d * d;
    }
    return sum;
  }
};

/// What a body gives, at least 0, in whole steps of 1 / per_unit: sums of these do not round.
template <class Body>
struct InWholeSteps {
  Body body;
  double per_unit;
  TW_HD std::int64_t operator()(std::int64_t i) const {
    return static_cast<std::int64_t>(body(i) * per_unit + 0.5);
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
