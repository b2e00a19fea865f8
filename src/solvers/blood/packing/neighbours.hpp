// SPDX-License-Identifier: Apache-2.0
// Which balls come near each other, in a vessel that repeats itself along its periodic axes.
#pragma once

#include <vector>

#include "geometry/vector.hpp"
#include "solvers/blood/vessel/vessel.hpp"

namespace thalweg::blood {

/// Two balls, first < second; the second has moved by `shift`, whole periods [m].
struct NeighbourPair {
  int first = 0, second = 0;
  geometry::Vector shift{};
};

/// All pairs whose centres are at most the sum of their reaches apart, every image of the second
/// for itself, in an order that depends on the arguments only. A ball is no neighbour of its own
/// images. Takes time in proportion to the number of balls if their reaches are alike.
/// centres: within half a period of the vessel's middle [m]. reaches: one for each [m].
std::vector<NeighbourPair> neighbours(const Vessel& vessel,
                                      const std::vector<geometry::Vector>& centres,
                                      const std::vector<double>& reaches);

}  // namespace thalweg::blood
