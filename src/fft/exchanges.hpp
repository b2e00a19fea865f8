// SPDX-License-Identifier: Apache-2.0
// The exchanges of a pipeline and their memory. Each sweep overwrites at home, row by row or plane
// by plane, what it has read. What messages bring has buffers of its own, for it is read while what
// leaves is written and sent.
#pragma once

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/phases.hpp"
#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {

/// Complex numbers that a rank holds: what lies at home, and what messages carry.
struct TrafficSizes {
  std::int64_t home = 0, rows_send = 0, rows_receive = 0, planes_send = 0, planes_receive = 0;
  bool share = false;

  TrafficSizes(const Layout& layout, const Traffic& traffic, Sharing sharing)
      : home(home_offsets(layout, layout.rank, traffic.most(), sharing).back()),
        share(traffic.modes_stay) {
    const auto rows = TileExchange<double>::sizes(layout, TileDirection::to_rows,
                                                  Traffic::most_of(traffic.to_rows), sharing);
    const auto planes = TileExchange<double>::sizes(layout, TileDirection::to_planes,
                                                    Traffic::most_of(traffic.to_planes), sharing);
    rows_send = rows.send, rows_receive = rows.receive;
    planes_send = planes.send, planes_receive = planes.receive;
  }
  /// What leaves, and behind it, where they share memory, what comes to rows.
  std::int64_t leaving() const {
    return std::max(planes_send, rows_send + (share ? rows_receive : 0));
  }
  std::int64_t at_rows() const { return share ? 0 : rows_receive; }
  std::int64_t total() const { return home + leaving() + at_rows() + planes_receive; }
  /// What messages are converted into, where they are.
  std::int64_t converted() const {
    return std::max(rows_send, planes_send) + rows_receive + planes_receive;
  }
  /// All of it, of complex numbers of complex_bytes.
  double bytes(int complex_bytes, bool single_messages) const {
    const bool converts = converts_messages(complex_bytes, single_messages);
    return static_cast<double>(complex_bytes) * static_cast<double>(total()) +
           (converts ? sizeof(Complex<float>) * static_cast<double>(converted()) : 0.0);
  }
  /// What the largest exchange sends and receives: the others use the same staging area.
  std::int64_t staged_send() const { return std::max(rows_send, planes_send); }
  std::int64_t staged_receive() const { return std::max(rows_receive, planes_receive); }
};

template <class Real>
class Exchanges {
 public:
  /// Collective. The layout must outlive this. A staging area that is given must be large enough,
  /// and no other exchange may use it while one of these is under way.
  Exchanges(const Layout& layout, const transport::Communicator& comm, const Traffic& traffic,
            TileExchangeOptions options)
      : layout_(layout), alone_(layout.ranks == layout.across), tables_(layout),
        home_(std::make_unique<Home<Real>>(layout, comm, traffic.most(), options.route,
                                           space_of(options.streaming))) {
    const TrafficSizes sizes(layout, traffic, home_->sharing());
    const exec::Space space = space_of(options.streaming);
    at_rows_ = TileArray<Real>({sizes.at_rows()}, space, exec::Contents::undefined);
    at_planes_ = TileArray<Real>({sizes.planes_receive}, space, exec::Contents::undefined);
    leaving_ = TileArray<Real>({sizes.leaving()}, space);
    const std::int64_t unit = message_bytes(sizeof(Complex<Real>), options.single_messages);
    if (converts_messages(sizeof(Complex<Real>), options.single_messages)) single_.emplace(sizes);
    staging_ = options.staging ? options.staging
                               : std::make_shared<transport::Staging>(
                                     unit * sizes.staged_send(), unit * sizes.staged_receive());
    options.staging = staging_;
    Complex<Real>* leaving = leaving_.view().data;
    const auto make = [&](TileDirection direction, int fields, Complex<Real>* arriving) {
      TileBuffers<Real> buffers{.send = leaving, .receive = arriving};
      if (single_) {
        buffers.single_send = single_->leaving.view().data;
        buffers.single_receive = single_->arriving(direction).view().data;
      }
      of(direction)[fields] = std::make_unique<TileExchange<Real>>(
          layout, comm, tables_, direction, fields, options, *home_, buffers);
    };
    for (const int fields : traffic.to_rows)
      make(TileDirection::to_rows, fields,
           sizes.share ? leaving + sizes.rows_send : at_rows_.view().data);
    for (const int fields : traffic.to_planes)
      make(TileDirection::to_planes, fields, at_planes_.view().data);
  }

