// SPDX-License-Identifier: Apache-2.0
// The lattice sites within a closed mesh, all of them at once.
#pragma once

#include <functional>

#include "grid/box.hpp"
#include "solvers/blood/membrane/mesh.hpp"

namespace thalweg::blood {

/// act(site) for every site (z, y, x) that a mesh turns round once or more; vertices are in
/// spacings from the site (0, 0, 0). Triangles that face the other way undo what they overlap.
void for_each_enclosed_site(const Mesh& mesh, const std::function<void(const grid::Cell&)>& act);

}  // namespace thalweg::blood
