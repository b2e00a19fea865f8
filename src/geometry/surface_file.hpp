// SPDX-License-Identifier: Apache-2.0
// Triangle surfaces from files: STL, and OBJ where the name ends so.
#pragma once

#include <filesystem>

#include "geometry/triangle_surface.hpp"

namespace thalweg::geometry {

/// Coordinates as in the file. Throws InputError that names the file and the line or byte.
TriangleSurface read_surface_file(const std::filesystem::path& file);

}  // namespace thalweg::geometry
