// SPDX-License-Identifier: Apache-2.0
// Structure functions, probability densities and moments of a state: docs/theory/turbulence.md,
// section 14.
#pragma once

#include "simulation/interface/simulation.hpp"
#include "solvers/turbulence/statistics/snapshot.hpp"
#include "solvers/turbulence/statistics/statistics_parameters.hpp"

namespace thalweg::turbulence::inline TW_HALF {

/// Those of the tables (statistics_heads) that are asked for. Collective.
template <class Real>
std::vector<simulation::Table> point_statistics(const Snapshot<Real>& snapshot,
                                                const StatisticsParameters& statistics,
                                                const std::vector<std::string>& names, double time);

/// Bytes that this takes where kernels run, on this rank.
double point_statistics_bytes(const fft::Layout& layout, const StatisticsParameters& statistics,
                              int real_bytes);

}  // namespace thalweg::turbulence::inline TW_HALF
