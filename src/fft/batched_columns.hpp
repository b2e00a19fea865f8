// SPDX-License-Identifier: Apache-2.0
// The sweeps over y-lines of planes that several ranks share, of the pipeline for devices: a batch
// of planes with all of this rank's columns at a time (pencils.hpp).
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "fft/batched_kernels.hpp"
#include "fft/local_plan.hpp"
#include "fft/pencils.hpp"

namespace thalweg::fft::inline TW_HALF {
namespace batched {

/// y-lines of a batch, side by side: element (field, y, plane, column) of a buffer.
template <class Real>
struct ColumnBuffer {
  Complex<Real>* data;
  int ny, planes, columns;  // columns: of all groups of this rank, padding included

  TW_HD Complex<Real>& operator()(int field, int y, int plane, int column) const {
    return data[((static_cast<std::int64_t>(field) * ny + y) * planes + plane) * columns + column];
  }
};

/// Zero where no row is kept, over (y, plane of the batch, column).
template <class Real, int Fields>
struct ClearColumns {
  ColumnBuffer<Real> columns;
  TW_HD void operator()(int y, int plane, int column) const {
    TW_UNROLL
    for (int f = 0; f < Fields; ++f) columns(f, y, plane, column) = {0, 0};
  }
};

/// One tile of rows <-> y-lines, over (global plane, global row, column of the row). Columns that a
/// row does not have are zero.
template <class Real, int Fields, TileDirection direction>
struct MoveRows {
  ColumnBuffer<Real> columns;
  Rows rows;
  Tile<Real> tile;
  int batch_begin, first_column;
  TW_HD void operator()(int plane, int row, int i) const {
    const int y = rows.bin[row], column = rows.column[row] - first_column + i;
    const bool has = i < rows.columns[row];
    TW_UNROLL
    for (int f = 0; f < Fields; ++f) {
      Complex<Real>& here = columns(f, y, plane - batch_begin, column);
      if constexpr (direction == TileDirection::to_planes)
        here = has ? tile.at(f, row, plane)[i] : Complex<Real>{0, 0};
      else if (has)
        tile.at(f, row, plane)[i] = here;
    }
  }
};

/// y-lines <-> one tile of lines, over (plane of the batch, y of the tile's owner, column).
template <class Real, int Fields, TileDirection direction>
struct MoveGroups {
  ColumnBuffer<Real> columns;
  Tile<Real> tile;
  LineBlock block;
  int batch_begin;               // from the group's first plane
  int first_group, group_width;  // of this rank
  TW_HD void operator()(int plane, int y, int column) const {
    const int group = first_group + column / group_width, i = column % group_width;
    if (i >= tile.row_length[group]) return;
    TW_UNROLL
    for (int f = 0; f < Fields; ++f)
      carry<direction>(columns(f, block.first_y + y, plane, column),
                       tile.at(f, group, block.line(batch_begin + plane, y))[i]);
  }
};

}  // namespace batched

/// The sweeps of one pipeline. The buffer is the pipeline's: it holds a batch of each field.
template <class Real>
class BatchedColumns {
 public:
  using Tiles = std::vector<Tile<Real>>;

  /// All must outlive this; the work area is shared with other plans.
  BatchedColumns(const Layout& layout, const Tables& rows, const LineExchanges<Real>& lines,
                 Complex<Real>* buffer, const std::shared_ptr<WorkArea>& work)
      : layout_(layout), lines_(lines.layout),
        rows_(rows.rows()), columns_{buffer, layout.ny, planes_of(layout), columns_of(layout)},
        inverse_(lines_of(layout), Direction::inverse, work),
        forward_(lines_of(layout), Direction::forward, work) {}

