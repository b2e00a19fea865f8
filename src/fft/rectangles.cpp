// SPDX-License-Identifier: Apache-2.0
#include "fft/rectangles.hpp"

#include <algorithm>
#include <array>

namespace thalweg::fft {

Rectangles::Rectangles(const Layout& layout, TileDirection direction, int chunks)
    : layout_(layout), direction_(direction), chunks_(layout.ranks == 1 ? 1 : chunks) {}

/// Where chunk `number` of a rank begins: even_partition without the table.
int Rectangles::cut(int rank, int number) const {
  const int n = sender().size(rank);
  return sender().begin(rank) + number * (n / chunks_) + std::min(number, n % chunks_);
}

Partition Rectangles::cuts(int rank) const {
  Partition parts{{}};
  for (int number = 0; number <= chunks_; ++number) parts.offset.push_back(cut(rank, number));
  return parts;
}

Rectangle Rectangles::at(int from, int chunk, int to) const {
  const int begin = cut(from, chunk), end = cut(from, chunk + 1);
  const bool rows_sent = direction_ == TileDirection::to_planes;
  Rectangle r;
  r.row_begin = rows_sent ? begin : layout_.rows.begin(to);
  r.row_end = rows_sent ? end : layout_.rows.end(to);
  r.plane_begin = rows_sent ? layout_.planes.begin(to) : begin;
  r.plane_end = rows_sent ? layout_.planes.end(to) : end;
  const auto start = [&](int row) { return layout_.row_start[static_cast<std::size_t>(row)]; };
  r.size = (start(r.row_end) - start(r.row_begin)) * (r.plane_end - r.plane_begin);
  return r;
}

std::vector<transport::RankLoads> loads_of(const Rectangles& rectangles, std::int64_t field_bytes,
                                           const transport::Placement& placement) {
  std::vector<transport::RankLoads> chunks;
  for (int c = 0; c < rectangles.chunks(); ++c) {
    transport::RankLoads& loads = chunks.emplace_back();
    for (int from = 0; from < rectangles.ranks(); ++from) {
      std::array<transport::Load, 4> by_locality{};
      for (int to = 0; to < rectangles.ranks(); ++to) {
        const std::int64_t size = rectangles.message(from, c, to);
        if (size == 0) continue;
        const transport::Locality locality = placement.locality(from, to);
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
  int smallest = layout.rows.total();
  for (int rank = 0; rank < layout.ranks; ++rank)
    smallest = std::min({smallest, layout.rows.size(rank), layout.planes.size(rank)});
  return smallest;
}

}  // namespace thalweg::fft
