// SPDX-License-Identifier: Apache-2.0
// Cells whose shape is read from a file of triangles.
#pragma once

#include <memory>
#include <string>

#include "io/case/case.hpp"
#include "solvers/blood/membrane/mesh.hpp"

namespace thalweg::blood {

/// Reads path, unit, scale and rotation of a species; prefix: of its keys, as "cells.species.0.".
/// The mesh encloses one body, whose centre is the origin [m]. Mistakes go to the case's
/// diagnostics; then the mesh is a sphere.
std::shared_ptr<const Mesh> read_species_mesh(io::Case& input, const std::string& prefix);

}  // namespace thalweg::blood
