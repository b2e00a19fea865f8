// SPDX-License-Identifier: Apache-2.0
// Forces of vertices onto the lattice without atomics: each site sums up what the vertices in reach
// give it, in the order of nodes and of vertices at a node. The same bits in every run, whatever
// the order of blocks of threads. docs/theory/blood.md, section 7; docs/design/cells.md.
#pragma once

#include "solvers/blood/coupling/sorted_vertices.hpp"
#include "solvers/blood/coupling/transfer.hpp"

namespace thalweg::blood::inline TW_HALF {

/// On devices: where forces go by atomics, and where sites gather them, see Spreading.
template <class Real>
class ForceGather {
 public:
  ForceGather(Delta delta, std::int64_t nodes);

  /// Other vertices from here on, so many.
  void make_room(std::int64_t vertices);
  /// What vertices have for the nodes in their reach: number `first` and those that follow it,
  /// which lie in memory alike.
  void list(const exec::Exec& exec, const Nodes& nodes, const VertexValues<const double>& places,
            const VertexValues<const double>& forces, std::int64_t first, std::int64_t vertices);
  /// After all vertices were listed: set the forces at this rank's sites to what they give.
  void gather(const exec::Exec& exec, const Nodes& nodes, const NodeValues<Real>& to);

 private:
  Delta delta_;
  SortedVertices order_;
  std::int64_t vertices_ = 0;
  exec::Array<Real, 1> shares_;  // of each vertex, VertexShares::numbers
};

}  // namespace thalweg::blood::inline TW_HALF
