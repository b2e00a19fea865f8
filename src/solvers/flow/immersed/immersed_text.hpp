// SPDX-License-Identifier: Apache-2.0
// What is wrong with immersed bodies on a grid, apart from the sources that nvcc compiles.
#pragma once

#include <string>
#include <vector>

#include "solvers/flow/immersed/body.hpp"

namespace thalweg::flow {

/// Throws for a body that holds no cell, or that is thinner than one. Of all ranks, by body: the
/// volume of its cells, cells of its band, and how many of these it parts from the next one.
/// time: 0 where the run begins, which throws InputError; later SimulationError.
void require_resolved(const std::vector<ImmersedBody>& bodies, const std::vector<double>& volumes,
                      const std::vector<double>& in_band, const std::vector<double>& parted,
                      double time);

}  // namespace thalweg::flow
