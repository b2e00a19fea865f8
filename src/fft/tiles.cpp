// SPDX-License-Identifier: Apache-2.0
#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {

namespace {

template <class T>
exec::Array<T, 1> uploaded(const std::vector<T>& values) {
  const int n = static_cast<int>(values.size());
  exec::Array<T, 1> array({n});
  exec::Exec exec;
  exec::copy(exec, array.view(), exec::View<const T, 1, exec::Space::host>{values.data(), {n}});
  exec.wait();
  return array;
}

/// The rectangles of one movement: who sends what to whom, in which chunk.
struct Rectangles {
  const Layout& layout;
  Movement movement;
  int fields;
  int chunks;

  const Partition& sender() const {
    return movement == Movement::to_planes ? layout.rows : layout.planes;
  }
  const Partition& receiver() const {
    return movement == Movement::to_planes ? layout.planes : layout.rows;
  }
  /// The chunks of a rank's extent, in global numbers.
  Partition cuts(int rank) const {
    Partition parts = even_partition(sender().size(rank), chunks);
    for (int& offset : parts.offset) offset += sender().begin(rank);
    return parts;
  }
  template <class Real>
  Tile<Real> tile(int from, int chunk, int to) const {
    const Partition cut = cuts(from);
    Tile<Real> t;
    const bool rows_sent = movement == Movement::to_planes;
    t.row_begin = rows_sent ? cut.begin(chunk) : layout.rows.begin(to);
    t.row_end = rows_sent ? cut.end(chunk) : layout.rows.end(to);
    t.plane_begin = rows_sent ? layout.planes.begin(to) : cut.begin(chunk);
    t.plane_end = rows_sent ? layout.planes.end(to) : cut.end(chunk);
    const auto start = [&](int row) { return layout.row_start[static_cast<std::size_t>(row)]; };
    t.field_size = (start(t.row_end) - start(t.row_begin)) * (t.plane_end - t.plane_begin);
    return t;
  }
};

}  // namespace

Tables::Tables(const Layout& layout)
    : row_length_(uploaded(layout.row_length)), reach_(uploaded(layout.reach)),
      row_start_(uploaded(layout.row_start)) {}

template <class Real>
typename Exchange<Real>::Sizes Exchange<Real>::sizes(const Layout& layout, Movement movement,
                                                     int fields) {
  const Rectangles all{layout, movement, fields, 1};
  Sizes sizes;
  for (int peer = 0; peer < layout.ranks; ++peer) {
    if (peer != layout.rank) sizes.send += fields * all.tile<Real>(layout.rank, 0, peer).field_size;
    sizes.receive += fields * all.tile<Real>(peer, 0, layout.rank).field_size;
  }
  return sizes;
}

template <class Real>
Exchange<Real>::Exchange(const Layout& layout, const transport::Communicator& comm,
                         const Tables& tables, Movement movement, int fields,
                         ExchangeOptions options, Complex<Real>* send, Complex<Real>* receive) {
  // One rank sends nothing, and its forward movement overwrites the inverse one tile by tile in
  // place (workspace.hpp), which needs both in the same single tile.
  if (layout.ranks == 1) options.chunks = 1;
  const Rectangles all{layout, movement, fields, options.chunks};
  const int me = layout.rank;
  cuts_ = all.cuts(me);
  constexpr std::int64_t unit = sizeof(Complex<Real>);
  std::vector<transport::Chunk> messages(static_cast<std::size_t>(options.chunks));
  const auto place = [&](int from, std::size_t chunk, int to, Complex<Real>* base,
                         std::int64_t& used) {
    Tile<Real> tile = all.tile<Real>(from, static_cast<int>(chunk), to);
    tile.data = base + used;
    tile.row_length = tables.row_length();
    tile.row_start = tables.row_start();
    const std::int64_t size = fields * tile.field_size;
    if (from != to && size > 0) {
      auto& list = from == me ? messages[chunk].sends : messages[chunk].receives;
      list.push_back({from == me ? to : from, used * unit, size * unit});
    }
    used += size;
    return tile;
  };

  std::vector<Tile<Real>> own;  // by chunk: written by this rank where it reads them
  std::int64_t received_size = 0;
  for (int from = 0; from < layout.ranks; ++from)
    for (std::size_t c = 0; c < messages.size(); ++c) {
      received_.push_back(place(from, c, me, receive, received_size));
      if (from == me) own.push_back(received_.back());
    }
  std::int64_t sent_size = 0;
  for (std::size_t c = 0; c < messages.size(); ++c) {
    sent_.emplace_back();
    for (int to = 0; to < layout.ranks; ++to)
      sent_.back().push_back(to == me ? own[c] : place(me, c, to, send, sent_size));
  }
  const std::string name = movement == Movement::to_planes ? "rows to planes" : "planes to rows";
  transpose_ = std::make_unique<transport::Transpose>(
      comm, name, std::move(messages), reinterpret_cast<std::byte*>(send),
      reinterpret_cast<std::byte*>(receive), options.route, exec::kernel_space);
}

template class Exchange<float>;
template class Exchange<double>;

}  // namespace thalweg::fft::inline TW_HALF
