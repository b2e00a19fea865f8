// SPDX-License-Identifier: Apache-2.0
// Streams of a device that take chunks of what lies on the host by turns: each copies a chunk to
// the device, works on it, and copies it back, while the others do the same with other chunks
// (docs/design/streaming.md; Rosenberg et al. 2020, section 3.3).
#pragma once

#include <memory>
#include <vector>

#include "fft/batch_lane.hpp"
#include "fft/streamed_rows.hpp"
#include "fft/tile_stream.hpp"

namespace thalweg::fft::inline TW_HALF {

/// One stream with its part of the device's memory.
template <class Real>
class StreamedLane {
 public:
  using Tiles = std::vector<Tile<Real>>;
  using Common = typename BatchLane<Real>::Common;

  StreamedLane(const Common& common, int components)
      : layout_(common.layout), lane_(common, exec_),
        tiles_({common.shape.tiles_size(layout_, common.most)}, exec::Contents::undefined),
        modes_({common.shape.modes_size(layout_, components)}, exec::Contents::undefined) {}
  StreamedLane(const StreamedLane&) = delete;
  StreamedLane& operator=(const StreamedLane&) = delete;

  const exec::Exec& exec() const { return exec_; }
  BatchLane<Real>& batch() { return lane_; }
  /// Orders work of this stream against that of another.
  void follow(const exec::Event& event) const { event.block(exec_); }
  void lead(const exec::Exec& other) {
    done_.record(exec_);
    done_.block(other);
  }

  template <int In, int Out, class Filter>
  void rows(const Tiles& from, const Tiles& to, int begin, int count, Filter filter) {
    const StreamedTiles<Real> arrived = of_rows(from, begin, count, In),
                              leaving = of_rows(to, begin, count, Out);
    arrived.fetch(exec_, In);
    on_rows(begin - layout_.first_row(), count, filter, [&](const Filter& f, bool is_shifted) {
      lane_.template rows<In, Out>(arrived.here, leaving.here, begin, count,
                                   is_shifted ? begin : layout_.first_row(), f);
    });
    leaving.store(exec_, Out);
  }

  template <int In, int Out, class Spread, class Point>
  void planes(const Tiles& from, const Tiles& to, int begin, int count, Spread spread, Point point,
              exec::View<Real, 1> peak) {
    const StreamedTiles<Real> arrived = of_planes(from, begin, count, In),
                              leaving = of_planes(to, begin, count, Out);
    arrived.fetch(exec_, In);
    lane_.template planes<In, Out>(arrived.here, leaving.here, begin, count, spread, point, peak);
    leaving.store(exec_, Out);
  }

  /// work(kernel, whether its row 0 is the first of these) with what the kernel takes of the modes
  /// of local rows [begin, begin + count).
  template <class Kernel, class Work>
  void on_rows(int begin, int count, Kernel kernel, Work work) {
    if constexpr (says_what_it_takes<Real, Kernel>) {
      StreamedRows<Real> rows(exec_, begin, count, modes_.view());
      kernel.stream(rows);
      work(kernel, true);
      rows.finish();
    } else {
      work(kernel, false);
    }
  }

 private:
  StreamedTiles<Real> of_rows(const Tiles& tiles, int begin, int count, int fields) {
    StreamedTiles<Real> parts = rows_of_tiles(layout_, tiles, begin, begin + count);
    parts.place(tiles_.view().data, fields);
    return parts;
  }
  StreamedTiles<Real> of_planes(const Tiles& tiles, int begin, int count, int fields) {
    StreamedTiles<Real> parts = planes_of_tiles(tiles, begin, begin + count);
    parts.place(tiles_.view().data, fields);
    return parts;
  }

  const Layout& layout_;
  exec::Exec exec_;
  exec::Event done_;
  BatchLane<Real> lane_;
  exec::Array<Complex<Real>, 1> tiles_;  // what arrives, then, in its place, what leaves
  exec::Array<Complex<Real>, 1> modes_;  // rows of the caller's arrays
};

template <class Real>
class StreamedLanes {
 public:
  StreamedLanes(const typename BatchLane<Real>::Common& common, const Streaming& streaming) {
    for (int n = 0; n < streaming.streams; ++n)
      lanes_.push_back(std::make_unique<StreamedLane<Real>>(common, streaming.components));
  }
  void plan() {
    for (auto& lane : lanes_) {
      lane->batch().plan();
      lane->batch().take_memory();
    }
  }
  BatchLane<Real>& first() { return lanes_.front()->batch(); }
  const exec::Exec& first_exec() const { return lanes_.front()->exec(); }

  /// work(next), where next() is the lane whose turn it is: after all that was given to exec, and
  /// before all that will be. waits: the host needs the results, to send them.
  template <class Work>
  void run(const exec::Exec& exec, bool waits, Work work) {
    begin_.record(exec);
    for (auto& lane : lanes_) lane->follow(begin_);
    std::size_t turn = 0;
    work([&]() -> StreamedLane<Real>& { return *lanes_[turn++ % lanes_.size()]; });
    for (auto& lane : lanes_) lane->lead(exec);
    if (waits) exec.wait();
  }

 private:
  exec::Event begin_;
  std::vector<std::unique_ptr<StreamedLane<Real>>> lanes_;
};

}  // namespace thalweg::fft::inline TW_HALF
