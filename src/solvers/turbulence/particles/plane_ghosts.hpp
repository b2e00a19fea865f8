// SPDX-License-Identifier: Apache-2.0
// Which ranks hold the planes that lie next to this rank's.
#pragma once

#include <vector>

#include "fft/layout.hpp"
#include "transport/movements/halo_links.hpp"

namespace thalweg::turbulence {

/// Planes kept below and above a rank's own: what a stencil of four points reaches.
inline constexpr int planes_below = 1, planes_above = 2;
/// Rows that each plane, and points that each row, keeps of its other end, for the same reason.
inline constexpr int ends_below = 1, ends_above = 2, ends = ends_below + ends_above;

/// Numbers of a plane of three components, with the ends of its rows and of itself.
inline std::int64_t values_of_plane(const fft::Layout& layout) {
  return std::int64_t{3} * (layout.nx + ends) * (layout.ny + ends);
}

/// A plane that a rank keeps of another's: its number, and where it stands in the rank's array.
struct PlaneGhost {
  int plane, at;
};
std::vector<PlaneGhost> plane_ghosts(const fft::Partition& planes, int rank);

struct PlaneLinks {
  std::vector<transport::HaloLink> sends, receives;
};

/// For arrays (plane, value) of this rank's planes with those below and above, `values` in each
/// plane. The box is periodic, and a plane may come from any rank, this one included.
PlaneLinks plane_links(const fft::Layout& layout, std::int64_t values);

/// The rank of each plane of z.
std::vector<int> owners_of_planes(const fft::Partition& planes);

}  // namespace thalweg::turbulence
