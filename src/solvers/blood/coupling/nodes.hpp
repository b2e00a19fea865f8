// SPDX-License-Identifier: Apache-2.0
// The lattice nodes of a rank on which membranes and fluid meet: where force and velocity lie in
// memory. Rows along x, so that the nodes in reach of a vertex follow each other; rows hold the
// rank's sites and what a vertex beside them reaches, and nothing is kept of rows without sites.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "exec/upload.hpp"
#include "grid/box.hpp"

namespace thalweg::blood {

/// What a node is, as bits.
enum NodeBit : unsigned char {
  solid = 1,          // no fluid here, on whatever rank
  reaches_own = 2,    // a vertex whose first node is this one reaches a site of this rank
  reaches_solid = 4,  // and a node without fluid
  is_own = 8          // a site of this rank
};

/// The numbering of nodes, on the host.
class NodeLayout {
 public:
  /// sites: those of this rank, as (z, y, x). has_fluid: whether there is fluid at a node within or
  /// near them, which may lie outside of the lattice where that is periodic. least_margin: nodes
  /// are there at least so far around each site. Throws InputError for more nodes than an int can
  /// number.
  NodeLayout(std::span<const grid::Cell> sites, int support,
             const std::function<bool(const grid::Cell&)>& has_fluid, int least_margin = 0);

  std::int64_t nodes() const { return static_cast<std::int64_t>(bits_.size()); }
  /// Numbers in a list of three for each node: one more, which vectors read (exec/row.hpp).
  std::int64_t values() const { return 3 * nodes() + 1; }
  int node(const grid::Cell& at) const;  // of a site of this rank
  const grid::Box& rows() const { return rows_; }
  const std::vector<int>& starts() const { return starts_; }
  const std::vector<int>& begins() const { return begins_; }
  const std::vector<int>& ends() const { return ends_; }
  const std::vector<unsigned char>& bits() const { return bits_; }

 private:
  std::size_t row(int z, int y) const;
  void find_spans(std::span<const grid::Cell> sites, int margin);
  void find_bits(std::span<const grid::Cell> sites, int support,
                 const std::function<bool(const grid::Cell&)>& has_fluid);

  grid::Box rows_;                           // of (z, y, x) that rows cover
  std::vector<int> starts_, begins_, ends_;  // by row; the node at x is starts[row] + x
  std::vector<unsigned char> bits_;
};

inline namespace TW_HALF {

/// In kernels.
struct Nodes {
  int first_z, first_y, rows_z, rows_y;
  const int *starts, *begins, *ends;
  const unsigned char* bits;

  TW_HD int row(int z, int y) const { return (z - first_z) * rows_y + (y - first_y); }
  /// Of rows (z, y), (z, y + 1), ...
  TW_HD const int* starts_from(int z, int y) const { return starts + row(z, y); }
  /// The node there; -1 where no row has it.
  TW_HD int node(int z, int y, int x) const {
    const int a = z - first_z, b = y - first_y;
    if (a < 0 || a >= rows_z || b < 0 || b >= rows_y) return -1;
    const int r = a * rows_y + b;
    return begins[r] <= x && x < ends[r] ? starts[r] + x : -1;
  }
  /// Bits of the vertices whose first node is this one; none where no row has it.
  TW_HD int bits_at(int z, int y, int x) const {
    const int at = node(z, y, x);
    return at < 0 ? 0 : bits[at];
  }
};

class NodeTables {
 public:
  explicit NodeTables(const NodeLayout& layout);
  Nodes view() const;

 private:
  grid::Box rows_;
  exec::Array<int, 1> starts_, begins_, ends_;
  exec::Array<unsigned char, 1> bits_;
};

}  // namespace TW_HALF

}  // namespace thalweg::blood
