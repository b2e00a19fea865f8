// SPDX-License-Identifier: Apache-2.0
// Ranks that share planes (docs/design/pencils.md): each has some columns of their y-lines, and of
// their x-lines those of some y. Between the two lies a second exchange, within the group of these
// ranks.
//
// It has a layout of its own, in which all is as in a grid of two dimensions: rows are groups of
// columns, a "plane" is one x-line, and a rank's own are numbered by (z, y).
#pragma once

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "fft/caller_kernels.hpp"
#include "fft/exchanges.hpp"

namespace thalweg::fft {

/// The layout of the second exchange among the ranks that share planes with the layout's rank, for
/// complex numbers of complex_bytes.
Layout line_layout(const Layout& layout, int complex_bytes);

/// The lines of one rank in such a layout.
struct LineBlock {
  int first_line;  // that of the first plane and y
  int first_y, ys;

  TW_HD int line(int z, int y) const { return first_line + z * ys + y; }
};
/// Those of the rank that has this line.
LineBlock line_block(const Layout& lines, int line);

/// The chunks of the second exchange where the first has so many.
inline int line_chunks(const Layout& lines, int chunks) {
  return std::min(chunks, smallest_part(lines));
}
/// What it carries of a pipeline's fields. No sweep over its rows both gets and sends.
inline Traffic line_traffic(const Traffic& traffic) {
  return {.to_planes = traffic.to_planes, .to_rows = traffic.to_rows, .modes_stay = true};
}

/// The most ranks of any node.
inline int ranks_per_node(const transport::Communicator& comm) {
  return comm.nodes().largest_node();
}

/// The ranks that share planes with this one: of slabs it alone. Collective.
inline transport::Communicator plane_group(const Layout& layout,
                                           const transport::Communicator& comm) {
  if (layout.across == 1) return transport::Communicator::self();
  return comm.split(layout.plane_part(layout.rank), layout.block_of(layout.rank));
}

}  // namespace thalweg::fft

namespace thalweg::fft::inline TW_HALF {

/// The second exchange of a pipeline.
template <class Real>
struct LineExchanges {
  transport::Communicator group;
  Layout layout;
  Exchanges<Real> exchanges;

  /// Collective.
  LineExchanges(const Layout& all, const transport::Communicator& comm, const Traffic& traffic,
                const TileExchangeOptions& options)
      : group(plane_group(all, comm)), layout(line_layout(all, sizeof(Complex<Real>))),
        exchanges(layout, group, line_traffic(traffic),
                  {.route = options.route,
                   .chunks = line_chunks(layout, options.chunks),
                   .single_messages = options.single_messages}) {}

  /// That of a layout, null where its ranks share no planes.
  static std::unique_ptr<LineExchanges> of(const Layout& all, const transport::Communicator& comm,
                                           const Traffic& traffic,
                                           const TileExchangeOptions& options) {
    if (all.across == 1) return nullptr;
    return std::make_unique<LineExchanges>(all, comm, traffic, options);
  }
};

/// A sweep over planes that several ranks share: y-lines there, lines(begin, end, from, to) for the
/// x-lines of this rank there and back, y-lines back. columns: ColumnSweep or BatchedColumns.
template <int In, int Out, class Spread, class Real, class Columns, class Lines>
void sweep_shared_planes(const exec::Exec& exec, Phases& phases, const char* phase,
                         Exchanges<Real>& planes, Exchanges<Real>& shared, Columns& columns,
                         Lines lines) {
  using enum TileDirection;
  using Tiles = std::vector<Tile<Real>>;
  TW_CHECK((std::is_same_v<Spread, SpreadAsIs<Real>>),
           "ranks can share planes of fields that arrive as they are");
  const auto timer = phases.measure(phase);  // the waits have phases of their own, inside
  const auto arrive = [&](Exchanges<Real>& of, TileDirection direction) {
    TileExchange<Real>* exchange = of.arrive(exec, phases, direction);
    exchange->unpack(exec);
    return exchange;
  };
  TileExchange<Real>* arrived = nullptr;
  if constexpr (In > 0) {
    arrived = arrive(planes, to_planes);
    Exchanges<Real>::pass_on(exec, arrived, *shared.leave(exec, phases, to_planes, In),
                             [&](int begin, int end, const Tiles& from, const Tiles& to) {
                               columns.template inverse<In>(exec, begin, end, from, to);
                             });
    arrived = arrive(shared, to_planes);
  }
  if constexpr (Out > 0) {
    Exchanges<Real>::pass_on(exec, arrived, *shared.leave(exec, phases, to_rows, Out), lines);
    arrived = arrive(shared, to_rows);
    Exchanges<Real>::pass_on(exec, arrived, *planes.leave(exec, phases, to_rows, Out),
                             [&](int begin, int end, const Tiles& from, const Tiles& to) {
                               columns.template forward<Out>(exec, begin, end, from, to);
                             });
  } else {
    shared.take_in_chunks(*arrived, lines);
  }
}

}  // namespace thalweg::fft::inline TW_HALF
