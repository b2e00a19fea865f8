// SPDX-License-Identifier: Apache-2.0
// How far cells are from walls, and from which face: what damping towards walls needs.
#pragma once

#include <vector>

#include "solvers/flow/mesh/boundary.hpp"
#include "transport/comm/communicator.hpp"

namespace thalweg::flow {

/// Corners in order around it.
struct WallFace {
  geometry::Vector corners[4];
};

struct WallFaces {
  std::vector<WallFace> all;  // of all ranks, one rank behind the other; the same on each
  std::vector<int> number;    // in it, of each boundary face of this rank; -1: it is not there
};

/// Of no-slip walls, those beside ghosts left out. Collective. faces: of the grid itself.
WallFaces wall_faces(const Mesh& mesh, const std::vector<BoundaryFace>& faces,
                     const transport::Communicator& comm);

/// Of the nearest wall face from a cell.
struct NearestWall {
  int face = 0;
  double distance = 0;
};

/// For each cell of the arena; ghosts have none. A face is two triangles, parted between its first
/// and third corner. Faces that are nearer through a periodic connection do not count. There must
/// be a face.
std::vector<NearestWall> nearest_walls(const MeshLevel& mesh, const grid::BlockArena& arena,
                                       const std::vector<WallFace>& faces);

}  // namespace thalweg::flow
