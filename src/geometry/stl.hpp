// SPDX-License-Identifier: Apache-2.0
// Triangle surfaces as STL files have them, as text and in binary.
// 3D Systems, "StereoLithography Interface Specification" (1988).
#pragma once

#include <string>

#include "geometry/triangle_surface.hpp"

namespace thalweg::geometry {

/// Made by SurfaceBuilder: corners at equal places become one. The normals that a file gives are
/// not used: the order of corners says the same. Coordinates as in the file, which knows no unit.
/// From the bytes of a file; `name` stands in messages for it. Throws InputError that names the
/// file and the line or byte.
TriangleSurface parse_stl(const std::string& bytes, const std::string& name);

}  // namespace thalweg::geometry
