// SPDX-License-Identifier: Apache-2.0
// Vertices in the order of the lattice nodes that they are listed by, so that a node finds those
// that reach it and sums up what they give in the same order each time. For devices; processors go
// by planes (transfer.hpp).
#pragma once

#include <cstdint>

#include "exec/exec.hpp"
#include "solvers/blood/coupling/nodes.hpp"

namespace thalweg::blood::inline TW_HALF {

/// In kernels: the vertices listed by node n are numbers[begins[n]] to numbers[begins[n + 1] - 1],
/// ascending; keys[i] is the node that lists numbers[i].
struct VertexOrder {
  const int *begins, *keys, *numbers;
};

class SortedVertices {
 public:
  explicit SortedVertices(std::int64_t nodes);

  /// Other vertices from here on, so many.
  void make_room(std::int64_t vertices);
  /// By vertex, to be set before each sort(): the node that lists it, or outside(); its number.
  int* keys() { return keys_.view().data; }
  int* numbers() { return numbers_.view().data; }
  /// The key of a vertex that reaches no site of this rank.
  int outside() const { return nodes_; }

  /// In the order of exec. Allocates nothing once it was called for as many vertices.
  void sort(const exec::Exec& exec);
  VertexOrder view() const;

 private:
  int nodes_;
  exec::Array<int, 1> keys_, numbers_, begins_;
};

/// Calls at_site(row, x, node) for the nodes of a row, which is a tile, that are sites of this
/// rank.
template <class AtSite>
struct ForSitesOfRow {
  Nodes nodes;
  AtSite at_site;

  TW_HD void operator()(const exec::Team& team) const {
    const int row = team.tile(), begin = nodes.begins[row], first = nodes.starts[row] + begin;
    team.for_each(nodes.ends[row] - begin, [&](int n) {
      if ((nodes.bits[first + n] & is_own) != 0) at_site(row, begin + n, first + n);
    });
  }
};

/// Calls act(number, i, j, k) for the vertices listed by the nodes at (z + after - k, y + after -
/// j, x + after - i), 0 <= i, j, k < support, in a fixed order. All these nodes must be there, as
/// they are around a site within the layout's margin.
template <int support, int after, class Act>
TW_HD void for_each_listed(const Nodes& nodes, const VertexOrder& order, int row, int x,
                           const Act& act) {
  for (int k = 0; k < support; ++k)
    for (int j = 0; j < support; ++j) {
      const int of_row = row + (after - k) * nodes.rows_y + after - j;
      const int last = nodes.starts[of_row] + x + after;
      const int end = order.begins[last + 1];
      for (int n = order.begins[last - support + 1]; n < end; ++n)
        act(order.numbers[n], last - order.keys[n], j, k);
    }
}

}  // namespace thalweg::blood::inline TW_HALF