  Exchanges(const Exchanges&) = delete;
  Exchanges& operator=(const Exchanges&) = delete;
  /// Messages still travel to and from the buffers: they are awaited, or, where an error ends this
  /// rank and perhaps not the others, the buffers stay.
  ~Exchanges() {
    if (!in_flight_) return;
    if (std::uncaught_exceptions() == 0) {
      under_way_->finish(exec::Exec{});
      return;
    }
    for (auto* buffer : {&at_rows_, &at_planes_, &leaving_})
      new TileArray<Real>(std::move(*buffer));
    if (single_) new SingleBuffers(std::move(*single_));
    home_.release();
  }

  /// One sweep, which makes Out fields of In: part(begin, end, from, to) for each part of this
  /// rank's share, global numbers, which then leaves in the direction given. Times of the sweep and
  /// its waits go to the phases.
  template <int In, int Out, class Part>
  void sweep(const exec::Exec& exec, Phases& phases, const char* phase, TileDirection direction,
             Part part) {
    TileExchange<Real>* arrived = In > 0 ? arrive(exec, phases, opposite(direction)) : nullptr;
    TileExchange<Real>* leaving = Out > 0 ? leave(exec, phases, direction, Out) : nullptr;
    const auto timer = phases.measure(phase);
    if (arrived) arrived->unpack(exec);
    if (leaving)
      pass_on(exec, arrived, *leaving, part);
    else
      take_in(direction, arrived, part);
  }

  /// The exchange that was last started, once all of it is here; to be unpacked before it is read.
  TileExchange<Real>* arrive(const exec::Exec& exec, Phases& phases, TileDirection direction) {
    if (alone_) return under_way_;
    const auto timer = phases.measure(phase_of(direction));
    under_way_->finish(exec);
    in_flight_ = false;
    return under_way_;
  }
  /// The exchange that is to be filled and started next, with so many fields. What was started
  /// before and is not asked for any more is taken in and dropped.
  TileExchange<Real>* leave(const exec::Exec& exec, Phases& phases, TileDirection direction,
                            int fields) {
    if (in_flight_) {
      under_way_->finish(exec);
      under_way_->release();
    }
    under_way_ = of(direction).at(fields).get();
    in_flight_ = !alone_;
    if (!alone_) {
      const auto timer = phases.measure(phase_of(direction));
      under_way_->reclaim();
    }
    return under_way_;
  }
  /// part(begin, end, from, to) for each chunk of what leaves, which then does; arrived: what it is
  /// made of, perhaps of other exchanges; null: of nothing.
  template <class Part>
  static void pass_on(const exec::Exec& exec, TileExchange<Real>* arrived,
                      TileExchange<Real>& leaving, Part part) {
    for (int c = 0; c < leaving.chunks(); ++c) {
      part(leaving.chunk_begin(c), leaving.chunk_end(c), arrived ? arrived->received() : none(),
           leaving.sent(c));
      leaving.start(exec, c);
    }
    if (arrived) arrived->release();
  }
  /// The same of a sweep over lines that sends nothing, chunk by chunk as they arrived.
  template <class Part>
  void take_in_chunks(TileExchange<Real>& arrived, Part part) const {
    const auto [first, last] = share_of(TileDirection::to_rows);
    const int ys = (last - first) / layout_.stack;
    for (int c = 0; c < arrived.chunks(); ++c)
      part(first + arrived.chunk_begin(c) * ys, first + arrived.chunk_end(c) * ys,
           arrived.received(), none());
    arrived.release();
  }
  /// The same of a sweep that sends nothing, once over this rank's share.
  template <class Part>
  void take_in(TileDirection direction, TileExchange<Real>* arrived, Part part) const {
    const auto [begin, end] = share_of(direction);
    part(begin, end, arrived ? arrived->received() : none(), none());
    if (arrived) arrived->release();
  }

