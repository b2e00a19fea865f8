// SPDX-License-Identifier: Apache-2.0
// The half-transformed data on its way between rows and planes: tiles, and the exchange that moves
// them. A tile is a rectangle of rows x planes of all fields, stored (field, row, plane, column)
// without gaps, so the part that goes to one rank is one message and nothing is packed: the
// transforms read and write tiles directly. A tile that both sides see (home.hpp) is whole in every
// chunk, and the same in both movements. Where fields stay on the host of a device, what is one
// tile otherwise is several, one after the other, each with the planes that the device takes at a
// time (plane_blocks). Where a device transforms lines within the tile, it is stored (field, plane,
// row, column).
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/complex.hpp"
#include "exec/exec.hpp"
#include "fft/home.hpp"
#include "fft/message_precision.hpp"
#include "fft/rectangles.hpp"
#include "fft/streaming.hpp"
#include "transport/movements/message_plan.hpp"

namespace thalweg::fft::inline TW_HALF {

/// The rows of a layout as kernels see them, by global number.
struct Rows {
  const int* bin;             // y bin
  const int* column;          // first column
  const int* length;          // columns, padding included
  const int* columns;         // columns without it
  const std::int64_t* start;  // sum of the lengths of all rows before
  const int* reach;           // Layout; null: all columns count
  const int* filled;          // by y bin: the columns of all its rows
  int line, depth, group;     // Layout

  /// How many of a row's first columns count at a depth.
  TW_HD int kept_of(int row, int depth_index) const {
    if (!reach) return columns[row];
    return columns_reaching(reach + static_cast<std::int64_t>(row) * group, columns[row],
                            size_of_mode(depth_index, depth));
  }
  /// Whether a column of a row does.
  TW_HD bool keeps(int row, int depth_index, int i) const {
    if (!reach) return i < columns[row];
    return reach[static_cast<std::int64_t>(row) * group + i] >= size_of_mode(depth_index, depth);
  }
  /// The depth index of a z bin, -1 where it does not count.
  TW_HD int depth_of(int z) const {
    if (z < depth - depth / 2) return z;
    return z >= line - depth / 2 ? z - line + depth : -1;
  }
};

/// The layout's tables where kernels can read them.
class Tables {
 public:
  explicit Tables(const Layout& layout);
  /// What they take, for estimates.
  static double bytes(const Layout& layout);

  Rows rows() const {
    return {bin_.view().data,
            column_.view().data,
            length_.view().data,
            columns_.view().data,
            start_.view().data,
            reach_.size() > 0 ? reach_.view().data : nullptr,
            filled_.view().data,
            line_,
            depth_,
            group_};
  }

 private:
  exec::Array<int, 1> bin_, column_, length_, columns_, reach_, filled_;
  exec::Array<std::int64_t, 1> start_;
  int line_, depth_, group_;
};

/// Rows [row_begin, row_end) x planes [plane_begin, plane_end), in global numbers.
template <class Real>
struct Tile {
  int row_begin = 0, row_end = 0, plane_begin = 0, plane_end = 0;
  std::int64_t field_size = 0;  // complex numbers of one field
  Complex<Real>* data = nullptr;
  const int* row_length = nullptr;  // of every global row
  const std::int64_t* row_start = nullptr;
  std::int64_t plane_size = 0;  // complex numbers of a plane that lies together; 0: none does

