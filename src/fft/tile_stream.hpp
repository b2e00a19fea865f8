// SPDX-License-Identifier: Apache-2.0
// Parts of tiles that lie on the host, on a device while it works on them.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "fft/batch_shape.hpp"
#include "fft/tiles.hpp"

namespace thalweg::fft::inline TW_HALF {

/// What a batch has of the tiles of the host, and its place on the device.
template <class Real>
struct StreamedTiles {
  std::vector<Tile<Real>> host, here;

  /// Room for all fields of all parts, one after the other.
  void place(Complex<Real>* data, int fields) {
    for (Tile<Real>& tile : here) {
      tile.data = data;
      data += fields * tile.field_size;
    }
  }
  /// There, or back, in the order of exec. A part that is a whole tile is one copy.
  void fetch(const exec::Exec& exec, int fields) const { move(exec, fields, true); }
  void store(const exec::Exec& exec, int fields) const { move(exec, fields, false); }

 private:
  void move(const exec::Exec& exec, int fields, bool to_device) const {
    for (std::size_t n = 0; n < here.size(); ++n) {
      const std::int64_t size = here[n].field_size;
      const bool whole = size == host[n].field_size;
      for (int f = 0; f < (whole ? 1 : fields); ++f) {
        Complex<Real>* ends[] = {host[n].data + f * host[n].field_size, here[n].data + f * size};
        exec::copy_bytes(exec, ends[to_device ? 1 : 0], ends[to_device ? 0 : 1],
                         static_cast<std::size_t>((whole ? fields : 1) * size) *
                             sizeof(Complex<Real>));
      }
    }
  }
};

/// Rows [begin, end) of the tiles, global.
template <class Real>
StreamedTiles<Real> rows_of_tiles(const Layout& layout, const std::vector<Tile<Real>>& tiles,
                                  int begin, int end) {
  const auto start = [&](int row) { return layout.row_start[static_cast<std::size_t>(row)]; };
  StreamedTiles<Real> parts;
  for (const Tile<Real>& tile : tiles) {
    Tile<Real> host = tile;
    host.row_begin = std::max(tile.row_begin, begin);
    host.row_end = std::min(tile.row_end, end);
    if (host.row_begin >= host.row_end) continue;
    const int planes = tile.plane_end - tile.plane_begin;
    host.data += (start(host.row_begin) - start(tile.row_begin)) * planes;
    Tile<Real> here = host;
    here.field_size = (start(host.row_end) - start(host.row_begin)) * planes;
    parts.host.push_back(host);
    parts.here.push_back(here);
  }
  return parts;
}

/// The tiles of the planes [begin, end), global, which are one block of plane_blocks().
template <class Real>
StreamedTiles<Real> planes_of_tiles(const std::vector<Tile<Real>>& tiles, int begin, int end) {
  StreamedTiles<Real> parts;
  for (const Tile<Real>& tile : tiles)
    if (begin <= tile.plane_begin && tile.plane_end <= end) parts.host.push_back(tile);
  parts.here = parts.host;
  return parts;
}

}  // namespace thalweg::fft::inline TW_HALF
