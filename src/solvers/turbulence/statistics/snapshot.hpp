// SPDX-License-Identifier: Apache-2.0
// A state as statistics see it: its modes, and the way to values at points. docs/theory/
// turbulence.md, sections 14 and 15.
#pragma once

#include "exec/placed_array.hpp"
#include "fft/pipeline.hpp"
#include "solvers/turbulence/equations/equation_set.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// Refers to parts of a solver that outlive it.
template <class Real>
struct Snapshot {
  const Parameters& p;
  const SetDescription& set;
  const transport::Communicator& comm;
  const exec::Exec& exec;
  const fft::Layout& layout;
  fft::Pipeline<Real>& pipeline;
  Phases &step_phases, &output_phases;  // output is no part of a step
  ConstSpectralView<Real> state;
  WaveVectors<Real> k;
  exec::Space space;  // of whole fields: PlacedArray

  /// Points of this rank's planes, of so many components.
  exec::Index<4> extent(int components) const {
    return {layout.local_planes(), layout.local_ys(), layout.nx, components};
  }
  exec::Box3 box() const {
    return {{0, 0, 0}, {layout.local_planes(), layout.local_ys(), layout.nx}};
  }

  /// Three fields that a kernel makes of modes, and the work on them at points. Collective.
  template <exec::Kernel Load, exec::Kernel Point>
  void at_points(Load load, Point point) const {
    pipeline.measure_in(output_phases);
    pipeline.template modes<0, 3>("modes", load);
    pipeline.template planes<3, 0>("planes", fft::SpreadAsIs<Real>{}, point);
    pipeline.measure_in(step_phases);
  }
  /// The first of three such fields to an array (plane, y, x, component), as many as it has
  /// components. Collective.
  template <exec::Kernel Load>
  void to_points(Load load, exec::View<Real, 4> field) const {
    at_points(load, StorePoints<Real>{field});
  }
};

}  // namespace thalweg::turbulence::inline TW_HALF
