// SPDX-License-Identifier: Apache-2.0
// What cells are to immersed bodies: docs/theory/flow.md, section 9.
#pragma once

#include "solvers/flow/immersed/arena_cells.hpp"
#include "solvers/flow/immersed/body.hpp"

namespace thalweg::flow {

/// band: of the fluid, so near that a neighbour may be in the body. inner: of the body, so near
/// that fluxes of the fluid look at it. deep: the rest of the body. (9.2)
enum class CellKind : int { fluid, band, inner, deep };

struct CellStanding {
  CellKind kind = CellKind::fluid;
  int body = 0;               // the nearest
  double distance = 0;        // of the centre from its surface
  double reach = 0;           // along the normal, of the farthest neighbour; only where near
  geometry::Vector normal{};  // out of the body; only where near
};

/// Bodies at a time, for cells of an arena. All must outlive it.
class CellKinds {
 public:
  CellKinds(const ArenaCells& cells, const std::vector<ImmersedBody>& bodies,
            const std::vector<Pose>& poses);
  CellStanding at(std::int64_t n) const;
  double distance(std::int64_t n, int body) const;

 private:
  const ArenaCells& cells_;
  const std::vector<ImmersedBody>& bodies_;
  const std::vector<Pose>& poses_;
};

}  // namespace thalweg::flow
