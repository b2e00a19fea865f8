// SPDX-License-Identifier: Apache-2.0
// How far cells of one run are from the same ones of another.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/plasma_runs.hpp"
#include "tests/support/world.hpp"

namespace thalweg::testing {

using PlacesByIdentity = std::map<std::int64_t, geometry::Vector>;

/// The largest distance along an axis between vertices here and the same ones among others, but for
/// whole periods of the domain; a period of 0: it does not repeat. Collective. [m]
inline double vertices_apart(const PlacesByIdentity& here, const PlacesByIdentity& all,
                             const geometry::Vector& periods = {}) {
  double most = 0;
  for (const auto& [identity, place] : here) {
    EXPECT_TRUE(all.contains(identity)) << identity;
    if (!all.contains(identity)) continue;
    for (std::size_t d = 0; d < 3; ++d) {
      const double off = place[d] - all.at(identity)[d];
      most = std::max(most, std::abs(periods[d] > 0 ? std::remainder(off, periods[d]) : off));
    }
  }
  return transport::Communicator::world().max(most);
}
inline double vertices_apart(const VertexPlaces& here, const VertexPlaces& all,
                             const geometry::Vector& periods = {}) {
  return vertices_apart(here.of_vertex, all.of_vertex, periods);
}

/// Cells after so many steps on the first rank alone; the others have none and wait.
inline Solver plasma_alone_after(int steps, const std::string& text,
                                 const std::vector<std::string>& changes = {},
                                 const std::string& device = test_device()) {
  if (!transport::Communicator::world().is_root()) return nullptr;
  return plasma_after(steps, text, changes, transport::Communicator::self(), device);
}

/// On all ranks the vectors that the first has by identity; what others have does not count.
/// Collective.
template <class Vectors>
PlacesByIdentity shared_by_first(const Vectors& of_first) {
  std::vector<double> rows;
  for (const auto& [identity, v] : of_first)
    rows.insert(rows.end(), {static_cast<double>(identity), v[0], v[1], v[2]});
  rows = transport::testing::of_first(std::move(rows));
  PlacesByIdentity places;
  for (std::size_t n = 0; n < rows.size(); n += 4)
    places[static_cast<std::int64_t>(rows[n])] = {rows[n + 1], rows[n + 2], rows[n + 3]};
  return places;
}

/// whole: of the first rank alone. Collective.
inline double vertices_apart(simulation::Simulation& part, simulation::Simulation* whole,
                             const geometry::Vector& periods = {}) {
  const VertexPlaces here(part);
  const PlacesByIdentity all =
      shared_by_first(whole ? VertexPlaces(*whole).of_vertex : PlacesByIdentity());
  EXPECT_EQ(transport::Communicator::world().sum(static_cast<double>(here.of_vertex.size())),
            static_cast<double>(all.size()));
  return vertices_apart(here.of_vertex, all, periods);
}

}  // namespace thalweg::testing
