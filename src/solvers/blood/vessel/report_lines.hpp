// SPDX-License-Identifier: Apache-2.0
// Lines for `thalweg check` that vessels of several kinds have.
#pragma once

#include <string>
#include <vector>

#include "geometry/openings.hpp"
#include "solvers/blood/vessel/passage.hpp"

namespace thalweg::blood {

/// A place in units of so many metres.
std::string place_in_units(const geometry::Vector& place, double unit);
std::string opening_line(const geometry::Opening& opening);
/// What passes, and whether the lattice shows it.
void add_passage(const Passage& passage, double spacing, std::vector<std::string>& lines);

}  // namespace thalweg::blood
