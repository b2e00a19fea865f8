// SPDX-License-Identifier: Apache-2.0
// Sums of states, and what levels of the multigrid hand to each other: docs/theory/flow.md,
// section 5.
#pragma once

#include "solvers/flow/fluxes/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

constexpr int state_fields = 4;

/// to = a of x + b of y, all components.
template <class Real, int fields = state_fields>
struct Combine {
  Geometry<Real> geometry;
  Real a, b;
  const Real *x, *y;
  Real* to;
  TW_HD void operator()(int block, int k, int j, int i) const {
    const std::int64_t cell = geometry.places[block].at(k, j, i);
    TW_UNROLL
    for (int n = 0; n < fields; ++n) {
      const std::int64_t at = n * geometry.size + cell;
      to[at] = a * x[at] + b * y[at];
    }
  }
};

/// Where the cells of a coarse block are made of cells of a fine one.
struct TwoLevels {
  const grid::BlockPlace *fine, *coarse;
  std::int64_t fine_size, coarse_size;
  int first_axis;  // 1: cells are not halved along z
};

/// The mean values of the cells that make up a coarse one, and the sum of their residuals. (5.6)
template <class Real, int fields = state_fields>
struct Restrict {
  TwoLevels levels;
  const Real *state, *residual, *volume;  // of the fine level
  Real *coarse_state, *coarse_residual;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace& fine = levels.fine[block];
    const std::int64_t size = levels.fine_size;
    const int depth = levels.first_axis == 0 ? 2 : 1;
    Real q[fields] = {}, r[fields] = {}, all = 0;
    for (int z = 0; z < depth; ++z) TW_UNROLL
    for (int n = 0; n < 4; ++n) {
      const std::int64_t cell = fine.at(depth * k + z, 2 * j + n / 2, 2 * i + n % 2);
      const Real v = volume[cell];
      all += v;
      TW_UNROLL
      for (int f = 0; f < fields; ++f) {
        q[f] += v * state[f * size + cell];
        r[f] += residual[f * size + cell];
      }
    }
    const std::int64_t cell = levels.coarse[block].at(k, j, i);
    const Real by_all = 1 / all;
    TW_UNROLL
    for (int f = 0; f < fields; ++f) {
      coarse_state[f * levels.coarse_size + cell] = by_all * q[f];
      coarse_residual[f * levels.coarse_size + cell] = r[f];
    }
  }
};

/// The mean of a field over the cells that make up a coarse one.
template <class Real>
struct RestrictField {
  TwoLevels levels;
  const Real *field, *volume;  // of the fine level
  Real* to;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace& fine = levels.fine[block];
    const int depth = levels.first_axis == 0 ? 2 : 1;
    Real sum = 0, all = 0;
    for (int z = 0; z < depth; ++z) TW_UNROLL
    for (int n = 0; n < 4; ++n) {
      const std::int64_t cell = fine.at(depth * k + z, 2 * j + n / 2, 2 * i + n % 2);
      all += volume[cell];
      sum += volume[cell] * field[cell];
    }
    to[levels.coarse[block].at(k, j, i)] = sum / all;
  }
};

/// state += the correction of the coarse level, linear between its cells. (5.7)
template <class Real, int fields = state_fields>
struct Prolong {
  TwoLevels levels;
  const Real* correction;
  Real* state;

  TW_HD void operator()(int block, int k, int j, int i) const {
    const grid::BlockPlace& coarse = levels.coarse[block];
    const bool is_deep = levels.first_axis == 0;
    const std::int64_t middle = coarse.at(is_deep ? k / 2 : k, j / 2, i / 2);
    const std::int64_t x = i % 2 ? 1 : -1, y = j % 2 ? coarse.stride[1] : -coarse.stride[1],
                       z = k % 2 ? coarse.stride[0] : -coarse.stride[0];
    const std::int64_t cell = levels.fine[block].at(k, j, i);
    TW_UNROLL
    for (int n = 0; n < fields; ++n) {
      const Real* c = correction + n * levels.coarse_size;
      Real value = Real(0.5) * c[middle] + Real(0.25) * (c[middle + x] + c[middle + y]);
      if (is_deep) value += Real(0.25) * (c[middle + z] - c[middle]);
      state[n * levels.fine_size + cell] += value;
    }
  }
};

}  // namespace thalweg::flow::inline TW_HALF
