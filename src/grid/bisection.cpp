// SPDX-License-Identifier: Apache-2.0
#include "grid/bisection.hpp"

#include <cstdlib>
#include <limits>
#include <string>

#include "base/error.hpp"

namespace thalweg::grid {

namespace {

int weight_of(std::span<const int> weights, std::size_t cell) {
  return weights.empty() ? 1 : weights[cell];
}

void check(const Lattice& lattice, std::span<const Cell> cells, std::span<const int> weights) {
  TW_CHECK(weights.empty() || weights.size() == cells.size(), "one weight per cell");
  for (const Cell& c : cells)
    for (std::size_t d = 0; d < 3; ++d)
      TW_CHECK(0 <= c[d] && c[d] < lattice.extent[d],
               "cell (" + std::to_string(c[0]) + ", " + std::to_string(c[1]) + ", " +
                   std::to_string(c[2]) + ") lies outside of the lattice " +
                   text_of(lattice.box()));
  for (const int w : weights) TW_CHECK(w >= 1, "the weight of a cell is 1 or more");
}

/// The boxes that hold the cells of the nodes [begin, end), over all ranks.
std::vector<Box> bounds_of(const transport::Communicator& comm, std::span<const Cell> cells,
                           const std::vector<int>& node_of, int begin, int end) {
  const std::size_t count = index(end - begin);
  std::vector<double> lower(3 * count, std::numeric_limits<int>::max()), upper(3 * count, 0);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (node_of[i] < begin) continue;
    const std::size_t n = 3 * index(node_of[i] - begin);
    for (std::size_t d = 0; d < 3; ++d) {
      lower[n + d] = std::min(lower[n + d], static_cast<double>(cells[i][d]));
      upper[n + d] = std::max(upper[n + d], static_cast<double>(cells[i][d] + 1));
    }
  }
  comm.min(lower);
  comm.max(upper);
  std::vector<Box> bounds(count);
  for (std::size_t n = 0; n < count; ++n)
    for (std::size_t d = 0; d < 3; ++d) {
      bounds[n].lower[d] = static_cast<int>(lower[3 * n + d]);
      bounds[n].upper[d] = static_cast<int>(upper[3 * n + d]);
    }
  return bounds;
}

std::size_t longest_axis(const Box& box) {
  std::size_t longest = 0;
  for (std::size_t d = 1; d < 3; ++d)
    if (box.extent(d) > box.extent(longest)) longest = d;
  return longest;
}

/// Where the layers' weights are cut so that the part below is nearest to its share of them, in
/// layers from the first; at least one and at most all but one, where there are two or more.
int cut_of(std::span<const std::int64_t> layers, int ranks_below, int ranks) {
  std::int64_t total = 0, below = 0;
  for (const std::int64_t w : layers) total += w;
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
  int at = 1;
  for (std::size_t layer = 0; layer + 1 < layers.size(); ++layer) {
    below += layers[layer];
    const std::int64_t off = std::abs(below * ranks - total * ranks_below);
    if (off >= best) continue;
    best = off;
    at = static_cast<int>(layer) + 1;
  }
  return at;
}

}  // namespace

Bisection::Bisection(const transport::Communicator& comm, const Lattice& lattice,
                     std::span<const Cell> cells, std::span<const int> weights, int parts)
    : boxes_(index(parts > 0 ? parts : comm.size())), weights_(boxes_.size()) {
  check(lattice, cells, weights);
  nodes_.push_back({lattice.box(), 0, static_cast<int>(boxes_.size())});
  std::vector<int> node_of(cells.size(), 0);
  for (int begin = 0, end = 1; begin < end;) {
    cut_level(comm, cells, weights, node_of, begin, end);
    begin = end;
    end = static_cast<int>(nodes_.size());
  }
  keep_boxes();
  for (std::size_t i = 0; i < cells.size(); ++i)
    weights_[index(owner(cells[i]))] += weight_of(weights, i);
  comm.sum(weights_);
}

Bisection::Bisection(const Lattice& lattice, int parts)
    : boxes_(index(parts)), weights_(boxes_.size()) {
  TW_CHECK(parts >= 1, "a lattice is cut for one rank or more");
  nodes_.push_back({lattice.box(), 0, parts});
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    if (nodes_[n].ranks > 1) cut_full(static_cast<int>(n));
  keep_boxes();
  for (std::size_t rank = 0; rank < boxes_.size(); ++rank) weights_[rank] = boxes_[rank].size();
}

