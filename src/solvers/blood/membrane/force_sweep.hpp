// SPDX-License-Identifier: Apache-2.0
// Elastic forces of all cells of a species: on processors several cells at once, on a device a
// thread for each point and each vertex. docs/theory/blood.md, section 6.
#pragma once

#include "solvers/blood/membrane/lane_forces.hpp"
#include "solvers/blood/membrane/measures.hpp"

namespace thalweg::blood::inline TW_HALF {

/// What a device keeps between its sweeps over the cells of a species; processors keep nothing.
struct ForceScratch {
  exec::Array<double, 1> tensions, pressures;  // of each cell
  exec::Array<double, 1> resultants;           // resultant_lists of each point

  /// For the species with most cells, and that with most points.
  void make_room(std::int64_t cells, std::int64_t points) {
    if (exec::kernel_space == exec::Space::host) return;
    tensions = exec::Array<double, 1>({cells});
    pressures = exec::Array<double, 1>({cells});
    resultants = exec::Array<double, 1>({resultant_lists * points}, exec::Contents::undefined);
  }
};

inline void sweep_points_then_vertices(const exec::Exec& exec, const Membrane<double>& membrane,
                                       const double* places, int cells, ForceScratch& scratch,
                                       double* forces, const PastMetrics<double>& past) {
  double *tensions = scratch.tensions.view().data, *pressures = scratch.pressures.view().data;
  const CellGroup<double> group{membrane, places, tensions, pressures};
  if (membrane.moduli.area > 0 || membrane.moduli.volume > 0)
    exec::parallel_tiles(exec, cells, HoldCells<double>::scratch_bytes,
                         HoldCells<double>{group, tensions, pressures});
  const std::int64_t points = std::int64_t{membrane.elements.points} * cells;
  const ResultantLists<double> resultants{scratch.resultants.view().data, points};
  exec::parallel_for(exec, points, PointResultants<double>{group, resultants, past});
  exec::parallel_for(exec, std::int64_t{membrane.elements.vertices} * cells,
                     VertexForces<double>{group, resultants, forces});
}

/// act.template operator()<bending law>()
template <class Act>
void with_bending(BendingLaw law, Act act) {
  if (law == BendingLaw::none) return act.template operator()<BendingLaw::none>();
  if (law == BendingLaw::helfrich) return act.template operator()<BendingLaw::helfrich>();
  act.template operator()<BendingLaw::shell>();
}

/// Forces on the vertices of `cells` cells whose places follow each other, (cell, coordinate,
/// vertex). past: of viscous membranes, moved on by a step.
template <exec::Space space = exec::kernel_space>
void find_membrane_forces(const exec::Exec& exec, const Membrane<double>& membrane,
                          const double* places, int cells, ForceScratch& scratch, double* forces,
                          const PastMetrics<double>& past = {}) {
  if (cells == 0) return;
  if constexpr (space == exec::Space::device)
    sweep_points_then_vertices(exec, membrane, places, cells, scratch, forces, past);
  else
    with_bending(membrane.moduli.bending_law, [&]<BendingLaw law>() {
      const LaneForces<law> kernel{membrane, places, forces, cells, past};
      exec::parallel_tiles(exec, LaneCells::tiles(cells), kernel.scratch_bytes(), kernel);
    });
}

}  // namespace thalweg::blood::inline TW_HALF
