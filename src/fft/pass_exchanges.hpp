// SPDX-License-Identifier: Apache-2.0
// The two exchanges of a pass from modes to points and back, with the times of their waits.
#pragma once

#include <optional>
#include <vector>

#include "base/phases.hpp"
#include "fft/workspace.hpp"

namespace thalweg::fft::inline TW_HALF {

/// In fields go to the points, Out fields come back; either may be 0.
template <class Real, int In, int Out>
class PassExchanges {
 public:
  using Tiles = std::vector<Tile<Real>>;

  /// Collective. All that is given by reference must outlive this.
  PassExchanges(const Layout& layout, const transport::Communicator& comm, const exec::Exec& exec,
                Workspace<Real>& workspace, const TileExchangeOptions& options, Phases& phases)
      : layout_(layout), exec_(exec), phases_(phases), tables_(layout) {
    if (In > 0)
      inverse_.emplace(layout, comm, tables_, TileDirection::to_planes, In, options,
                       workspace.home(), workspace.inverse());
    if (Out > 0)
      forward_.emplace(layout, comm, tables_, TileDirection::to_rows, Out, options,
                       workspace.home(), workspace.forward());
  }

  const Tables& tables() const { return tables_; }
  const TileExchange<Real>* inverse() const { return inverse_ ? &*inverse_ : nullptr; }
  const TileExchange<Real>* forward() const { return forward_ ? &*forward_ : nullptr; }

  /// Wait until rows may be filled, or planes: after these has all arrived that they are made of.
  void await_rows() { reclaim(inverse_, "exchange_to_planes"); }
  void await_planes() {
    finish(inverse_, "exchange_to_planes");
    reclaim(forward_, "exchange_to_rows");
  }
  /// Wait for all rows that come back.
  void await_modes() { finish(forward_, "exchange_to_rows"); }

  /// work(begin, end, to) for each chunk of this rank's rows, global numbers, which then leaves.
  template <class Work>
  void send_rows(Work work) {
    for (int c = 0; c < inverse_->chunks(); ++c) {
      work(inverse_->chunk_begin(c), inverse_->chunk_end(c), inverse_->sent(c));
      inverse_->start(exec_, c);
    }
  }
  /// work(begin, end, from, to) for each chunk of planes, which then leaves.
  template <class Work>
  void send_planes(Work work) {
    static const Tiles none;
    const Tiles& from = inverse_ ? inverse_->received() : none;
    if (!forward_)
      return work(layout_.first_plane(), layout_.first_plane() + layout_.local_planes(), from,
                  none);
    for (int c = 0; c < forward_->chunks(); ++c) {
      work(forward_->chunk_begin(c), forward_->chunk_end(c), from, forward_->sent(c));
      forward_->start(exec_, c);
    }
  }
  /// What has arrived has been read.
  void release_planes() {
    if (inverse_) inverse_->release();
  }
  void release_modes() { forward_->release(); }

 private:
  void finish(std::optional<TileExchange<Real>>& exchange, const char* phase) {
    if (!exchange || layout_.ranks == 1) return;
    const auto timer = phases_.measure(phase);
    exchange->finish(exec_);
  }
  void reclaim(std::optional<TileExchange<Real>>& exchange, const char* phase) {
    if (!exchange || layout_.ranks == 1) return;
    const auto timer = phases_.measure(phase);
    exchange->reclaim();
  }

  const Layout& layout_;
  const exec::Exec& exec_;
  Phases& phases_;
  Tables tables_;
  std::optional<TileExchange<Real>> inverse_, forward_;
};

}  // namespace thalweg::fft::inline TW_HALF
