// SPDX-License-Identifier: Apache-2.0
// Messages of the blood solver, apart from the sources that nvcc compiles.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "geometry/vector.hpp"

namespace thalweg::blood {

/// "x = 1.2e-06, y = 0, z = 3e-06 m"
std::string place_text(const geometry::Vector& place);

/// What is wrong with a speed [spacings per step], which may be infinite.
std::string too_fast_text(double speed);

/// Why a cell cannot go on: torn, outside of the vessel, or moved too far at once.
std::string lost_cell_text(std::int64_t cell, bool is_torn, bool is_outside);
/// A cell that has left through a wall, where the case lets the run go on without it.
std::string removed_cell_text(std::int64_t cell, const geometry::Vector& place, std::int64_t step);
std::string other_cells_text(const std::filesystem::path& checkpoint, std::int64_t stored,
                             std::int64_t wanted);
/// Steps [s] of a checkpoint and a case. relaxation_time: that gives the case the checkpoint's.
std::string other_step_text(const std::filesystem::path& checkpoint, double stored, double wanted,
                            double relaxation_time);

/// A vessel as a checkpoint knows it.
struct VesselRecord {
  std::string shape;
  std::int64_t sites;
};
std::string other_vessel_text(const std::filesystem::path& checkpoint, const VesselRecord& stored,
                              const VesselRecord& wanted);

}  // namespace thalweg::blood
