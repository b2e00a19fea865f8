// SPDX-License-Identifier: Apache-2.0
// The part of a surface that a case takes: what lies between planes.
#pragma once

#include <string>
#include <vector>

#include "geometry/cut.hpp"
#include "io/case/case.hpp"

namespace thalweg::blood {

/// geometry.crop.x, .y and .z: from where to where, each if it is given. Mistakes go to the case.
std::vector<geometry::CutPlane> read_crop(io::Case& input);

/// A mistake where nothing is left, or where a section has a hole.
void crop(io::Case& input, geometry::TriangleSurface& surface,
          const std::vector<geometry::CutPlane>& planes);

std::string text_of(const std::vector<geometry::CutPlane>& planes);

}  // namespace thalweg::blood
