// SPDX-License-Identifier: Apache-2.0
// The problems of sound that benchmarks take: those that k-Wave's compiled program was timed with.
#pragma once

#include <array>
#include <vector>

#include "solvers/sound/problem/problem.hpp"

namespace thalweg::bench {

/// Nonlinear, power-law absorbing, everything heterogeneous; nothing that makes a sound yet.
sound::Problem tissue(std::array<int, 3> points);
/// tissue() with a source on the middle half of a plane, in two dimensions (nz = 1) of a line.
sound::Problem tissue_with_source(std::array<int, 3> points);
/// The same around an axis, n^2 points.
sound::Problem axisymmetric_tissue(int n);
/// n^2 points: a photoacoustic disc in a homogeneous medium.
sound::Problem photoacoustic_disc(int n,
                                  sound::Absorption absorption = sound::Absorption::power_law);

/// The first points of the middle plane (line).
std::vector<std::int64_t> middle_points(const sound::Problem& problem, std::int64_t count);

}  // namespace thalweg::bench
