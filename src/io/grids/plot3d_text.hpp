// SPDX-License-Identifier: Apache-2.0
// PLOT3D grids as text, and what both codings share.
#pragma once

#include "io/grids/plot3d_form.hpp"
#include "io/grids/structured_grid.hpp"

namespace thalweg::io::plot3d {

/// Throws InputError where no form has so many numbers.
StructuredGrid text_grid(const std::string& bytes);

inline constexpr const char* none =
    "this is no PLOT3D grid: no form of it has a header like this file's";

/// A block without its coordinates.
GridZone empty_zone(const Sizes& sizes, std::size_t block);
void note_blanked(StructuredGrid& grid, std::int64_t blanked);
/// "2 blocks, the first of 3 x 4 x 5 vertices"
std::string size_text(const Sizes& sizes);

}  // namespace thalweg::io::plot3d
