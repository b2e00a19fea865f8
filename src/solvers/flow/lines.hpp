// SPDX-License-Identifier: Apache-2.0
// Values along a line: in each cell that it passes, fields are parabolas along the cell's axes
// through its neighbours' values. docs/theory/flow.md, section 6.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/flow/mesh/metrics.hpp"
#include "solvers/flow/parameters.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::flow {

/// A point of a line in one of this rank's cells: the value there is a sum over seven cells.
struct LinePoint {
  int number = 0;  // along the line
  std::int64_t cells[7] = {};
  double weights[7] = {};
};

/// All points of a line, each on one rank.
struct LinePoints {
  std::vector<LinePoint> own;
  std::vector<geometry::Vector> places;
  std::vector<double> distances;  // from the beginning
};

/// Throws InputError on all ranks for a point that lies in no cell. Collective.
LinePoints points_of(const Line& line, const MeshLevel& mesh, const grid::BlockArena& arena,
                     const transport::Communicator& comm);

}  // namespace thalweg::flow