  TW_HD bool has_row(int row) const { return row_begin <= row && row < row_end; }
  TW_HD bool has_plane(int plane) const { return plane_begin <= plane && plane < plane_end; }
  /// The first column of a row in a plane of a field.
  TW_HD Complex<Real>* at(int field, int row, int plane) const {
    Complex<Real>* const here = data + field * field_size;
    const std::int64_t before = row_start[row] - row_start[row_begin], above = plane - plane_begin;
    if (plane_size > 0) return here + above * plane_size + before;
    return here + before * (plane_end - plane_begin) + above * row_length[row];
  }
};

/// A row of a tile, by vectors: rows are short, and calls of the library take longer.
template <class Real>
void copy_columns(const Complex<Real>* from, int columns, Complex<Real>* to) {
  using Vector [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;
  constexpr int numbers = sizeof(Vector) / sizeof(Complex<Real>);
  const auto copy = [=](int i) {
    *reinterpret_cast<Vector*>(to + i) = *reinterpret_cast<const Vector*>(from + i);
  };
  int i = 0;
  for (; i + 2 * numbers <= columns; i += 2 * numbers) {
    copy(i);
    copy(i + numbers);
  }
  for (; i < columns; ++i) to[i] = from[i];
}

/// How an exchange is to be carried out.
struct TileExchangeOptions {
  std::string route = "auto";  // transport::route_names()
  int chunks = 1;
  std::shared_ptr<transport::Staging> staging{};  // of exchanges that take turns; null: its own
  bool single_messages = false;                   // of single precision, whatever tiles are of
  Streaming streaming{};                          // for the batched pipeline, of slabs
  bool planes_together = false;                   // for the same: Tile::plane_size
};

/// Where fields lie that are streamed, or not.
inline exec::Space space_of(const Streaming& streaming) {
  return streaming.is_on() ? exec::Space::pinned : exec::kernel_space;
}

/// Where tiles lie that messages carry.
template <class Real>
struct TileBuffers {
  Complex<Real>* send = nullptr;
  Complex<Real>* receive = nullptr;
  /// As many numbers, which travel in place of them; null: they themselves do.
  Complex<float>* single_send = nullptr;
  Complex<float>* single_receive = nullptr;

  bool converts() const { return single_send != nullptr; }
};

/// Moves tiles of `fields` fields from rows to planes or back, in chunks of the sender's extent:
/// chunk c may be sent while chunk c + 1 is still being computed.
template <class Real>
class TileExchange {
 public:
  /// Complex numbers that the two buffers must hold: of messages.
  struct Sizes {
    std::int64_t send = 0, receive = 0;
  };
  static Sizes sizes(const Layout& layout, TileDirection direction, int fields, Sharing sharing);

  /// Collective. All that is given by reference, and the buffers, must outlive this.
  TileExchange(const Layout& layout, const transport::Communicator& comm, const Tables& tables,
               TileDirection direction, int fields, TileExchangeOptions options, Home<Real>& home,
               TileBuffers<Real> buffers);
  ~TileExchange() { home_.forget(plan_.get()); }
  TileExchange(const TileExchange&) = delete;
  TileExchange& operator=(const TileExchange&) = delete;

  int chunks() const { return static_cast<int>(sent_.size()); }
  /// The range of local rows (to_planes) or local planes (to_rows) that chunk c covers, global.
  int chunk_begin(int chunk) const { return cuts_.begin(chunk); }
  int chunk_end(int chunk) const { return cuts_.end(chunk); }
  /// Tiles that the sender fills in chunk c, one per receiving rank.
  const std::vector<Tile<Real>>& sent(int chunk) const {
    return sent_[static_cast<std::size_t>(chunk)];
  }
  /// All tiles that this rank has after finish().
  const std::vector<Tile<Real>>& received() const { return received_; }

  void start(const exec::Exec& exec, int chunk) {
    home_.started(direction_, plan_.get());
    pack(exec, chunk);
    plan_->start(exec, chunk);
  }
  void finish(const exec::Exec& exec) { plan_->finish(exec); }
  /// Before tiles are read that finish() has brought.
  void unpack(const exec::Exec& exec) const {
    if (buffers_.converts())
      convert(exec, buffers_.single_receive, receive_size_, buffers_.receive);
  }
  /// What was received has been read.
  void release() { plan_->release(); }
  /// Wait until tiles may be filled.
  void reclaim() { home_.reclaim(direction_); }
  const transport::MessagePlan& plan() const { return *plan_; }

 private:
  void pack(const exec::Exec& exec, int chunk) const {
    if (!buffers_.converts()) return;
    const std::int64_t begin = send_begin_[static_cast<std::size_t>(chunk)];
    const std::int64_t end = send_begin_[static_cast<std::size_t>(chunk) + 1];
    convert(exec, buffers_.send + begin, end - begin, buffers_.single_send + begin);
  }

  TileDirection direction_;
  Home<Real>& home_;
  TileBuffers<Real> buffers_;
  std::vector<std::int64_t> send_begin_;  // of each chunk in the buffer, one longer
  std::int64_t receive_size_ = 0;
  Partition cuts_;
  std::vector<std::vector<Tile<Real>>> sent_;
  std::vector<Tile<Real>> received_;
  std::unique_ptr<transport::MessagePlan> plan_;
};

}  // namespace thalweg::fft::inline TW_HALF
