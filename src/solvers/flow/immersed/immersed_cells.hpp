// SPDX-License-Identifier: Apache-2.0
// The cells of a rank that are at or in a body, and what their values are made of: lists for
// kernels, made on the host. docs/theory/flow.md, section 9.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/flow/immersed/cell_kinds.hpp"

namespace thalweg::flow {

/// With m = sum over donors of velocity u:
/// u = offset + along m + (across - along) (m.n) n. (9.4), (9.5)
struct ImmersedCell {
  std::int64_t cell = 0;  // in the arena
  CellKind kind = CellKind::deep;
  int body = 0;
  int first = 0, end = 0;       // of its donors
  std::int64_t stride[2] = {};  // in the arena, along k and j
  double along = 1, across = 1;
  double normal[3] = {}, offset[3] = {};
  // Of the surface that it stands for (9.8).
  double area = 0;
  double slope_offset[3] = {};  // beside the donors' part of the slope
  double rise =
      0;  // by a slope of 1 out of the body: beside the mirrored part of the donors (9.12)
};

/// A cell of the fluid that values are made of.
struct Donor {
  std::int64_t cell = 0;
  double velocity = 0, pressure = 0;          // weights: at the cell itself
  double slope = 0, pressure_on_surface = 0;  // weights: on the surface
  double mirrored = 0;  // weight: at the cell itself, of what has no slope across the surface
};

struct ImmersedCells {
  std::vector<ImmersedCell> cells;
  std::vector<Donor> donors;
  /// What each cell of the arena does not solve for: see the bits below.
  std::vector<std::uint8_t> held;
  // Of each body: the volume of the cells in it; cells in its band; cells of these that the body
  // parts from the next one without a cell between.
  std::vector<double> volumes, in_band, parted;
};

constexpr std::uint8_t velocity_is_held = 1, pressure_is_held = 2;

ImmersedCells immersed_cells(const ArenaCells& cells, const grid::BlockArena& arena,
                             const std::vector<ImmersedBody>& bodies,
                             const std::vector<Pose>& poses);

/// Of blocks of the next coarser level, by the cells that make up one of theirs: the velocity where
/// one of them holds it, the pressure where all do. size: values of a field of that level. (9.7)
std::vector<std::uint8_t> coarse_held(const std::vector<grid::BlockPlace>& fine,
                                      const std::vector<grid::BlockPlace>& coarse,
                                      std::int64_t size, const std::vector<std::uint8_t>& held,
                                      int first_axis);

}  // namespace thalweg::flow
