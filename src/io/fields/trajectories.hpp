// SPDX-License-Identifier: Apache-2.0
// Paths of particles: where each was, and how fast, at rows of times. Written as HDF5.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "io/parts/sorted_items.hpp"

namespace thalweg::io {

/// This rank's share of the items; (row, item, 3).
struct Trajectories {
  Share share;
  std::vector<std::int64_t> identities;
  std::vector<double> times;        // of rows
  std::vector<std::int64_t> steps;  // of rows
  std::vector<double> positions, velocities;
};

/// One file: `position` and `velocity` (item, row, 3), `identity` (item), `time` and `step` (row).
/// Its bytes do not depend on ranks. Collective; throws IoError on all ranks, UsageError where
/// sizes do not fit.
void write_trajectories(const std::filesystem::path& file, const transport::Communicator& comm,
                        const Trajectories& paths);

}  // namespace thalweg::io
