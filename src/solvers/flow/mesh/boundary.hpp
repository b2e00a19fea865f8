// SPDX-License-Identifier: Apache-2.0
// What holds at faces that nothing is connected to, by the name of their family, and the list of
// those faces: docs/theory/flow.md, section 4.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/waveform.hpp"
#include "grid/ghosts.hpp"
#include "solvers/flow/mesh/metrics.hpp"
#include "solvers/flow/mesh/profiles.hpp"
#include "solvers/flow/synthetic/random_modes.hpp"

namespace thalweg::flow {

enum class Condition : int { wall, slip, symmetry, inflow, outflow, convective, far_field };
/// Whether it is what forces act on.
constexpr bool is_wall(Condition condition) {
  return condition == Condition::wall || condition == Condition::slip;
}
enum class Profile { uniform, parabolic, table };

/// [[boundary]]
struct Boundary {
  std::string family;
  Condition condition = Condition::wall;
  geometry::Vector velocity{};  // of a wall, of a stream, of what comes in: its mean
  Profile profile = Profile::uniform;
  VelocityTable table{};  // Profile::table
  double pressure = 0;    // of an outflow or a stream, over density
  /// With which a convective outflow carries; none: the mean velocity.
  std::optional<double> speed{};
  bool has_table = false;       // what its faces feel is written
  bool has_law = false;         // of a wall: its stress is that of a turbulent layer
  Waveform factor{1, 0, 0, 0};  // of the velocity; of an outflow's pressure
  std::optional<SyntheticTurbulence> turbulence{};  // that an inflow carries in
};

/// What a condition gives at a place of its family, which the profile is of, where its factor is 1.
geometry::Vector velocity_at(const Boundary& boundary, const ParabolicProfile& profile,
                             const geometry::Vector& place);

/// A face of a cell at the edge of a block, or of a ghost cell beside it that a connection fills:
/// there nothing flows that counts, but ghosts beyond it are filled.
struct BoundaryFace {
  std::int64_t cell = 0;       // in the arena
  std::int64_t inwards = 0;    // to the next cell inside
  std::int64_t along[2] = {};  // to the next cell along the next axis, and the one after it
  int axis = 0;                // z, y, x
  bool is_upper = false, is_of_ghost = false;
  bool has_law = false;  // of its boundary
  Condition condition = Condition::wall;
  int boundary = 0;        // number of its condition
  int whole = 0;           // block that its own is a part of
  int whole_cell[3] = {};  // where its cell is there
  double area[3] = {};     // outwards
  /// From the middle of the cell to the face, over the way from there to that of the next cell
  /// inside. (2.7)
  double onwards = 0.5;
  double centre[3] = {};
  double velocity[3] = {};  // of the condition, where its factor is 1
  double pressure = 0;      // likewise
};

/// The force of the fluid on a boundary face, over density: what presses, and what drags.
struct Traction {
  double pressure[3] = {}, viscous[3] = {};
};

/// Those of this rank. ghosts: of the level's blocks, two layers. Every family has a condition.
std::vector<BoundaryFace> boundary_faces(const MeshLevel& mesh, const grid::BlockArena& arena,
                                         const grid::Ghosts& ghosts,
                                         const std::vector<Boundary>& boundaries);

}  // namespace thalweg::flow
