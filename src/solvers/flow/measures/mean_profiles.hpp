// SPDX-License-Identifier: Apache-2.0
// Averages over time and over planes across an axis, as tables: docs/theory/flow.md, section 6.
#pragma once

#include "grid/block_arena.hpp"
#include "simulation/interface/simulation.hpp"
#include "solvers/flow/case/parameters.hpp"

namespace thalweg::flow {

/// Coordinates along an axis of the middles of cells of all ranks, those of a plane once. A plane
/// is thinner than 1e-6 of the grid. Collective.
class Planes {
 public:
  Planes(const MeshLevel& mesh, const grid::BlockArena& arena, std::size_t axis,
         const transport::Communicator& comm);
  const std::vector<double>& positions() const { return positions_; }
  std::size_t number(double position) const;

 private:
  std::vector<double> positions_;
  double tolerance_;
};

/// Sums over cells by plane, of the volume and of so many fields times it.
class PlaneSums {
 public:
  PlaneSums(std::size_t planes, std::size_t fields)
      : fields_(fields), sums_(planes * (fields + 1)) {}
  /// means: in the order of average_names(). Products are summed as second moments.
  void add(std::size_t plane, double volume, std::vector<double> means, int scalars, bool eddies);
  /// Plane by plane, fields as average_names(): stresses are about the mean of the plane.
  /// Collective.
  std::vector<std::vector<double>> averages(const transport::Communicator& comm, int scalars,
                                            bool eddies);

 private:
  std::size_t fields_;
  std::vector<double> sums_;
};

/// The mean shear stress of walls, and where they are along the axis.
struct MeanWalls {
  double friction_velocity = 0;
  geometry::Vector along{1, 0, 0};  // direction of the stress on the fluid, turned round
  std::vector<double> positions{};
};
/// stresses: of each wall of the profile its stress, times its area; the area; the coordinate,
/// times its area. Of all ranks.
struct WallSums {
  geometry::Vector stress{};
  double area = 0, position = 0;
};
MeanWalls mean_walls(const std::vector<WallSums>& sums);

std::vector<std::string> profile_columns(const Parameters& p, const MeanProfile& profile);
/// By position, or, with walls, by the distance from the nearest in wall units. (6.9), (6.10)
simulation::Table profile_table(const Parameters& p, const MeanProfile& profile,
                                const std::vector<double>& positions,
                                const std::vector<std::vector<double>>& averages,
                                const MeanWalls& walls);

}  // namespace thalweg::flow
