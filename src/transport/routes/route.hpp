// SPDX-License-Identifier: Apache-2.0
// The ways that the messages of a movement may travel (docs/transport.md). A new route is a name
// here, a carrier in carriers/, and a line in why_not() (carriers.cpp).
#pragma once

#include <string>
#include <vector>

namespace thalweg::transport {

enum class Route {
  direct,      // persistent nonblocking messages between all pairs
  staged,      // the same out of pinned memory, for buffers on a device
  pairwise,    // one pair at a time, in rounds
  alltoall,    // the library's MPI_Ialltoall, padded to the largest message
  alltoallv,   // the library's MPI_Ialltoallv, or -w beyond 2 GiB
  neighbour,   // the library's MPI_Ineighbor_alltoallw
  two_step,    // node to node, then handed out
  three_step,  // gathered on a node, across, handed out
  spread,      // cut over the ranks of a node, across, put together
  window,      // ranks of one node read each other's shared memory
  shared,      // spread, with both ends in shared memory
  in_place,    // ranks of one node work on what lies in each other's memory
  datatype,    // MPI types instead of packing
};

/// Names that a case may give: auto and every route.
const std::vector<std::string>& route_names();
std::string name_of(Route route);
/// Throws UsageError for a name that is no route (auto is none).
Route route_of(const std::string& name);

/// Whether a route can serve a movement here, and if not why not.
struct Possibility {
  Route route = Route::direct;
  std::string why_not;  // empty: it can
  bool possible() const { return why_not.empty(); }
};

}  // namespace thalweg::transport
