// SPDX-License-Identifier: Apache-2.0
// Values at places: in its cell, fields are parabolas along the cell's axes through its neighbours'
// values. docs/theory/flow.md, section 6.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "solvers/flow/case/parameters.hpp"
#include "solvers/flow/mesh/metrics.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::flow {

/// A place in one of this rank's cells: the value there is a sum over seven cells.
struct SamplePoint {
  int number = 0;  // of the place
  std::int64_t cells[7] = {};
  double weights[7] = {};
};

/// Places, each on one rank.
struct SamplePoints {
  std::vector<SamplePoint> own;
  std::vector<geometry::Vector> places;
};

/// name_of: what a message calls a place, by its number. Throws InputError on all ranks for a place
/// that lies in no cell. Collective.
SamplePoints sample_points(const std::function<std::string(std::size_t)>& name_of,
                           std::vector<geometry::Vector> places, const MeshLevel& mesh,
                           const grid::BlockArena& arena, const transport::Communicator& comm);

/// From its beginning to its end.
std::vector<geometry::Vector> places_along(const Line& line);

}  // namespace thalweg::flow
