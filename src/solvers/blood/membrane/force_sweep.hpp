// SPDX-License-Identifier: Apache-2.0
// Elastic forces of all cells of a species: on processors several cells at once, on a device a
// thread for each point and each vertex. docs/theory/blood.md, section 6.
#pragma once

#include "solvers/blood/membrane/measures.hpp"
#ifndef TW_DEVICE_HALF
#include "solvers/blood/membrane/lane_forces.hpp"
#endif

namespace thalweg::blood::inline TW_HALF {

#ifdef TW_DEVICE_HALF

/// What a device keeps between its sweeps over the cells of a species.
struct ForceScratch {
  exec::Array<double, 1> measured, tensions, pressures;  // of each cell
  exec::Array<double, 1> resultants;                     // resultant_lists of each point

  /// For the species with most cells, and that with most points.
  void make_room(std::int64_t cells, std::int64_t points) {
    measured = exec::Array<double, 1>({cells * measures});
    tensions = exec::Array<double, 1>({cells});
    pressures = exec::Array<double, 1>({cells});
    resultants = exec::Array<double, 1>({resultant_lists * points}, exec::Contents::undefined);
  }
};

/// Tension and pressure by the area and volume that each cell has now. (6.10), (6.11)
inline void hold_cells(const exec::Exec& exec, const CellGroup<double>& group, int cells,
                       ForceScratch& scratch) {
  double* measured = scratch.measured.view().data;
  exec::parallel_tiles(exec, cells, MeasureCells<double>::scratch_bytes,
                       MeasureCells<double>{group, measured});
  exec::parallel_for(exec, cells,
                     HoldCells<double>{group.membrane, measured, scratch.tensions.view().data,
                                       scratch.pressures.view().data});
}

inline void find_membrane_forces(const exec::Exec& exec, const Membrane<double>& membrane,
                                 const double* places, int cells, ForceScratch& scratch,
                                 double* forces) {
  if (cells == 0) return;
  const CellGroup<double> group{membrane, places, scratch.tensions.view().data,
                                scratch.pressures.view().data};
  if (membrane.moduli.area > 0 || membrane.moduli.volume > 0)
    hold_cells(exec, group, cells, scratch);
  const std::int64_t points = std::int64_t{membrane.elements.points} * cells;
  const ResultantLists<double> resultants{scratch.resultants.view().data, points};
  exec::parallel_for(exec, points, PointResultants<double>{group, resultants});
  exec::parallel_for(exec, std::int64_t{membrane.elements.vertices} * cells,
                     VertexForces<double>{group, resultants, forces});
}

#else

/// Processors keep nothing.
struct ForceScratch {
  void make_room(std::int64_t, std::int64_t) {}
};

template <BendingLaw bending>
void find_lane_forces(const exec::Exec& exec, const LaneForces<bending>& kernel) {
  exec::parallel_tiles(exec, kernel.tiles(kernel.cells),
                       kernel.scratch_bytes(kernel.membrane.elements.vertices), kernel);
}

/// Forces on the vertices of `cells` cells whose places follow each other, (cell, coordinate,
/// vertex).
inline void find_membrane_forces(const exec::Exec& exec, const Membrane<double>& membrane,
                                 const double* places, int cells, ForceScratch&, double* forces) {
  const BendingLaw bending = membrane.moduli.bending_law;
  if (bending == BendingLaw::none)
    find_lane_forces(exec, LaneForces<BendingLaw::none>{membrane, places, forces, cells});
  else if (bending == BendingLaw::helfrich)
    find_lane_forces(exec, LaneForces<BendingLaw::helfrich>{membrane, places, forces, cells});
  else
    find_lane_forces(exec, LaneForces<BendingLaw::shell>{membrane, places, forces, cells});
}

#endif

}  // namespace thalweg::blood::inline TW_HALF
