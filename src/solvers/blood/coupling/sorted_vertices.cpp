// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/coupling/sorted_vertices.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

/// The first of keys [begin, end), which ascend, that is not below `key`.
TW_HD int first_not_below(const int* keys, int begin, int end, int key) {
  while (begin < end) {
    const int middle = begin + (end - begin) / 2;
    if (keys[middle] < key)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/// A tile is some nodes that follow each other: the keys among them are found first, and each node
/// looks among these only. Most tiles have few or none.
struct FindBeginsOfNodes {
  const int* keys;
  int vertices, nodes;
  int* begins;  // nodes + 1

  static constexpr int nodes_of_tile = 1024;
  static constexpr std::size_t scratch_bytes = 2 * sizeof(int);

  TW_HD void operator()(const exec::Team& team) const {
    const int begin = team.tile() * nodes_of_tile,
              count = nodes + 1 - begin < nodes_of_tile ? nodes + 1 - begin : nodes_of_tile;
    int* range = team.scratch<int>();
    team.for_each(2, [&](int side) {
      range[side] = first_not_below(keys, 0, vertices, begin + side * count);
    });
    team.barrier();
    team.for_each(count, [&](int n) {
      begins[begin + n] = first_not_below(keys, range[0], range[1], begin + n);
    });
  }
};

}  // namespace

SortedVertices::SortedVertices(std::int64_t nodes)
    : nodes_(static_cast<int>(nodes)), begins_({nodes + 1}) {}

void SortedVertices::make_room(std::int64_t vertices) {
  keys_ = exec::Array<int, 1>({vertices});
  numbers_ = exec::Array<int, 1>({vertices});
}

void SortedVertices::sort(const exec::Exec& exec) {
  exec::sort_by_key(exec, keys_.view(), numbers_.view());
  exec::parallel_tiles(exec, nodes_ / FindBeginsOfNodes::nodes_of_tile + 1,
                       FindBeginsOfNodes::scratch_bytes,
                       FindBeginsOfNodes{keys_.view().data, static_cast<int>(keys_.size()), nodes_,
                                         begins_.view().data});
}

VertexOrder SortedVertices::view() const {
  return {begins_.view().data, keys_.view().data, numbers_.view().data};
}

}  // namespace thalweg::blood::inline TW_HALF
