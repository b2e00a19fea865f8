// SPDX-License-Identifier: Apache-2.0
// Problems as input files of k-Wave's programs.
#pragma once

#include <filesystem>
#include <vector>

#include "solvers/sound/problem/problem.hpp"

namespace thalweg::bench {

/// Write a file of format 1.2, for k-Wave's program as for ours. The problem may have an initial
/// pressure and pressure sources of one mode; `sensors` are its points. Throws IoError.
void write_kwave_input(const sound::Problem& problem, const std::vector<std::int64_t>& sensors,
                       const std::filesystem::path& file);

}  // namespace thalweg::bench
