// SPDX-License-Identifier: Apache-2.0
// Rows of points along x that lie around a rank's own, and whose these are. A rank's array of
// coefficients is (plane, row, point, component), with ghosts on all sides.
#pragma once

#include <map>
#include <vector>

#include "fft/layout.hpp"
#include "transport/movements/halo_links.hpp"

namespace thalweg::turbulence {

/// Points kept below and above a rank's own in each direction: what a stencil of four points
/// reaches. Those along x are of the row's other end.
inline constexpr int ghosts_below = 1, ghosts_above = 2, ghosts = ghosts_below + ghosts_above;

/// Numbers of a row and of a plane in a rank's array: three components.
inline std::int64_t values_of_row(const fft::Layout& layout) {
  return std::int64_t{3} * (layout.nx + ghosts);
}
inline std::int64_t values_of_plane(const fft::Layout& layout) {
  return values_of_row(layout) * (layout.local_ys() + ghosts);
}
/// Numbers of the rows that are not its own.
inline std::int64_t ghost_values(const fft::Layout& layout) {
  return values_of_plane(layout) * (layout.local_planes() + ghosts) -
         values_of_row(layout) * layout.local_planes() * layout.local_ys();
}

struct RowLinks {
  std::vector<transport::HaloLink> sends, receives;
};
/// What fills the ghost rows of the layout's rank and of others. The box is periodic, and a row may
/// come from any rank, this one included.
RowLinks row_links(const fft::Layout& layout);

/// How many rows a rank keeps of each other rank.
std::map<int, std::int64_t> ghost_rows(const fft::Layout& layout, int rank);

/// The part that has each item.
std::vector<int> owners_of(const fft::Partition& parts);

}  // namespace thalweg::turbulence
