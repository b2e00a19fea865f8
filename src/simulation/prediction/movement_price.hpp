// SPDX-License-Identifier: Apache-2.0
// What a movement of a step costs on a machine, by its profile.
#pragma once

#include "simulation/prediction/prediction.hpp"

namespace thalweg::simulation {

/// The price of all exchanges of a movement in one step; nothing is hidden yet. Of the routes that
/// the profile knows, the case's, or the cheapest where that is auto. Throws InputError where the
/// profile lacks a path.
PredictedMovement price_of(const MovementWork& movement, const Target& target,
                           const transport::Placement& placement, const std::string& route);

/// A reduction of a number or two over all ranks: a latency for each halving of the ranks of a
/// node, and of the nodes.
double reduction_seconds(const Target& target, const transport::Placement& placement);

}  // namespace thalweg::simulation
