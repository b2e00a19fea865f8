// SPDX-License-Identifier: Apache-2.0
#include "fft/pencils.hpp"

namespace thalweg::fft {

Layout line_layout(const Layout& layout, int complex_bytes) {
  const int cache_line = std::max(1, 64 / complex_bytes);
  Layout lines;
  lines.modes = layout.modes;
  lines.nx = layout.nx, lines.ny = 1;
  lines.stack = layout.local_planes();
  lines.nz = layout.ny * lines.stack;
  lines.line = layout.ny;  // what its rows are transformed along
  lines.columns = layout.columns;
  lines.depth = 1;
  lines.group = layout.group;
  lines.rank = layout.block_of(layout.rank);
  lines.ranks = layout.across;
  for (const int y : layout.ys.offset) lines.planes.offset.push_back(y * lines.stack);
  lines.planes.offset.erase(lines.planes.offset.begin());
  lines.ys = even_partition(1, 1);
  lines.blocks = even_partition(layout.columns, 1);
  lines.row_start = {0};
  for (int block = 0; block < layout.across; ++block) {
    const int end = layout.blocks.end(block);
    for (int first = layout.blocks.begin(block); first < end; first += layout.group) {
      lines.row_bin.push_back(0);
      lines.row_column.push_back(first);
      lines.row_limit.push_back(end);
      lines.row_length.push_back(round_up(std::min(layout.group, end - first), cache_line));
      lines.row_start.push_back(lines.row_start.back() + lines.row_length.back());
      for (int mx = first; mx < first + layout.group; ++mx)
        lines.reach.push_back(mx < end ? 0 : -1);
    }
    lines.rows.offset.push_back(static_cast<int>(lines.row_bin.size()));
  }
  lines.groups = lines.rows.total();
  return lines;
}

LineBlock line_block(const Layout& lines, int line) {
  const int owner = lines.planes.part_of(line), first = lines.planes.begin(owner);
  return {first, first / lines.stack, lines.planes.size(owner) / lines.stack};
}

}  // namespace thalweg::fft
