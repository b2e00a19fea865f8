// SPDX-License-Identifier: Apache-2.0
// The memory that the pipelines of one run share: the buffers of two exchanges (tiles.hpp).
#pragma once

#include <algorithm>

#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {

/// How many fields one pass of a pipeline carries to the points and back to the modes.
struct FieldCounts {
  int inverse = 0;
  int forward = 0;
};

/// Complex numbers that the exchanges of a pass send and receive. On one rank nothing is sent: the
/// forward pass overwrites, plane by plane, what the inverse pass has read. On several, where
/// nobody reads in place, what the inverse movement sends gives its room, once it is over, to both
/// sides of the forward one.
struct WorkspaceSizes {
  std::int64_t send_inverse = 0, receive_inverse = 0, send_forward = 0, receive_forward = 0;
  std::int64_t own = 0;  // received from this rank itself
  bool alone = false;

  std::int64_t rows() const { return std::max(send_inverse, send_forward + receive_forward); }
  /// All that this rank holds.
  std::int64_t total(bool in_place) const {
    if (alone) return std::max(receive_inverse, receive_forward);
    return in_place ? send_inverse + send_forward + own : rows() + receive_inverse;
  }
};

inline WorkspaceSizes workspace_sizes(const Layout& layout, FieldCounts fields) {
  const auto to_planes = Exchange<double>::sizes(layout, Movement::to_planes, fields.inverse);
  const auto to_rows = Exchange<double>::sizes(layout, Movement::to_rows, fields.forward);
  return {to_planes.send,  to_planes.receive,           to_rows.send,
          to_rows.receive, to_planes.own + to_rows.own, layout.ranks == 1};
}

template <class Real>
class Workspace {
 public:
  /// Collective. `route` is that of the exchanges that will use it.
  Workspace(const Layout& layout, const transport::Communicator& comm, FieldCounts fields,
            const std::string& route = "auto")
      : sizes_(workspace_sizes(layout, fields)) {
    using exec::Contents;
    if (sizes_.alone) {
      planes_ = exchange_array<Real>(sizes_.total(false), Contents::zero);
      return;
    }
    sent_ = SendMemory<Real>(comm, sizes_.send_inverse, sizes_.send_forward, sizes_.rows(), route);
    planes_ = exchange_array<Real>(sizes_.receive_inverse, Contents::undefined);
    if (sent_.lent()) rows_ = exchange_array<Real>(sizes_.receive_forward, Contents::undefined);
  }

  ExchangeBuffers<Real> inverse() { return {sent_.to_planes(), planes_.view().data, sent_.lent()}; }
  ExchangeBuffers<Real> forward() {
    if (sizes_.alone) return {nullptr, planes_.view().data};
    Complex<Real>* send = sent_.to_rows();
    return {send, sent_.lent() ? rows_.view().data : send + sizes_.send_forward, sent_.lent()};
  }

 private:
  WorkspaceSizes sizes_;
  SendMemory<Real> sent_;
  ExchangeArray<Real> planes_, rows_;
};

}  // namespace thalweg::fft::inline TW_HALF
