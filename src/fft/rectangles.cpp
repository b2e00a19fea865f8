// SPDX-License-Identifier: Apache-2.0
#include "fft/rectangles.hpp"

#include <algorithm>
#include <array>

namespace thalweg::fft {

Rectangles::Rectangles(const Layout& layout, TileDirection direction, int chunks)
    : layout_(layout), direction_(direction), chunks_(layout.ranks == 1 ? 1 : chunks) {}

/// Where chunk `number` of n items begins: even_partition without the table.
int Rectangles::part(int n, int number) const {
  return number * (n / chunks_) + std::min(number, n % chunks_);
}

/// Where it begins among a rank's rows, or planes.
int Rectangles::row_cut(int rank, int number) const {
  return layout_.rows.begin(rank) + part(layout_.rows.size(rank), number);
}
int Rectangles::plane_cut(int rank, int number) const {
  const int owner = layout_.plane_part(rank), n = layout_.planes.size(owner);
  const int stack = layout_.stack;
  // Chunks of lines are whole planes, so that they are the same planes on all ranks.
  return layout_.planes.begin(owner) +
         (stack > 0 ? part(stack, number) * (n / stack) : part(n, number));
}

Partition Rectangles::cuts(int rank) const {
  Partition parts{{}};
  for (int number = 0; number <= chunks_; ++number)
    parts.offset.push_back(direction_ == TileDirection::to_rows ? plane_cut(rank, number)
                           : layout_.stack > 0                  ? part(layout_.stack, number)
                                                                : row_cut(rank, number));
  return parts;
}

Rectangle Rectangles::at(int from, int chunk, int to) const {
  const bool rows_sent = direction_ == TileDirection::to_planes;
  const int row_owner = rows_sent ? from : to, plane_owner = rows_sent ? to : from;
  const bool cuts_rows = rows_sent && layout_.stack == 0;
  const Partition& rows = layout_.rows;
  const int planes = layout_.plane_part(plane_owner);
  Rectangle r;
  if (layout_.block_of(from) != layout_.block_of(to)) return r;
  r.row_begin = cuts_rows ? row_cut(row_owner, chunk) : rows.begin(row_owner);
  r.row_end = cuts_rows ? row_cut(row_owner, chunk + 1) : rows.end(row_owner);
  r.plane_begin = cuts_rows ? layout_.planes.begin(planes) : plane_cut(plane_owner, chunk);
  r.plane_end = cuts_rows ? layout_.planes.end(planes) : plane_cut(plane_owner, chunk + 1);
  const auto start = [&](int row) { return layout_.row_start[static_cast<std::size_t>(row)]; };
  r.size = (start(r.row_end) - start(r.row_begin)) * (r.plane_end - r.plane_begin);
  return r;
}

std::vector<int> Rectangles::peers(int rank) const {
  std::vector<int> peers;
  for (int r = layout_.first_peer(rank); r < layout_.ranks; r += layout_.across) peers.push_back(r);
  return peers;
}

Partition plane_blocks(const Layout& layout, int plane_owner, int chunks, int block) {
  const int owner = layout.plane_part(plane_owner);
  if (block == 0) return {{layout.planes.begin(owner), layout.planes.end(owner)}};
  const Partition leaving = Rectangles(layout, TileDirection::to_rows, chunks).cuts(plane_owner);
  Partition blocks{{leaving.offset.front()}};
  for (int chunk = 0; chunk < leaving.parts(); ++chunk)
    for (int plane = leaving.begin(chunk); plane < leaving.end(chunk); plane += block)
      blocks.offset.push_back(std::min(plane + block, leaving.end(chunk)));
  return blocks;
}

std::vector<Rectangle> cut_at(const Partition& planes, const Rectangle& r) {
  if (planes.parts() == 1) return {r};
  std::vector<Rectangle> parts;
  const std::int64_t per_plane =
      r.plane_end > r.plane_begin ? r.size / (r.plane_end - r.plane_begin) : 0;
  for (int block = 0; block < planes.parts(); ++block) {
    const int begin = std::max(planes.begin(block), r.plane_begin),
              end = std::min(planes.end(block), r.plane_end);
    if (begin < end)
      parts.push_back({r.row_begin, r.row_end, begin, end, per_plane * (end - begin)});
  }
  return parts;
}

std::vector<transport::RankLoads> loads_of(const Rectangles& rectangles, std::int64_t field_bytes,
                                           const transport::Placement& placement, int first_rank) {
  std::vector<transport::RankLoads> chunks;
  for (int c = 0; c < rectangles.chunks(); ++c) {
    transport::RankLoads& loads = chunks.emplace_back();
    for (int from = 0; from < rectangles.ranks(); ++from) {
      std::array<transport::Load, 4> by_locality{};
      for (const int to : rectangles.peers(from)) {
        const std::int64_t size = rectangles.message(from, c, to);
        if (size == 0) continue;
        const transport::Locality locality = placement.locality(first_rank + from, first_rank + to);
        transport::Load& load = by_locality[static_cast<std::size_t>(locality)];
        load.locality = locality;
        load.bytes += size * field_bytes;
        ++load.messages;
      }
      std::vector<transport::Load>& sent = loads.emplace_back();
      for (const transport::Load& load : by_locality)
        if (load.messages > 0) sent.push_back(load);
    }
  }
  return chunks;
}

int smallest_part(const Layout& layout) {
  if (layout.stack > 0) return layout.stack;
  int smallest = layout.rows.total();
  for (int rank = 0; rank < layout.ranks; ++rank)
    smallest =
        std::min({smallest, layout.rows.size(rank), layout.planes.size(layout.plane_part(rank))});
  return smallest;
}

}  // namespace thalweg::fft
