// SPDX-License-Identifier: Apache-2.0
#include "fft/home.hpp"

namespace thalweg::fft {

std::vector<std::int64_t> home_offsets(const Layout& layout, int plane_owner, int most,
                                       Sharing sharing) {
  constexpr std::int64_t line = 8;  // complex numbers: one cache line of the smallest
  const Rectangles rectangles(layout, TileDirection::to_rows, 1);
  std::vector<std::int64_t> offsets{0};
  for (int rank = 0; rank < layout.ranks; ++rank) {
    const std::int64_t size =
        sharing.together(rank, plane_owner) ? most * rectangles.at(plane_owner, 0, rank).size : 0;
    offsets.push_back(offsets.back() + (size + line - 1) / line * line);
  }
  return offsets;
}

}  // namespace thalweg::fft
