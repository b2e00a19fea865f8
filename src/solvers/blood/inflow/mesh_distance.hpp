// SPDX-License-Identifier: Apache-2.0
// Whether two cells, which may be deformed, keep a distance from each other.
#pragma once

#include "solvers/blood/membrane/mesh.hpp"

namespace thalweg::blood {

/// The least box around places.
struct Around {
  geometry::Vector lower{}, upper{};
};
Around around(const std::vector<geometry::Vector>& places);

/// How often a closed mesh winds around a place that does not lie on it: 1 inside, 0 outside. By
/// solid angles (A. van Oosterom, J. Strackee, IEEE Trans. Biomed. Eng. 30, 1983).
int winding_number(const Mesh& mesh, const geometry::Vector& place);

/// Whether no vertex of either mesh is nearer than `distance` to a triangle of the other, and
/// neither mesh holds the other. All in one unit.
bool are_apart(const Mesh& a, const Mesh& b, double distance);

}  // namespace thalweg::blood
