// SPDX-License-Identifier: Apache-2.0
#include "fft/tiles.hpp"

#include "exec/upload.hpp"

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
  tile.row_length = tables.row_length();
  tile.row_start = tables.row_start();
  return tile;
}

}  // namespace

Tables::Tables(const Layout& layout)
    : row_length_(exec::uploaded(layout.row_length)), reach_(exec::uploaded(layout.reach)),
      row_start_(exec::uploaded(layout.row_start)) {}

template <class Real>
typename Exchange<Real>::Sizes Exchange<Real>::sizes(const Layout& layout, Movement movement,
                                                     int fields) {
  const Rectangles all(layout, movement, 1);
  Sizes sizes;
  for (int peer = 0; peer < layout.ranks; ++peer) {
    sizes.send += fields * all.message(layout.rank, 0, peer);
    sizes.receive += fields * all.at(peer, 0, layout.rank).size;
  }
  sizes.own = fields * all.at(layout.rank, 0, layout.rank).size;
  return sizes;
}

template <class Real>
Exchange<Real>::Exchange(const Layout& layout, const transport::Communicator& comm,
                         const Tables& tables, Movement movement, int fields,
                         ExchangeOptions options, ExchangeBuffers<Real> buffers) {
  const Rectangles all(layout, movement, options.chunks);
  const int me = layout.rank;
  cuts_ = all.cuts(me);
  constexpr std::int64_t unit = sizeof(Complex<Real>);
  std::vector<transport::Chunk> messages(static_cast<std::size_t>(all.chunks()));
  const auto place = [&](int from, std::size_t chunk, int to, Complex<Real>* base,
                         std::int64_t& used) {
    const int c = static_cast<int>(chunk);
    Tile<Real> tile = tile_of<Real>(all.at(from, c, to), tables);
    tile.data = base + used;
    if (const std::int64_t size = fields * all.message(from, c, to); size > 0) {
      auto& list = from == me ? messages[chunk].sends : messages[chunk].receives;
      list.push_back({from == me ? to : from, used * unit, size * unit});
    }
    used += fields * tile.field_size;
    return tile;
  };

  std::vector<Tile<Real>> own;  // by chunk: written by this rank where it reads them
  std::int64_t received_size = 0;
  for (int from = 0; from < layout.ranks; ++from)
    for (std::size_t c = 0; c < messages.size(); ++c) {
      const std::size_t messages_before = messages[c].receives.size();
      received_.push_back(place(from, c, me, buffers.receive, received_size));
      if (messages[c].receives.size() > messages_before)
        coming_.push_back({received_.size() - 1, c, messages_before});
      if (from == me) own.push_back(received_.back());
    }
  std::int64_t sent_size = 0;
  for (std::size_t c = 0; c < messages.size(); ++c) {
    sent_.emplace_back();
    for (int to = 0; to < layout.ranks; ++to)
      sent_.back().push_back(to == me ? own[c] : place(me, c, to, buffers.send, sent_size));
  }
  transpose_ = std::make_unique<transport::Transpose>(
      comm, name_of(movement), std::move(messages), reinterpret_cast<std::byte*>(buffers.send),
      reinterpret_cast<std::byte*>(buffers.receive), options.route, exec::kernel_space, "transpose",
      buffers.lent);
}

template <class Real>
void Exchange<Real>::finish(const exec::Exec& exec) {
  transpose_->finish(exec);
  // The sender's memory is read only; tiles serve both sides.
  for (const Coming& c : coming_)
    received_[c.tile].data = reinterpret_cast<Complex<Real>*>(
        const_cast<std::byte*>(transpose_->arrived(c.chunk, c.message)));
}

template class Exchange<float>;
template class Exchange<double>;

}  // namespace thalweg::fft::inline TW_HALF
