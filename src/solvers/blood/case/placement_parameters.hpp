// SPDX-License-Identifier: Apache-2.0
// Where a case says that the cells of a species begin, or how many are packed.
#pragma once

#include "solvers/blood/case/cell_parameters.hpp"

namespace thalweg::blood {

/// Reads the placements and the count of a species whose shape is known. path: of its keys, as
/// "cells.species.0.".
void read_placements(io::Case& input, const std::string& path, const Vessel& vessel,
                     SpeciesParameters& species);

/// Mistakes where a cell of this reach [m] would meet its own images.
void check_room_for_images(io::Case& input, const std::string& key, const Vessel& vessel,
                           double reach);

/// Reads cells.file, which gives all species, whose shapes are known, their placements.
void read_cells_file(io::Case& input, const Vessel& vessel, CellParameters& cells);

}  // namespace thalweg::blood
