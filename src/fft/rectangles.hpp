// SPDX-License-Identifier: Apache-2.0
// Who sends what to whom between rows and planes: the one place that message lists come from, for
// exchanges that are carried out (tiles.hpp) and for those that are predicted.
#pragma once

#include <algorithm>
#include <vector>

#include "fft/layout.hpp"
#include "transport/machine/placement.hpp"

namespace thalweg::fft {

/// Which side sends.
enum class TileDirection { to_planes, to_rows };

/// The name of a direction in reports; of_lines: of a layout of lines.
constexpr const char* name_of(TileDirection direction, bool of_lines = false) {
  const bool to_planes = direction == TileDirection::to_planes;
  if (of_lines) return to_planes ? "planes to lines" : "lines to planes";
  return to_planes ? "rows to planes" : "planes to rows";
}

/// Which numbers of fields travel at once.
struct Traffic {
  std::vector<int> to_planes, to_rows;
  /// No sweep over rows both gets and sends fields. Then what leaves rows and what comes to them
  /// are never there together, and they share memory.
  bool modes_stay = false;

  /// Any number up to `most`, both ways.
  static Traffic up_to(int most) {
    Traffic traffic;
    for (int fields = 1; fields <= most; ++fields) traffic.to_planes.push_back(fields);
    traffic.to_rows = traffic.to_planes;
    return traffic;
  }
  int most() const { return std::max(most_of(to_planes), most_of(to_rows)); }
  static int most_of(const std::vector<int>& fields) {
    return fields.empty() ? 0 : *std::max_element(fields.begin(), fields.end());
  }
};

/// Rows [row_begin, row_end) x planes [plane_begin, plane_end), in global numbers.
struct Rectangle {
  int row_begin = 0, row_end = 0, plane_begin = 0, plane_end = 0;
  std::int64_t size = 0;  // complex numbers of one field
};

/// The rectangles of one direction, cut into chunks of the sender's extent; those of a layout of
/// lines into planes of z, both ways.
class Rectangles {
 public:
  /// The layout must outlive this; its rank does not matter. One rank sends nothing, so there is
  /// one chunk then: what comes back overwrites in place what went
  /// (home.hpp), which needs both in the same single tile.
  Rectangles(const Layout& layout, TileDirection direction, int chunks);

  int ranks() const { return layout_.ranks; }
  int chunks() const { return chunks_; }
  /// The ranks that a rank exchanges with, and it itself.
  std::vector<int> peers(int rank) const;
  /// The chunks of a rank's extent, in global numbers; of lines that leave planes, of the planes of
  /// z that its group has.
  Partition cuts(int rank) const;
  Rectangle at(int from, int chunk, int to) const;
  /// Complex numbers of one field that go from one rank to another as one message; 0: no message.
  /// A rank's own part is none: it is written where it is read.
  std::int64_t message(int from, int chunk, int to) const {
    return from == to ? 0 : at(from, chunk, to).size;
  }

 private:
  int part(int n, int number) const;
  int row_cut(int rank, int number) const;
  int plane_cut(int rank, int number) const;

  const Layout& layout_;
  TileDirection direction_;
  int chunks_;
};

/// Where the planes of a rank are cut, in global numbers, so that a device can take what it works
/// on at a time as one run of memory: where the chunks end in which they leave, and every `block`
/// planes from there. 0: nowhere. Of slabs.
Partition plane_blocks(const Layout& layout, int plane_owner, int chunks, int block);
/// A rectangle cut at those of its planes' owner.
std::vector<Rectangle> cut_at(const Partition& planes, const Rectangle& rectangle);

/// What every rank sends in each chunk: [chunk][rank]. field_bytes: of one complex number of all
/// fields that travel. first_rank: of these ranks, among those of the placement.
std::vector<transport::RankLoads> loads_of(const Rectangles& rectangles, std::int64_t field_bytes,
                                           const transport::Placement& placement,
                                           int first_rank = 0);

/// The fewest rows or planes that any rank holds, of lines the planes of z: chunks cannot be more.
int smallest_part(const Layout& layout);

}  // namespace thalweg::fft
