// SPDX-License-Identifier: Apache-2.0
// The lines of this rank's blocks along which a smoother solves.
#pragma once

#include <vector>

#include "exec/lines.hpp"
#include "solvers/flow/boundary/awaited.hpp"
#include "solvers/flow/mesh/line_axes.hpp"

namespace thalweg::flow::inline TW_HALF {

/// As loops take it.
exec::Box3 box_of(const grid::Box& box);

/// Those that lead along one axis.
struct SmoothingLines {
  int axis;
  exec::LineBlocks<> inner, outer;  // outer: beside ghosts of other ranks
};

/// Of all blocks in an arena, each along the axis of its own for this half of the sweeps (0, 1).
/// Where there is `awaiting`, lines of which no cell waits are inner ones, else all are outer ones.
std::vector<SmoothingLines> smoothing_lines(const grid::BlockArena& arena,
                                            const std::vector<LineAxes>& of_blocks, int half,
                                            const AwaitingCells* awaiting);

}  // namespace thalweg::flow::inline TW_HALF
