// SPDX-License-Identifier: Apache-2.0
// What fields of blocks have to be, in whichever form they are written.
#pragma once

#include "io/fields/blocks.hpp"

namespace thalweg::io {

/// Cells along each axis and one more: corners.
std::array<std::int64_t, 3> with_corners(std::array<std::int64_t, 3> cells);
std::int64_t product(const std::array<std::int64_t, 3>& extents);

/// Throws InputError for a name that is empty, has a slash, is above 32 characters or is there
/// twice.
void require_names(const BlockLayout& layout);
/// Throws UsageError unless each corner of this rank's parts has a place.
void require_vertices(const BlockLayout& layout, const BlockVertices& vertices);
/// Throws UsageError unless each cell of this rank's parts has 1 or 3 values.
void require_values(const BlockLayout& layout, const BlockField& field);

}  // namespace thalweg::io
