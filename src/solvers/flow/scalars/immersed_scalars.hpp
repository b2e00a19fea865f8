// SPDX-License-Identifier: Apache-2.0
// Scalars in cells at and in immersed bodies, on the grid itself: docs/theory/flow.md, section 9.
#pragma once

#include <vector>

#include "exec/exec.hpp"
#include "exec/upload.hpp"
#include "solvers/flow/boundary/immersion.hpp"
#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow::inline TW_HALF {

/// What holds for one scalar at one body now: its value, or what flows into the fluid through a
/// unit of area and the slope out of the body that goes with it.
struct BodyRule {
  bool is_value;
  double value, flux, slope;
};

/// One scalar in cells of bodies. (9.11), (9.12)
template <class Real>
struct SetImmersedScalar {
  const ImmersedCell* cells;
  const Donor* donors;
  const BodyRule* rules;
  Real* value;
  bool is_of_band;  // or of what is in bodies, which bands are donors of

  TW_HD void operator()(int n) const {
    const ImmersedCell& cell = cells[n];
    const BodyRule& rule = rules[cell.body];
    if ((cell.kind == CellKind::band) != is_of_band) return;
    if (rule.is_value)
      value[cell.cell] = static_cast<Real>(continued(cell, rule.value));
    else if (cell.kind == CellKind::inner && cell.end > cell.first)
      value[cell.cell] = static_cast<Real>(mirrored(cell, rule.slope));
  }

 private:
  TW_HD double continued(const ImmersedCell& cell, double at_surface) const {
    double sum = 0;
    for (int k = cell.first; k < cell.end; ++k)
      sum += donors[k].velocity * (static_cast<double>(value[donors[k].cell]) - at_surface);
    return at_surface + cell.along * sum;
  }
  TW_HD double mirrored(const ImmersedCell& cell, double slope) const {
    double sum = slope * cell.rise;
    for (int k = cell.first; k < cell.end; ++k)
      sum += donors[k].mirrored * static_cast<double>(value[donors[k].cell]);
    return sum;
  }
};

/// The rows of a scalar, of which nothing was held yet.
template <class Real>
struct ScalarRows {
  const Real *value, *residual, *source, *volume, *through;  // source: or none
  std::int64_t size;
  int first_axis;
  double rate, production;

  /// What flows out of a cell.
  TW_HD double flow(const ImmersedCell& cell) const {
    double out = 0;
    for (int axis = first_axis; axis < 3; ++axis) {
      const Real* lower = through + axis * size + cell.cell;
      out += static_cast<double>(lower[axis == 2 ? 1 : cell.stride[axis]]) -
             static_cast<double>(lower[0]);
    }
    return out;
  }
};

/// What a cell adds to what leaves through its body: in a band its row, in a body its fluxes alone,
/// both with what flows out of the cell. (9.13)
template <class Real>
struct TakeScalar {
  const ImmersedCell* cells;
  ScalarRows<Real> rows;
  double* taken;
  TW_HD void operator()(int n) const {
    const ImmersedCell& cell = cells[n];
    const auto value = static_cast<double>(rows.value[cell.cell]);
    double rest = static_cast<double>(rows.residual[cell.cell]) + value * rows.flow(cell);
    if (cell.kind != CellKind::band) {
      rest -= static_cast<double>(rows.volume[cell.cell]) * (rows.rate * value - rows.production);
      if (rows.source) rest -= static_cast<double>(rows.source[cell.cell]);
    }
    taken[n] = rest;
  }
};

/// Sums over cells of a body, in it and in its band.
struct TakenInside {
  const ImmersedCell* cells;
  const double* taken;
  int body;
  TW_HD double operator()(int n) const {
    const ImmersedCell& cell = cells[n];
    return cell.body == body && cell.kind != CellKind::band ? taken[n] : 0;
  }
};
template <class Real>
struct FlowInside {
  const ImmersedCell* cells;
  ScalarRows<Real> rows;
  int body;
  TW_HD double operator()(int n) const {
    const ImmersedCell& cell = cells[n];
    return cell.body == body && cell.kind != CellKind::band ? rows.flow(cell) : 0;
  }
};
template <class Real>
struct ValueOnBand {
  const ImmersedCell* cells;
  const Real* value;
  int body;
  TW_HD double operator()(int n) const {
    const ImmersedCell& cell = cells[n];
    const bool counts = cell.body == body && cell.kind == CellKind::band;
    return counts ? cell.area * static_cast<double>(value[cell.cell]) : 0;
  }
};

/// A band gets what its body has taken too much, by its part of the surface. (9.14)
template <class Real>
struct GiveScalarBack {
  const ImmersedCell* cells;
  const double* excess;  // of each body, on a unit of the band's part of its surface
  Real* residual;
  TW_HD void operator()(int n) const {
    const ImmersedCell& cell = cells[n];
    if (cell.kind == CellKind::band)
      residual[cell.cell] += static_cast<Real>(cell.area * excess[cell.body]);
  }
};

/// All scalars of a run.
template <class Real>
class ImmersedScalars {
 public:
  /// All must outlive it.
  ImmersedScalars(const Parameters& parameters, const transport::Communicator& comm,
                  const exec::Exec& exec);

  /// What bodies say at a time.
  void set_time(double time);
  /// Ghosts are filled before each.
  void set_band(const Immersion<Real>& at, int scalar, Real* value) const {
    set(at, scalar, value, true);
  }
  void set_inside(const Immersion<Real>& at, int scalar, Real* value) const {
    set(at, scalar, value, false);
  }
  /// Of each cell of the arena: velocity_is_held where a body gives the value, pressure_is_held
  /// where nothing is solved for (as coarse_held() takes them); 0 elsewhere.
  std::vector<std::uint8_t> held(const ImmersedCells& cells, int scalar) const;
  /// A residual of which nothing was held yet: what bodies take of it is known from then on, and
  /// what those with fluxes take too much is given back. Collective where there are such.
  void close(const Immersion<Real>& at, int scalar, const ScalarRows<Real>& rows, Real* residual);
  /// What leaves the fluid through each body, by the last residual of the scalar. Collective.
  std::vector<double> outflows(const Immersion<Real>& at, int scalar) const;

 private:
  void set(const Immersion<Real>& at, int scalar, Real* value, bool is_of_band) const;
  const std::vector<BodyRule>& rules_of(int scalar) const { return rules_[grid::index(scalar)]; }
  bool have_fluxes(int scalar) const;
  /// By body. Collective. (9.14)
  std::vector<double> excess(const Immersion<Real>& at, int scalar,
                             const ScalarRows<Real>& rows) const;

  const Parameters& p_;
  const transport::Communicator& comm_;
  const exec::Exec& exec_;
  std::vector<std::vector<BodyRule>> rules_;  // of each scalar, by body
  std::vector<exec::Array<BodyRule, 1>> uploaded_;
  std::vector<exec::Array<double, 1>> taken_;  // of each scalar, by cell of the list
};

}  // namespace thalweg::flow::inline TW_HALF
