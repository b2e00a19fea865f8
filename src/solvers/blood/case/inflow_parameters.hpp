// SPDX-License-Identifier: Apache-2.0
// Cells and openings in one case: what must hold, and what is to be expected.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solvers/blood/case/parameters.hpp"

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

/// The largest speed in openings of given flow, were it parabolic [spacings per step]: what the
/// fluid may reach soon after it was at rest.
double expected_inflow_speed(const Parameters& parameters);
/// Steps between two looks at what is due to enter: as many as that speed takes for half a spacing.
std::int64_t inflow_interval(const Parameters& parameters);
/// Volume of one cell of a species as its hematocrit counts it [m^3].
double volume_of_cell(const SpeciesParameters& species);

}  // namespace thalweg::blood
