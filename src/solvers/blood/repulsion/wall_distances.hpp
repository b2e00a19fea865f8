// SPDX-License-Identifier: Apache-2.0
// How far lattice nodes are from walls.
#pragma once

#include <vector>

#include "solvers/blood/coupling/nodes.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// In spacings, by node; negative beyond the wall. None for a vessel without walls. On a lattice
/// that is periodic, nodes beyond its ends are as far as those a period away.
std::vector<double> wall_distances(const NodeLayout& layout, const Vessel& vessel);

}  // namespace thalweg::blood
