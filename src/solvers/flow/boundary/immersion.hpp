// SPDX-License-Identifier: Apache-2.0
// Cells at and in immersed bodies where they are computed on: docs/theory/flow.md, section 9.
#pragma once

#include "exec/exec.hpp"
#include "exec/upload.hpp"
#include "solvers/flow/fluxes/kernels.hpp"
#include "solvers/flow/immersed/immersed_cells.hpp"
#include "solvers/flow/mesh/boundary.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::flow::inline TW_HALF {

/// The state in cells at and in bodies. (9.4), (9.5), (9.6)
template <class Real>
struct SetImmersed {
  const ImmersedCell* cells;
  const Donor* donors;
  Real* state;
  std::int64_t size;
  bool is_of_band;  // or of what is in bodies, which bands are donors of

  TW_HD void operator()(int n) const {
    const ImmersedCell& cell = cells[n];
    if ((cell.kind == CellKind::band) != is_of_band) return;
    double m[3] = {}, p = 0;
    for (int k = cell.first; k < cell.end; ++k) {
      const Donor& donor = donors[k];
      p += donor.pressure * static_cast<double>(state[donor.cell]);
      for (int d = 0; d < 3; ++d)
        m[d] += donor.velocity * static_cast<double>(state[(d + 1) * size + donor.cell]);
    }
    const double out = (cell.across - cell.along) * dot(m, cell.normal);
    for (int d = 0; d < 3; ++d)
      state[(d + 1) * size + cell.cell] =
          static_cast<Real>(cell.offset[d] + cell.along * m[d] + out * cell.normal[d]);
    if (!is_of_band && cell.end > cell.first) state[cell.cell] = static_cast<Real>(p);
  }
};

/// A cell whose rows are not solved, or of which only continuity is.
struct HeldCell {
  std::int64_t cell;
  std::uint8_t held;
};

/// Residuals of rows that are held. (9.7)
template <class Real>
struct HoldRows {
  const HeldCell* cells;
  Real* residual;
  std::int64_t size;
  TW_HD void operator()(int n) const {
    const HeldCell& cell = cells[n];
    if ((cell.held & pressure_is_held) != 0) residual[cell.cell] = 0;
    for (int d = 1; d < 4; ++d) residual[d * size + cell.cell] = 0;
  }
};

/// What the rows of momentum miss: in a band all of it, in a body what flows in. (9.9)
template <class Real>
struct TakeMomentum {
  const ImmersedCell* cells;
  const Real *state, *residual, *source, *volume;  // source: of momentum, or none
  std::int64_t size;
  double rate, force[3];
  double* taken;  // three for each cell
  TW_HD void operator()(int n) const {
    const ImmersedCell& cell = cells[n];
    for (int d = 0; d < 3; ++d) {
      const std::int64_t at = (d + 1) * size + cell.cell;
      double rest = static_cast<double>(residual[at]);
      if (cell.kind != CellKind::band) {
        rest -= static_cast<double>(volume[cell.cell]) *
                (rate * static_cast<double>(state[at]) - force[d]);
        if (source) rest -= static_cast<double>(source[d * size + cell.cell]);
      }
      taken[3 * n + d] = rest;
    }
  }
};

/// What flows out of a body, by the residuals of its cells. (9.10)
template <class Real>
struct Leak {
  const ImmersedCell* cells;
  const Real* residual;
  int body;
  TW_HD double operator()(int n) const {
    const ImmersedCell& cell = cells[n];
    const bool counts = cell.body == body && cell.kind != CellKind::band;
    return counts ? static_cast<double>(residual[cell.cell]) : 0;
  }
};

/// As much goes back into it, in equal parts of its surface.
template <class Real>
struct TakeBack {
  const ImmersedCell* cells;
  const double* leaks;  // of each body, over its surface
  Real* residual;
  TW_HD void operator()(int n) const {
    const ImmersedCell& cell = cells[n];
    if (cell.kind == CellKind::band)
      residual[cell.cell] += static_cast<Real>(cell.area * leaks[cell.body]);
  }
};

/// What presses and drags on the surface that a cell stands for. (9.8)
template <class Real>
struct SurfaceTractions {
  const ImmersedCell* cells;
  const Donor* donors;
  const Real* state;
  std::int64_t size;
  double viscosity;
  Traction* tractions;
  TW_HD void operator()(int n) const {
    const ImmersedCell& cell = cells[n];
    Traction traction{};
    double slope[3] = {cell.slope_offset[0], cell.slope_offset[1], cell.slope_offset[2]}, p = 0;
    for (int k = cell.first; k < cell.end; ++k) {
      const Donor& donor = donors[k];
      p += donor.pressure_on_surface * static_cast<double>(state[donor.cell]);
      for (int d = 0; d < 3; ++d)
        slope[d] += donor.slope * static_cast<double>(state[(d + 1) * size + donor.cell]);
    }
    const double out = dot(slope, cell.normal);
    for (int d = 0; d < 3; ++d) {
      traction.pressure[d] = -p * cell.area * cell.normal[d];
      traction.viscous[d] = viscosity * cell.area * (slope[d] - out * cell.normal[d]);
    }
    tractions[n] = traction;
  }
};

/// Of a body, of all ranks: of all cells that stand for it, and of those in its band.
struct Surface {
  double whole = 0, of_band = 0;
};

/// The lists of a rank, as they are at a time.
template <class Real>
class Immersion {
 public:
  /// Collective. exec and comm must outlive it.
  Immersion(const exec::Exec& exec, const transport::Communicator& comm, ImmersedCells cells);

  const ImmersedCells& host() const { return host_; }
  const ImmersedCell* cells() const { return cells_.view().data; }
  const Donor* donors() const { return donors_.view().data; }
  /// Of bodies.
  const std::vector<Surface>& surfaces() const { return surfaces_; }
  int count() const { return static_cast<int>(host_.cells.size()); }
  void set_band(Real* state, std::int64_t size) const { set(state, size, true); }
  void set_inside(Real* state, std::int64_t size) const { set(state, size, false); }
  /// Residuals of continuity in bands, so that no body gains or loses fluid. Collective. (9.10)
  void close(Real* residual) const;
  /// By (9.9), of residuals that nothing was held of yet.
  void take_momentum(const Geometry<Real>& geometry, const Real* state, const Real* residual,
                     const Real* source, double rate, const std::array<double, 3>& force);
  /// What was taken, and tractions, of each cell of the list.
  std::vector<double> taken() const;
  std::vector<Traction> tractions(const Real* state, std::int64_t size, double viscosity) const;

 private:
  void set(Real* state, std::int64_t size, bool is_of_band) const;

  const exec::Exec& exec_;
  const transport::Communicator& comm_;
  ImmersedCells host_;
  std::vector<Surface> surfaces_;
  exec::Array<ImmersedCell, 1> cells_;
  exec::Array<Donor, 1> donors_;
  exec::Array<double, 1> taken_;
};

}  // namespace thalweg::flow::inline TW_HALF
