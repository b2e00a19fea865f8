// SPDX-License-Identifier: Apache-2.0
// Whether cells that a file places have room.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solvers/blood/case/cell_file.hpp"

namespace thalweg::blood {

/// What is wrong, in words, with the first cell that does not lie in the vessel, or that overlaps
/// another one; nothing where all have room. Of a file with shapes, which a run has brought about,
/// centres alone are looked at. species: of the case.
std::optional<std::string> find_cell_without_room(const CellFile& file,
                                                  const std::vector<SpeciesParameters>& species,
                                                  const Vessel& vessel);

}  // namespace thalweg::blood
