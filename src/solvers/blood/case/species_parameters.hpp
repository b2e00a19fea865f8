// SPDX-License-Identifier: Apache-2.0
// What a case says of one species of cells: its shape, its membrane, the fluid within.
#pragma once

#include "solvers/blood/case/cell_parameters.hpp"

namespace thalweg::blood {

/// number: of its [[cells.species]], from 0. Where its cells begin: placement_parameters.hpp.
SpeciesParameters read_species(io::Case& input, int number, const PlasmaOfCells& plasma);

}  // namespace thalweg::blood
