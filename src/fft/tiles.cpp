// SPDX-License-Identifier: Apache-2.0
#include "fft/tiles.hpp"

#include "exec/upload.hpp"
#include "fft/batch_shape.hpp"

namespace thalweg::fft::inline TW_HALF {

namespace {

/// The tile of a rectangle; its memory is not known yet.
template <class Real>
Tile<Real> tile_of(const Rectangle& r, const Tables& tables) {
  Tile<Real> tile;
  tile.row_begin = r.row_begin;
  tile.row_end = r.row_end;
  tile.plane_begin = r.plane_begin;
  tile.plane_end = r.plane_end;
  tile.field_size = r.size;
  tile.row_length = tables.rows().length;
  tile.row_start = tables.rows().start;
  return tile;
}

}  // namespace

Tables::Tables(const Layout& layout)
    : bin_(exec::uploaded(layout.row_bin)), column_(exec::uploaded(layout.row_column)),
      length_(exec::uploaded(layout.row_length)), reach_(exec::uploaded(layout.reach)),
      start_(exec::uploaded(layout.row_start)), line_(layout.line), depth_(layout.depth),
      group_(layout.group) {
  std::vector<int> columns, filled(static_cast<std::size_t>(layout.ny));
  for (int row = 0; row < layout.rows.total(); ++row) {
    columns.push_back(layout.columns_of(row));
    filled[static_cast<std::size_t>(layout.row_bin[static_cast<std::size_t>(row)])] +=
        columns.back();
  }
  columns_ = exec::uploaded(columns);
  filled_ = exec::uploaded(filled);
}

double Tables::bytes(const Layout& layout) {
  const auto rows = static_cast<double>(layout.rows.total());
  return static_cast<double>(sizeof(int)) *
             (4 * rows + layout.ny + static_cast<double>(layout.reach.size())) +
         static_cast<double>(sizeof(std::int64_t)) * (rows + 1);
}

template <class Real>
typename TileExchange<Real>::Sizes TileExchange<Real>::sizes(const Layout& layout,
                                                             TileDirection direction, int fields,
                                                             Sharing sharing) {
  const Rectangles all(layout, direction, 1);
  Sizes sizes;
  for (const int peer : all.peers(layout.rank)) {
    if (sharing.together(peer, layout.rank)) continue;
    sizes.send += fields * all.message(layout.rank, 0, peer);
    sizes.receive += fields * all.message(peer, 0, layout.rank);
  }
  return sizes;
}

template <class Real>
TileExchange<Real>::TileExchange(const Layout& layout, const transport::Communicator& comm,
                                 const Tables& tables, TileDirection direction, int fields,
                                 TileExchangeOptions options, Home<Real>& home,
                                 TileBuffers<Real> buffers)
    : direction_(direction), home_(home), buffers_(buffers) {
  const Rectangles all(layout, direction, options.chunks), whole(layout, direction, 1);
  const int me = layout.rank;
  cuts_ = all.cuts(me);
  std::vector<transport::Chunk> messages(static_cast<std::size_t>(all.chunks()));
  const bool to_planes = direction == TileDirection::to_planes;
  const auto at_home = [&](int from, int to) {
    return to_planes ? home.tile(from, to) : home.tile(to, from);
  };
  /// The tiles of a rectangle, one after the other, each with room for so many fields.
  const auto add = [&](const Rectangle& r, int owner, Complex<Real>* data, int room, auto& list) {
    const Partition blocks =
        plane_blocks(layout, owner, options.chunks, planes_per_block(layout, options.streaming));
    for (const Rectangle& part : cut_at(blocks, r)) {
      Tile<Real> tile = tile_of<Real>(part, tables);
      tile.data = data;
      if (options.planes_together)
        tile.plane_size = tile.field_size / (r.plane_end - r.plane_begin);
      data += room * tile.field_size;
      list.push_back(tile);
    }
  };
  const auto place = [&](int from, int c, int to, Complex<Real>* buffer, std::int64_t& used,
                         std::vector<Tile<Real>>& list) {
    // What both sides see does not travel, and so is not converted.
    const std::int64_t unit =
        message_bytes(sizeof(Complex<Real>), buffers.converts() && !at_home(from, to));
    transport::Chunk& chunk = messages[static_cast<std::size_t>(c)];
    if (const std::int64_t size = fields * all.message(from, c, to); size > 0)
      (from == me ? chunk.sends : chunk.receives)
          .push_back({from == me ? to : from, used * unit, size * unit});
    const int owner = to_planes ? to : from;
    if (Complex<Real>* data = at_home(from, to)) {
      if (c == 0 || &list != &received_) add(whole.at(from, 0, to), owner, data, home.most(), list);
      return;
    }
    const Rectangle part = all.at(from, c, to);
    add(part, owner, buffer + used, fields, list);
    used += fields * part.size;
  };

  std::int64_t received = 0, sent = 0;
  const std::vector<int> peers = all.peers(me);
  for (const int from : peers)
    for (int c = 0; c < all.chunks(); ++c) place(from, c, me, buffers.receive, received, received_);
  for (int c = 0; c < all.chunks(); ++c) {
    sent_.emplace_back();
    send_begin_.push_back(sent);
    for (const int to : peers) place(me, c, to, buffers.send, sent, sent_.back());
  }
  send_begin_.push_back(sent);
  receive_size_ = received;
  const auto travels = [&](Complex<Real>* tiles, Complex<float>* converted) {
    return buffers.converts() ? reinterpret_cast<std::byte*>(converted)
                              : reinterpret_cast<std::byte*>(tiles);
  };
  plan_ = std::make_unique<transport::MessagePlan>(
      comm, name_of(direction, layout.stack > 0), std::move(messages),
      travels(buffers.send, buffers.single_send), travels(buffers.receive, buffers.single_receive),
      options.route, space_of(options.streaming),
      transport::MessagePlanOptions{"transpose", home.is_shared(), nullptr, options.staging});
}

template class TileExchange<float>;
template class TileExchange<double>;

}  // namespace thalweg::fft::inline TW_HALF
