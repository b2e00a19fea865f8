// SPDX-License-Identifier: Apache-2.0
// Triangle surfaces as STL files have them, as text and in binary.
// 3D Systems, "StereoLithography Interface Specification" (1988).
#pragma once

#include <filesystem>
#include <string>

#include "geometry/triangle_surface.hpp"

namespace thalweg::geometry {

/// Corners at equal places become one, and triangles that have no area by that are left out. The
/// normals that a file gives are not used: the order of corners says the same. Coordinates as in
/// the file, which knows no unit. Throws InputError that names the file and the line or byte.
TriangleSurface read_stl(const std::filesystem::path& file);
/// From the bytes of a file; `name` stands in messages for it.
TriangleSurface parse_stl(const std::string& bytes, const std::string& name);

}  // namespace thalweg::geometry
