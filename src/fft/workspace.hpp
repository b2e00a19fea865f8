// SPDX-License-Identifier: Apache-2.0
// The memory that the pipelines of one run share: where half-transformed data lies, and the buffers
// of messages.
#pragma once

#include <algorithm>

#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {

/// How many fields one pass of a pipeline carries to the points and back to the modes.
struct FieldCounts {
  int inverse = 0;
  int forward = 0;
  int most() const { return std::max(inverse, forward); }
};

/// Complex numbers that a rank holds for the exchanges of a pass: what lies at home, and what
/// messages carry. What the inverse exchange sends gives its room, once it is over, to both sides
/// of the forward one.
struct WorkspaceSizes {
  std::int64_t home = 0;
  std::int64_t send_inverse = 0, receive_inverse = 0, send_forward = 0, receive_forward = 0;

  std::int64_t rows() const { return std::max(send_inverse, send_forward + receive_forward); }
  std::int64_t total() const { return home + rows() + receive_inverse; }
};

inline WorkspaceSizes workspace_sizes(const Layout& layout, FieldCounts fields, Sharing sharing) {
  const auto to_planes =
      TileExchange<double>::sizes(layout, TileDirection::to_planes, fields.inverse, sharing);
  const auto to_rows =
      TileExchange<double>::sizes(layout, TileDirection::to_rows, fields.forward, sharing);
  return {home_offsets(layout, layout.rank, fields.most(), sharing).back(), to_planes.send,
          to_planes.receive, to_rows.send, to_rows.receive};
}

template <class Real>
class Workspace {
 public:
  /// Collective. `route` is that of the exchanges that will use it.
  Workspace(const Layout& layout, const transport::Communicator& comm, FieldCounts fields,
            const std::string& route = "auto")
      : home_(layout, comm, fields.most(), route),
        sizes_(workspace_sizes(layout, fields, home_.sharing())),
        rows_(TileArray<Real>({sizes_.rows()}, exec::Contents::zero)),
        planes_(TileArray<Real>({sizes_.receive_inverse}, exec::Contents::undefined)) {}

  Home<Real>& home() { return home_; }
  TileBuffers<Real> inverse() { return {rows_.view().data, planes_.view().data}; }
  TileBuffers<Real> forward() {
    return {rows_.view().data, rows_.view().data + sizes_.send_forward};
  }

 private:
  Home<Real> home_;
  WorkspaceSizes sizes_;
  TileArray<Real> rows_, planes_;
};

}  // namespace thalweg::fft::inline TW_HALF