  /// Planes of z [begin, end), counted from the group's first: tiles of rows to tiles of lines.
  template <int Fields>
  void inverse(const exec::Exec& exec, int begin, int end, const Tiles& rows, const Tiles& lines) {
    const exec::Box3 unkept{{layout_.modes.ky + 1, 0, 0},
                            {layout_.ny - layout_.modes.ky, columns_.planes, columns_.columns}};
    for (int z = begin; z < end; z += columns_.planes) {
      const int stop = std::min(z + columns_.planes, end);
      exec::parallel_for(exec, unkept, batched::ClearColumns<Real, Fields>{columns_});
      move_rows<Fields, TileDirection::to_planes>(exec, z, stop, rows);
      for (int f = 0; f < Fields; ++f) inverse_.execute(exec, &columns_(f, 0, 0, 0));
      move_lines<Fields, TileDirection::to_planes>(exec, z, stop, lines);
    }
  }
  /// Planes of z [begin, end), in global numbers: tiles of lines to tiles of rows.
  template <int Fields>
  void forward(const exec::Exec& exec, int begin, int end, const Tiles& lines, const Tiles& rows) {
    const int first = layout_.first_plane();
    for (int z = begin - first; z < end - first; z += columns_.planes) {
      const int stop = std::min(z + columns_.planes, end - first);
      move_lines<Fields, TileDirection::to_rows>(exec, z, stop, lines);
      for (int f = 0; f < Fields; ++f) forward_.execute(exec, &columns_(f, 0, 0, 0));
      move_rows<Fields, TileDirection::to_rows>(exec, z, stop, rows);
    }
  }

  /// Seconds of a batch's transforms of a field: `seconds` measures what it is given.
  template <class Seconds>
  double bare_seconds(const exec::Exec& exec, Direction direction, Seconds seconds) const {
    const auto& plan = direction == Direction::inverse ? inverse_ : forward_;
    return static_cast<double>(layout_.local_planes()) / columns_.planes *
           seconds([&] { plan.execute(exec, &columns_(0, 0, 0, 0)); });
  }

  /// Complex numbers of a batch of a field.
  static std::int64_t field_size(const Layout& layout) {
    return static_cast<std::int64_t>(layout.ny) * planes_of(layout) * columns_of(layout);
  }
  /// y-lines of a batch.
  static int batch(const Layout& layout) { return planes_of(layout) * columns_of(layout); }

 private:
  /// Batches of an eighth of the planes, but of some where there are few.
  static int planes_of(const Layout& layout) {
    constexpr int enough = 16;
    const int planes = layout.local_planes();
    return std::min(planes, std::max((planes + 7) / 8, enough));
  }
  static int columns_of(const Layout& layout) {
    return layout.groups_of(layout.block_of(layout.rank)) * layout.group;
  }
  static Lines lines_of(const Layout& layout) {
    return {layout.ny, batch(layout), batch(layout), 1};
  }

  template <int Fields, TileDirection direction>
  void move_rows(const exec::Exec& exec, int begin, int end, const Tiles& tiles) const {
    const int first = layout_.first_plane(), block = layout_.block_of(layout_.rank);
    for (const Tile<Real>& tile : tiles)
      exec::parallel_for(exec,
                         {{std::max(tile.plane_begin, first + begin), tile.row_begin, 0},
                          {std::min(tile.plane_end, first + end), tile.row_end, layout_.group}},
                         batched::MoveRows<Real, Fields, direction>{
                             columns_, rows_, tile, first + begin, layout_.blocks.begin(block)});
  }
  template <int Fields, TileDirection direction>
  void move_lines(const exec::Exec& exec, int begin, int end, const Tiles& tiles) const {
    for (const Tile<Real>& tile : tiles) {
      if (tile.field_size == 0) continue;
      const LineBlock block = line_block(lines_, tile.plane_begin);
      const int first = std::max((tile.plane_begin - block.first_line) / block.ys, begin),
                last = std::min((tile.plane_end - block.first_line) / block.ys, end);
      exec::parallel_for(exec, {{first - begin, 0, 0}, {last - begin, block.ys, columns_.columns}},
                         batched::MoveGroups<Real, Fields, direction>{
                             columns_, tile, block, begin, lines_.first_row(), layout_.group});
    }
  }

  const Layout& layout_;
  const Layout& lines_;
  Rows rows_;
  batched::ColumnBuffer<Real> columns_;
  ComplexLines<Real> inverse_, forward_;
};

}  // namespace thalweg::fft::inline TW_HALF
