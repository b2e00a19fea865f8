// SPDX-License-Identifier: Apache-2.0
#include "io/checkpoint/block_runs.hpp"

#include <fmt/format.h>
#include <xxhash.h>

namespace thalweg::io {

std::vector<RowRun> runs_of(const BlockLayout& layout) {
  std::vector<std::int64_t> begins{0};
  for (const WholeBlock& block : layout.blocks) begins.push_back(begins.back() + block.size());
  std::vector<RowRun> runs;
  for (const BlockPart& part : layout.parts) {
    const auto whole = static_cast<std::size_t>(part.whole);
    for_each_stretch(layout.blocks[whole].cells, part.first, part.cells,
                     [&](std::int64_t at, std::int64_t, std::int64_t length) {
                       runs.push_back({begins[whole] + at, length});
                     });
  }
  return runs;
}

std::uint64_t checksum_of(const BlockLayout& layout) {
  std::string text;
  for (const auto& [name, cells] : layout.blocks)
    text += fmt::format("{}: {} {} {}\n", name, cells[0], cells[1], cells[2]);
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace thalweg::io
