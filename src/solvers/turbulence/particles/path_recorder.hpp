// SPDX-License-Identifier: Apache-2.0
// Rows of trajectories of a species, kept in memory until there are enough of them for a file.
#pragma once

#include "io/fields/points.hpp"
#include "io/fields/trajectories.hpp"
#include "io/output/output_folder.hpp"
#include "solvers/turbulence/particles/species.hpp"

namespace thalweg::turbulence {

class PathRecorder {
 public:
  PathRecorder(const ParticleSpecies& species, const transport::Communicator& comm)
      : species_(species), comm_(comm) {}

  bool is_due(std::int64_t step) const {
    return species_.trajectory_steps > 0 && step % species_.trajectory_steps == 0;
  }
  /// A row of the species' first particles. A file is written where there are enough rows.
  /// Collective; throws IoError.
  void record(const io::PointSet& points, double time, std::int64_t step,
              const io::OutputFolder& folder);
  /// Write the rows that are left. Collective; throws IoError.
  void flush(const io::OutputFolder& folder);

 private:
  ParticleSpecies species_;
  transport::Communicator comm_;
  io::Trajectories rows_;
};

}  // namespace thalweg::turbulence
