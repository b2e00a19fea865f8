// SPDX-License-Identifier: Apache-2.0
// What is summed over cells: docs/theory/flow.md, section 6.
#pragma once

#include "solvers/flow/fluxes/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

enum class Rows { pressure, momentum };

/// Of a cell, by its volume. (6.1)
template <class Real>
struct SquaredResidual {
  Geometry<Real> geometry;
  const Real* residual;
  Rows rows;
  TW_HD double operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    const State<Real> r = load(residual, geometry.size, cell);
    const Real squares = rows == Rows::pressure ? r.p * r.p : dot(r.u, r.u);
    return static_cast<double>(squares / geometry.volume[cell]);
  }
};

template <class Real>
struct SquaredSpeed {
  Geometry<Real> geometry;
  const Real* state;
  TW_HD double operator()(int block, int k, int j, int i) const {
    const State<Real> q = load(state, geometry.size, geometry.places[block].at(k, j, i));
    return static_cast<double>(dot(q.u, q.u));
  }
};

/// (6.2)
template <class Real>
struct KineticEnergy {
  SquaredSpeed<Real> speed;
  TW_HD double operator()(int block, int k, int j, int i) const {
    const Geometry<Real>& g = speed.geometry;
    return 0.5 * static_cast<double>(g.volume[g.places[block].at(k, j, i)]) * speed(block, k, j, i);
  }
};

/// The velocity along a direction, times the volume.
template <class Real>
struct FlowAlong {
  Geometry<Real> geometry;
  const Real* state;
  double direction[3];
  TW_HD double operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    double sum = 0;
    TW_UNROLL
    for (int n = 0; n < 3; ++n)
      sum += direction[n] * static_cast<double>(state[(n + 1) * geometry.size + cell]);
    return sum * static_cast<double>(geometry.volume[cell]);
  }
};

/// What the velocity passes of a cell per unit of time, along all axes. (6.3)
template <class Real>
struct CourantRate {
  Geometry<Real> geometry;
  const Real* state;
  int first_axis;
  TW_HD double operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    const State<Real> q = load(state, geometry.size, cell);
    Real through = 0;
    for (int axis = first_axis; axis < 3; ++axis) {
      Real area[3];
      geometry.mean_at(axis, cell, cell, area);
      through += std::abs(dot(q.u, area));
    }
    return static_cast<double>(through / geometry.volume[cell]);
  }
};

/// Of fields one after the other.
template <class Real>
struct SquaredValues {
  Geometry<Real> geometry;
  const Real* fields;
  int count;
  TW_HD double operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    double sum = 0;
    for (int n = 0; n < count; ++n) {
      const auto value = static_cast<double>(fields[n * geometry.size + cell]);
      sum += value * value;
    }
    return sum;
  }
};

/// Of fields since others, squared.
template <class Real>
struct SquaredChange {
  Geometry<Real> geometry;
  const Real *fields, *before;
  int count;
  TW_HD double operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    double sum = 0;
    for (int n = 0; n < count; ++n) {
      const std::int64_t at = n * geometry.size + cell;
      const double d = static_cast<double>(fields[at]) - static_cast<double>(before[at]);
      sum += d * d;
    }
    return sum;
  }
};

}  // namespace thalweg::flow::inline TW_HALF
