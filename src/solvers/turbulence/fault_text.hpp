// SPDX-License-Identifier: Apache-2.0
// The words of a diverged or coarse run. Apart from diagnostics.cpp, because nvcc cannot compile
// fmt.
#pragma once

#include <string>

#include "solvers/turbulence/parameters.hpp"

namespace thalweg::turbulence {

/// Where a grid point is: "x = 3.142, y = 0, z = 1.571 (point 32, 0, 16)". point: x, y, z indices.
std::string place_text(const Parameters& parameters, const double (&point)[3]);

/// What is said of a state of which something ("energy") grows without a source.
std::string runaway_text(const char* what, double largest_value, double now, double initial);

/// What is said once of a flow whose smallest scales are not resolved.
std::string resolution_text(double kmax_eta, double time);

/// What a force along its field lacks that puts in energy at a given rate [velocity^2/time], makes
/// its modes grow at another [1/time], and is not resolved by a fixed step [time].
std::string unresolved_force_text(double energy_input, double rate, double step);

}  // namespace thalweg::turbulence
