// SPDX-License-Identifier: Apache-2.0
// How fast a membrane turns about the cell's centre, as the tread of a tank does.
#pragma once

#include <cstddef>

#include "geometry/vector.hpp"

namespace thalweg::blood {

/// Turns per unit of time in the plane of x and z, positive from z to x, as shear along x between
/// plates across z turns things. places, speeds: (coordinate, vertex). Means are over vertices
/// nearer to the plane through the centre than half of the farthest, whose ways lead round the
/// centre at a distance. (8.2)
double turning(const double* places, const double* speeds, std::size_t vertices,
               const geometry::Vector& centre);

}  // namespace thalweg::blood
