// SPDX-License-Identifier: Apache-2.0
// Triangle surfaces as Wavefront's OBJ files have them: lines "v x y z" and "f a b c".
#pragma once

#include <string>

#include "geometry/triangle_surface.hpp"

namespace thalweg::geometry {

/// From the bytes of a file; `name` stands in messages for it. Faces of more than three corners,
/// concave ones too, are cut into triangles by fill_face. Textures, normals, groups and materials
/// are left out; lines and curves, too. Made by SurfaceBuilder: corners at equal places become one.
/// Coordinates as in the file, which knows no unit. Throws InputError that names the line.
TriangleSurface parse_obj(const std::string& bytes, const std::string& name);

}  // namespace thalweg::geometry
