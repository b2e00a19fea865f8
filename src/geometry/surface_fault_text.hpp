// SPDX-License-Identifier: Apache-2.0
// What is wrong with a surface, in words.
#pragma once

#include <string>
#include <vector>

#include "geometry/surface_faults.hpp"

namespace thalweg::geometry {

/// A sentence for each kind of fault: how many there are, where the first or widest is, what to do.
/// unit: of lengths, such as "m"; may be empty. about_holes: what to do about them.
std::vector<std::string> fault_texts(const SurfaceFaults& faults, const std::string& unit,
                                     const std::string& about_holes);

/// As "x = 1, y = 2, z = 3 m".
std::string place_text(const Vector& place, const std::string& unit);

}  // namespace thalweg::geometry
