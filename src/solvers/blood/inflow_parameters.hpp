// SPDX-License-Identifier: Apache-2.0
// Cells and openings in one case: what must hold, and what is to be expected.
#pragma once

#include <string>
#include <vector>

#include "solvers/blood/parameters.hpp"

namespace thalweg::blood {

/// Fills in and checks what openings say of cells. Mistakes go to the case's diagnostics.
void check_inflow(io::Case& input, Parameters& parameters);

/// Cells of a species in a vessel that is filled as what flows in.
double cells_by_inflow(const Parameters& parameters, std::size_t species);

/// The most cells of a species that are expected at one time: those of the beginning, or a vessel
/// that is filled as what flows in is.
double expected_cells(const Parameters& parameters, std::size_t species);

/// Lines for `thalweg check`.
std::vector<std::string> inflow_advice(const Parameters& parameters);

}  // namespace thalweg::blood
