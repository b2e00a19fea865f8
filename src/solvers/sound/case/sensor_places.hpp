// SPDX-License-Identifier: Apache-2.0
// Where the points of a [[sensor]] are: its shape.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "io/case/case.hpp"
#include "solvers/sound/problem/grid.hpp"

namespace thalweg::sound {

/// Points of the grid, and places between them.
struct SensorPlaces {
  std::vector<std::int64_t> on_grid;
  std::vector<std::array<double, 3>> between;  // in cells, as Sensors::places
  std::vector<bool> is_between;                // of each point, in order
};

/// The keys of a shape (any but "grid") below `at` ("sensor.0."); mistakes are the case's.
SensorPlaces read_sensor_places(io::Case& input, const std::string& at, const std::string& shape,
                                const Grid& grid);

}  // namespace thalweg::sound
