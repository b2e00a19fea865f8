// SPDX-License-Identifier: Apache-2.0
// What a case calls the things that can be recorded: "pressure", "pressure-max", "velocity-rms".
#pragma once

#include <string>
#include <vector>

#include "solvers/sound/problem/sensors.hpp"

namespace thalweg::sound {

/// Names that a sensor takes, or one of the whole grid.
std::vector<std::string> record_names(bool whole_grid);
/// A vector becomes one record per component; empty: there is no such name.
std::vector<Record> records_of(const std::string& name, bool whole_grid, int dimensions);
/// "velocity-x-max", as datasets and files are named.
std::string record_name(const Record& record);
/// "Pa", "m/s" or "W/m^2".
std::string unit_of(Field field);

}  // namespace thalweg::sound
