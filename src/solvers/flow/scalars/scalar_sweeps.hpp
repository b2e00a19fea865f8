// SPDX-License-Identifier: Apache-2.0
// What brings a scalar nearer to a residual of zero: damped sweeps of Jacobi, in single precision.
// docs/theory/flow.md, (8.6). So that a cell does not depend on where in a row it lies,
// no kernel branches by cell, and no statement adds two products: which of them is fused with the
// sum would be the compiler's choice, one for vectors and another for the end of a row.
#pragma once

#include "solvers/flow/scalars/scalar_fluxes.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
struct ScalarSystem {
  Geometry<Real> geometry;
  const Real* through;
  const int* closed;  // of a cell, bit 2 axis + upper: nothing spreads through that face
  static constexpr int bit_of_held = 6;  // the cell is not solved for
  int first_axis;
  Diffusivity<Real> diffusivity;
  Real rate, beta;

  /// So large beside any diagonal that nothing changes a cell that is held, and far from where
  /// inverses and products with it leave the numbers of single precision.
  TW_HD float held(std::int64_t cell) const {
    return static_cast<float>((closed[cell] >> bit_of_held) & 1) * 1e25f;
  }
  /// |theta| + c at a face.
  TW_HD float waves(int axis, std::int64_t face) const {
    const Real flow = through[axis * geometry.size + face];
    Real area[3];
    geometry.area_at(axis, face, area);
    return static_cast<float>(std::abs(flow) + std::sqrt(flow * flow + beta * dot(area, area)));
  }

  /// What the neighbour beyond a face adds to a cell, by its change. sign: 1 where the axis leads
  /// out of the cell.
  TW_HD float coefficient(int axis, std::int64_t face, std::int64_t neighbour, std::int64_t cell,
                          Real sign) const {
    const Real flow = sign * through[axis * geometry.size + face];
    Real area[3];
    geometry.area_at(axis, face, area);
    const int bit = 2 * axis + (sign > 0 ? 1 : 0);
    const Real open = static_cast<Real>(1 - ((closed[cell] >> bit) & 1));
    const Real spread = open * diffusivity.twice_between(cell, neighbour) * dot(area, area) /
                        (geometry.volume[cell] + geometry.volume[neighbour]);
    return static_cast<float>(Real(0.5) * (std::abs(flow) - flow) + spread);
  }
};

/// The damped inverse of the diagonal, and the change of the first sweep.
template <class Real>
struct InvertScalarDiagonal {
  ScalarSystem<Real> system;
  const Real* residual;
  float *inverse, *change;
  float cfl;  // of pseudo-time
  TW_HD void operator()(int block, int k, int j, int i) const {
    const Geometry<Real>& geometry = system.geometry;
    const grid::BlockPlace& place = geometry.places[block];
    const std::int64_t cell = place.at(k, j, i);
    float diagonal = static_cast<float>(system.rate * geometry.volume[cell]);
    diagonal += system.held(cell);
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < system.first_axis) continue;
      const std::int64_t step = step_along(place, axis);
      diagonal += system.coefficient(axis, cell, cell - step, cell, -1) +
                  system.coefficient(axis, cell + step, cell + step, cell, 1) +
                  (system.waves(axis, cell) + system.waves(axis, cell + step)) / (2 * cfl);
    }
    inverse[cell] = damping / diagonal;
    change[cell] = -inverse[cell] * static_cast<float>(residual[cell]);
  }
  static constexpr float damping = 0.8f;  // 4/5: best for the shortest waves in two dimensions
};

/// change += inverse (-residual - what the changes give).
template <class Real>
struct ScalarSweep {
  ScalarSystem<Real> system;
  const Real* residual;
  const float *change, *inverse;
  TW_HD float next(int block, int k, int j, int i) const {
    const Geometry<Real>& geometry = system.geometry;
    const grid::BlockPlace& place = geometry.places[block];
    const std::int64_t cell = place.at(k, j, i);
    float rest = -static_cast<float>(residual[cell]);
    TW_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
      if (axis < system.first_axis) continue;
      const std::int64_t step = step_along(place, axis);
      rest += system.coefficient(axis, cell, cell - step, cell, -1) * change[cell - step];
      rest += system.coefficient(axis, cell + step, cell + step, cell, 1) * change[cell + step];
    }
    // The diagonal is the damping over the inverse.
    rest += (1 - InvertScalarDiagonal<Real>::damping) / inverse[cell] * change[cell];
    return inverse[cell] * rest;
  }
};

template <class Real>
struct StoreScalarChange {
  ScalarSweep<Real> sweep;
  float* to;
  TW_HD void operator()(int block, int k, int j, int i) const {
    to[sweep.system.geometry.places[block].at(k, j, i)] = sweep.next(block, k, j, i);
  }
};

template <class Real>
struct AddScalarChange {
  ScalarSweep<Real> sweep;
  Real* value;
  TW_HD void operator()(int block, int k, int j, int i) const {
    value[sweep.system.geometry.places[block].at(k, j, i)] +=
        static_cast<Real>(sweep.next(block, k, j, i));
  }
};

}  // namespace thalweg::flow::inline TW_HALF
