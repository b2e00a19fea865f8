// SPDX-License-Identifier: Apache-2.0
// Flat parts of a surface in faces of its box are openings where the case gives them a condition,
// and walls elsewhere.
#pragma once

#include <memory>
#include <vector>

#include "solvers/blood/vessel/interior.hpp"

namespace thalweg::blood {

/// Whether an opening is one of these walls.
bool is_closed(const geometry::Opening& opening, const WallTriangles& walls);

/// The same vessel whose walls are its openings, too, but for those of these numbers. The list of
/// openings stays as it is. Of vessels whose walls are triangles and that end along x; others are
/// returned as they are.
std::shared_ptr<const Interior> with_closed_openings(std::shared_ptr<const Interior> found,
                                                     const std::vector<int>& open);

}  // namespace thalweg::blood
