// SPDX-License-Identifier: Apache-2.0
// The sweeps over y-lines of planes that several ranks share, of the pipeline for CPUs. A group of
// columns of one plane of one field is transformed while it is in cache, on its way from the tiles
// of rows to those of lines, or back (pencils.hpp).
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "fft/pencils.hpp"
#include "fft/side_by_side.hpp"

namespace thalweg::fft::inline TW_HALF {

/// A tile of lines, and whose lines these are.
template <class Real>
struct LineTile {
  Tile<Real> tile;
  LineBlock block;

  bool has_plane(int z) const { return tile.has_plane(block.line(z, 0)); }
};

/// All planes of some chunk: a task has a plane and a group of columns of it.
template <class Real, int Fields, TileDirection direction>
struct ColumnWork {
  SideBySideShape<Real> shape;  // of y-lines
  int ny, kept;                 // the largest |m_y| that counts
  int first_plane;              // global, of the group of ranks
  Rows rows, groups;            // of the tiles of rows, and of those of lines
  int first_group, group_count;
  const std::optional<ComplexLines<Real>>* plans;  // by length
  const Tile<Real>* tiles;                         // of rows
  int tile_count;
  const LineTile<Real>* lines;
  int line_count;
  int plane_begin;  // from first_plane on

  void operator()(const exec::Team& team) const {
    const int group = first_group + team.tile() % group_count;
    const int z = plane_begin + team.tile() / group_count, length = groups.length[group];
    Complex<Real>* columns = team.template scratch<Complex<Real>>();
    for (int f = 0; f < Fields; ++f) {
      if constexpr (direction == TileDirection::to_planes) {
        gather_rows(f, group, z, columns);
        plans[length]->execute(exec::Exec{}, columns);
      }
      move_lines(f, group, z, columns);
      if constexpr (direction == TileDirection::to_rows) {
        plans[length]->execute(exec::Exec{}, columns);
        scatter_rows(f, group, z, columns);
      }
    }
  }

 private:
  /// body(tile, row) for the rows of the columns of a group.
  template <class Body>
  void each_row(int group, Body body) const {
    const int first = groups.column[group];
    for (const Tile<Real>* tile = tiles; tile != tiles + tile_count; ++tile) {
      int row = tile->row_begin;  // groups follow each other in each m_y
      while (row < tile->row_end && rows.column[row] != first) ++row;
      for (; row < tile->row_end; row += group_count) body(*tile, row);
    }
  }
  void gather_rows(int f, int group, int z, Complex<Real>* columns) const {
    const int length = groups.length[group], stride = shape.stride_of(length);
    std::fill(columns + (kept + 1) * stride, columns + (ny - kept) * stride, Complex<Real>{});
    each_row(group, [&](const Tile<Real>& tile, int row) {
      Complex<Real>* to = columns + rows.bin[row] * stride;
      copy_columns(tile.at(f, row, first_plane + z), rows.columns[row], to);
      std::fill(to + rows.columns[row], to + length, Complex<Real>{});
    });
  }
  void scatter_rows(int f, int group, int z, const Complex<Real>* columns) const {
    const int stride = shape.stride_of(groups.length[group]);
    each_row(group, [&](const Tile<Real>& tile, int row) {
      copy_columns(columns + rows.bin[row] * stride, rows.columns[row],
                   tile.at(f, row, first_plane + z));
    });
  }
  void move_lines(int f, int group, int z, Complex<Real>* columns) const {
    const int length = groups.length[group], stride = shape.stride_of(length);
    for (const LineTile<Real>* part = lines; part != lines + line_count; ++part) {
      if (!part->has_plane(z)) continue;
      Complex<Real>* line = part->tile.at(f, group, part->block.line(z, 0));
      Complex<Real>* y = columns + part->block.first_y * stride;
      for (int n = 0; n < part->block.ys; ++n, line += length, y += stride)
        if constexpr (direction == TileDirection::to_planes)
          copy_columns(y, length, line);
        else
          copy_columns(line, length, y);
    }
  }
};

/// The sweeps of one pipeline.
template <class Real>
class ColumnSweep {
 public:
  using Tiles = std::vector<Tile<Real>>;

  /// All must outlive this.
  ColumnSweep(const Layout& layout, const Tables& rows, const LineExchanges<Real>& lines)
      : layout_(layout), lines_(lines.layout), rows_(rows.rows()),
        groups_(lines.exchanges.tables().rows()), shape_(lines.layout) {}
  /// To be called once, in plan_together().
  void plan() { plans_.emplace(lines_); }

  /// Planes of z [begin, end), counted from the group's first: tiles of rows to tiles of lines.
  template <int Fields>
  void inverse(const exec::Exec& exec, int begin, int end, const Tiles& rows, const Tiles& lines) {
    run<Fields, TileDirection::to_planes>(exec, begin, end, rows, lines, plans_->inverse());
  }
  /// Planes of z [begin, end), in global numbers: tiles of lines to tiles of rows.
  template <int Fields>
  void forward(const exec::Exec& exec, int begin, int end, const Tiles& lines, const Tiles& rows) {
    const int first = layout_.first_plane();
    run<Fields, TileDirection::to_rows>(exec, begin - first, end - first, rows, lines,
                                        plans_->forward());
  }

  /// Bytes of one thread's buffers, and what its transforms take besides, for estimates.
  static std::size_t bytes(const Layout& lines) { return SideBySideShape<Real>(lines).bytes(1); }

  /// Seconds of one field's transforms of this rank's planes on one thread. Collective.
  double bare_seconds(const exec::Exec& exec, const transport::Communicator& comm,
                      Direction direction) const {
    return layout_.local_planes() * plans_->bare_seconds(exec, comm, direction, lines_);
  }

 private:
  template <int Fields, TileDirection direction, class Plans>
  void run(const exec::Exec& exec, int begin, int end, const Tiles& rows, const Tiles& lines,
           Plans plans) {
    line_tiles_.clear();
    for (const Tile<Real>& tile : lines)
      if (tile.field_size > 0) line_tiles_.push_back({tile, line_block(lines_, tile.plane_begin)});
    const int groups = lines_.local_rows();
    const ColumnWork<Real, Fields, direction> work{.shape = shape_,
                                                   .ny = layout_.ny,
                                                   .kept = layout_.modes.ky,
                                                   .first_plane = layout_.first_plane(),
                                                   .rows = rows_,
                                                   .groups = groups_,
                                                   .first_group = lines_.first_row(),
                                                   .group_count = groups,
                                                   .plans = plans,
                                                   .tiles = rows.data(),
                                                   .tile_count = static_cast<int>(rows.size()),
                                                   .lines = line_tiles_.data(),
                                                   .line_count =
                                                       static_cast<int>(line_tiles_.size()),
                                                   .plane_begin = begin};
    exec::parallel_tiles(exec, (end - begin) * groups, shape_.bytes(1), work);
  }

  const Layout& layout_;
  const Layout& lines_;
  Rows rows_, groups_;
  SideBySideShape<Real> shape_;
  std::optional<SideBySidePlans<Real>> plans_;
  std::vector<LineTile<Real>> line_tiles_;  // of the chunk under way
};

}  // namespace thalweg::fft::inline TW_HALF
