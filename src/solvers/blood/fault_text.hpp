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

/// A vessel as a checkpoint knows it.
struct VesselRecord {
  std::string shape;
  std::int64_t sites;
};
std::string other_vessel_text(const std::filesystem::path& checkpoint, const VesselRecord& stored,
                              const VesselRecord& wanted);

}  // namespace thalweg::blood