Bisection::Bisection(const Lattice& lattice, int parts, std::span<const std::int64_t> cuts)
    : boxes_(index(parts)), weights_(boxes_.size()) {
  TW_CHECK(parts >= 1 && cuts.size() == 2 * (boxes_.size() - 1),
           "a lattice is cut for one rank or more, once less often than there are ranks");
  nodes_.push_back({lattice.box(), 0, parts});
  std::size_t next = 0;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].ranks == 1) continue;
    cut(static_cast<int>(n), static_cast<int>(cuts[next]), static_cast<int>(cuts[next + 1]));
    next += 2;
  }
  keep_boxes();
}

std::vector<std::int64_t> Bisection::cuts() const {
  std::vector<std::int64_t> cuts;
  for (const Node& node : nodes_)
    if (node.axis >= 0) cuts.insert(cuts.end(), {node.axis, node.at});
  return cuts;
}

/// A node whose cells are all there: layers are alike.
void Bisection::cut_full(int number) {
  const Node& node = nodes_[index(number)];
  if (node.box.empty()) return cut(number, 0, node.box.lower[0]);
  const std::size_t axis = longest_axis(node.box);
  const std::vector<std::int64_t> layers(index(node.box.extent(axis)),
                                         node.box.size() / node.box.extent(axis));
  cut(number, static_cast<int>(axis),
      node.box.lower[axis] + cut_of(layers, node.ranks / 2, node.ranks));
}

void Bisection::keep_boxes() {
  for (const Node& node : nodes_)
    if (node.axis < 0) boxes_[index(node.first_rank)] = node.box;
}

/// Cuts those of the nodes [begin, end) that have several ranks. All of a level at once: a
/// reduction for the bounds, and one for the weights of layers.
void Bisection::cut_level(const transport::Communicator& comm, std::span<const Cell> cells,
                          std::span<const int> weights, std::vector<int>& node_of, int begin,
                          int end) {
  const std::vector<Box> bounds = bounds_of(comm, cells, node_of, begin, end);
  std::vector<std::size_t> axis(bounds.size()), first(bounds.size() + 1);
  for (std::size_t n = 0; n < bounds.size(); ++n) {
    axis[n] = longest_axis(bounds[n]);
    const bool cuts = nodes_[index(begin) + n].ranks > 1;
    first[n + 1] = first[n] + (cuts ? index(std::max(0, bounds[n].extent(axis[n]))) : 0);
  }
  std::vector<std::int64_t> layers(first.back());
  const auto layer_of = [&](const Cell& c, std::size_t n) {
    return first[n] + index(c[axis[n]] - bounds[n].lower[axis[n]]);
  };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (node_of[i] < begin || nodes_[index(node_of[i])].ranks == 1) continue;
    layers[layer_of(cells[i], index(node_of[i] - begin))] += weight_of(weights, i);
  }
  comm.sum(layers);
  for (std::size_t n = 0; n < bounds.size(); ++n) {
    const int node = begin + static_cast<int>(n), ranks = nodes_[index(node)].ranks;
    if (ranks == 1) continue;
    const std::span all(layers.data() + first[n], first[n + 1] - first[n]);
    // A node without cells may be cut anywhere.
    const int lower =
        all.empty() ? nodes_[index(node)].box.lower[axis[n]] : bounds[n].lower[axis[n]];
    cut(node, static_cast<int>(axis[n]), lower + (all.empty() ? 0 : cut_of(all, ranks / 2, ranks)));
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Node& node = nodes_[index(node_of[i])];
    if (node_of[i] >= begin && node.axis >= 0)
      node_of[i] = node.below + (cells[i][index(node.axis)] >= node.at);
  }
}

void Bisection::cut(int number, int axis, int at) {
  Node& node = nodes_[index(number)];
  node.axis = axis;
  node.at = at;
  node.below = static_cast<int>(nodes_.size());
  Node below{node.box, node.first_rank, node.ranks / 2};
  Node above{node.box, node.first_rank + node.ranks / 2, node.ranks - node.ranks / 2};
  below.box.upper[index(axis)] = std::min(at, node.box.upper[index(axis)]);
  above.box.lower[index(axis)] = std::min(at, node.box.upper[index(axis)]);
  nodes_.push_back(below);  // invalidates `node`
  nodes_.push_back(above);
}

int Bisection::owner(const Cell& cell) const {
  const Node* node = nodes_.data();
  while (node->axis >= 0)
    node = &nodes_[index(node->below + (cell[index(node->axis)] >= node->at))];
  return node->first_rank;
}

}  // namespace thalweg::grid