  const Tables& tables() const { return tables_; }
  /// Where the tile lies whose rows and planes this rank has.
  Complex<Real>* own_tile() { return home_->tile(layout_.rank, layout_.rank); }
  /// The pinned memory through which all of them go on devices.
  const std::shared_ptr<transport::Staging>& staging() const { return staging_; }
  /// One of those that the traffic names.
  const TileExchange<Real>& get(TileDirection direction, int fields) const {
    return *(direction == TileDirection::to_rows ? to_rows_ : to_planes_).at(fields);
  }
  /// Those that carry something between ranks.
  std::vector<const TileExchange<Real>*> used() const {
    std::vector<const TileExchange<Real>*> list;
    for (const auto* direction : {&to_rows_, &to_planes_})
      for (const auto& [fields, exchange] : *direction)
        if (!alone_ && exchange->plan().statistics().exchanges > 0) list.push_back(exchange.get());
    return list;
  }

 private:
  /// What travels in place of tiles. What arrives has room of its own in either direction: a device
  /// may still convert one while the next is awaited.
  struct SingleBuffers {
    TileArray<float> leaving, at_rows, at_planes;

    explicit SingleBuffers(const TrafficSizes& sizes)
        : leaving({std::max(sizes.rows_send, sizes.planes_send)}, exec::kernel_space,
                  exec::Contents::undefined),
          at_rows({sizes.rows_receive}, exec::kernel_space, exec::Contents::undefined),
          at_planes({sizes.planes_receive}, exec::kernel_space, exec::Contents::undefined) {}
    TileArray<float>& arriving(TileDirection direction) {
      return direction == TileDirection::to_rows ? at_rows : at_planes;
    }
  };
  using ByFields = std::map<int, std::unique_ptr<TileExchange<Real>>>;

  static const std::vector<Tile<Real>>& none() {
    static const std::vector<Tile<Real>> none;
    return none;
  }
  /// The rows or planes of this rank, of which this direction sends.
  std::pair<int, int> share_of(TileDirection direction) const {
    const int planes = layout_.plane_part(layout_.rank);
    return direction == TileDirection::to_planes
               ? std::pair{layout_.rows.begin(layout_.rank), layout_.rows.end(layout_.rank)}
               : std::pair{layout_.planes.begin(planes), layout_.planes.end(planes)};
  }
  static TileDirection opposite(TileDirection direction) {
    return direction == TileDirection::to_rows ? TileDirection::to_planes : TileDirection::to_rows;
  }
  const char* phase_of(TileDirection direction) const {
    const bool to_rows = direction == TileDirection::to_rows;
    if (layout_.stack > 0) return to_rows ? "exchange_from_lines" : "exchange_to_lines";
    return to_rows ? "exchange_to_rows" : "exchange_to_planes";
  }
  ByFields& of(TileDirection direction) {
    return direction == TileDirection::to_rows ? to_rows_ : to_planes_;
  }

  const Layout& layout_;
  bool alone_;
  Tables tables_;
  std::unique_ptr<Home<Real>> home_;
  TileArray<Real> at_rows_, at_planes_, leaving_;
  std::optional<SingleBuffers> single_;  // where messages are converted
  std::shared_ptr<transport::Staging> staging_;
  ByFields to_rows_, to_planes_;
  TileExchange<Real>* under_way_ = nullptr;
  bool in_flight_ = false;
};

}  // namespace thalweg::fft::inline TW_HALF
