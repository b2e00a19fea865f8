// SPDX-License-Identifier: Apache-2.0
// How far cells of one run are from the same ones of another.
#pragma once

#include <algorithm>
#include <cmath>

#include "tests/support/plasma_runs.hpp"

namespace thalweg::testing {

/// The largest distance along an axis between vertices here and the same ones among others, but for
/// whole periods of the domain; a period of 0: it does not repeat. Collective. [m]
inline double vertices_apart(const VertexPlaces& here, const VertexPlaces& all,
                             const geometry::Vector& periods = {}) {
  double most = 0;
  for (const auto& [identity, place] : here.of_vertex) {
    EXPECT_TRUE(all.of_vertex.contains(identity)) << identity;
    if (!all.of_vertex.contains(identity)) continue;
    for (std::size_t d = 0; d < 3; ++d) {
      const double off = place[d] - all.of_vertex.at(identity)[d];
      most = std::max(most, std::abs(periods[d] > 0 ? std::remainder(off, periods[d]) : off));
    }
  }
  return transport::Communicator::world().max(most);
}

/// whole: on each rank alone.
inline double vertices_apart(simulation::Simulation& part, simulation::Simulation& whole,
                             const geometry::Vector& periods = {}) {
  const VertexPlaces here(part), all(whole);
  EXPECT_EQ(transport::Communicator::world().sum(static_cast<double>(here.of_vertex.size())),
            static_cast<double>(all.of_vertex.size()));
  return vertices_apart(here, all, periods);
}

}  // namespace thalweg::testing
