// SPDX-License-Identifier: Apache-2.0
// The problems of sound that benchmarks take: those that k-Wave's compiled program was timed with.
#pragma once

#include <array>
#include <vector>

#include "solvers/sound/problem/problem.hpp"

namespace thalweg::bench {

/// Nonlinear, power-law absorbing, everything heterogeneous; nothing that makes a sound yet.
sound::Problem tissue(std::array<int, 3> points);
/// tissue() with a source on the middle half of a plane.
sound::Problem tissue_with_source(std::array<int, 3> points);
/// n^2 points: a photoacoustic disc in an absorbing homogeneous medium.
sound::Problem photoacoustic_disc(int n);

/// The first points of the middle plane (line).
std::vector<std::int64_t> middle_points(const sound::Problem& problem, std::int64_t count);

}  // namespace thalweg::bench
