// SPDX-License-Identifier: Apache-2.0
// Which way cells are thin, and so the lines along which a smoother solves: docs/theory/flow.md,
// section 5.
#pragma once

#include <array>
#include <vector>

#include "solvers/flow/mesh/mesh.hpp"

namespace thalweg::flow {

/// Of a block.
struct LineAxes {
  /// The axis of lines (z, y, x) in the first half of a smoothing's sweeps, and in the second: the
  /// two along which cells are thinnest, the thinnest one first; twice the same where one counts.
  std::array<int, 2> axis{};
  double ratio = 1;  // how many times as long as thin cells are
};

/// Of each block of a mesh as it is made, before it is split. Looks at some cells of each block,
/// those at its faces among them.
std::vector<LineAxes> line_axes(const Mesh& mesh);

}  // namespace thalweg::flow
