// SPDX-License-Identifier: Apache-2.0
// What is summed over the points of the grid: the field's energy, and what bounds it.
// (docs/theory/sound.md, 8.3)
#pragma once

#include "solvers/sound/kspace/energy_budget.hpp"
#include "solvers/sound/medium/coefficient.hpp"
#include "solvers/sound/operators/point_views.hpp"

namespace thalweg::sound::inline TW_HALF {

/// p^2 / (rho0 c0^2) + rho0 u^2, in an axisymmetric grid times the radius in cells.
template <class Real, int D>
struct EnergyDensity {
  PointFields<const Real> pressure, velocity;
  CoefficientView<Real> density, speed_squared, dt_per_density[D];
  double dt;
  int first_plane;
  bool axisymmetric;

  TW_HD double weight(int z, bool staggered) const {
    return axisymmetric ? radial_weight(first_plane + z, staggered) : 1;
  }
  TW_HD double operator()(int z, int y, int x) const {
    const auto p = static_cast<double>(pressure.row(0, z, y)[x]);
    const double stiffness =
        static_cast<double>(density.row(z, y)[x]) * static_cast<double>(speed_squared.row(z, y)[x]);
    double energy = p * p / stiffness * weight(z, false);
    TW_UNROLL
    for (int c = 0; c < D; ++c) {
      const auto u = static_cast<double>(velocity.row(c, z, y)[x]);
      const double rho = dt / static_cast<double>(dt_per_density[c].row(z, y)[x]);
      energy += rho * u * u * weight(z, c == D - 1);
    }
    return energy;
  }
};

/// c0^2 / rho0.
template <class Real>
struct SpeedSquaredPerDensity {
  CoefficientView<Real> density, speed_squared;
  TW_HD double operator()(int z, int y, int x) const {
    return static_cast<double>(speed_squared.row(z, y)[x]) /
           static_cast<double>(density.row(z, y)[x]);
  }
};

/// rho0 half a cell along a component.
template <class Real>
struct StaggeredDensity {
  CoefficientView<Real> dt_per_density;
  double dt;
  TW_HD double operator()(int z, int y, int x) const {
    return dt / static_cast<double>(dt_per_density.row(z, y)[x]);
  }
};

template <class Real>
struct PressureMagnitude {
  PointFields<const Real> pressure;
  TW_HD double operator()(int z, int y, int x) const {
    const auto p = static_cast<double>(pressure.row(0, z, y)[x]);
    return p < 0 ? -p : p;
  }
};

/// offset + sign p, which is at least 0 where the offset is the largest |p|.
template <class Real>
struct PressureFrom {
  PointFields<const Real> pressure;
  double offset, sign;
  TW_HD double operator()(int z, int y, int x) const {
    return offset + sign * static_cast<double>(pressure.row(0, z, y)[x]);
  }
};

template <class Real>
struct PressureSquared {
  PointFields<const Real> pressure;
  TW_HD double operator()(int z, int y, int x) const {
    const auto p = static_cast<double>(pressure.row(0, z, y)[x]);
    return p * p;
  }
};

}  // namespace thalweg::sound::inline TW_HALF
