// SPDX-License-Identifier: Apache-2.0
// The eddy viscosity of the cells of the grid: docs/theory/flow.md, section 7. Coarse levels take
// means of it (level_eddies.cpp).
#pragma once

#include <vector>

#include "exec/exec.hpp"
#include "solvers/flow/case/parameters.hpp"
#include "solvers/flow/eddies/wall_distance.hpp"
#include "solvers/flow/fluxes/kernels.hpp"

namespace thalweg::flow::inline TW_HALF {

template <class Real>
class SubgridModel {
 public:
  /// Collective. volume: of the cells of the arena; faces: of this rank.
  SubgridModel(const Parameters& parameters, const MeshLevel& mesh, const grid::BlockArena& arena,
               const std::vector<double>& volume, const std::vector<BoundaryFace>& faces,
               const transport::Communicator& comm);

  /// Whether it is damped by the shear at walls.
  bool follows_walls() const { return !walls_.all.empty(); }
  /// Damp by what the faces of this rank feel. Collective. (7.3)
  void follow_walls(const exec::Exec& exec, const std::vector<BoundaryFace>& faces,
                    const std::vector<Traction>& tractions, const transport::Communicator& comm);
  /// to = the eddy viscosity in a state whose ghosts are filled. (7.1)
  void compute(const exec::Exec& exec, const exec::Blocks<>& cells, const Geometry<Real>& geometry,
               const Real* state, Real* to) const;

 private:
  void find_walls(const MeshLevel& mesh, const grid::BlockArena& arena,
                  const std::vector<BoundaryFace>& faces, const transport::Communicator& comm);
  template <Subgrid kind>
  void compute_by(const exec::Exec& exec, const exec::Blocks<>& cells,
                  const Geometry<Real>& geometry, const Real* state, Real* to) const;

  Subgrid kind_;
  double viscosity_;
  WallFaces walls_;                      // none where nothing is damped
  exec::Array<Real, 1> squared_length_;  // of each cell, with the constant and without damping
  exec::Array<Real, 1> damped_;          // with it
  exec::Array<Real, 1> distance_;        // from the nearest face of a wall
  exec::Array<int, 1> nearest_;          // its number
};

}  // namespace thalweg::flow::inline TW_HALF
