// SPDX-License-Identifier: Apache-2.0
// The exchanges of a filter pipeline and their memory. Each sweep overwrites at home, row by row or
// plane by plane, what it has read. What messages bring is read while what leaves is written and
// sent, so these have three buffers.
#pragma once

#include <algorithm>
#include <exception>
#include <memory>
#include <vector>

#include "base/phases.hpp"
#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {

template <class Real>
class FilterExchanges {
 public:
  /// Collective; for 1 to `most` fields at once.
  FilterExchanges(const Layout& layout, const transport::Communicator& comm, int most,
                  TileExchangeOptions options)
      : alone_(layout.ranks == 1), local_rows_(layout.local_rows()),
        local_planes_(layout.local_planes()), tables_(layout),
        home_(std::make_unique<Home<Real>>(layout, comm, most, options.route)) {
    const MessageSizes sizes(layout, most, home_->sharing());
    at_rows_ = TileArray<Real>({sizes.rows.receive}, exec::Contents::undefined);
    at_planes_ = TileArray<Real>({sizes.planes.receive}, exec::Contents::undefined);
    leaving_ = TileArray<Real>({sizes.leaving()}, exec::Contents::zero);
    const TileBuffers<Real> to_rows{leaving_.view().data, at_rows_.view().data};
    const TileBuffers<Real> to_planes{leaving_.view().data, at_planes_.view().data};
    for (int fields = 0; fields <= most; ++fields) {
      to_rows_.push_back(std::make_unique<TileExchange<Real>>(
          layout, comm, tables_, TileDirection::to_rows, fields, options, *home_, to_rows));
      to_planes_.push_back(std::make_unique<TileExchange<Real>>(
          layout, comm, tables_, TileDirection::to_planes, fields, options, *home_, to_planes));
    }
  }

  FilterExchanges(const FilterExchanges&) = delete;
  FilterExchanges& operator=(const FilterExchanges&) = delete;
  /// Messages still travel to and from the buffers: they are awaited, or, where an error ends this
  /// rank and perhaps not the others, the buffers stay.
  ~FilterExchanges() {
    if (!in_flight_) return;
    if (std::uncaught_exceptions() == 0) {
      under_way_->finish(exec::Exec{});
      return;
    }
    for (auto* buffer : {&at_rows_, &at_planes_, &leaving_})
      new TileArray<Real>(std::move(*buffer));
    home_.release();
  }

  /// The exchange that is to be filled and started next, with so many fields. What was started
  /// before and is not asked for any more is taken in and dropped.
  TileExchange<Real>& leave(const exec::Exec& exec, TileDirection direction, int fields) {
    if (in_flight_) {
      under_way_->finish(exec);
      under_way_->release();
    }
    const bool rows = direction == TileDirection::to_rows;
    under_way_ = (rows ? to_rows_ : to_planes_)[static_cast<std::size_t>(fields)].get();
    in_flight_ = !alone_ && fields > 0;
    under_way_->reclaim();
    return *under_way_;
  }
  /// The exchange that was last started, once all of it is here.
  TileExchange<Real>* arrive(const exec::Exec& exec, Phases& phases, TileDirection direction) {
    if (alone_) return under_way_;
    const auto timer = phases.measure(direction == TileDirection::to_rows ? "exchange_to_rows"
                                                                          : "exchange_to_planes");
    under_way_->finish(exec);
    in_flight_ = false;
    return under_way_;
  }

  double local_rows() const { return local_rows_; }
  double local_planes() const { return local_planes_; }
  /// The exchanges that carry something between ranks.
  std::vector<const TileExchange<Real>*> used() const {
    std::vector<const TileExchange<Real>*> list;
    for (const auto* exchanges : {&to_rows_, &to_planes_})
      for (const auto& exchange : *exchanges)
        if (!alone_ && exchange->plan().statistics().exchanges > 0) list.push_back(exchange.get());
    return list;
  }

  /// Complex numbers that a rank holds.
  static std::int64_t buffer_size(const Layout& layout, int most, Sharing sharing) {
    const MessageSizes sizes(layout, most, sharing);
    return home_offsets(layout, layout.rank, most, sharing).back() + sizes.rows.receive +
           sizes.planes.receive + sizes.leaving();
  }

 private:
  struct MessageSizes {
    MessageSizes(const Layout& layout, int most, Sharing sharing)
        : rows(TileExchange<Real>::sizes(layout, TileDirection::to_rows, most, sharing)),
          planes(TileExchange<Real>::sizes(layout, TileDirection::to_planes, most, sharing)) {}
    std::int64_t leaving() const { return std::max(rows.send, planes.send); }
    typename TileExchange<Real>::Sizes rows, planes;
  };

  bool alone_;
  int local_rows_, local_planes_;
  Tables tables_;
  std::unique_ptr<Home<Real>> home_;
  TileArray<Real> at_rows_, at_planes_, leaving_;
  std::vector<std::unique_ptr<TileExchange<Real>>> to_rows_, to_planes_;  // by number of fields
  TileExchange<Real>* under_way_ = nullptr;
  bool in_flight_ = false;
};

}  // namespace thalweg::fft::inline TW_HALF
