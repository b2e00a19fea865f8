// SPDX-License-Identifier: Apache-2.0
// Blocks of cells and how their faces are connected: the topology of a multi-block grid, which
// every rank holds whole. Read box.hpp first, then ghosts.hpp and block_arena.hpp.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "grid/box.hpp"

namespace thalweg::grid {

/// A box of cells with index space [0, cells). Where it is a part of a larger block that was split,
/// `first` is where its cell (0, 0, 0) lies in the block number `whole`.
struct Block {
  std::string name;
  Cell cells{};  // (z, y, x)
  int whole = -1;
  Cell first{};
};

/// One of the six faces of a block.
struct Face {
  int axis = 0;  // 0, 1, 2: z, y, x
  bool upper = false;
  bool operator==(const Face&) const = default;
};
/// "z-", "x+"
std::string text_of(const Face& face);

/// Orientation of a donor: axis d of the block runs along axis |transform[d]| - 1 of the donor,
/// against it where negative. The axes are (z, y, x), numbered from 1. All 48 are possible.
using Transform = std::array<int, 3>;

/// Cells of a block at one of its faces that lie on cells of a donor, which may be the same block
/// (periodic directions, cuts). `map` continues the block's index space into the donor's: the cell
/// that would follow beyond the face is cell map(c) of the donor.
struct Connection {
  int block = 0;
  Face face;
  Box patch;  // the cells at the face, one thick
  int donor = 0;
  Face donor_face;
  IndexMap map;
  // About an axis that all have in common, in the sense of a right hand: what a direction in space
  // is turned by on the way to the donor [rad]. Not 0 in sectors of something round.
  double turn = 0;
  bool operator==(const Connection&) const = default;

  /// This connection seen from the donor.
  Connection reverse() const;
};

/// A whole face on a whole face.
struct FaceConnection {
  int block = 0;
  Face face;
  int donor = 0;
  Face donor_face;
  Transform transform{1, 2, 3};
};

/// As a CGNS file states it (SIDS, GridConnectivity1to1_t): ranges of vertices (i, j, k) counted
/// from 1, each as begin and end, which may run backwards; the transform of (i, j, k).
struct CgnsConnection {
  int block = 0, donor = 0;
  std::array<int, 3> begin{}, end{}, donor_begin{}, donor_end{};
  std::array<int, 3> transform{1, 2, 3};
};

/// Throw InputError with the connection and what is wrong with it: a transform that is no signed
/// permutation or does not lead out of one face into the other, sizes that differ, a range that is
/// no part of a face.
Connection connection_of(const std::vector<Block>& blocks, const FaceConnection& faces);
Connection connection_of(const std::vector<Block>& blocks, const CgnsConnection& cgns);

/// Blocks with all their connections, each in both directions.
class BlockGrid {
 public:
  /// Connections are given once or in both directions. Throws InputError that lists every fault:
  /// blocks without cells, blocks that do not exist, patches that are no part of a face, do not lie
  /// on the donor's face, or overlap another patch.
  BlockGrid(std::vector<Block> blocks, const std::vector<Connection>& connections);

  const std::vector<Block>& blocks() const { return blocks_; }
  int size() const { return static_cast<int>(blocks_.size()); }
  const Block& block(int number) const { return blocks_[static_cast<std::size_t>(number)]; }
  Box cells(int number) const { return {{}, block(number).cells}; }
  /// The connections of a face, in a fixed order.
  const std::vector<Connection>& at(int block, Face face) const;
  /// All connections, each in both directions.
  std::vector<Connection> connections() const;

  /// This grid with a block cut in two before cell `at` of an axis: the lower part keeps the
  /// number, the upper one becomes the last. Throws UsageError for a cut outside the block.
  BlockGrid split(int block, int axis, int at) const;

 private:
  static std::size_t face_index(Face face) {
    return static_cast<std::size_t>(2 * face.axis + face.upper);
  }
  std::vector<Block> blocks_;
  std::vector<std::array<std::vector<Connection>, 6>> faces_;  // by block and face
};

}  // namespace thalweg::grid
